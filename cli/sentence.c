/* Tables of whole sentences with {name} in them: a translator sees each in one piece. */
#include "cli/sentence.h"

#include "cli/fill.h"
#include "cli/lang.h"
#include "rules/cell.h"
#include "rules/domino_move.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* What may stand in braces. */
struct parts {
    const char *name, *cell, *tiles, *text; /* {name} {cell} {tiles} {x} */
};

static void fill(const char *pattern, const struct parts *with, struct text *out)
{
    fill_add(out, _(pattern), fill_text("name", with->name), fill_text("cell", with->cell),
             fill_text("tiles", with->tiles), fill_text("x", with->text));
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
        {N_("{name} laid {tiles} on the left."), N_("{name} laid {tiles} on the right."),
         N_("{name} laid {tiles} above."), N_("{name} laid {tiles} below.")},
        {N_("you laid {tiles} on the left."), N_("you laid {tiles} on the right."),
         N_("you laid {tiles} above."), N_("you laid {tiles} below.")},
    };

    switch (c->kind) {
    case MOVE_SHOW:
        if (c->values_n == 0)
            return mine ? N_("you showed no double.") : N_("{name} showed no double.");
        return mine ? N_("you showed {tiles}.") : N_("{name} showed {tiles}.");
    case MOVE_TILE:
        return laid[mine][c->end % ARMS_MAX];
    case MOVE_DRAW:
        return mine ? N_("you drew a tile.") : N_("{name} drew a tile.");
    default:
        return mine ? N_("you passed.") : N_("{name} passed.");
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
            return mine ? N_("you placed {tiles} on {cell}.")
                        : N_("{name} placed {tiles} on {cell}.");
        return mine ? N_("you placed {tiles} on {cell}: the wrong digit, the tile is lost.")
                    : N_("{name} placed {tiles} on {cell}: the wrong digit, the tile is lost.");
    case MOVE_CLAIM:
        if (price == 0)
            return mine ? N_("you claimed {cell}.") : N_("{name} claimed {cell}.");
        if (price == 1)
            return mine ? N_("you claimed {cell} for one tile.")
                        : N_("{name} claimed {cell} for one tile.");
        return mine ? N_("you claimed {cell} for two tiles.")
                    : N_("{name} claimed {cell} for two tiles.");
    case MOVE_SWAP:
        if (price == 1)
            return mine ? N_("you swapped one tile.") : N_("{name} swapped one tile.");
        return mine ? N_("you swapped {x} tiles.") : N_("{name} swapped {x} tiles.");
    case MOVE_PIE:
        return mine ? N_("you took the first stone.") : N_("{name} took the first stone.");
    case MOVE_LOST:
        return mine ? N_("you lost a turn on the clock.") : N_("{name} lost a turn on the clock.");
    default:
        return mine ? N_("you moved.") : N_("{name} moved.");
    }
}

/* Whatever is no move: by somebody, by me. */
static const struct {
    uint32_t kind;
    const char *theirs, *mine;
} entries[] = {
    {ENTRY_PROPOSAL, N_("{name} proposed the game."), N_("you proposed the game.")},
    {ENTRY_ACCEPTANCE, N_("{name} accepted."), N_("you accepted.")},
    {ENTRY_DECLINE, N_("{name} declined."), N_("you declined.")},
    {ENTRY_COIN, N_("{name} opened a part of the coin."), N_("you opened a part of the coin.")},
    {ENTRY_SHUFFLE, N_("{name} shuffled the bag."), N_("you shuffled the bag.")},
    {ENTRY_SHARES, N_("{name} let tiles be drawn."), N_("you let tiles be drawn.")},
    {ENTRY_RESIGN, N_("{name} resigned."), N_("you resigned.")},
    {ENTRY_OFFER_DRAW, N_("{name} offered a draw."), N_("you offered a draw.")},
    {ENTRY_ACCEPT_DRAW, N_("{name} accepted the draw."), N_("you accepted the draw.")},
    {ENTRY_SEED, N_("{name} opened the bag."), N_("you opened the bag.")},
    {ENTRY_FLAG, N_("{name} gave the game up: the clock has run out."),
     N_("you gave the game up: the clock has run out.")},
    {ENTRY_WARNING, N_("{name} warned that the time is up."),
     N_("you warned that the time is up.")},
    {ENTRY_CLAIM, N_("{name} claimed the game on time."), N_("you claimed the game on time.")},
    {ENTRY_ADD_TIME, N_("{name} gave the other more time."), N_("you gave the other more time.")},
    {ENTRY_PAUSE, N_("{name} asked for a pause."), N_("you asked for a pause.")},
    {ENTRY_RESUME, N_("{name} let the clocks run again."), N_("you let the clocks run again.")},
    {ENTRY_LEAVE, N_("{name} took leave."), N_("you took leave.")},
};

static const char *entry_pattern(uint32_t kind, bool mine)
{
    for (unsigned i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (entries[i].kind == kind)
            return mine ? entries[i].mine : entries[i].theirs;
    return mine ? N_("you wrote an entry.") : N_("{name} wrote an entry.");
}

static void move_sentence(const struct move_row *m, unsigned n, const char *who, bool mine,
                          struct text *out)
{
    char cell[CELL_TEXT] = "?", tiles[4 * HAND_MAX] = "", count[8];
    struct parts with = {who, cell, tiles, count};

    if (n > 0 && n <= BOARD_MAX && m->choice.cell < n * n)
        cell_write(m->choice.cell, n, cell);
    tiles_text(&m->choice, n, tiles, sizeof tiles);
    snprintf(count, sizeof count, "%u", (unsigned)m->choice.values_n);
    fill(m->choice.kind != 0 ? move_pattern(m, mine) : entry_pattern(m->kind, mine), &with, out);
}

bool sentence_end(uint32_t kind, const char *who, struct text *out)
{
    struct parts with = {who, "", "", ""};

    if (kind != ENTRY_OFFER_DRAW && kind != ENTRY_ACCEPT_DRAW)
        return false;
    if (kind == ENTRY_ACCEPT_DRAW)
        fill(who ? N_("{name} agreed to end the game without a result.")
                 : N_("you agreed to end the game without a result."), &with, out);
    else
        fill(who ? N_("{name} wants to end the game without a result.")
                 : N_("you want to end the game without a result."), &with, out);
    return true;
}

void sentence_move(const struct move_row *m, unsigned n, const char *who, struct text *out)
{
    move_sentence(m, n, who, !who, out);
}

static const char *over_pattern(const struct event *e)
{
    static const char *const won[] = {
        [ENDING_NONE] = N_("the game is over: you won."),
        [ENDING_CHAIN] = N_("you won: your sides are joined."),
        [ENDING_BLOCKS] = N_("you won: your blocks cannot be caught up."),
        [ENDING_ROUNDS] = N_("you won: enough rounds are yours."),
        [ENDING_RESIGNED] = N_("you won: {name} resigned."),
        [ENDING_DRAW] = N_("the game is a draw by agreement."),
        [ENDING_CLOCK] = N_("you won on the clock."),
        [ENDING_ABANDONED] = N_("the game was broken off without a result."),
    };
    static const char *const lost[] = {
        [ENDING_NONE] = N_("the game is over: {name} won."),
        [ENDING_CHAIN] = N_("{name} won: the sides are joined."),
        [ENDING_BLOCKS] = N_("{name} won: the blocks cannot be caught up."),
        [ENDING_ROUNDS] = N_("{name} won: enough rounds are won."),
        [ENDING_RESIGNED] = N_("you resigned, {name} won."),
        [ENDING_DRAW] = N_("the game is a draw by agreement."),
        [ENDING_CLOCK] = N_("{name} won on the clock."),
        [ENDING_ABANDONED] = N_("the game was broken off without a result."),
    };
    unsigned ending = e->value <= ENDING_ABANDONED ? e->value : ENDING_NONE;
    return e->mine ? won[ending] : lost[ending];
}

static const char *round_pattern(const struct event *e)
{
    if (e->value == ROUND_VOID && e->seat >= SEATS_MAX)
        return N_("nobody showed a double: the tiles are dealt again.");
    if (e->seat >= SEATS_MAX)
        return N_("the round is over and counts for nobody.");
    if (e->value == ROUND_OUT)
        return e->mine ? N_("all tiles laid, domino: you won the round.")
                       : N_("all tiles laid, domino: {name} won the round.");
    if (e->value == ROUND_BLOCKED)
        return e->mine ? N_("the line is blocked; you won the round.")
                       : N_("the line is blocked; {name} won the round.");
    return e->mine ? N_("you won the round.") : N_("{name} won the round.");
}

/* What was said about time. */
static const char *time_pattern(const struct event *e)
{
    switch (e->kind) {
    case EVENT_REMINDER:
        return N_("your clock runs: {x} left for your move.");
    case EVENT_WARNED:
        return e->mine ? N_("you have warned {name} that the time is up; {x} of grace, then 'claim "
                         "time' takes the game.")
                       : N_("{name} says that your time is up: after {x} the game can be claimed.");
    case EVENT_TIME_ADDED:
        return e->mine ? N_("you gave {name} {x} more.")
                       : N_("{name} gave {x} more to whose turn it is.");
    case EVENT_PAUSE:
        if (e->value != 0)
            return N_("the clocks stand still until somebody types 'resume' or moves.");
        return e->mine ? N_("you asked for a pause.")
                       : N_("{name} asks for a pause: 'pause' agrees, and the clocks stand still.");
    case EVENT_RESUMED:
        return e->mine ? N_("you let the clocks run again.")
                       : N_("{name} let the clocks run again.");
    case EVENT_LEAVE:
        return e->mine ? N_("you take {x} of leave.") : N_("{name} takes {x} of leave.");
    default:
        return "";
    }
}

/* Trouble of this machine, and its end. */
static const char *machine_pattern(const struct event *e)
{
    if (e->kind == EVENT_CLOCK)
        return e->seat ? N_("this computer's clock jumped ahead by {x}: look at date and time. "
                            "Nobody loses a turn by it.")
                       : N_("this computer's clock jumped back by {x}: look at date and time. "
                            "Nobody loses a turn by it.");
    return e->verdict == VERDICT_OK
               ? N_("the disk takes files again; what could not be kept comes by itself.")
               : "{x}";
}

/* A ruling is sent as a note; what it says is told when it has been taken. */
static const char *note_pattern(const struct event *e)
{
    if (strncmp(e->text, "nbr1", 4) == 0 && strlen(e->text) > 200)
        return e->mine ? N_("you sent {name} an arbiter's ruling.")
                       : N_("{name} sends an arbiter's ruling.");
    return e->mine ? N_("you: {x}") : "{name}: {x}";
}

/* {name} is the arbiter, {x} who has won. */
static const char *ruled_pattern(const struct event *e)
{
    if (e->verdict != VERDICT_OK)
        return N_("disputed, the game goes no further: {x}");
    if (e->mine)
        return N_("{name}, the arbiter, has ruled: you have won.");
    return e->text[0] != '\0' ? N_("{name}, the arbiter, has ruled: {x} has won.")
                              : N_("{name}, the arbiter, has ruled: nobody has won.");
}

static const char *game_pattern(const struct event *e)
{
    switch ((enum event_kind)e->kind) {
    case EVENT_OFFER:
        return e->mine ? N_("you proposed a game to {name}.")
                       : N_("{name} proposes a game: 'show' tells the terms, 'accept' or 'decline' "
                         "answers.");
    case EVENT_ACCEPTED:
        return e->mine ? N_("you accepted.") : N_("{name} accepted the game.");
    case EVENT_DECLINED:
        return e->mine ? N_("you declined.") : N_("{name} declined the game.");
    case EVENT_STARTED:
        return N_("the hands are dealt.");
    case EVENT_YOUR_TURN:
        return N_("it is your turn.");
    case EVENT_DRAW_OFFERED:
        if (e->value == GAME_DOMINOES)
            return e->mine ? N_("you want to end the game without a result.")
                           : N_("{name} wants to end the game without a result: 'end' agrees, a "
                             "move takes it back.");
        return e->mine ? N_("you offered a draw.")
                       : N_("{name} offers a draw: 'accept draw' takes it, a move declines it.");
    case EVENT_OVER:
        return over_pattern(e);
    case EVENT_FINISHED:
        return N_("all bags are open and were checked; 'verify' proves the game again.");
    case EVENT_DISPUTED:
        return N_("disputed, the game goes no further: {x}");
    case EVENT_NOTE:
        return note_pattern(e);
    case EVENT_FRIEND_JOINED:
        return N_("{name} is your friend now: 'play {name} bridge' proposes a game.");
    case EVENT_FRIEND_UP:
        return N_("{name} is here.");
    case EVENT_FRIEND_DOWN:
        return N_("{name} is away.");
    case EVENT_LINK:
        return "{name}: {x}";
    case EVENT_LOCAL:
    case EVENT_CLOCK:
        return machine_pattern(e);
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
        return e->verdict == VERDICT_OK ? N_("a friend has been heard: the game goes on.") : "{x}";
    case EVENT_CONDITION:
        return e->verdict == VERDICT_OK ? N_("your conditional move was made: {tiles}.")
                                        : N_("conditional moves cancelled, if {tiles}: {x}");
    case EVENT_RULED:
        return ruled_pattern(e);
    case EVENT_MOVE:
        break;
    }
    return "";
}

static bool has_span(const struct event *e)
{
    return e->kind == EVENT_REMINDER || e->kind == EVENT_WARNED || e->kind == EVENT_TIME_ADDED
        || e->kind == EVENT_LEAVE || e->kind == EVENT_CLOCK;
}

static void event_pattern(const struct event *e, struct text *out)
{
    char span[64];
    struct text t = text_over(span, sizeof span);
    bool told = e->kind == EVENT_DISPUTED || e->kind == EVENT_LINK || e->kind == EVENT_LOCAL
             || e->kind == EVENT_HOLD || e->kind == EVENT_CONDITION
             || (e->kind == EVENT_RULED && e->verdict != VERDICT_OK);
    struct parts with = {e->name, "", e->text, e->text};

    if (told)
        with.text = sentence_verdict((enum verdict)e->verdict);
    if (has_span(e)) {
        sentence_span((uint64_t)e->value * (e->kind == EVENT_LEAVE ? 86400000 : 1000), &t);
        with.text = span;
    }
    fill(game_pattern(e), &with, out);
}

void sentence_event(const struct event *e, struct text *out)
{
    char line[2 * NOTE_MAX + 512];
    struct text t = text_over(line, sizeof line);

    if (e->kind == EVENT_MOVE)
        move_sentence(&e->move, e->value, e->name, e->mine != 0, &t);
    else
        event_pattern(e, &t);
    if (e->game != 0)
        fill_add(out, _("Game {game}: {sentence}"), fill_number("game", e->game),
                 fill_text("sentence", line));
    else
        text_add(out, line);
}

static bool several(const struct game_row *g)
{
    return g->others[0][0] != '\0';
}

static const char *finished_pattern(const struct game_row *g)
{
    if (g->ending == ENDING_DRAW)
        return N_("a draw");
    if (g->winner == NO_SEAT)
        return N_("no result");
    if (g->winner == g->my_seat)
        return N_("you won");
    return several(g) ? N_("another player won") : N_("{name} won");
}

static const char *state_pattern(const struct game_row *g)
{
    if (g->hold == VERDICT_CATCHING_UP)
        return several(g) ? N_("waits to hear a friend") : N_("waits to hear {name}");
    if (g->hold == VERDICT_ELSEWHERE)
        return N_("goes on elsewhere");
    if (g->hold != 0)
        return N_("its secrets are lost");
    switch ((enum game_state)g->state) {
    case GAME_OFFERED_BY_ME:
        return several(g) ? N_("waits for the others to accept") : N_("waits for {name} to accept");
    case GAME_OFFERED_TO_ME:
        return N_("asks you: accept or decline");
    case GAME_SETTING_UP:
        return N_("is being set up");
    case GAME_MY_TURN:
        return N_("your turn");
    case GAME_THEIR_TURN:
        return several(g) ? N_("waits for another player") : N_("waits for {name}");
    case GAME_CLOSING:
    case GAME_FINISHED:
        return finished_pattern(g);
    case GAME_DECLINED:
        return N_("declined");
    case GAME_DISPUTED:
        return N_("disputed");
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
    switch (grade) {
    case GRADE_AGREED:
        return P_("result", "agreed");
    case GRADE_WITNESSED:
        return P_("result", "witnessed");
    case GRADE_RULED:
        return P_("result", "ruled");
    case GRADE_CLAIMED:
        return P_("result", "claimed");
    case GRADE_DISPUTED:
        return P_("result", "contested");
    default:
        return P_("result", "open");
    }
}

/* How sure a result is, is worth a word if it is not the usual. */
void sentence_state(const struct game_row *g, struct text *out)
{
    char state[128];
    struct text t = text_over(state, sizeof state);
    struct parts with = {g->opponent, "", "", ""};
    bool over = g->state == GAME_CLOSING || g->state == GAME_FINISHED;
    bool unusual = g->grade != GRADE_NONE && g->grade != GRADE_AGREED;
    bool contested = g->state == GAME_DISPUTED && g->refusal == VERDICT_CONTESTED;

    fill(contested ? N_("contested") : state_pattern(g), &with, &t);
    text_add(out, state);
    if (!over || !unusual)
        return;
    text_add(out, " (");
    text_add(out, sentence_grade(g->grade));
    text_add(out, ")");
}

static void add_count(uint64_t count, const char *pattern, struct text *out)
{
    fill_add(out, pattern, fill_number("count", count));
}

void sentence_span(uint64_t ms, struct text *out)
{
    uint64_t days = ms / 86400000, hours = ms / 3600000, minutes = ms / 60000, s = ms / 1000;

    if (days > 0)
        add_count(days, ngettext("{count} day", "{count} days", days), out);
    else if (hours > 0)
        add_count(hours, ngettext("{count} hour", "{count} hours", hours), out);
    else if (minutes > 0)
        add_count(minutes, ngettext("{count} minute", "{count} minutes", minutes), out);
    else
        add_count(s, ngettext("{count} second", "{count} seconds", s), out);
}

/* The connection in a word, NULL: there is none. */
static const char *link_text(const struct friend_row *f)
{
    if (!f->joined)
        return _("invitation not answered yet");
    switch ((enum link_state)f->link) {
    case LINK_UP:
        return _("online");
    case LINK_WRONG_KEY:
        return _("somebody else answers at this address");
    case LINK_REFUSED:
        return _("does not let us in");
    case LINK_NO_PROXY:
        return _("away: the SOCKS proxy does not answer, since {time}");
    case LINK_FAR:
        return _("away: the SOCKS proxy has been asked and has not reached them, since {time}");
    case LINK_DOWN:
        break;
    }
    return NULL;
}

void sentence_link(const struct friend_row *f, uint64_t now_ms, struct text *out)
{
    char span[64];
    struct text t = text_over(span, sizeof span);
    const char *linked = link_text(f);

    if (linked) {
        sentence_day(f->link_ms == 0 ? now_ms : f->link_ms, now_ms, &t);
        fill_add(out, linked, fill_text("time", span));
    } else if (f->last_seen_ms == 0 || f->last_seen_ms > now_ms) {
        text_add(out, P_("friend", "away"));
    } else {
        sentence_span(now_ms - f->last_seen_ms, &t);
        fill_add(out, _("last here {time} ago"), fill_text("time", span));
    }
}

/* Days since some day, by the local calendar. */
static long day_of(const struct tm *t)
{
    return t->tm_year * 366L + t->tm_yday;
}

static const char *const months[] = {
    N_("on {day} January {time}"), N_("on {day} February {time}"), N_("on {day} March {time}"),
    N_("on {day} April {time}"), N_("on {day} May {time}"), N_("on {day} June {time}"),
    N_("on {day} July {time}"), N_("on {day} August {time}"), N_("on {day} September {time}"),
    N_("on {day} October {time}"), N_("on {day} November {time}"), N_("on {day} December {time}"),
};

void sentence_day(uint64_t ms, uint64_t now_ms, struct text *out)
{
    time_t then = (time_t)(ms / 1000), now = (time_t)(now_ms / 1000), day_ago = now - 86400;
    struct tm t, today, yesterday;
    char clock[32];

    if (ms == 0 || !localtime_r(&then, &t) || !localtime_r(&now, &today)
        || !localtime_r(&day_ago, &yesterday)) {
        text_add(out, P_("time", "never"));
        return;
    }
    snprintf(clock, sizeof clock, "%02d:%02d", t.tm_hour, t.tm_min);
    if (day_of(&t) == day_of(&today))
        text_add(out, clock);
    else if (day_of(&t) == day_of(&yesterday))
        fill_add(out, _("yesterday {time}"), fill_text("time", clock));
    else
        fill_add(out, _(months[t.tm_mon % 12]), fill_number("day", (uint64_t)t.tm_mday),
                 fill_text("time", clock));
}

void sentence_refusal(enum verdict v, const char *detail, struct text *out)
{
    text_add(out, sentence_verdict(v));
    if (detail && detail[0] != '\0') {
        text_add(out, " (");
        text_add(out, detail);
        text_add(out, ")");
    }
}

void sentence_queued(const struct game_row *g, uint64_t now_ms, struct text *out)
{
    char day[96];
    struct text t = text_over(day, sizeof day);

    if (g->unsent == 0 || g->link == LINK_UP)
        return;
    if (g->other_seen_ms == 0) {
        text_add(out, P_("move", "queued"));
        return;
    }
    sentence_day(g->other_seen_ms, now_ms, &t);
    fill_add(out, _("queued; last seen {time}"), fill_text("time", day));
}
