/* sync.h - how two daemons bring their logs of one game together: what to answer when the other
 * side says what it holds, and when an entry of it arrives.  Daemon and simulator share it.
 * Rules: docs/protocol.md section 6.  Pure: no sending, no storing, no clock.
 * Memory: plain values.  Errors: the verdicts of match_entry.
 *
 * Every message is answered by at most one, and two honest sides fall silent as soon as they
 * agree; a lost, repeated or reordered message costs time only. */
#ifndef CHAIN_SYNC_H
#define CHAIN_SYNC_H

#include "chain/match.h"

/* The stored log, as the caller keeps it. */
struct sync_log {
    /* What is held at `number` (from 1); false if nothing is. */
    bool (*held)(void *context, uint32_t number, struct held *out);
    void *context;
};

enum sync_act {
    SYNC_NOTHING = 0,
    SYNC_HAVE,    /* send HAVE with `number` and `head` */
    SYNC_ENTRIES  /* send what I hold from `number` on */
};
struct sync_answer {
    enum sync_act act;
    uint32_t number;
    struct hash head;
};

/* What I hold: to be sent after a connection, and as the receipt of entries. */
struct sync_answer sync_mine(const struct match *m);

/* The other side says that its entry `number` has the hash `head` (0 and anything: it holds
 * nothing).  If that is mine too, it gets what follows; if mine is another one, it is asked about
 * the entry before; if I hold less, it learns how much. */
struct sync_answer sync_have(const struct match *m, const struct sync_log *log, uint32_t number,
                             const struct hash *head);

/* An entry came: match_entry with what the log holds at its place, and what to answer once the
 * effects are carried out.  All entries of one message are gone through, whatever becomes of one
 * of them (a claim may follow the warning that lost its place); one answer is enough for them
 * all: sync_join.  Verdict and *out as match_entry gives them. */
enum verdict sync_entry(struct match *m, const struct signed_entry *bytes,
                        const struct sync_log *log, const struct moment *now, struct effects *out)
    __attribute__((warn_unused_result));

/* ... and the answer to it: `v` is what sync_entry said. */
struct sync_answer sync_receipt(const struct match *m, const struct signed_entry *e,
                                const struct sync_log *log, enum verdict v);

/* `answer` so far (SYNC_NOTHING at first) and that to the next entry of the same message: the
 * first entries to be sent, else what I hold last. */
void sync_join(struct sync_answer *answer, const struct sync_answer *next);

#endif
