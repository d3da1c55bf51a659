/* What can be asked about games: rows from the database, everything else from the machine. */
#include "daemon/games_part.h"

#include "chain/logfile.h"
#include "daemon/store_hold.h"

#include <sodium.h>
#include <string.h>

/* --- rows ------------------------------------------------------------------------------------- */

/* What is not in the database: the names of today, the link; with several opponents the first
 * link that is not up, of those who speak with us. */
static void complete_row(struct games *g, struct stored_game *game)
{
    struct friend_info who;
    struct game_row *row = &game->row;
    row->link = LINK_DOWN;
    row->hold = games_hold_of(g, row->number);
    row->conditions = store_line_count(g->store, row->number);
    bool all_up = true;
    for (unsigned i = 0; i < game->others_n && g->people != NULL; i++) {
        const struct player_key *key = &game->other[i].key;
        if (!people_by_key(g->people, key, &who))
            continue;
        memcpy(i == 0 ? row->opponent : row->others[i - 1], who.name, sizeof row->opponent);
        if (i == 0 && who.last_seen_ms > row->other_seen_ms)
            row->other_seen_ms = who.last_seen_ms;
        if (all_up)
            row->link = people_link(g->people, key);
        all_up = all_up && row->link == LINK_UP;
    }
}

enum verdict games_row(struct games *g, uint32_t number, struct game_row *out)
{
    struct stored_game game;
    enum verdict v = store_game_get(g->store, number, &game);
    if (v != VERDICT_OK)
        return v;
    complete_row(g, &game);
    *out = game.row;
    sodium_memzero(&game, sizeof game);
    return VERDICT_OK;
}

unsigned games_list(struct games *g, uint64_t from, struct game_row *rows, uint32_t *more)
{
    uint32_t number[ROWS_MAX + 1];
    unsigned n = store_games(g->store, GAMES_BY_NEED, from <= INT64_MAX ? from : INT64_MAX, number,
                             ROWS_MAX + 1);
    unsigned got = 0;
    *more = n > ROWS_MAX;
    for (unsigned i = 0; i < n && got < ROWS_MAX; i++)
        if (games_row(g, number[i], &rows[got]) == VERDICT_OK)
            got++;
    return got;
}

enum verdict games_opponents(struct games *g, uint32_t number, struct player_key out[OTHERS_MAX],
                             unsigned *n)
{
    struct stored_game game;
    enum verdict v = store_game_get(g->store, number, &game);
    if (v != VERDICT_OK)
        return v;
    for (*n = 0; *n < game.others_n; ++*n)
        out[*n] = game.other[*n].key;
    sodium_memzero(&game, sizeof game);
    return VERDICT_OK;
}

/* --- one game --------------------------------------------------------------------------------- */

static void show_names(const struct games *g, const struct live *l, struct game_show *out)
{
    const struct match *m = &l->m;
    for (unsigned p = 0, other = 0; p < m->now.players; p++) {
        unsigned seat = m->now.started ? m->now.seat_of[p] : p;
        struct text name = text_over(out->seat_name[seat], sizeof out->seat_name[seat]);
        if (p == m->me) {
            text_add(&name, g->nick);
            continue;
        }
        text_add(&name, other == 0 ? out->row.opponent : out->row.others[other - 1]);
        other++;
    }
}

/* Settings that are not as the preset has them. */
static void show_difference(const struct terms *terms, struct game_show *out)
{
    struct text diff = text_over(out->preset_diff, sizeof out->preset_diff);
    struct terms usual;
    unsigned rows_n;
    const struct term_row *row = terms_rows(&rows_n);
    terms_preset((enum preset)terms->preset, &usual);
    for (unsigned i = 0; i < rows_n; i++) {
        char mine[SETTING_LEN_MAX + 1], preset[SETTING_LEN_MAX + 1];
        struct text a = text_over(mine, sizeof mine), b = text_over(preset, sizeof preset);
        bool has = terms_value(terms, row[i].name, &a);
        if (!has || (terms_value(&usual, row[i].name, &b) && strcmp(mine, preset) == 0))
            continue;
        text_add(&diff, diff.len > 0 ? " " : "");
        text_add(&diff, row[i].name);
        text_add(&diff, "=");
        text_add(&diff, mine);
    }
}

enum verdict games_show(struct games *g, uint32_t number, struct game_show *out)
{
    struct live *l;
    if (number == 0 && store_games(g->store, GAMES_BY_NEED, 0, &number, 1) == 0)
        return VERDICT_NO_SUCH_GAME;
    memset(out, 0, sizeof *out);
    enum verdict v = games_row(g, number, &out->row);
    if (v == VERDICT_OK)
        v = games_live(g, number, &l);
    if (v != VERDICT_OK)
        return v;
    out->row.players = l->m.now.players;
    if (l->m.now.phase == PHASE_OFFERED)
        out->row.accepted = l->m.now.next_player; /* all before him have said yes */
    out->started = match_view(&l->m, &out->view);
    if (!out->started) {
        out->view.terms = l->m.now.terms;
        out->view.seat = out->view.turn = out->view.winner = out->view.draw_by = NO_SEAT;
        out->view.last_cell = NO_CELL;
        out->view.seats = l->m.now.players;
    }
    if (l->m.disputed)
        out->view.may_move = out->view.may_pie = 0;
    games_ruling_show(l, out);
    out->head = l->m.now.head;
    show_names(g, l, out);
    games_clock_show(g, l, out);
    show_difference(&l->m.now.terms, out);
    return VERDICT_OK;
}

enum verdict games_view(struct games *g, uint32_t number, struct view *out)
{
    struct live *l;
    enum verdict v = games_live(g, number, &l);
    if (v != VERDICT_OK)
        return v;
    return match_view(&l->m, out) ? VERDICT_OK : VERDICT_NOT_STARTED;
}

enum verdict games_find_offer(struct games *g, uint32_t number, const struct player_key *from,
                              uint32_t *out)
{
    uint32_t offered[ROWS_MAX], found = 0;
    struct stored_game game;
    unsigned at;
    if (number != 0) {
        *out = number;
        return store_game_get(g->store, number, &game);
    }
    unsigned n = store_games(g->store, GAMES_OFFERED, 0, offered, ROWS_MAX), fitting = 0;
    for (unsigned i = 0; i < n; i++) {
        if (store_game_get(g->store, offered[i], &game) != VERDICT_OK ||
            (from != NULL && !games_place_of(&game, from, &at)))
            continue;
        found = offered[i];
        fitting++;
    }
    sodium_memzero(&game, sizeof game);
    if (fitting == 0)
        return VERDICT_OFFER_GONE;
    if (fitting > 1)
        return VERDICT_OFFERS_MANY;
    *out = found;
    return VERDICT_OK;
}

/* --- log and file ----------------------------------------------------------------------------- */

enum verdict games_log(struct games *g, uint32_t number, uint64_t from, struct move_row *rows,
                       struct log_page *page)
{
    struct live *l;
    enum verdict v = games_live(g, number, &l);
    if (v != VERDICT_OK)
        return v;
    page->n = page->more = 0;
    page->next = l->m.now.number + 1ULL;
    for (uint64_t at = from > 0 ? from : 1; at <= l->m.now.number; at++) {
        if (page->n == ROWS_MAX) {
            page->more = 1;
            page->next = at;
            return VERDICT_OK;
        }
        if (store_entry_get(g->store, number, (uint32_t)at, &g->entry) &&
            entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) == VERDICT_OK)
            games_move_row(&l->m, &g->plain, &rows[page->n++]);
    }
    return VERDICT_OK;
}

static void add_rulings(struct games *g, uint32_t number, struct buf *out)
{
    struct ruling kept[RULINGS_KEPT_MAX];
    uint8_t bytes[RULING_BYTES_MAX];
    unsigned n = games_rulings(g, number, kept);
    for (unsigned i = 0; i < n; i++) {
        struct buf b = buf_over(bytes, sizeof bytes);
        if (ruling_write(&kept[i], &b))
            logfile_add_ruling(out, buf_span(&b));
    }
}

enum verdict games_export(struct games *g, uint32_t number, struct buf *out)
{
    struct stored_game game;
    enum verdict v = store_game_get(g->store, number, &game);
    if (v != VERDICT_OK)
        return v;
    logfile_begin(out);
    for (uint32_t n = 1; n <= game.row.entries; n++) {
        if (!store_entry_get(g->store, number, n, &g->entry))
            return VERDICT_DATABASE_DAMAGED;
        logfile_add(out, RECORD_ENTRY, &g->entry.e);
    }
    for (unsigned i = 0; store_evidence_get(g->store, number, i, &g->incoming); i++)
        logfile_add(out, RECORD_EVIDENCE, &g->incoming);
    add_rulings(g, number, out);
    logfile_end(out);
    sodium_memzero(&game, sizeof game);
    return buf_ok(out) ? VERDICT_OK : VERDICT_TOO_LONG;
}
