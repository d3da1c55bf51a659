/* One function a statement.  Moves are kept as a few bytes of our own, as in the events. */
#include "daemon/store_hold.h"

#include <string.h>

enum { CHOICE_BYTES = 4 + HAND_MAX };

void store_hold_get(struct store *s, uint32_t game, struct hold *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT why, place, installation, told, told_head FROM holds"
                                    " WHERE game = ?1");
    bool row;
    memset(out, 0, sizeof *out);
    store_bind_number(st, 1, game);
    if (!store_step(s, st, &row) || !row)
        return;
    out->why = (uint32_t)store_number(st, 0);
    out->place = (uint32_t)store_number(st, 1);
    /* one column: of each reason what it needs */
    if (out->why == VERDICT_CATCHING_UP)
        out->since_s = store_number(st, 2);
    else
        out->installation = (uint32_t)store_number(st, 2);
    out->told = (uint32_t)store_number(st, 3);
    store_blob(st, 4, out->told_head.b, sizeof out->told_head.b);
    store_done(st);
}

enum verdict store_hold_put(struct store *s, uint32_t game, const struct hold *hold)
{
    sqlite3_stmt *st;
    if (hold->why == VERDICT_OK) {
        st = store_sql(s, "DELETE FROM holds WHERE game = ?1");
        store_bind_number(st, 1, game);
        return store_run(s, st);
    }
    st = store_sql(s, "INSERT OR REPLACE INTO holds(game, why, place, installation, told,"
                      " told_head) VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, hold->why);
    store_bind_number(st, 3, hold->place);
    store_bind_number(st, 4, hold->why == VERDICT_CATCHING_UP ? hold->since_s
                                                              : hold->installation);
    store_bind_number(st, 5, hold->told);
    store_bind_blob(st, 6, hold->told_head.b, sizeof hold->told_head.b);
    return store_run(s, st);
}

enum verdict store_hold_installation(struct store *s, uint32_t game, uint32_t number)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE games SET installation = ?2 WHERE number = ?1");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, number);
    return store_run(s, st);
}

enum verdict store_hold_cut(struct store *s, uint32_t game, uint32_t entries)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM entries WHERE game = ?1 AND number > ?2");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, entries);
    enum verdict v = store_run(s, st);
    if (v != VERDICT_OK)
        return v;
    st = store_sql(s, "UPDATE games SET entries = ?2 WHERE number = ?1");
    store_bind_number(st, 1, game);
    store_bind_number(st, 2, entries);
    return store_run(s, st);
}

/* --- conditional moves ------------------------------------------------------------------------ */

static size_t line_to_bytes(const struct line *line, uint8_t *out)
{
    for (unsigned i = 0; i < line->n; i++) {
        uint8_t *at = out + CHOICE_BYTES * i;
        const struct choice *c = &line->move[i];
        at[0] = c->kind;
        at[1] = c->cell;
        at[2] = c->end;
        at[3] = c->values_n;
        memcpy(at + 4, c->values, HAND_MAX);
    }
    return (size_t)CHOICE_BYTES * line->n;
}

static void line_from_bytes(const uint8_t *in, size_t len, struct line *line)
{
    line->n = (unsigned)(len / CHOICE_BYTES);
    if (line->n > LINE_MOVES_MAX)
        line->n = LINE_MOVES_MAX;
    for (unsigned i = 0; i < line->n; i++) {
        const uint8_t *at = in + CHOICE_BYTES * i;
        struct choice *c = &line->move[i];
        *c = (struct choice){.kind = at[0], .cell = at[1], .end = at[2]};
        c->values_n = at[3] <= HAND_MAX ? at[3] : 0;
        memcpy(c->values, at + 4, HAND_MAX);
    }
}

enum verdict store_line_add(struct store *s, struct line *line)
{
    uint8_t moves[CHOICE_BYTES * LINE_MOVES_MAX];
    size_t len = line_to_bytes(line, moves);
    sqlite3_stmt *st = store_sql(s, "INSERT INTO conditions(game, at, head, done, moves)"
                                    " VALUES(?1, ?2, ?3, ?4, ?5)");
    store_bind_number(st, 1, line->game);
    store_bind_number(st, 2, line->at);
    store_bind_blob(st, 3, line->head.b, sizeof line->head.b);
    store_bind_number(st, 4, line->done);
    store_bind_blob(st, 5, moves, len);
    enum verdict v = store_run(s, st);
    if (v == VERDICT_OK)
        line->number = (uint64_t)sqlite3_last_insert_rowid(store_db(s));
    return v;
}

enum verdict store_line_follow(struct store *s, const struct line *line)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE conditions SET at = ?2, head = ?3, done = ?4"
                                    " WHERE number = ?1");
    store_bind_number(st, 1, line->number);
    store_bind_number(st, 2, line->at);
    store_bind_blob(st, 3, line->head.b, sizeof line->head.b);
    store_bind_number(st, 4, line->done);
    return store_run(s, st);
}

enum verdict store_line_delete(struct store *s, uint64_t number)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM conditions WHERE number = ?1");
    store_bind_number(st, 1, number);
    return store_run(s, st);
}

bool store_line_next(struct store *s, uint32_t game, uint64_t after, struct line *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT number, game, at, head, done, moves FROM conditions"
                                    " WHERE number > ?1 AND (?2 = 0 OR game = ?2)"
                                    " ORDER BY number LIMIT 1");
    bool row;
    store_bind_number(st, 1, after <= INT64_MAX ? after : INT64_MAX);
    store_bind_number(st, 2, game);
    if (!store_step(s, st, &row) || !row)
        return false;
    memset(out, 0, sizeof *out);
    out->number = store_number(st, 0);
    out->game = (uint32_t)store_number(st, 1);
    out->at = (uint32_t)store_number(st, 2);
    store_blob(st, 3, out->head.b, sizeof out->head.b);
    out->done = (unsigned)store_number(st, 4);
    line_from_bytes(sqlite3_column_blob(st, 5), (size_t)sqlite3_column_bytes(st, 5), out);
    store_done(st);
    return true;
}

unsigned store_line_count(struct store *s, uint32_t game)
{
    sqlite3_stmt *st = store_sql(s, "SELECT count(*) FROM conditions WHERE game = ?1");
    bool row;
    store_bind_number(st, 1, game);
    if (!store_step(s, st, &row) || !row)
        return 0;
    unsigned n = (unsigned)store_number(st, 0);
    store_done(st);
    return n;
}
