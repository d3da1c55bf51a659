/* Tables of whole sentences with {name} in them: a translator sees each in one piece. */
#include "cli/sentence.h"

#include "rules/cell.h"
#include "rules/domino_move.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* What may stand in braces. */
struct filling {
    const char *name, *cell, *tiles, *text; /* {name} {cell} {tiles} {x} */
};

static void fill(const char *pattern, const struct filling *with, struct text *out)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        char one[2] = {*at, '\0'};
        if (*at != '{') {
            text_add(out, one);
            continue;
        }
        const char *what = at[1] == 'n' ? with->name : at[1] == 'c' ? with->cell
                         : at[1] == 't' ? with->tiles : with->text;
        text_add(out, what ? what : "");
        at = strchr(at, '}');
        if (!at)
            return;
    }
}

unsigned sentence_scale(const struct view *view)
{
    return view->terms.game == GAME_DOMINOES ? view->terms.set : view->n;
}

static void tiles_text(const struct choice *c, unsigned n, char *out, size_t size)
{
    struct text t = text_over(out, size);

    if (c->kind >= MOVE_SHOW) {
        domino_tile_write(n, c->values_n > 0 ? c->values[0] : 0, &t);
        return;
    }
    for (unsigned i = 0; i < c->values_n; i++) {
        if (i > 0)
            text_add(&t, " ");
        if (c->values[i] == 0)
            text_add(&t, "?");
        else
            text_add_number(&t, c->values[i]);
    }
}

/* Dominoes. */
static const char *tile_pattern(const struct choice *c, bool mine)
{
    static const char *const laid[2][ARMS_MAX] = {
        {"{name} laid {tiles} on the left.", "{name} laid {tiles} on the right.",
         "{name} laid {tiles} above.", "{name} laid {tiles} below."},
        {"you laid {tiles} on the left.", "you laid {tiles} on the right.",
         "you laid {tiles} above.", "you laid {tiles} below."},
    };

    switch (c->kind) {
    case MOVE_SHOW:
        if (c->values_n == 0)
            return mine ? "you showed no double." : "{name} showed no double.";
        return mine ? "you showed {tiles}." : "{name} showed {tiles}.";
    case MOVE_TILE:
        return laid[mine][c->end % ARMS_MAX];
    case MOVE_DRAW:
        return mine ? "you drew a tile." : "{name} drew a tile.";
    default:
        return mine ? "you passed." : "{name} passed.";
    }
}

static const char *move_pattern(const struct move_row *m, bool mine)
{
    unsigned price = m->choice.values_n;

    if (m->choice.kind >= MOVE_SHOW && m->choice.kind <= MOVE_PASS)
        return tile_pattern(&m->choice, mine);
    switch (m->choice.kind) {
    case MOVE_PLACE:
        if (m->right)
            return mine ? "you placed {tiles} on {cell}." : "{name} placed {tiles} on {cell}.";
        return mine ? "you placed {tiles} on {cell}: the wrong digit, the tile is lost."
                    : "{name} placed {tiles} on {cell}: the wrong digit, the tile is lost.";
    case MOVE_CLAIM:
        if (price == 0)
            return mine ? "you claimed {cell}." : "{name} claimed {cell}.";
        if (price == 1)
            return mine ? "you claimed {cell} for one tile."
                        : "{name} claimed {cell} for one tile.";
        return mine ? "you claimed {cell} for two tiles."
                    : "{name} claimed {cell} for two tiles.";
    case MOVE_SWAP:
        if (price == 1)
            return mine ? "you swapped one tile." : "{name} swapped one tile.";
        return mine ? "you swapped {x} tiles." : "{name} swapped {x} tiles.";
    case MOVE_PIE:
        return mine ? "you took the first stone." : "{name} took the first stone.";
    case MOVE_LOST:
        return mine ? "you lost a turn on the clock." : "{name} lost a turn on the clock.";
    default:
        return mine ? "you moved." : "{name} moved.";
    }
}

static const char *entry_pattern(uint32_t kind)
{
    switch (kind) {
    case ENTRY_PROPOSAL:
        return "{name} proposed the game.";
    case ENTRY_ACCEPTANCE:
        return "{name} accepted.";
    case ENTRY_DECLINE:
        return "{name} declined.";
    case ENTRY_COIN:
        return "{name} opened a part of the coin.";
    case ENTRY_SHUFFLE:
        return "{name} shuffled the bag.";
    case ENTRY_SHARES:
        return "{name} let tiles be drawn.";
    case ENTRY_RESIGN:
        return "{name} resigned.";
    case ENTRY_OFFER_DRAW:
        return "{name} offered a draw.";
    case ENTRY_ACCEPT_DRAW:
        return "{name} accepted the draw.";
    case ENTRY_SEED:
        return "{name} opened the bag.";
    case ENTRY_FLAG:
        return "{name} gave the game up: the clock has run out.";
    case ENTRY_WARNING:
        return "{name} warned that the time is up.";
    case ENTRY_CLAIM:
        return "{name} claimed the game on time.";
    case ENTRY_ADD_TIME:
        return "{name} gave the other more time.";
    case ENTRY_PAUSE:
        return "{name} asked for a pause.";
    case ENTRY_RESUME:
        return "{name} let the clocks run again.";
    case ENTRY_LEAVE:
        return "{name} took leave.";
    default:
        return "{name} wrote an entry.";
    }
}

static void move_sentence(const struct move_row *m, unsigned n, const char *who, bool mine,
                          struct text *out)
{
    char cell[CELL_TEXT] = "?", tiles[4 * HAND_MAX] = "", count[8];
    struct filling with = {who, cell, tiles, count};

    if (n > 0 && n <= BOARD_MAX && m->choice.cell < n * n)
        cell_write(m->choice.cell, n, cell);
    tiles_text(&m->choice, n, tiles, sizeof tiles);
    snprintf(count, sizeof count, "%u", (unsigned)m->choice.values_n);
    fill(m->choice.kind != 0 ? move_pattern(m, mine) : entry_pattern(m->kind), &with, out);
}

bool sentence_end(uint32_t kind, const char *who, struct text *out)
{
    if (kind != ENTRY_OFFER_DRAW && kind != ENTRY_ACCEPT_DRAW)
        return false;
    text_add(out, who ? who : "you");
    if (kind == ENTRY_ACCEPT_DRAW)
        text_add(out, " agreed to end the game without a result.");
    else
        text_add(out, who ? " wants to end the game without a result."
                          : " want to end the game without a result.");
    return true;
}

void sentence_move(const struct move_row *m, unsigned n, const char *who, struct text *out)
{
    move_sentence(m, n, who ? who : "you", !who, out);
}

static const char *over_pattern(const struct event *e)
{
    static const char *const won[] = {
        [ENDING_NONE] = "the game is over: you won.",
        [ENDING_CHAIN] = "you won: your sides are joined.",
        [ENDING_BLOCKS] = "you won: your blocks cannot be caught up.",
        [ENDING_ROUNDS] = "you won: enough rounds are yours.",
        [ENDING_RESIGNED] = "you won: {name} resigned.",
        [ENDING_DRAW] = "the game is a draw by agreement.",
        [ENDING_CLOCK] = "you won on the clock.",
        [ENDING_ABANDONED] = "the game was broken off without a result.",
    };
    static const char *const lost[] = {
        [ENDING_NONE] = "the game is over: {name} won.",
        [ENDING_CHAIN] = "{name} won: the sides are joined.",
        [ENDING_BLOCKS] = "{name} won: the blocks cannot be caught up.",
        [ENDING_ROUNDS] = "{name} won: enough rounds are won.",
        [ENDING_RESIGNED] = "you resigned, {name} won.",
        [ENDING_DRAW] = "the game is a draw by agreement.",
        [ENDING_CLOCK] = "{name} won on the clock.",
        [ENDING_ABANDONED] = "the game was broken off without a result.",
    };
    unsigned ending = e->value <= ENDING_ABANDONED ? e->value : ENDING_NONE;
    return e->mine ? won[ending] : lost[ending];
}

static const char *round_pattern(const struct event *e)
{
    if (e->value == ROUND_VOID && e->seat >= SEATS_MAX)
        return "nobody showed a double: the tiles are dealt again.";
    if (e->seat >= SEATS_MAX)
        return "the round is over and counts for nobody.";
    if (e->value == ROUND_OUT)
        return e->mine ? "all tiles laid, domino: you won the round."
                       : "all tiles laid, domino: {name} won the round.";
    if (e->value == ROUND_BLOCKED)
        return e->mine ? "the line is blocked; you won the round."
                       : "the line is blocked; {name} won the round.";
    return e->mine ? "you won the round." : "{name} won the round.";
}

/* What was said about time. */
static const char *time_pattern(const struct event *e)
{
    switch (e->kind) {
    case EVENT_REMINDER:
        return "your clock runs: {x} left for your move.";
    case EVENT_WARNED:
        return e->mine ? "you have warned {name} that the time is up; {x} of grace, then 'claim "
                         "time' takes the game."
                       : "{name} says that your time is up: after {x} the game can be claimed.";
    case EVENT_TIME_ADDED:
        return e->mine ? "you gave {name} {x} more." : "{name} gave {x} more to whose turn it is.";
    case EVENT_PAUSE:
        if (e->value != 0)
            return "the clocks stand still until somebody types 'resume' or moves.";
        return e->mine ? "you asked for a pause."
                       : "{name} asks for a pause: 'pause' agrees, and the clocks stand still.";
    case EVENT_RESUMED:
        return e->mine ? "you let the clocks run again." : "{name} let the clocks run again.";
    case EVENT_LEAVE:
        return e->mine ? "you take {x} of leave." : "{name} takes {x} of leave.";
    default:
        return "";
    }
}

static const char *game_pattern(const struct event *e)
{
    switch ((enum event_kind)e->kind) {
    case EVENT_OFFER:
        return e->mine ? "you proposed a game to {name}."
                       : "{name} proposes a game: 'show' tells the terms, 'accept' or 'decline' "
                         "answers.";
    case EVENT_ACCEPTED:
        return e->mine ? "you accepted." : "{name} accepted the game.";
    case EVENT_DECLINED:
        return e->mine ? "you declined." : "{name} declined the game.";
    case EVENT_STARTED:
        return "the hands are dealt.";
    case EVENT_YOUR_TURN:
        return "it is your turn.";
    case EVENT_DRAW_OFFERED:
        if (e->value == GAME_DOMINOES)
            return e->mine ? "you want to end the game without a result."
                           : "{name} wants to end the game without a result: 'end' agrees, a "
                             "move takes it back.";
        return e->mine ? "you offered a draw."
                       : "{name} offers a draw: 'accept draw' takes it, a move declines it.";
    case EVENT_OVER:
        return over_pattern(e);
    case EVENT_FINISHED:
        return "all bags are open and were checked; 'verify' proves the game again.";
    case EVENT_DISPUTED:
        return "disputed, the game goes no further: {x}";
    case EVENT_NOTE:
        return e->mine ? "you: {x}" : "{name}: {x}";
    case EVENT_FRIEND_JOINED:
        return "{name} is your friend now: 'play {name} bridge' proposes a game.";
    case EVENT_FRIEND_UP:
        return "{name} is here.";
    case EVENT_FRIEND_DOWN:
        return "{name} is away.";
    case EVENT_LINK:
        return "{name}: {x}";
    case EVENT_LOCAL:
        return "{x}";
    case EVENT_ROUND:
        return round_pattern(e);
    case EVENT_REMINDER:
    case EVENT_WARNED:
    case EVENT_TIME_ADDED:
    case EVENT_PAUSE:
    case EVENT_RESUMED:
    case EVENT_LEAVE:
        return time_pattern(e);
    case EVENT_HOLD:
        return e->verdict == VERDICT_OK ? "a friend has been heard: the game goes on." : "{x}";
    case EVENT_CONDITION:
        return e->verdict == VERDICT_OK ? "your conditional move was made: {tiles}."
                                        : "conditional moves cancelled, if {tiles}: {x}";
    case EVENT_MOVE:
        break;
    }
    return "";
}

static bool has_span(const struct event *e)
{
    return e->kind == EVENT_REMINDER || e->kind == EVENT_WARNED || e->kind == EVENT_TIME_ADDED
        || e->kind == EVENT_LEAVE;
}

void sentence_event(const struct event *e, struct text *out)
{
    char span[32];
    struct text t = text_over(span, sizeof span);
    bool told = e->kind == EVENT_DISPUTED || e->kind == EVENT_LINK || e->kind == EVENT_LOCAL
             || e->kind == EVENT_HOLD || e->kind == EVENT_CONDITION;
    struct filling with = {e->name, "", e->text, e->text};

    if (told)
        with.text = verdict_text((enum verdict)e->verdict);
    if (has_span(e)) {
        sentence_span((uint64_t)e->value * (e->kind == EVENT_LEAVE ? 86400000 : 1000), &t);
        with.text = span;
    }
    if (e->game != 0) {
        text_add(out, "Game ");
        text_add_number(out, e->game);
        text_add(out, ": ");
    }
    if (e->kind == EVENT_MOVE)
        move_sentence(&e->move, e->value, e->name, e->mine != 0, out);
    else
        fill(game_pattern(e), &with, out);
}

static bool several(const struct game_row *g)
{
    return g->others[0][0] != '\0';
}

static const char *finished_pattern(const struct game_row *g)
{
    if (g->ending == ENDING_DRAW)
        return "a draw";
    if (g->winner == NO_SEAT)
        return "no result";
    if (g->winner == g->my_seat)
        return "you won";
    return several(g) ? "another player won" : "{name} won";
}

static const char *state_pattern(const struct game_row *g)
{
    if (g->hold == VERDICT_CATCHING_UP)
        return several(g) ? "waits to hear a friend" : "waits to hear {name}";
    if (g->hold == VERDICT_ELSEWHERE)
        return "goes on elsewhere";
    if (g->hold != 0)
        return "its secrets are lost";
    switch ((enum game_state)g->state) {
    case GAME_OFFERED_BY_ME:
        return several(g) ? "waits for the others to accept" : "waits for {name} to accept";
    case GAME_OFFERED_TO_ME:
        return "asks you: accept or decline";
    case GAME_SETTING_UP:
        return "is being set up";
    case GAME_MY_TURN:
        return "your turn";
    case GAME_THEIR_TURN:
        return several(g) ? "waits for another player" : "waits for {name}";
    case GAME_CLOSING:
    case GAME_FINISHED:
        return finished_pattern(g);
    case GAME_DECLINED:
        return "declined";
    case GAME_DISPUTED:
        return "disputed";
    }
    return "";
}

void sentence_opponents(const struct game_row *g, struct text *out)
{
    text_add(out, g->opponent);
    for (unsigned i = 0; i < OTHERS_MAX - 1; i++) {
        text_add(out, g->others[i][0] != '\0' ? ", " : "");
        text_add(out, g->others[i]);
    }
}

const char *sentence_grade(uint32_t grade)
{
    static const char *const words[] = {
        [GRADE_NONE] = "open",       [GRADE_AGREED] = "agreed",   [GRADE_WITNESSED] = "witnessed",
        [GRADE_RULED] = "ruled",     [GRADE_CLAIMED] = "claimed", [GRADE_DISPUTED] = "contested",
    };
    return grade < sizeof words / sizeof words[0] ? words[grade] : "open";
}

/* How sure a result is, is worth a word if it is not the usual. */
void sentence_state(const struct game_row *g, struct text *out)
{
    struct filling with = {g->opponent, "", "", ""};
    bool over = g->state == GAME_CLOSING || g->state == GAME_FINISHED;
    bool unusual = g->grade != GRADE_NONE && g->grade != GRADE_AGREED;
    bool contested = g->state == GAME_DISPUTED && g->refusal == VERDICT_CONTESTED;
    fill(contested ? "contested" : state_pattern(g), &with, out);
    if (!over || !unusual)
        return;
    text_add(out, " (");
    text_add(out, sentence_grade(g->grade));
    text_add(out, ")");
}

void sentence_span(uint64_t ms, struct text *out)
{
    static const struct {
        uint64_t ms;
        const char *one, *many;
    } units[] = {{86400000, "1 day", " days"},
                 {3600000, "1 hour", " hours"},
                 {60000, "1 minute", " minutes"},
                 {1000, "1 second", " seconds"}};

    for (unsigned i = 0; i < 4; i++) {
        uint64_t count = ms / units[i].ms;
        if (count == 0 && i < 3)
            continue;
        if (count == 1) {
            text_add(out, units[i].one);
            return;
        }
        text_add_number(out, count);
        text_add(out, units[i].many);
        return;
    }
}

void sentence_link(const struct friend_row *f, uint64_t now_ms, struct text *out)
{
    if (!f->joined) {
        text_add(out, "invitation not answered yet");
        return;
    }
    switch ((enum link_state)f->link) {
    case LINK_UP:
        text_add(out, "online");
        return;
    case LINK_WRONG_KEY:
        text_add(out, "somebody else answers at this address");
        return;
    case LINK_REFUSED:
        text_add(out, "does not let us in");
        return;
    case LINK_NO_PROXY:
        text_add(out, "away: the SOCKS proxy does not answer");
        return;
    case LINK_DOWN:
        break;
    }
    if (f->last_seen_ms == 0 || f->last_seen_ms > now_ms) {
        text_add(out, "away");
        return;
    }
    text_add(out, "last here ");
    sentence_span(now_ms - f->last_seen_ms, out);
    text_add(out, " ago");
}

/* Days since some day, by the local calendar. */
static long day_of(const struct tm *t)
{
    return t->tm_year * 366L + t->tm_yday;
}

void sentence_day(uint64_t ms, uint64_t now_ms, struct text *out)
{
    static const char *const months[] = {"January", "February", "March", "April", "May", "June",
                                         "July", "August", "September", "October", "November",
                                         "December"};
    time_t then = (time_t)(ms / 1000), now = (time_t)(now_ms / 1000), day_ago = now - 86400;
    struct tm t, today, yesterday;
    char line[64];

    if (ms == 0 || !localtime_r(&then, &t) || !localtime_r(&now, &today)
        || !localtime_r(&day_ago, &yesterday)) {
        text_add(out, "never");
        return;
    }
    if (day_of(&t) == day_of(&today))
        line[0] = '\0';
    else if (day_of(&t) == day_of(&yesterday))
        snprintf(line, sizeof line, "yesterday ");
    else
        snprintf(line, sizeof line, "on %d %s ", t.tm_mday, months[t.tm_mon % 12]);
    text_add(out, line);
    snprintf(line, sizeof line, "%02d:%02d", t.tm_hour, t.tm_min);
    text_add(out, line);
}

void sentence_stamp(uint64_t ms, struct text *out)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm parts;
    char stamp[40];

    if (ms == 0 || !gmtime_r(&seconds, &parts)
        || strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        text_add(out, "-");
    else
        text_add(out, stamp);
}

void sentence_refusal(enum verdict v, const char *detail, struct text *out)
{
    text_add(out, verdict_text(v));
    if (detail && detail[0] != '\0') {
        text_add(out, " (");
        text_add(out, detail);
        text_add(out, ")");
    }
}

void sentence_queued(const struct game_row *g, uint64_t now_ms, struct text *out)
{
    if (g->unsent == 0 || g->link == LINK_UP)
        return;
    text_add(out, g->other_seen_ms == 0 ? "queued" : "queued; last seen ");
    if (g->other_seen_ms != 0)
        sentence_day(g->other_seen_ms, now_ms, out);
}
