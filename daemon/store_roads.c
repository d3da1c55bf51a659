/* One function a statement; nothing here decides anything but quotas. */
#include "daemon/store_roads.h"

#include "wire/peer.h"

#include <string.h>

/* ---- roads --------------------------------------------------------------------------------- */

enum verdict store_road_put(struct store *s, const struct stored_road *road)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT OR REPLACE INTO roads(friend, kind, target, relay, print, sent_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");

    store_bind_blob(st, 1, road->friend.b, sizeof road->friend.b);
    store_bind_number(st, 2, road->kind);
    store_bind_text(st, 3, road->target);
    store_bind_blob(st, 4, road->relay.b, sizeof road->relay.b);
    store_bind_blob(st, 5, road->print.b, sizeof road->print.b);
    store_bind_number(st, 6, road->sent_ms);
    return store_run(s, st);
}

enum verdict store_road_delete(struct store *s, const struct player_key *friend, uint32_t kind)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM roads WHERE friend = ?1 AND kind = ?2");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, kind);
    return store_run(s, st);
}

static void read_road(sqlite3_stmt *st, struct stored_road *out)
{
    memset(out, 0, sizeof *out);
    store_blob(st, 0, out->friend.b, sizeof out->friend.b);
    out->kind = (uint32_t)store_number(st, 1);
    store_text(st, 2, out->target, sizeof out->target);
    store_blob(st, 3, out->relay.b, sizeof out->relay.b);
    store_blob(st, 4, out->print.b, sizeof out->print.b);
    out->sent_ms = store_number(st, 5);
}

bool store_road_get(struct store *s, const struct player_key *friend, uint32_t kind,
                    struct stored_road *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT friend, kind, target, relay, print, sent_ms"
                                    " FROM roads WHERE friend = ?1 AND kind = ?2");
    bool row;

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, kind);
    if (!store_step(s, st, &row) || !row)
        return false;
    read_road(st, out);
    store_done(st);
    return true;
}

unsigned store_roads(struct store *s, struct stored_road *out, unsigned max)
{
    sqlite3_stmt *st = store_sql(s, "SELECT friend, kind, target, relay, print, sent_ms"
                                    " FROM roads ORDER BY friend, kind");
    unsigned n = 0;
    bool row = true;

    while (n < max && store_step(s, st, &row) && row)
        read_road(st, &out[n++]);
    store_done(st);
    return n;
}

/* The statement `sql` has the friend as its one binding. */
static enum verdict run_for(struct store *s, sqlite3_stmt *st, const struct player_key *friend)
{
    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    return store_run(s, st);
}

enum verdict store_roads_forget(struct store *s, const struct player_key *friend)
{
    enum verdict v = run_for(s, store_sql(s, "DELETE FROM roads WHERE friend = ?1"
                                             " OR relay = ?1"), friend);
    if (v == VERDICT_OK)
        v = run_for(s, store_sql(s, "DELETE FROM sent WHERE friend = ?1"), friend);
    if (v == VERDICT_OK)
        v = run_for(s, store_sql(s, "DELETE FROM answers WHERE friend = ?1"), friend);
    if (v == VERDICT_OK)
        v = run_for(s, store_sql(s, "DELETE FROM refusals WHERE friend = ?1"), friend);
    if (v == VERDICT_OK)
        v = run_for(s, store_sql(s, "DELETE FROM parcels WHERE sender = ?1 OR reader = ?1"),
                    friend);
    return v;
}

enum verdict store_sent(struct store *s, const struct player_key *friend, uint32_t game,
                        const struct sent_mark *mark)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT OR REPLACE INTO sent(friend, game, kind, number, time_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5)");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, game);
    store_bind_number(st, 3, mark->kind);
    store_bind_number(st, 4, mark->number);
    store_bind_number(st, 5, mark->time_ms);
    return store_run(s, st);
}

bool store_sent_get(struct store *s, const struct player_key *friend, uint32_t game,
                    uint32_t number, struct sent_mark *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT kind, number, time_ms FROM sent WHERE friend = ?1 AND game = ?2 AND number >= ?3"
        " ORDER BY time_ms DESC LIMIT 1");
    bool row;

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, game);
    store_bind_number(st, 3, number);
    if (!store_step(s, st, &row) || !row)
        return false;
    *out = (struct sent_mark){(uint32_t)store_number(st, 0), (uint32_t)store_number(st, 1),
                              store_number(st, 2)};
    store_done(st);
    return true;
}

unsigned store_games_to_tell(struct store *s, const struct player_key *friend, uint32_t *numbers,
                             unsigned max)
{
    sqlite3_stmt *st = store_sql(s,
        "WITH his AS (SELECT number, state, changed_ms FROM games WHERE opponent = ?1"
        " OR number IN (SELECT game FROM further_players WHERE key = ?1))"
        " SELECT number FROM his WHERE state NOT IN (7, 8, 9) OR number IN"
        " (SELECT number FROM his WHERE state IN (7, 8) ORDER BY changed_ms DESC LIMIT 16)"
        " ORDER BY number");
    unsigned n = 0;
    bool row = true;

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    while (n < max && store_step(s, st, &row) && row)
        numbers[n++] = (uint32_t)store_number(st, 0);
    store_done(st);
    return n;
}

/* ---- refusals ------------------------------------------------------------------------------ */

enum verdict store_refusal_put(struct store *s, const struct player_key *friend,
                               const struct owed_refusal *r, uint64_t now_ms)
{
    sqlite3_stmt *st = store_sql(s, r->verdict != VERDICT_OK
        ? "INSERT OR REPLACE INTO refusals(friend, game, number, verdict, time_ms)"
          " VALUES(?1, ?2, ?3, ?4, ?5)"
        : "INSERT OR IGNORE INTO refusals(friend, game, number, verdict, time_ms)"
          " VALUES(?1, ?2, ?3, ?4, ?5)");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_blob(st, 2, r->game.b, sizeof r->game.b);
    store_bind_number(st, 3, r->number);
    store_bind_number(st, 4, r->verdict);
    store_bind_number(st, 5, now_ms);
    enum verdict v = store_run(s, st);
    if (v != VERDICT_OK)
        return v;
    st = store_sql(s, "DELETE FROM refusals WHERE friend = ?1 AND game NOT IN (SELECT game"
                      " FROM refusals WHERE friend = ?1 ORDER BY time_ms DESC, game LIMIT ?2)");
    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, REFUSALS_MAX);
    return store_run(s, st);
}

unsigned store_refusals(struct store *s, const struct player_key *friend,
                        struct owed_refusal out[REFUSALS_MAX])
{
    sqlite3_stmt *st = store_sql(s, "SELECT game, number, verdict FROM refusals"
                                    " WHERE friend = ?1 ORDER BY game");
    unsigned n = 0;
    bool row = true;

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    while (n < REFUSALS_MAX && store_step(s, st, &row) && row) {
        store_blob(st, 0, out[n].game.b, sizeof out[n].game.b);
        out[n].number = (uint32_t)store_number(st, 1);
        out[n++].verdict = (uint32_t)store_number(st, 2);
    }
    store_done(st);
    return n;
}

enum verdict store_refusal_delete(struct store *s, const struct player_key *friend,
                                  const struct game_id *game)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM refusals WHERE friend = ?1 AND game = ?2");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_blob(st, 2, game->b, sizeof game->b);
    return store_run(s, st);
}

enum verdict store_refusals_expire(struct store *s, uint64_t before_ms)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM refusals WHERE time_ms < ?1");

    store_bind_number(st, 1, before_ms);
    return store_run(s, st);
}

/* ---- answers ------------------------------------------------------------------------------- */

enum verdict store_answer_owed(struct store *s, const struct player_key *friend,
                               const uint8_t token[16])
{
    sqlite3_stmt *st = store_sql(s, "INSERT OR REPLACE INTO answers(friend, token)"
                                    " VALUES(?1, ?2)");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_blob(st, 2, token, 16);
    return store_run(s, st);
}

bool store_answer_get(struct store *s, const struct player_key *friend, uint8_t token[16])
{
    sqlite3_stmt *st = store_sql(s, "SELECT token FROM answers WHERE friend = ?1");
    bool row;

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    if (!store_step(s, st, &row) || !row)
        return false;
    store_blob(st, 0, token, 16);
    store_done(st);
    return true;
}

enum verdict store_answer_given(struct store *s, const struct player_key *friend)
{
    return run_for(s, store_sql(s, "DELETE FROM answers WHERE friend = ?1"), friend);
}

/* ---- our files ----------------------------------------------------------------------------- */

enum verdict store_spool_add(struct store *s, const struct player_key *friend,
                             const struct spool_file *file)
{
    sqlite3_stmt *st = store_sql(s, "INSERT OR REPLACE INTO spool_files(friend, name, batch)"
                                    " VALUES(?1, ?2, ?3)");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_blob(st, 2, file->name.b, sizeof file->name.b);
    store_bind_number(st, 3, file->batch);
    return store_run(s, st);
}

enum verdict store_spool_delete(struct store *s, const struct player_key *friend,
                                const struct hash *name)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM spool_files WHERE friend = ?1 AND name = ?2");

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_blob(st, 2, name->b, sizeof name->b);
    return store_run(s, st);
}

unsigned store_spool(struct store *s, const struct player_key *friend, struct spool_file *out,
                     unsigned max)
{
    sqlite3_stmt *st = store_sql(s, "SELECT name, batch FROM spool_files WHERE friend = ?1"
                                    " ORDER BY batch, name");
    unsigned n = 0;
    bool row = true;

    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    while (n < max && store_step(s, st, &row) && row) {
        store_blob(st, 0, out[n].name.b, sizeof out[n].name.b);
        out[n++].batch = store_number(st, 1);
    }
    store_done(st);
    return n;
}

/* ---- parcels ------------------------------------------------------------------------------- */

static bool room_for(struct store *s, const struct parcel *p, size_t len)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT coalesce(max(n), 0) FROM (SELECT coalesce(sum(length(sealed)), 0) AS n FROM parcels"
        " WHERE reader = ?1 UNION SELECT coalesce(sum(length(sealed)), 0) FROM parcels"
        " WHERE sender = ?2)");
    bool row;

    store_bind_blob(st, 1, p->to.b, sizeof p->to.b);
    store_bind_blob(st, 2, p->from.b, sizeof p->from.b);
    if (!store_step(s, st, &row) || !row)
        return false;
    uint64_t kept = store_number(st, 0);
    store_done(st);
    return kept + len <= PARCELS_BYTES_MAX;
}

static bool is_kept(struct store *s, const struct hash *name)
{
    sqlite3_stmt *st = store_sql(s, "SELECT 1 FROM parcels WHERE name = ?1");
    bool row;

    store_bind_blob(st, 1, name->b, sizeof name->b);
    if (!store_step(s, st, &row))
        return false;
    if (row)
        store_done(st);
    return row;
}

enum verdict store_parcel_add(struct store *s, const struct parcel *p, struct span sealed)
{
    if (is_kept(s, &p->name))
        return VERDICT_KNOWN;
    if (!room_for(s, p, sealed.len))
        return VERDICT_RELAY_FULL;
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO parcels(name, sender, reader, until_ms, sealed) VALUES(?1, ?2, ?3, ?4, ?5)");
    store_bind_blob(st, 1, p->name.b, sizeof p->name.b);
    store_bind_blob(st, 2, p->from.b, sizeof p->from.b);
    store_bind_blob(st, 3, p->to.b, sizeof p->to.b);
    store_bind_number(st, 4, p->until_ms);
    store_bind_blob(st, 5, sealed.data, sealed.len);
    return store_run(s, st);
}

bool store_parcel_next(struct store *s, const struct player_key *to, struct parcel *p,
                       struct buf *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT name, sender, until_ms, sealed FROM parcels WHERE reader = ?1"
        " ORDER BY number LIMIT 1");
    bool row;

    store_bind_blob(st, 1, to->b, sizeof to->b);
    if (!store_step(s, st, &row) || !row)
        return false;
    p->to = *to;
    store_blob(st, 0, p->name.b, sizeof p->name.b);
    store_blob(st, 1, p->from.b, sizeof p->from.b);
    p->until_ms = store_number(st, 2);
    buf_add(out, span_of(sqlite3_column_blob(st, 3), (size_t)sqlite3_column_bytes(st, 3)));
    store_done(st);
    return buf_ok(out);
}

enum verdict store_parcel_delete(struct store *s, const struct player_key *to,
                                 const struct hash *name)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM parcels WHERE reader = ?1 AND name = ?2");

    store_bind_blob(st, 1, to->b, sizeof to->b);
    store_bind_blob(st, 2, name->b, sizeof name->b);
    return store_run(s, st);
}

enum verdict store_parcels_expire(struct store *s, uint64_t now_ms)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM parcels WHERE until_ms <= ?1");

    store_bind_number(st, 1, now_ms);
    return store_run(s, st);
}

enum verdict store_deposit_add(struct store *s, const struct deposit *d)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT OR REPLACE INTO deposits(name, relay, reader, until_ms, signature)"
        " VALUES(?1, ?2, ?3, ?4, ?5)");

    store_bind_blob(st, 1, d->name.b, sizeof d->name.b);
    store_bind_blob(st, 2, d->relay.b, sizeof d->relay.b);
    store_bind_blob(st, 3, d->to.b, sizeof d->to.b);
    store_bind_number(st, 4, d->until_ms);
    store_bind_blob(st, 5, d->signature.b, sizeof d->signature.b);
    return store_run(s, st);
}
