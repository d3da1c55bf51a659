/* loose.h - the end of a chain that may still have to give way: what was said out of turn and
 * nobody has built on yet.  Rules: docs/protocol.md [P-2.8], [P-2.9].
 * Pure.  Memory: plain value, about 40 kB.  Errors: none. */
#ifndef CHAIN_LOOSE_H
#define CHAIN_LOOSE_H

#include "chain/replay.h"

/* A match says no more than that (chain/match.c); if somebody else did, they would count as built
 * upon.  Bodies are short. */
enum { LOOSE_MAX = 8, LOOSE_BODY_MAX = 512 };

struct loose_entry {
    uint8_t author, kind;
    uint16_t len;
    uint8_t body[LOOSE_BODY_MAX];
    struct signature signature;
};
struct loose {
    struct replay base; /* the state before the first of them */
    unsigned n;
    struct loose_entry entry[LOOSE_MAX];
};

/* `before` became `now` by the entry `e`: note it, or, if it was owed, forget all before it. */
void loose_note(struct loose *l, const struct replay *before, const struct replay *now,
                const struct signed_entry *e);

/* Does a loose entry stand at this number of the chain? */
bool loose_holds(const struct loose *l, uint32_t number);

/* The state before the loose entry of that number. */
void loose_before(const struct loose *l, uint32_t number, struct replay *out);

/* Must our loose entry of that number give way to `e`, which names the same previous entry?
 * `before` as loose_before gives it. */
bool loose_yields(const struct loose *l, const struct replay *before, const struct entry *e);

/* Something to be said again; kind 0: nothing. */
struct again {
    uint8_t kind;    /* enum entry_kind */
    uint8_t debtor;  /* adding time: it is for this player's turn, */
    uint16_t moves;  /* after so many moves, and for no other one */
    uint32_t amount; /* seconds added, days of leave */
};

/* What `author` would want to say again if everything from that number on gave way: the last of
 * his entries there, because whatever comes after an offer ends the game. */
struct again loose_wish(const struct loose *l, uint32_t number, unsigned author);

/* The same in one number, for a database. */
uint64_t again_pack(const struct again *a);
struct again again_unpack(uint64_t packed);

/* Everything from that number on gave way. */
void loose_drop(struct loose *l, uint32_t number);

#endif
