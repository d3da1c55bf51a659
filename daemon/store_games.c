/* One function a statement.  Lists of games come as numbers: whoever wants the rest reads it by
 * number, so that no statement stays open while somebody else works. */
#include "daemon/store_games.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- games ------------------------------------------------------------------------------------ */

/* The columns that change, from ?3 on. */
static void bind_changing(sqlite3_stmt *st, const struct stored_game *g)
{
    const struct game_row *r = &g->row;
    const uint64_t value[] = {r->entries, g->other[0].has, r->state, r->preset, r->game, r->moves,
                              r->my_seat, r->ending, r->winner, r->waits_for, r->waits_for_me,
                              r->changed_ms, r->other_seen_ms, r->refusal, g->wish,
                              g->other[0].direct, g->agreed, g->judged, r->grade, g->reminded};
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

static enum verdict add_further(struct store *s, uint32_t game, const struct opponent *o)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO further_players(game, player, key, name, direct, peer_number)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, o->player);
    store_bind_blob(st, 3, o->key.b, sizeof o->key.b);
    store_bind_text(st, 4, o->name);
    store_bind_number(st, 5, o->direct);
    store_bind_number(st, 6, o->has);
    return store_run(s, st);
}

/* A row that stays as it is costs no page. */
static sqlite3_stmt *further_receipt(struct store *s, uint32_t game, const struct opponent *o)
{
    sqlite3_stmt *st = store_sql(s,
        "UPDATE further_players SET peer_number = ?3, direct = ?4"
        " WHERE game = ?1 AND player = ?2 AND (peer_number <> ?3 OR direct <> ?4)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, o->player);
    store_bind_number(st, 3, o->has);
    store_bind_number(st, 4, o->direct);
    return st;
}

enum verdict store_game_add(struct store *s, struct stored_game *g)
{
    enum verdict v = next_number(s, &g->row.number);
    if (v != VERDICT_OK)
        return v;
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO games(number, id, entries, peer_number, state, preset, kind, moves, seat,"
        " ending, winner, waits_for, waits_for_me, changed_ms, other_seen_ms, refusal, wish,"
        " direct, agreed, judged, grade, reminded, opponent, name, me, seed, coin, installation,"
        " players)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
        " ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)");
    store_bind_number(st, 1, g->row.number);
    store_bind_blob(st, 2, g->row.id.b, sizeof g->row.id.b);
    bind_changing(st, g);
    store_bind_blob(st, 23, g->other[0].key.b, sizeof g->other[0].key.b);
    store_bind_text(st, 24, g->other[0].name);
    store_bind_number(st, 25, g->me);
    store_bind_blob(st, 26, g->seed.b, sizeof g->seed.b);
    store_bind_blob(st, 27, g->coin.b, sizeof g->coin.b);
    store_bind_number(st, 28, g->installation);
    store_bind_number(st, 29, g->others_n + 1U);
    v = store_run(s, st);
    for (unsigned i = 1; i < g->others_n && v == VERDICT_OK; i++)
        v = add_further(s, g->row.number, &g->other[i]);
    return v;
}

enum verdict store_game_save(struct store *s, const struct stored_game *g)
{
    sqlite3_stmt *st = store_sql(s,
        "UPDATE games SET entries = ?3, peer_number = ?4, state = ?5, preset = ?6, kind = ?7,"
        " moves = ?8, seat = ?9, ending = ?10, winner = ?11, waits_for = ?12,"
        " waits_for_me = ?13, changed_ms = ?14, other_seen_ms = ?15, refusal = ?16, wish = ?17,"
        " direct = ?18, agreed = ?19, judged = ?20, grade = ?21, reminded = ?22"
        " WHERE number = ?1 AND id = ?2");
    store_bind_number(st, 1, g->row.number);
    store_bind_blob(st, 2, g->row.id.b, sizeof g->row.id.b);
    bind_changing(st, g);
    enum verdict v = store_run(s, st);
    for (unsigned i = 1; i < g->others_n && v == VERDICT_OK; i++)
        v = store_run(s, further_receipt(s, g->row.number, &g->other[i]));
    return v;
}

enum verdict store_game_receipt(struct store *s, const struct stored_game *g, unsigned at)
{
    if (at > 0)
        /* cppcheck-suppress arrayIndexOutOfBoundsCond */
        return store_run_lazily(s, further_receipt(s, g->row.number, &g->other[at]));
    sqlite3_stmt *st = store_sql(s, "UPDATE games SET peer_number = ?2, direct = ?3"
                                    " WHERE number = ?1");
    store_bind_number(st, 1, g->row.number);
    store_bind_number(st, 2, g->other[0].has);
    store_bind_number(st, 3, g->other[0].direct);
    return store_run_lazily(s, st);
}

enum verdict store_game_judged(struct store *s, const struct stored_game *g)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE games SET judged = ?2 WHERE number = ?1");
    store_bind_number(st, 1, g->row.number);
    store_bind_number(st, 2, g->judged);
    return store_run_lazily(s, st);
}

/* While players still accept, every entry but the first is a yes. */
static uint32_t accepted(const struct game_row *r)
{
    enum { DEBT_OF_YES = 2 }; /* the number of DEBT_ACCEPTANCE, as in the statements below */
    return r->waits_for == DEBT_OF_YES && r->entries < r->players ? r->entries : r->players;
}

static void read_game(sqlite3_stmt *st, struct stored_game *out)
{
    struct game_row *r = &out->row;
    uint32_t *const value[] = {&r->number, &r->entries, &r->state, &r->preset, &r->game,
                               &r->moves, &r->my_seat, &r->ending, &r->winner, &r->waits_for,
                               &r->waits_for_me, &r->refusal, &out->other[0].has,
                               &out->installation, &r->unsent, &r->players, &out->judged,
                               &r->grade, &out->reminded};
    enum { VALUES = sizeof value / sizeof value[0] };
    for (int i = 0; i < VALUES; i++)
        *value[i] = (uint32_t)store_number(st, i);
    r->changed_ms = store_number(st, VALUES);
    r->other_seen_ms = store_number(st, VALUES + 1);
    out->me = (uint8_t)store_number(st, VALUES + 2);
    out->wish = store_number(st, VALUES + 3);
    store_blob(st, VALUES + 4, r->id.b, sizeof r->id.b);
    store_blob(st, VALUES + 5, out->other[0].key.b, sizeof out->other[0].key.b);
    store_text(st, VALUES + 6, out->other[0].name, sizeof out->other[0].name);
    store_blob(st, VALUES + 7, out->seed.b, sizeof out->seed.b);
    store_blob(st, VALUES + 8, out->coin.b, sizeof out->coin.b);
    out->other[0].direct = (uint8_t)store_number(st, VALUES + 9);
    out->agreed = (uint8_t)store_number(st, VALUES + 10);
    out->other[0].player = out->me == 0;
    out->others_n = 1;
    r->accepted = accepted(r);
    memcpy(r->opponent, out->other[0].name, sizeof r->opponent);
}

static enum verdict read_further(struct store *s, struct stored_game *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT player, direct, peer_number, key, name"
                                    " FROM further_players WHERE game = ?1 ORDER BY player");
    bool row = false;
    store_bind_number(st, 1, out->row.number);
    while (out->others_n < OTHERS_MAX) {
        struct opponent *o = &out->other[out->others_n];
        if (!store_step(s, st, &row))
            return store_verdict(s);
        if (!row)
            return VERDICT_OK;
        o->player = (uint8_t)store_number(st, 0);
        o->direct = (uint8_t)store_number(st, 1);
        o->has = (uint32_t)store_number(st, 2);
        store_blob(st, 3, o->key.b, sizeof o->key.b);
        store_text(st, 4, o->name, sizeof o->name);
        memcpy(out->row.others[out->others_n - 1], o->name, sizeof o->name);
        out->others_n++;
    }
    store_done(st);
    return VERDICT_OK;
}

/* What the opponent who speaks with us and has least has got; more than any game has entries if
 * nobody does. */
#define LEAST                                                                                    \
    "min(CASE direct WHEN 1 THEN peer_number ELSE 99999 END,"                                    \
    " coalesce((SELECT min(f.peer_number) FROM further_players f"                                \
    " WHERE f.game = games.number AND f.direct = 1), 99999))"

enum verdict store_game_get(struct store *s, uint32_t number, struct stored_game *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT number, entries, state, preset, kind, moves, seat, ending, winner, waits_for,"
        " waits_for_me, refusal, peer_number, installation, (SELECT count(*) FROM entries e"
        " WHERE e.game = games.number AND e.number > " LEAST " AND e.author = me),"
        " players, judged, grade, reminded, changed_ms, other_seen_ms, me, wish, id, opponent,"
        " name, seed, coin, direct, agreed FROM games WHERE number = ?1");
    bool row;
    store_bind_number(st, 1, number);
    if (!store_step(s, st, &row))
        return store_verdict(s);
    if (!row)
        return VERDICT_NO_SUCH_GAME;
    memset(out, 0, sizeof *out);
    read_game(st, out);
    store_done(st);
    return out->row.players > 2 ? read_further(s, out) : VERDICT_OK;
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

static const char *const order_sql[] = {
    [GAMES_BY_NEED] = "SELECT number FROM games ORDER BY " NEED ","
                      " CASE WHEN state IN (2, 4) THEN changed_ms ELSE -changed_ms END,"
                      " number LIMIT -1 OFFSET ?1",
    [GAMES_UNFINISHED] = "SELECT number FROM games WHERE state NOT IN (7, 8, 9)"
                         " ORDER BY state <> 4, number LIMIT -1 OFFSET ?1",
    /* 0: nothing, 1: a proposal, 2: an acceptance, 6: a move are a person's to give. */
    [GAMES_TO_GO] = "SELECT number FROM games WHERE state NOT IN (7, 8, 9) AND (wish <> 0"
                    " OR (waits_for_me = 1 AND (waits_for NOT IN (0, 1, 2, 6)"
                    " OR (waits_for = 2 AND agreed = 1))))"
                    " ORDER BY number LIMIT -1 OFFSET ?1",
    [GAMES_OFFERED] = "SELECT number FROM games WHERE state = 2"
                      " ORDER BY number LIMIT -1 OFFSET ?1",
    [GAMES_TO_JUDGE] = "SELECT number FROM games WHERE state = 7 AND grade <> 3"
                       " AND judged < entries"
                       " ORDER BY number LIMIT -1 OFFSET ?1",
};

unsigned store_games(struct store *s, enum store_order order, uint64_t skip, uint32_t *numbers,
                     unsigned max)
{
    sqlite3_stmt *st = store_sql(s, order_sql[order]);
    store_bind_number(st, 1, skip);
    return numbers_of(s, st, numbers, max);
}

unsigned store_games_with(struct store *s, const struct player_key *opponent, uint32_t *numbers,
                          unsigned max)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT number FROM games WHERE opponent = ?1 AND state <> 9"
        " AND (state NOT IN (7, 8) OR (peer_number < entries AND grade <> 3))"
        " UNION SELECT g.number FROM further_players f JOIN games g ON g.number = f.game"
        " WHERE f.key = ?1 AND g.state <> 9"
        " AND (g.state NOT IN (7, 8) OR (f.peer_number < g.entries AND g.grade <> 3)) ORDER BY 1");
    store_bind_blob(st, 1, opponent->b, sizeof opponent->b);
    return numbers_of(s, st, numbers, max);
}

/* What is asked about: one opponent, or with ?1 = NULL everybody who speaks with us. */
#define HAS                                                                                      \
    "CASE WHEN ?1 IS NULL THEN " LEAST " WHEN opponent = ?1 THEN peer_number"                     \
    " ELSE (SELECT f.peer_number FROM further_players f"                                         \
    " WHERE f.game = games.number AND f.key = ?1) END"

void store_game_counts(struct store *s, const struct player_key *opponent,
                       struct game_counts *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT count(*), coalesce(sum(state IN (2, 4)), 0), coalesce(sum((SELECT count(*)"
        " FROM entries e WHERE e.game = games.number AND e.author = me AND e.number > " HAS ")),"
        " 0) FROM games WHERE state NOT IN (7, 8, 9) AND (?1 IS NULL OR opponent = ?1"
        " OR number IN (SELECT game FROM further_players WHERE key = ?1))");
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

uint32_t store_games_broken_off(struct store *s, const struct player_key *opponent,
                                uint64_t since_ms)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT count(*) FROM games WHERE state = 8 AND me > 0 AND changed_ms >= ?2"
        " AND (opponent = ?1"
        " OR number IN (SELECT game FROM further_players WHERE key = ?1))");
    bool row;
    store_bind_blob(st, 1, opponent->b, sizeof opponent->b);
    store_bind_number(st, 2, since_ms);
    if (!store_step(s, st, &row) || !row)
        return 0;
    uint32_t n = (uint32_t)store_number(st, 0);
    store_done(st);
    return n;
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
    sqlite3_stmt *st = store_sql(s, "DELETE FROM entries WHERE game = ?1 AND number >= ?2");
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

enum verdict store_entries_seen_moved(struct store *s, int64_t by_ms)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE entries SET seen_ms = max(1, seen_ms + ?1)"
                                    " WHERE game IN (SELECT number FROM games"
                                    " WHERE state NOT IN (7, 8, 9))");
    int rc = sqlite3_bind_int64(st, 1, by_ms);
    assert(rc == SQLITE_OK);
    (void)rc;
    return store_run(s, st);
}
