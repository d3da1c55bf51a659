/* store_events.h - the SQL of events (numbered without gaps, the oldest forgotten in time) and of
 * notes between friends.
 * Not pure.  Memory: plain values of the caller.  Errors: enum verdict of store.h. */
#ifndef DAEMON_STORE_EVENTS_H
#define DAEMON_STORE_EVENTS_H

#include "daemon/store.h"
#include "wire/control.h"

enum {
    EVENTS_KEPT = 20000,      /* older ones are deleted */
    NOTES_KEPT = 1000         /* of one friend and direction */
};

/* Inside a transaction: gives the event its number. */
enum verdict store_event_add(struct store *s, struct event *event)
    __attribute__((warn_unused_result));

/* Number of the newest event, 0 if there was none. */
uint64_t store_events_newest(struct store *s);

/* Events from `from` on, oldest first, at most ROWS_MAX; kind 0: all kinds; game 0: all games. */
struct event_filter { uint64_t from; uint32_t kind, game; };
unsigned store_events(struct store *s, const struct event_filter *filter, struct event *rows);

struct stored_note {
    struct player_key friend;
    bool mine;
    uint64_t number;  /* the sender's */
    uint32_t game;    /* 0 = none */
    uint64_t sent_ms;
    char text[NOTE_MAX + 1];
};
/* Inside a transaction.  A note of mine gets the next number.  VERDICT_KNOWN: his is there,
 * or older than those that are kept. */
enum verdict store_note_add(struct store *s, struct stored_note *note)
    __attribute__((warn_unused_result));
/* My oldest note above `after` that the friend has not stored; false: none. */
bool store_note_unsent(struct store *s, const struct player_key *friend, uint64_t after,
                       struct stored_note *out);
enum verdict store_note_stored(struct store *s, const struct player_key *friend, uint64_t upto)
    __attribute__((warn_unused_result));
uint64_t store_notes_newest(struct store *s, const struct player_key *friend, bool mine);
/* Up to which of his none is missing, of those that are kept; 0: there are none. */
uint64_t store_notes_whole(struct store *s, const struct player_key *friend);

#endif
