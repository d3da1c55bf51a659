/* One function a statement. */
#include "daemon/store_witness.h"

#include <string.h>

static void read_players(sqlite3_stmt *st, int column, struct witnessed_game *out)
{
    size_t len = (size_t)sqlite3_column_bytes(st, column);
    out->players = (unsigned)(len / sizeof out->player[0]);
    if (out->players > PLAYERS_MAX)
        out->players = PLAYERS_MAX;
    if (out->players > 0)
        store_blob(st, column, out->player, len);
}

bool store_witnessed_get(struct store *s, const struct game_id *game, struct witnessed_game *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT players, base, base_head, number, head, time_ms"
                                    " FROM witnessed WHERE game = ?1");
    bool row;
    memset(out, 0, sizeof *out);
    out->game = *game;
    store_bind_blob(st, 1, game->b, sizeof game->b);
    if (!store_step(s, st, &row) || !row)
        return false;
    read_players(st, 0, out);
    out->base = (uint32_t)store_number(st, 1);
    store_blob(st, 2, out->base_head.b, sizeof out->base_head.b);
    out->number = (uint32_t)store_number(st, 3);
    store_blob(st, 4, out->head.b, sizeof out->head.b);
    out->time_ms = store_number(st, 5);
    store_done(st);
    return true;
}

enum verdict store_witnessed_put(struct store *s, const struct witnessed_game *g)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO witnessed(game, players, base, base_head, number, head, time_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(game) DO UPDATE SET base = ?3,"
        " base_head = ?4, number = ?5, head = ?6, time_ms = ?7");
    store_bind_blob(st, 1, g->game.b, sizeof g->game.b);
    store_bind_blob(st, 2, g->player, g->players * sizeof g->player[0]);
    store_bind_number(st, 3, g->base);
    store_bind_blob(st, 4, g->base_head.b, sizeof g->base_head.b);
    store_bind_number(st, 5, g->number);
    store_bind_blob(st, 6, g->head.b, sizeof g->head.b);
    store_bind_number(st, 7, g->time_ms);
    return store_run(s, st);
}

bool store_witnessed_of(struct store *s, const struct player_key *player, unsigned at,
                        struct game_id *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT game FROM witnessed WHERE instr(players, ?1) > 0"
                                    " ORDER BY time_ms DESC LIMIT 1 OFFSET ?2");
    bool row;
    store_bind_blob(st, 1, player->b, sizeof player->b);
    store_bind_number(st, 2, at);
    if (!store_step(s, st, &row) || !row)
        return false;
    store_blob(st, 0, out->b, sizeof out->b);
    store_done(st);
    return true;
}

enum verdict store_postmark_add(struct store *s, const struct game_id *game, uint32_t number,
                                const struct signed_entry *e)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT OR REPLACE INTO postmarks(game, number, body, signature) VALUES(?1, ?2, ?3, ?4)");
    store_bind_blob(st, 1, game->b, sizeof game->b);
    store_bind_number(st, 2, number);
    store_bind_blob(st, 3, e->body, e->len);
    store_bind_blob(st, 4, e->signature.b, sizeof e->signature.b);
    enum verdict v = store_run(s, st);
    if (v != VERDICT_OK)
        return v;
    /* What came after an entry that has been replaced goes with it. */
    st = store_sql(s, "DELETE FROM postmarks WHERE game = ?1 AND (number > ?2 OR number <= ?3)");
    store_bind_blob(st, 1, game->b, sizeof game->b);
    store_bind_number(st, 2, number);
    store_bind_number(st, 3, number > POSTMARKS_MAX ? number - POSTMARKS_MAX : 0);
    return store_run(s, st);
}

bool store_postmark_get(struct store *s, const struct game_id *game, uint32_t *number,
                        struct signed_entry *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT number, body, signature FROM postmarks"
                                    " WHERE game = ?1 AND number >= ?2 ORDER BY number LIMIT 1");
    bool row;
    store_bind_blob(st, 1, game->b, sizeof game->b);
    store_bind_number(st, 2, *number);
    if (!store_step(s, st, &row) || !row)
        return false;
    *number = (uint32_t)store_number(st, 0);
    out->len = (uint16_t)sqlite3_column_bytes(st, 1);
    if (out->len > sizeof out->body)
        out->len = sizeof out->body;
    store_blob(st, 1, out->body, out->len);
    store_blob(st, 2, out->signature.b, sizeof out->signature.b);
    store_done(st);
    return true;
}

bool store_statements_get(struct store *s, uint32_t game, struct kept_statements *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT number, head, first_ms, first_signature, last_ms,"
                                    " last_signature FROM statements WHERE game = ?1");
    bool row;
    store_bind_number(st, 1, game);
    if (!store_step(s, st, &row) || !row)
        return false;
    out->number = (uint32_t)store_number(st, 0);
    out->first.number = out->last.number = out->number;
    store_blob(st, 1, out->head.b, sizeof out->head.b);
    out->first.time_ms = store_number(st, 2);
    store_blob(st, 3, out->first.signature.b, sizeof out->first.signature.b);
    out->last.time_ms = store_number(st, 4);
    store_blob(st, 5, out->last.signature.b, sizeof out->last.signature.b);
    store_done(st);
    return true;
}

enum verdict store_statements_put(struct store *s, uint32_t game, const struct kept_statements *k)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT OR REPLACE INTO statements(game, number, head, first_ms, first_signature,"
        " last_ms, last_signature) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, k->number);
    store_bind_blob(st, 3, k->head.b, sizeof k->head.b);
    store_bind_number(st, 4, k->first.time_ms);
    store_bind_blob(st, 5, k->first.signature.b, sizeof k->first.signature.b);
    store_bind_number(st, 6, k->last.time_ms);
    store_bind_blob(st, 7, k->last.signature.b, sizeof k->last.signature.b);
    return store_run(s, st);
}
