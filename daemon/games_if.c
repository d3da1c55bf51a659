/* Conditional moves.  A line is followed entry by entry from the head it was stored at: what
 * programs write by themselves may lie between, a move must be exactly the next one of the line,
 * and anything else ends it.  They never leave this machine. */
#include "daemon/games_part.h"

#include "daemon/log.h"
#include "daemon/store_hold.h"

#include <string.h>

enum {
    LINES_OF_GAME_MAX = 32,
    LINE_TEXT_MAX = 1024,
    JOINED = 1 /* the end of a move, which only tiles of dominoes have, says here that it belongs
                  to the turn of the move before it */
};

/* --- words ------------------------------------------------------------------------------------ */

static bool starts(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* One move as it is typed: "place 7 e5", "e5=7", "claim c3 with 4", "swap 1 1", "pie". */
static enum verdict read_move(const char *text, const struct view *view, struct choice *out)
{
    static const struct { const char *word; enum move_kind kind; } words[] = {
        {"place ", MOVE_PLACE}, {"claim ", MOVE_CLAIM}, {"swap ", MOVE_SWAP}, {"pie", MOVE_PIE}};
    for (unsigned i = 0; i < 4; i++)
        if (starts(text, words[i].word))
            return move_read(words[i].kind, span_text(text + strlen(words[i].word)), view, out);
    return move_read(MOVE_PLACE, span_text(text), view, out);
}

/* Who makes which move of a line: the first `first` of them are of one side, and so on in turns of
 * `turn` moves. */
struct rhythm {
    unsigned first, turn;
    bool mine_first;
};

static struct rhythm rhythm_of(const struct view *view)
{
    struct rhythm r = {1, 1, view->turn == view->seat};
    if (view->terms.game == GAME_DOMAINS)
        r = (struct rhythm){view->pair_left, 2, r.mine_first};
    return r;
}

static bool is_mine(const struct rhythm *r, unsigned move)
{
    unsigned turn = move < r->first ? 0 : 1 + (move - r->first) / r->turn;
    return (turn % 2 == 0) == r->mine_first;
}

static bool begins_turn(const struct rhythm *r, unsigned move)
{
    return move == 0 || (move >= r->first && (move - r->first) % r->turn == 0);
}

/* The next of the moves, which are kept apart by the words "then", between turns, and "and", within
 * a turn; *word says which of them follows it, NULL: none. */
static char *cut(char *rest, const char **word, char **next)
{
    static const char *const words[] = {" then ", " and "};
    char *first = NULL;
    *word = NULL;
    for (unsigned i = 0; i < 2; i++) {
        char *at = strstr(rest, words[i]);
        if (at == NULL || (first != NULL && at > first))
            continue;
        first = at;
        *word = words[i];
    }
    if (first != NULL)
        *first = '\0';
    *next = first != NULL ? first + strlen(*word) : NULL;
    return rest;
}

/* Theirs and mine in turn.  The move that is not understood is the detail. */
static enum verdict read_line(const char *text, const struct view *view, struct line *out,
                              struct text *detail)
{
    char rest[LINE_TEXT_MAX];
    const char *word = NULL;
    struct rhythm r = rhythm_of(view);
    struct text copy = text_over(rest, sizeof rest);
    unsigned mine = 0;
    if (strlen(text) >= sizeof rest)
        return VERDICT_CONDITION_LONG;
    text_add(&copy, text);
    out->n = 0;
    for (char *at = rest, *next; at != NULL; at = next) {
        bool then = word == NULL || strcmp(word, " then ") == 0;
        if (out->n == LINE_MOVES_MAX || then != begins_turn(&r, out->n))
            return VERDICT_CONDITION_LONG;
        mine += is_mine(&r, out->n);
        at = cut(at, &word, &next);
        enum verdict v = read_move(at, view, &out->move[out->n]);
        if (v != VERDICT_OK) {
            text_add(detail, at);
            return v;
        }
        out->move[out->n++].end = then ? NO_CELL : JOINED;
    }
    bool whole = is_mine(&r, out->n - 1) && mine <= CONDITION_REPLIES_MAX;
    return whole ? VERDICT_OK : VERDICT_CONDITION_LONG;
}

static void write_row(const struct line *line, unsigned n, struct condition_row *out)
{
    struct text text = text_over(out->text, sizeof out->text);
    out->number = (uint32_t)line->number;
    out->game = line->game;
    out->played = line->done / 2;
    for (unsigned i = line->done; i < line->n; i++) {
        if (i > line->done)
            text_add(&text, line->move[i].end == JOINED ? " and " : " then ");
        move_write(&line->move[i], n, &text);
    }
}

/* --- storing ---------------------------------------------------------------------------------- */

/* Every reply must be paid with tiles of the hand as it is now. */
static enum verdict tiles_check(const struct line *line, const struct view *view,
                                struct text *detail)
{
    uint8_t left[HAND_MAX];
    unsigned held = view->seat < SEATS_MAX ? view->hand_n[view->seat] : 0;
    memcpy(left, view->hand, sizeof left);
    struct rhythm r = rhythm_of(view);
    for (unsigned i = 0; i < line->n; i++) {
        const struct choice *c = &line->move[i];
        if (!is_mine(&r, i))
            continue;
        for (unsigned k = 0; k < c->values_n; k++) {
            unsigned at = 0;
            while (at < held && at < HAND_MAX && (left[at] == 0 || left[at] != c->values[k]))
                at++;
            if (at == held || at == HAND_MAX) {
                move_write(c, view->n, detail);
                return VERDICT_CONDITION_DRAW;
            }
            left[at] = 0;
        }
    }
    return VERDICT_OK;
}

/* What everybody sees of a move decides whether it is the predicted one. */
static bool same_move(const struct choice *a, const struct choice *b)
{
    if (a->kind != b->kind)
        return false;
    switch ((enum move_kind)a->kind) {
    case MOVE_PLACE:
        return a->cell == b->cell && a->values_n > 0 && b->values_n > 0 &&
               a->values[0] == b->values[0];
    case MOVE_CLAIM:
        return a->cell == b->cell;
    case MOVE_SWAP:
        return a->values_n == b->values_n;
    case MOVE_PIE:
        return true;
    case MOVE_LOST:
    case MOVE_SHOW:
    case MOVE_TILE:
    case MOVE_DRAW:
    case MOVE_PASS:
        break;
    }
    return false;
}

/* Two lines may share their beginning, but not say two different things after it. */
static enum verdict clash_check(struct games *g, const struct line *line,
                                const struct view *view)
{
    struct rhythm r = rhythm_of(view);
    struct line other;
    unsigned lines = 0;
    for (uint64_t after = 0; store_line_next(g->store, line->game, after, &other);
         after = other.number) {
        unsigned i = 0;
        while (i < line->n && other.done + i < other.n &&
               same_move(&line->move[i], &other.move[other.done + i]))
            i++;
        if (i == line->n || is_mine(&r, i))
            return VERDICT_CONDITION_TWICE;
        if (++lines == LINES_OF_GAME_MAX)
            return VERDICT_TOO_MANY_OPEN;
    }
    return VERDICT_OK;
}

/* The place and the moment: two players, theirs to move. */
static enum verdict moment_check(const struct live *l)
{
    const struct replay *r = &l->m.now;
    if (r->terms.game == GAME_DOMINOES)
        return VERDICT_CONDITION_KIND;
    if (!r->started || r->phase < PHASE_PLAY)
        return VERDICT_NOT_STARTED;
    if (r->phase != PHASE_PLAY || r->game.ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    if (l->m.disputed)
        return l->rulings == 1 ? VERDICT_GAME_OVER : VERDICT_DISPUTED;
    return r->game.turn == match_seat(&l->m) ? VERDICT_CONDITION_TURN : VERDICT_OK;
}

static enum verdict store_line(struct games *g, struct line *line)
{
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    v = store_line_add(g->store, line);
    return store_end(g->store, v);
}

/* The first reply of a line that is not kept. */
static void tell_dry(const struct line *line, const struct view *view, struct move_row *out)
{
    struct rhythm r = rhythm_of(view);
    unsigned i = 0;
    while (!is_mine(&r, i))
        i++;
    *out = (struct move_row){.kind = ENTRY_MOVE, .seat = view->seat, .choice = line->move[i]};
    out->choice.end = NO_CELL;
}

enum verdict games_if(struct games *g, const struct wish *wish, const char *text,
                      struct condition_row *out, struct text *detail)
{
    struct live *l;
    struct view view;
    struct line line = {.game = wish->game};
    enum verdict v = games_wished(g, wish, &l);
    if (v == VERDICT_OK)
        v = moment_check(l);
    if (v == VERDICT_OK && !match_view(&l->m, &view))
        v = VERDICT_NOT_STARTED;
    if (v == VERDICT_OK)
        v = read_line(text, &view, &line, detail);
    if (v == VERDICT_OK)
        v = tiles_check(&line, &view, detail);
    if (v == VERDICT_OK)
        v = clash_check(g, &line, &view);
    if (v != VERDICT_OK)
        return v;
    line.at = l->m.now.number;
    line.head = l->m.now.head;
    if (wish->dry != NULL)
        tell_dry(&line, &view, wish->dry);
    else
        v = store_line(g, &line);
    if (v == VERDICT_OK)
        write_row(&line, view.n, out);
    return v;
}

unsigned games_conditions(struct games *g, uint32_t game, uint64_t after,
                          struct condition_row *rows)
{
    struct line line;
    struct live *l;
    unsigned n = 0;
    while (n < ROWS_MAX && store_line_next(g->store, game, after, &line)) {
        after = line.number;
        if (games_live(g, line.game, &l) == VERDICT_OK)
            write_row(&line, l->m.now.terms.size, &rows[n++]);
    }
    return n;
}

/* --- following -------------------------------------------------------------------------------- */

/* In one transaction with the news of it. */
static enum verdict change(struct games *g, const struct live *l, const struct line *line,
                           uint32_t why)
{
    struct event event = {.kind = EVENT_CONDITION, .game = line->game, .verdict = why,
                          .time_ms = loop_wall_ms(g->loop)};
    struct condition_row row = {0};
    write_row(line, l->m.now.terms.size, &row);
    memcpy(event.text, row.text, sizeof row.text);
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    v = store_line_delete(g->store, line->number);
    if (v == VERDICT_OK)
        v = store_event_add(g->store, &event);
    v = store_end(g->store, v);
    if (v == VERDICT_OK)
        g->owner.on_events(g->owner.self, &event, 1);
    return v;
}

enum verdict games_if_cancel(struct games *g, uint32_t game, uint64_t number)
{
    struct line line;
    struct live *l;
    unsigned cancelled = 0;
    enum verdict v = games_live(g, game, &l);
    for (uint64_t after = 0; v == VERDICT_OK && store_line_next(g->store, game, after, &line);
         after = line.number) {
        if (number != 0 && line.number != number)
            continue;
        v = change(g, l, &line, VERDICT_LINE_CANCELLED);
        cancelled++;
    }
    return v == VERDICT_OK && cancelled == 0 ? VERDICT_NO_CONDITION : v;
}

/* Does the move in g->plain continue the line?  Whose it is follows from the place.  A tile on the
 * wrong cell does not, whoever laid it; but the last move has nothing behind it to be left. */
static bool continues(struct games *g, const struct live *l, const struct line *line)
{
    struct move_row move;
    games_move_row(&l->m, &g->plain, &move);
    return line->done < line->n && same_move(&line->move[line->done], &move.choice) &&
           (move.choice.kind != MOVE_PLACE || move.right || line->done + 1 == line->n);
}

/* Up to the present head; false if the line is left. */
static bool follow(struct games *g, const struct live *l, struct line *line)
{
    struct hash held;
    if (!store_entry_hash(g->store, line->game, line->at, &held) ||
        !hash_equal(&held, &line->head))
        return false; /* what it stood on has given way */
    while (line->at < l->m.now.number) {
        if (!store_entry_get(g->store, line->game, line->at + 1, &g->entry) ||
            entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) != VERDICT_OK)
            return false;
        if (g->plain.kind == ENTRY_MOVE && continues(g, l, line))
            line->done++;
        else if (!games_is_automatic(g->plain.kind))
            return false;
        line->at++;
        line->head = g->entry.hash;
    }
    return line->done < line->n;
}

static enum verdict keep_following(struct games *g, const struct line *line)
{
    enum verdict v = store_begin(g->store);
    if (v == VERDICT_OK)
        v = store_line_follow(g->store, line);
    return store_end(g->store, v);
}

static enum verdict forget_line(struct games *g, const struct line *line)
{
    enum verdict v = store_begin(g->store);
    if (v == VERDICT_OK)
        v = store_line_delete(g->store, line->number);
    return store_end(g->store, v);
}

/* Play the reply that is due; VERDICT_OK: it is stored and sent.  After VERDICT_DISK and the like
 * the game has been forgotten. */
static enum verdict reply(struct games *g, struct live *l, const struct line *line)
{
    struct moment now = games_moment(g);
    struct event event = {.kind = EVENT_CONDITION, .game = line->game};
    struct condition_row row = {0};
    struct line one = *line;
    one.n = line->done + 1;
    write_row(&one, l->m.now.terms.size, &row);
    memcpy(event.text, row.text, sizeof row.text);
    enum verdict v = match_wish(&l->m, ENTRY_MOVE, &line->move[line->done], &now, &g->fx);
    if (v != VERDICT_OK)
        return v;
    v = games_keep(g, l);
    if (v == VERDICT_OK)
        games_event(g, &event);
    return v == VERDICT_OK ? VERDICT_OK : VERDICT_DISK;
}

enum if_step games_if_step(struct games *g, struct live *l)
{
    struct line line;
    uint32_t game = l->stored.row.number;
    struct debt debt = replay_debt(&l->m.now);
    bool my_move = debt.kind == DEBT_MOVE && debt.player == l->m.me;
    for (uint64_t after = 0; store_line_next(g->store, game, after, &line); after = line.number) {
        uint32_t at = line.at;
        bool on_it = follow(g, l, &line);
        if (!on_it && line.done < line.n) {
            (void)change(g, l, &line, VERDICT_LINE_LEFT);
            continue;
        }
        if (!on_it) {
            (void)forget_line(g, &line); /* at its end */
            continue;
        }
        if (line.at != at && keep_following(g, &line) != VERDICT_OK)
            return IF_NOTHING;
        if (!my_move)
            continue;
        enum verdict v = reply(g, l, &line);
        if (v == VERDICT_OK)
            return IF_PLAYED;
        if (v == VERDICT_DISK)
            return IF_GONE;
        (void)change(g, l, &line, (uint32_t)v);
    }
    return IF_NOTHING;
}
