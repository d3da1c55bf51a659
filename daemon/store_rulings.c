/* One function a statement. */
#include "daemon/store_rulings.h"

#include "daemon/log.h"

#include <assert.h>

unsigned store_rulings_get(struct store *s, const struct game_id *game,
                           struct ruling out[RULINGS_KEPT_MAX])
{
    sqlite3_stmt *st = store_sql(s, "SELECT bytes FROM rulings WHERE game = ?1"
                                    " ORDER BY came_ms, result");
    unsigned n = 0;
    bool row = true;
    store_bind_blob(st, 1, game->b, sizeof game->b);
    while (n < RULINGS_KEPT_MAX && store_step(s, st, &row) && row) {
        struct span bytes = span_of(sqlite3_column_blob(st, 0),
                                    (size_t)sqlite3_column_bytes(st, 0));
        enum verdict v = ruling_read(bytes, &out[n]);
        if (v == VERDICT_OK)
            n++;
        else
            log_warnx("database: a ruling cannot be read: %s", verdict_name(v));
    }
    store_done(st);
    return n;
}

enum verdict store_ruling_put(struct store *s, const struct ruling *r, uint64_t now_ms)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO rulings(game, result, came_ms, bytes) VALUES(?1, ?2, ?3, ?4)"
        " ON CONFLICT(game, result) DO UPDATE SET came_ms = ?3, bytes = ?4");
    uint8_t bytes[RULING_BYTES_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    bool fits = ruling_write(r, &b);
    assert(fits); /* it has been read, or was just signed */
    (void)fits;
    store_bind_blob(st, 1, r->game.b, sizeof r->game.b);
    store_bind_number(st, 2, r->winner == NO_SEAT ? 0 : r->winner + 1U);
    store_bind_number(st, 3, now_ms);
    store_bind_blob(st, 4, bytes, b.len);
    return store_run(s, st);
}
