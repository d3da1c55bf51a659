/* world.h - whole peers in virtual time: matches with a store each, over a network that loses,
 * delays, repeats, reorders and parts, on machines that crash between any two effects.  They
 * bring their logs together as the daemon does (chain/sync.h).  Everything follows from a seed.
 * Checked all the time, by assertions: a refusal changes nothing; an entry is stored at its
 * number and only loose entries are ever dropped (or one that came too late, for a claim); what
 * another has acknowledged stays.  Counted: second entries for one place, which nobody may ever
 * send; and every effect there was, and how many of them a machine crashed at. */
#ifndef SIM_WORLD_H
#define SIM_WORLD_H

#include "base/rng.h"
#include "chain/follow.h"
#include "chain/logfile.h"
#include "chain/match.h"
#include "chain/sync.h"
#include "chain/witness.h"

#include <stdlib.h>

enum { WORLD_ENTRIES_MAX = 1500, WORLD_MESSAGES_MAX = 512, WORLD_BATCH = 4 };

/* What the world is like; chances are per thousand. */
struct weather {
    unsigned players;      /* 2 to 4 */
    struct terms terms;
    unsigned seed;
    unsigned loss, repeat; /* of a message */
    unsigned delay_ms;     /* at most; more than the time between two messages: reordering */
    unsigned crash;        /* at each of: before storing, before sending, after sending */
    unsigned part;         /* that the network parts, looked at every few seconds */
    unsigned moves_max;    /* resign some time after so many moves */
    unsigned talk;         /* that a player says something out of turn when he could act */
    unsigned about_time;   /* that he pauses, resumes, adds time or takes leave */
    unsigned claims;       /* that he warns or claims as soon as he may, when it is not his turn */
    unsigned act_ms;       /* looks at his screen at least that often, 0 = every 2.5 s */
    unsigned part_ms;      /* a parting lasts at most so long, 0 = 8 s */
    unsigned decline;      /* that somebody takes a proposal back or declines it */
    unsigned crash_at;     /* crash once, at the effect of this number (from 1), and never else */
    unsigned jumps;        /* that a wall clock jumps, a day or ten years, forward or back */
    unsigned jumps_off;    /* the same to a machine that is off */
    unsigned offset_ms;    /* wall clocks are wrong by at most so much from the beginning */
    unsigned away;         /* that a player whose words have arrived turns his machine off ... */
    unsigned away_ms;      /* ... for so long at most */
    bool polite;           /* warns only after the debtor is known to have had his time */
};

/* What a machine does with one entry, and where in it a machine may crash. */
enum world_effect { EFFECT_OWN, EFFECT_TAKEN, EFFECT_GIVE_WAY, EFFECT_KINDS };
enum world_point { BEFORE_STORE, BEFORE_SEND, AFTER_SEND, CRASH_POINTS };
struct world_crashes {
    unsigned reached[ENTRY_KIND_COUNT][EFFECT_KINDS][CRASH_POINTS];
    unsigned crashed[ENTRY_KIND_COUNT][EFFECT_KINDS][CRASH_POINTS];
};

/* Beside those of chain/sync.h: entries for the witness, and his answer. */
enum { MESSAGE_ROW = 10, MESSAGE_WORD, POSTMARKS = 24 };

struct world_message {
    uint64_t at_ms;
    uint8_t from, to;
    uint8_t kind; /* enum sync_act, or one of the above */
    bool gap;     /* a witness asks for the entries from that number on ... */
    struct statement word; /* ... or has signed this */
    uint32_t number;
    struct hash head;
    unsigned n;
    struct signed_entry *entry; /* owned */
};

struct world_peer {
    /* on disk */
    struct signed_entry *stored; /* [number - 1] */
    struct held held[WORLD_ENTRIES_MAX];
    uint8_t kind[WORLD_ENTRIES_MAX];
    uint64_t true_ms[WORLD_ENTRIES_MAX]; /* of the world, when it was stored */
    uint64_t wall_ms[WORLD_ENTRIES_MAX]; /* the same by its wall clock */
    uint32_t n;
    uint32_t acked; /* the others hold at least this much of what is stored here */
    struct seed seed;
    struct coin_part coin;
    uint8_t key[32], secret[64];
    struct signed_entry evidence;
    unsigned evidence_n;
    struct statement first, last; /* words of the witness about one head, so many ... */
    struct hash word_head;
    unsigned word_n;
    /* in memory */
    uint32_t witness_from, witness_asked; /* ... and what he has not seen */
    struct match match;
    bool up;
    bool asking;        /* after a restored backup: writes nothing before it holds what ... */
    uint32_t must_hold; /* ... the other said that it holds, 0 = nothing heard yet */
    uint64_t restart_ms, act_ms, have_ms, wake_ms;
    uint64_t boot_ms;   /* its clock that does not jump began to run then */
    int64_t wall_off_ms; /* its wall clock is that far from the true one ... */
    unsigned set_move;   /* ... and was set last in the turn of this move (plus 1) */
    struct hash other_head[PLAYERS_MAX]; /* what the others said last ... */
    uint64_t heard_ms[PLAYERS_MAX];      /* ... and when they said it first */
};

/* The third daemon, in games whose clocks need one. */
struct world_witness {
    uint8_t key[32], secret[64];
    struct witnessed_game kept;                /* on disk, with the last entries */
    struct signed_entry mark[POSTMARKS];
    uint32_t mark_number[POSTMARKS];
    uint64_t restart_ms;                       /* off until then */
    uint32_t signed_number;                    /* what it ever signed */
    struct hash signed_head;
};

struct world_counts {
    unsigned sent, lost, repeated, crashes, parted, gave_way, superseded, gaps, known, wishes,
        refused, replayed, claims, jumps, effects, words,
        doubles; /* entries signed a second time for their place: never but after a backup */
};

/* Every entry that ever left a machine, to see that nobody signs twice. */
struct world_signed {
    uint8_t author;
    uint32_t number;
    struct hash prev, hash;
};

struct world {
    struct weather weather;
    struct world_peer peer[PLAYERS_MAX];
    struct world_witness witness;
    struct world_message message[WORLD_MESSAGES_MAX];
    unsigned messages;
    struct world_signed *published;
    unsigned published_n;
    struct rng_stream stream;
    struct moment now;
    bool quiet; /* no timer and no player starts anything */
    uint64_t heal_ms; /* the network is parted until then */
    uint8_t side;     /* bit p: on which side of the parting peer p is */
    struct world_counts counts;
    struct world_crashes crashes;
};

struct world *world_new(const struct weather *weather);
void world_free(struct world *w);

/* A world in which everybody stands as in `from`, where nothing is on its way, and everything else
 * follows from this weather, whose players and terms are those of `from`. */
struct world *world_copy(const struct world *from, const struct weather *weather);

/* Proves of a finished game (world_truth.c): every log is the same, byte for byte, and everybody
 * found the same clocks; no turn was lost, no game given up or claimed before its player had had
 * all his time by the true clock of the world; nobody is charged by his own program with more than
 * the true time. */
void world_assert_truth(const struct world *w);

/* Proves of a player who has contested a claim that what he had written in its place (if anything,
 * and if nothing has been built on it) was in time by the true clock. */
void world_assert_contest(const struct world *w, unsigned p);

/* Let the world run until everybody holds the same finished (or declined) game and no message is
 * on its way any more; false if that has not happened after `limit_ms` of its time. */
bool world_run(struct world *w, uint64_t limit_ms);

/* Let it run until the game is in this phase or `entries` entries are stored at peer 0; false if
 * that has not happened by `limit_ms`. */
bool world_run_to(struct world *w, unsigned phase, uint32_t entries, uint64_t limit_ms);

/* Let everything that is on its way arrive and be answered, while no player and no timer starts
 * anything. */
void world_calm(struct world *w);

/* Peer p restores a backup from when it held that many entries, and connects to the others anew.
 * With `asks` it compares heads with them before it writes anything. */
void world_restore(struct world *w, unsigned p, uint32_t entries, bool asks);

/* Let it run until it is finished as above, or somebody has stopped in a dispute; then for
 * `quiet_ms` more without timers and players.  False if messages still go back and forth after
 * that, or nothing has come to an end by `limit_ms`. */
bool world_run_disputed(struct world *w, uint64_t quiet_ms, uint64_t limit_ms);

/* Export what peer p holds; free() the bytes. */
struct span world_export(const struct world *w, unsigned p);

#endif
