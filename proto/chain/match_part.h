/* match_part.h - what the files of match share.  Only chain/match*.c includes this.
 * Everything works on *m itself and is called in the middle of an event; see chain/match.h. */
#ifndef CHAIN_MATCH_PART_H
#define CHAIN_MATCH_PART_H

#include "chain/match.h"

/* An Ed25519 secret key carries the public one in its second half: mine. */
const uint8_t *match_key(const struct match *m);

/* My place among the players of *r; false if I am none of them. */
bool match_take_seat(struct match *m, const struct replay *r);

/* The round being played, 1 in games without; and my secrets of the bag of a round. */
unsigned match_round(const struct match *m);
void match_take_secrets(struct match *m, const struct game_id *game, unsigned round);

/* `before` became m->now by the entry `e`. */
void match_settle(struct match *m, const struct replay *before, const struct signed_entry *e);

bool match_my_move_is_due(const struct match *m, const struct replay *r);

/* A shuffle that needs no check, because we made it or judged it before. */
void match_vouch(struct replay *r, const struct entry *e);

/* Effects: none; one notice more; all that follow from `before`; the entry to store. */
void match_clear(struct effects *out);
void match_notice(struct effects *out, enum notice_kind kind);
void match_notice_all(const struct match *m, const struct replay *before, struct effects *out);
void match_give_entry(struct effects *out, const struct signed_entry *e, uint32_t number);

/* If `e`, which followed `before` at `now`, is mine: keep what is needed to answer a claim against
 * it.  Before the times of *m are those after it. */
void match_remember_mine(struct match *m, const struct replay *before, const struct entry *e,
                         const struct moment *now);

/* Write an entry whose kind and body are filled in. */
enum verdict match_write_entry(struct match *m, struct entry *e, const struct moment *now,
                               struct effects *out) __attribute__((warn_unused_result));

#endif
