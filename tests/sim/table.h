/* table.h - two or more matches at one table, with what a daemon would store, for tests: entries
 * are kept, passed on, and effects are carried out in the prescribed order.  Deterministic for a
 * seed. */
#ifndef SIM_TABLE_H
#define SIM_TABLE_H

#include "base/rng.h"
#include "chain/logfile.h"
#include "chain/match.h"

#include <stdlib.h>

enum { TABLE_ENTRIES_MAX = 1200 };

struct sim_peer {
    struct match match;
    struct signed_entry *stored; /* [number - 1] */
    struct held held[TABLE_ENTRIES_MAX];
    uint64_t wall_ms[TABLE_ENTRIES_MAX]; /* when each was stored */
    uint32_t n;
    unsigned notices[NOTICE_LEAVE + 1];
    struct signed_entry evidence;
    unsigned evidence_n, dropped;
    uint8_t key[32], secret[64];
};

struct sim_table {
    unsigned players;
    struct sim_peer peer[PLAYERS_MAX];
    uint8_t witness_key[32], witness_secret[64]; /* named where the clocks need one */
    struct rng_stream stream;
    struct moment now;
};

/* A table of `players` fresh peers whose keys, seeds and nonces come from `seed`. */
struct sim_table *table_new(unsigned players, unsigned seed);
void table_free(struct sim_table *t);

/* Carry out the effects of a step of peer p: store, drop, count. */
void table_effects(struct sim_table *t, unsigned p, const struct effects *out);

/* Peer p's program is started again and loads what it has stored. */
void table_restart(struct sim_table *t, unsigned p);

/* Hand one entry to peer p, as its daemon would; the verdict of match_entry. */
enum verdict table_deliver(struct sim_table *t, unsigned p, const struct signed_entry *e);

/* Let everybody do what he owes and pass everything on until nothing happens any more. */
void table_settle(struct sim_table *t);

/* Propose by peer 0 under these terms, accepted by all, hands dealt. */
void table_begin(struct sim_table *t, const struct terms *terms);

/* The peer whose move is due, or NO_SEAT. */
unsigned table_to_move(const struct sim_table *t);

/* A wish of peer p carried out locally (nothing passed on). */
enum verdict table_wish(struct sim_table *t, unsigned p, unsigned kind,
                        const struct choice *choice);

/* What an honest program would sign for this choice, with the move exchanged for another one that
 * opens no tile; the program of peer p believes it.  Nothing is passed on.  The entry's number. */
uint32_t table_forge_move(struct sim_table *t, unsigned p, const struct choice *honest,
                          const struct move *move);

/* A random sensible choice for peer p: mostly right tiles, sometimes wrong ones, claims, swaps. */
struct choice table_choice(struct sim_table *t, unsigned p);

/* Export what peer p holds; free() the bytes. */
struct span table_export(const struct sim_table *t, unsigned p);

#endif
