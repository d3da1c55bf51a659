/* roads_part.h - what the files roads*.c share among themselves; nobody else includes this. */
#ifndef DAEMON_ROADS_PART_H
#define DAEMON_ROADS_PART_H

#include "daemon/loop.h"
#include "daemon/roads.h"
#include "daemon/store_roads.h"
#include "wire/envelope.h"

enum {
    LETTERS_MAX = 18,                /* parts that are made together */
    LETTERS_BYTES = LETTERS_MAX * (ENVELOPE_SEALED_MAX + 4),
    INBOX_MAX = 32,                  /* letters that wait to be taken */
    SEEN_MAX = 512                   /* files remembered for each road */
};

/* A letter whose content is being taken. */
struct inbox_item {
    struct envelope e;
    size_t at;
    struct letter_report report;
    letter_done *done;
    void *context;
};

/* What is remembered of a road while the daemon runs. */
struct road_state {
    struct player_key friend;
    uint32_t kind;
    uint32_t trouble;      /* enum verdict */
    uint64_t retry_tick;   /* relay: not again before */
    /* spool: files of his that have been read, by the beginning of their names */
    uint64_t seen[SEEN_MAX];
    unsigned seen_n;
    /* relay: what has been sent and not been confirmed yet */
    struct hash print;
    struct hash waiting[LETTERS_MAX];
    unsigned waiting_n;
};

struct roads {
    struct roads_parts p;
    unsigned timer, pump;
    uint64_t due_tick;      /* when the timer fires */
    uint64_t resend_tick;   /* when what links have lost is said again */
    uint64_t resend_ms;
    uint64_t expire_tick;
    int notice_fd;          /* of inotify; -1: none */
    unsigned notice;
    struct inbox_item *inbox[INBOX_MAX];
    unsigned inbox_n;
    struct road_state *state[ROADS_MAX];
    /* too large for the stack */
    struct envelope draft;
    struct peer_message out;
    uint8_t frame[PEER_FRAME_MAX];
    uint8_t sealed[ENVELOPE_SEALED_MAX];
    uint8_t letters[LETTERS_BYTES];
    struct stored_road roads[ROADS_MAX];
};

/* roads.c: memory of a road, made if need be; NULL: no memory. */
struct road_state *roads_state(struct roads *r, const struct player_key *friend, uint32_t kind);
/* The next of the envelopes that roads_letters made; *at starts at 0. */
bool roads_next(struct span letters, size_t *at, struct span *sealed);
/* Note that everything up to now went by this road. */
void roads_went(struct roads *r, struct stored_road *road, const struct hash *print);
/* What there is to tell him, answers about invitations included; zeros: nothing. */
struct hash roads_print(struct roads *r, const struct player_key *friend);
/* Nothing waits for his receipt. */
bool roads_all_received(struct roads *r, const struct player_key *friend);

/* roads.c: look at all roads in a moment. */
void roads_look_soon(struct roads *r);

/* roads_watch.c: begin and end to be told of new files; also in this folder from now on. */
void watch_start(struct roads *r);
void watch_stop(struct roads *r);
void watch_folder(struct roads *r, const char *path);

/* roads_spool.c: one look at a shared folder: read what is new, write what is due, tidy up. */
void spool_look(struct roads *r, struct stored_road *road);

/* roads_relay.c: hand over to the relay what is due. */
void relay_look(struct roads *r, const struct stored_road *road);
/* As a relay: the oldest parcel of a friend who is there. */
void relay_give(struct roads *r, const struct player_key *to);
void relay_expire(struct roads *r);

#endif
