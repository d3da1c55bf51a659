/* The move of an event is kept as a few bytes of our own: nobody asks for it in SQL. */
#include "daemon/store_events.h"

#include "base/buf.h"

#include <string.h>

enum { MOVE_BYTES = 4 + 4 + 4 + 4 + 8 + 4 + HAND_MAX };

/* --- events ----------------------------------------------------------------------------------- */

static void move_to_bytes(const struct move_row *m, uint8_t out[MOVE_BYTES])
{
    struct buf b = buf_over(out, MOVE_BYTES);
    buf_add_le(&b, m->number, 4);
    buf_add_le(&b, m->seat, 4);
    buf_add_le(&b, m->kind, 4);
    buf_add_le(&b, m->right, 4);
    buf_add_le(&b, m->sent_ms, 8);
    buf_add_byte(&b, m->choice.kind);
    buf_add_byte(&b, m->choice.cell);
    buf_add_byte(&b, m->choice.end);
    buf_add_byte(&b, m->choice.values_n);
    buf_add(&b, span_of(m->choice.values, HAND_MAX));
}

static uint64_t le(const uint8_t *at, unsigned width)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)at[i] << (8 * i);
    return number;
}

static void move_from_bytes(const uint8_t in[MOVE_BYTES], struct move_row *m)
{
    m->number = (uint32_t)le(in, 4);
    m->seat = (uint32_t)le(in + 4, 4);
    m->kind = (uint32_t)le(in + 8, 4);
    m->right = (uint32_t)le(in + 12, 4);
    m->sent_ms = le(in + 16, 8);
    m->choice.kind = in[24];
    m->choice.cell = in[25];
    m->choice.end = in[26];
    m->choice.values_n = in[27] <= HAND_MAX ? in[27] : 0;
    memcpy(m->choice.values, in + 28, HAND_MAX);
}

uint64_t store_events_newest(struct store *s)
{
    sqlite3_stmt *st = store_sql(s, "SELECT coalesce(max(number), 0) FROM events");
    bool row;
    if (!store_step(s, st, &row) || !row)
        return 0;
    uint64_t number = store_number(st, 0);
    store_done(st);
    return number;
}

static enum verdict forget_old(struct store *s, uint64_t newest)
{
    if (newest <= EVENTS_KEPT)
        return VERDICT_OK;
    sqlite3_stmt *st = store_sql(s, "DELETE FROM events WHERE number <= ?1");
    store_bind_number(st, 1, newest - EVENTS_KEPT);
    return store_run(s, st);
}

enum verdict store_event_add(struct store *s, struct event *e)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO events(number, time_ms, kind, game, mine, seat, value, verdict, name, text,"
        " move) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
    uint8_t move[MOVE_BYTES];
    e->number = store_events_newest(s) + 1;
    store_bind_number(st, 1, e->number);
    store_bind_number(st, 2, e->time_ms);
    store_bind_number(st, 3, e->kind);
    store_bind_number(st, 4, e->game);
    store_bind_number(st, 5, e->mine);
    store_bind_number(st, 6, e->seat);
    store_bind_number(st, 7, e->value);
    store_bind_number(st, 8, e->verdict);
    store_bind_text(st, 9, e->name);
    store_bind_text(st, 10, e->text);
    if (e->move.kind != 0) {
        move_to_bytes(&e->move, move);
        store_bind_blob(st, 11, move, sizeof move);
    }
    enum verdict v = store_run(s, st);
    return v == VERDICT_OK ? forget_old(s, e->number) : v;
}

static void read_event(sqlite3_stmt *st, struct event *e)
{
    uint32_t *const value[] = {&e->kind, &e->game, &e->mine, &e->seat, &e->value, &e->verdict};
    memset(e, 0, sizeof *e);
    e->number = store_number(st, 0);
    e->time_ms = store_number(st, 1);
    for (int i = 0; i < 6; i++)
        *value[i] = (uint32_t)store_number(st, 2 + i);
    store_text(st, 8, e->name, sizeof e->name);
    store_text(st, 9, e->text, sizeof e->text);
    if (sqlite3_column_bytes(st, 10) == MOVE_BYTES)
        move_from_bytes(sqlite3_column_blob(st, 10), &e->move);
}

unsigned store_events(struct store *s, const struct event_filter *f, struct event *rows)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT number, time_ms, kind, game, mine, seat, value, verdict, name, text, move"
        " FROM events WHERE number >= ?1 AND (?2 = 0 OR kind = ?2) AND (?3 = 0 OR game = ?3)"
        " ORDER BY number LIMIT ?4");
    unsigned n = 0;
    bool row = true;
    store_bind_number(st, 1, f->from <= INT64_MAX ? f->from : INT64_MAX);
    store_bind_number(st, 2, f->kind);
    store_bind_number(st, 3, f->game);
    store_bind_number(st, 4, ROWS_MAX);
    while (n < ROWS_MAX && store_step(s, st, &row) && row)
        read_event(st, &rows[n++]);
    store_done(st);
    return n;
}

/* --- notes ------------------------------------------------------------------------------------ */

uint64_t store_notes_newest(struct store *s, const struct player_key *friend, bool mine)
{
    sqlite3_stmt *st = store_sql(s, "SELECT coalesce(max(number), 0) FROM notes"
                                    " WHERE friend = ?1 AND mine = ?2");
    bool row;
    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, mine);
    if (!store_step(s, st, &row) || !row)
        return 0;
    uint64_t number = store_number(st, 0);
    store_done(st);
    return number;
}

uint64_t store_notes_whole(struct store *s, const struct player_key *friend)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT coalesce(min(number), 0) FROM notes AS n WHERE friend = ?1 AND mine = 0"
        " AND NOT EXISTS (SELECT 1 FROM notes WHERE friend = ?1 AND mine = 0"
        " AND number = n.number + 1)");
    bool row;
    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    if (!store_step(s, st, &row) || !row)
        return 0;
    uint64_t number = store_number(st, 0);
    store_done(st);
    return number;
}

/* A letter may bring what was written before something that came already. */
static bool is_known_note(struct store *s, const struct stored_note *note, uint64_t newest)
{
    sqlite3_stmt *st;
    bool row = true;
    if (note->number > newest)
        return note->number > INT64_MAX;
    if (newest - note->number >= NOTES_KEPT)
        return true;
    st = store_sql(s, "SELECT 1 FROM notes WHERE friend = ?1 AND mine = 0 AND number = ?2");
    store_bind_blob(st, 1, note->friend.b, sizeof note->friend.b);
    store_bind_number(st, 2, note->number);
    if (!store_step(s, st, &row))
        return true;
    if (row)
        store_done(st);
    return row;
}

static enum verdict forget_notes(struct store *s, const struct stored_note *note)
{
    if (note->number <= NOTES_KEPT)
        return VERDICT_OK;
    sqlite3_stmt *st = store_sql(s, "DELETE FROM notes WHERE friend = ?1 AND mine = ?2"
                                    " AND number <= ?3");
    store_bind_blob(st, 1, note->friend.b, sizeof note->friend.b);
    store_bind_number(st, 2, note->mine);
    store_bind_number(st, 3, note->number - NOTES_KEPT);
    return store_run(s, st);
}

enum verdict store_note_add(struct store *s, struct stored_note *note)
{
    uint64_t newest = store_notes_newest(s, &note->friend, note->mine);
    if (note->mine)
        note->number = newest + 1;
    else if (is_known_note(s, note, newest))
        return VERDICT_KNOWN;
    sqlite3_stmt *st = store_sql(s, "INSERT INTO notes(friend, mine, number, game, text, sent_ms)"
                                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    store_bind_blob(st, 1, note->friend.b, sizeof note->friend.b);
    store_bind_number(st, 2, note->mine);
    store_bind_number(st, 3, note->number);
    store_bind_number(st, 4, note->game);
    store_bind_text(st, 5, note->text);
    store_bind_number(st, 6, note->sent_ms <= INT64_MAX ? note->sent_ms : 0);
    enum verdict v = store_run(s, st);
    return v == VERDICT_OK && note->number > newest ? forget_notes(s, note) : v;
}

bool store_note_unsent(struct store *s, const struct player_key *friend, uint64_t after,
                       struct stored_note *out)
{
    sqlite3_stmt *st = store_sql(s,
        "SELECT number, game, sent_ms, text FROM notes WHERE friend = ?1 AND mine = 1"
        " AND stored = 0 AND number > ?2 ORDER BY number LIMIT 1");
    bool row;
    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, after);
    if (!store_step(s, st, &row) || !row)
        return false;
    *out = (struct stored_note){.friend = *friend, .mine = true};
    out->number = store_number(st, 0);
    out->game = (uint32_t)store_number(st, 1);
    out->sent_ms = store_number(st, 2);
    store_text(st, 3, out->text, sizeof out->text);
    store_done(st);
    return true;
}

enum verdict store_note_stored(struct store *s, const struct player_key *friend, uint64_t upto)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE notes SET stored = 1 WHERE friend = ?1 AND mine = 1"
                                    " AND stored = 0 AND number <= ?2");
    store_bind_blob(st, 1, friend->b, sizeof friend->b);
    store_bind_number(st, 2, upto <= INT64_MAX ? upto : INT64_MAX);
    return store_run(s, st);
}
