/* One function a statement.  Lists of games come as numbers: whoever wants the rest reads it by
 * number, so that no statement stays open while somebody else works. */
#include "daemon/store_games.h"

#include <stdio.h>
#include <string.h>

/* --- games ------------------------------------------------------------------------------------ */

/* The columns that change, from ?3 on. */
static void bind_changing(sqlite3_stmt *st, const struct stored_game *g)
{
    const struct game_row *r = &g->row;
    const uint64_t value[] = {r->entries, g->peer_number, r->state, r->preset, r->game, r->moves,
                              r->my_seat, r->ending, r->winner, r->waits_for, r->waits_for_me,
                              r->changed_ms, r->other_seen_ms, r->refusal, g->wish};
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++)
        store_bind_number(st, (int)(3 + i), value[i]);
}

static enum verdict next_number(struct store *s, uint32_t *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT coalesce(max(number), 0) + 1 FROM games");
    bool row;
    if (!store_step(s, st, &row))
        return store_verdict(s);
    *out = (uint32_t)store_number(st, 0);
    store_done(st);
    return VERDICT_OK;
}

enum verdict store_game_add(struct store *s, struct stored_game *g)
{
    enum verdict v = next_number(s, &g->row.number);
    if (v != VERDICT_OK)
        return v;
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO games(number, id, entries, peer_number, state, preset, kind, moves, seat,"
        " ending, winner, waits_for, waits_for_me, changed_ms, other_seen_ms, refusal, wish,"
        " opponent, name, me, seed, coin, installation) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
        " ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)");
    store_bind_number(st, 1, g->row.number);
    store_bind_blob(st, 2, g->row.id.b, sizeof g->row.id.b);
    bind_changing(st, g);
    store_bind_blob(st, 18, g->opponent.b, sizeof g->opponent.b);
    store_bind_text(st, 19, g->row.opponent);
    store_bind_number(st, 20, g->me);
    store_bind_blob(st, 21, g->seed.b, sizeof g->seed.b);
    store_bind_blob(st, 22, g->coin.b, sizeof g->coin.b);
    store_bind_number(st, 23, g->installation);
    return store_run(s, st);
}

enum verdict store_game_save(struct store *s, const struct stored_game *g)
{
    sqlite3_stmt *st = store_sql(s,
        "UPDATE games SET entries = ?3, peer_number = ?4, state = ?5, preset = ?6, kind = ?7,"
        " moves = ?8, seat = ?9, ending = ?10, winner = ?11, waits_for = ?12,"
        " waits_for_me = ?13, changed_ms = ?14, other_seen_ms = ?15, refusal = ?16, wish = ?17"
        " WHERE number = ?1 AND id = ?2");
    store_bind_number(st, 1, g->row.number);
    store_bind_blob(st, 2, g->row.id.b, sizeof g->row.id.b);
    bind_changing(st, g);
    return store_run(s, st);
}

enum verdict store_game_receipt(struct store *s, uint32_t number, uint32_t peer_number)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE games SET peer_number = ?2 WHERE number = ?1");
    store_bind_number(st, 1, number);
    store_bind_number(st, 2, peer_number);
    return store_run_lazily(s, st);
}

static void read_game(sqlite3_stmt *st, struct stored_game *out)
{
    struct game_row *r = &out->row;
    uint32_t *const value[] = {&r->number, &r->entries, &r->state, &r->preset, &r->game,
                               &r->moves, &r->my_seat, &r->ending, &r->winner, &r->waits_for,
                               &r->waits_for_me, &r->refusal, &out->peer_number,
                               &out->installation, &r->unsent};
    enum { VALUES = sizeof value / sizeof value[0] };
    for (int i = 0; i < VALUES; i++)
        *value[i] = (uint32_t)store_number(st, i);
    r->changed_ms = store_number(st, VALUES);
    r->other_seen_ms = store_number(st, VALUES + 1);
    out->me = (uint8_t)store_number(st, VALUES + 2);
    out->wish = (uint8_t)store_number(st, VALUES + 3);
    store_blob(st, VALUES + 4, r->id.b, sizeof r->id.b);
    store_blob(st, VALUES + 5, out->opponent.b, sizeof out->opponent.b);
    store_text(st, VALUES + 6, r->opponent, sizeof r->opponent);
    store_blob(st, VALUES + 7, out->seed.b, sizeof out->seed.b);
    store_blob(st, VALUES + 8, out->coin.b, sizeof out->coin.b);
}

enum verdict store_game_get(struct store *s, uint32_t number, struct stored_game *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT number, entries, state, preset, kind, moves, seat, ending, winner, waits_for,"
        " waits_for_me, refusal, peer_number, installation, (SELECT count(*) FROM entries e"
        " WHERE e.game = games.number AND e.number > peer_number AND e.author = me),"
        " changed_ms, other_seen_ms, me, wish, id, opponent, name, seed, coin"
        " FROM games WHERE number = ?1");
    bool row;
    store_bind_number(st, 1, number);
    if (!store_step(s, st, &row))
        return store_verdict(s);
    if (!row)
        return VERDICT_NO_SUCH_GAME;
    memset(out, 0, sizeof *out);
    read_game(st, out);
    store_done(st);
    return VERDICT_OK;
}

enum verdict store_game_find(struct store *s, const struct game_id *id, uint32_t *number)
{
    sqlite3_stmt *st = store_sql(s, "SELECT number FROM games WHERE id = ?1");
    bool row;
    store_bind_blob(st, 1, id->b, sizeof id->b);
    if (!store_step(s, st, &row))
        return store_verdict(s);
    if (!row)
        return VERDICT_NO_SUCH_GAME;
    *number = (uint32_t)store_number(st, 0);
    store_done(st);
    return VERDICT_OK;
}

/* Reads the first column of all rows. */
static unsigned numbers_of(struct store *s, sqlite3_stmt *st, uint32_t *numbers, unsigned max)
{
    unsigned n = 0;
    bool row = true;
    while (n < max && store_step(s, st, &row) && row)
        numbers[n++] = (uint32_t)store_number(st, 0);
    store_done(st);
    return n;
}

/* What needs me most: my turn, the longest waiting first; offers to me; then what goes on; then
 * what has ended, newest first.  The numbers are those of enum game_state. */
#define NEED                                                                                     \
    "CASE state WHEN 4 THEN 1 WHEN 2 THEN 2 WHEN 9 THEN 4 WHEN 7 THEN 5 WHEN 8 THEN 6 ELSE 3 END"

unsigned store_games(struct store *s, enum store_order order, uint64_t skip, uint32_t *numbers,
                     unsigned max)
{
    sqlite3_stmt *st = NULL;
    switch (order) {
    case GAMES_BY_NEED:
        st = store_sql(s, "SELECT number FROM games ORDER BY " NEED ","
                          " CASE WHEN state IN (2, 4) THEN changed_ms ELSE -changed_ms END,"
                          " number LIMIT -1 OFFSET ?1");
        store_bind_number(st, 1, skip);
        break;
    case GAMES_UNFINISHED:
        st = store_sql(s, "SELECT number FROM games WHERE state NOT IN (7, 8, 9)"
                          " ORDER BY number LIMIT -1 OFFSET ?1");
        store_bind_number(st, 1, skip);
        break;
    case GAMES_TO_GO:
        /* 0: nothing, 1: a proposal, 2: an acceptance, 6: a move are a person's to give. */
        st = store_sql(s, "SELECT number FROM games WHERE state NOT IN (7, 8, 9) AND (wish <> 0"
                          " OR (waits_for_me = 1 AND waits_for NOT IN (0, 1, 2, 6)))"
                          " ORDER BY number LIMIT -1 OFFSET ?1");
        store_bind_number(st, 1, skip);
        break;
    case GAMES_OFFERED:
        st = store_sql(s, "SELECT number FROM games WHERE state = 2"
                          " ORDER BY number LIMIT -1 OFFSET ?1");
        store_bind_number(st, 1, skip);
        break;
    }
    return numbers_of(s, st, numbers, max);
}

unsigned store_games_with(struct store *s, const struct player_key *opponent, uint32_t *numbers,
                          unsigned max)
{
    sqlite3_stmt *st = store_sql(s, "SELECT number FROM games WHERE opponent = ?1 AND state <> 9"
                                    " AND (state NOT IN (7, 8) OR peer_number < entries)"
                                    " ORDER BY number");
    store_bind_blob(st, 1, opponent->b, sizeof opponent->b);
    return numbers_of(s, st, numbers, max);
}

void store_game_counts(struct store *s, const struct player_key *opponent,
                       struct game_counts *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT count(*), coalesce(sum(state IN (2, 4)), 0), coalesce(sum((SELECT count(*)"
        " FROM entries e WHERE e.game = games.number AND e.number > peer_number"
        " AND e.author = me)), 0) FROM games WHERE state NOT IN (7, 8, 9)"
        " AND (?1 IS NULL OR opponent = ?1)");
    bool row;
    *out = (struct game_counts){0, 0, 0};
    if (opponent != NULL)
        store_bind_blob(st, 1, opponent->b, sizeof opponent->b);
    if (!store_step(s, st, &row) || !row)
        return;
    out->open = (uint32_t)store_number(st, 0);
    out->my_turn = (uint32_t)store_number(st, 1);
    out->unsent = (uint32_t)store_number(st, 2);
    store_done(st);
}

/* --- entries ---------------------------------------------------------------------------------- */

enum verdict store_entry_add(struct store *s, uint32_t game, uint32_t number,
                             const struct stored_entry *e)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO entries(game, number, body, signature, hash, author, seen_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, number);
    store_bind_blob(st, 3, e->e.body, e->e.len);
    store_bind_blob(st, 4, e->e.signature.b, sizeof e->e.signature.b);
    store_bind_blob(st, 5, e->hash.b, sizeof e->hash.b);
    store_bind_number(st, 6, e->author);
    store_bind_number(st, 7, e->seen_ms);
    return store_run(s, st);
}

enum verdict store_entries_drop(struct store *s, uint32_t game, uint32_t from)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM entries WHERE game = ?1 AND number >= ?2"
                                    " AND author = (SELECT me FROM games WHERE number = ?1)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, from);
    return store_run(s, st);
}

/* Body and signature from two columns; false for a length that the table would not hold. */
static bool read_signed(sqlite3_stmt *st, int column, struct signed_entry *out)
{
    int len = sqlite3_column_bytes(st, column);
    if (len < 1 || len > ENTRY_BODY_MAX)
        return false;
    out->len = (uint16_t)len;
    memcpy(out->body, sqlite3_column_blob(st, column), (size_t)len);
    store_blob(st, column + 1, out->signature.b, sizeof out->signature.b);
    return true;
}

bool store_entry_get(struct store *s, uint32_t game, uint32_t number, struct stored_entry *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT body, signature, hash, author, seen_ms FROM entries"
                                    " WHERE game = ?1 AND number = ?2");
    bool row;
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, number);
    if (!store_step(s, st, &row) || !row)
        return false;
    bool good = read_signed(st, 0, &out->e);
    store_blob(st, 2, out->hash.b, sizeof out->hash.b);
    out->author = (uint8_t)store_number(st, 3);
    out->seen_ms = store_number(st, 4);
    store_done(st);
    return good;
}

bool store_entry_hash(struct store *s, uint32_t game, uint32_t number, struct hash *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT hash FROM entries WHERE game = ?1 AND number = ?2");
    bool row;
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, number);
    if (!store_step(s, st, &row) || !row)
        return false;
    store_blob(st, 0, out->b, sizeof out->b);
    store_done(st);
    return true;
}

/* --- evidence --------------------------------------------------------------------------------- */

enum verdict store_evidence_add(struct store *s, uint32_t game, uint32_t place,
                                enum verdict why, const struct stored_entry *e)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT OR IGNORE INTO evidence(game, place, body, signature, verdict, time_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, place);
    store_bind_blob(st, 3, e->e.body, e->e.len);
    store_bind_blob(st, 4, e->e.signature.b, sizeof e->e.signature.b);
    store_bind_number(st, 5, why);
    store_bind_number(st, 6, e->seen_ms);
    return store_run(s, st);
}

bool store_evidence_get(struct store *s, uint32_t game, unsigned at, struct signed_entry *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT body, signature FROM evidence WHERE game = ?1"
                                    " ORDER BY number LIMIT 1 OFFSET ?2");
    bool row;
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, at);
    if (!store_step(s, st, &row) || !row)
        return false;
    bool good = read_signed(st, 0, out);
    store_done(st);
    return good;
}
