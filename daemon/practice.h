/* practice.h - the practice players: further real daemons on this machine, each with an identity
 * and a home of its own below ours, that join by an invitation made for them and play over
 * loopback like any friend; as many as a game has opponents.  This file starts them and looks
 * after them; daemon/bot.h is their inside.
 * Not pure: starts processes.  Memory: heap object.  Errors: enum verdict. */
#ifndef DAEMON_PRACTICE_H
#define DAEMON_PRACTICE_H

#include "daemon/node.h"

struct practice;

struct practice_wish {
    struct asker who;
    struct terms terms;
    unsigned level; /* 1 to 3 */
};

/* Starts the players who have an unfinished game.  NULL: no memory. */
struct practice *practice_new(struct node *node);
/* Tells running players to stop. */
void practice_free(struct practice *p);

/* Offer a game to as many practice players as the terms ask for, starting them if need be.
 * *later: one of them has to become a friend first, then the asker is answered; otherwise *number
 * is the game.  Refusals of people_invite and games_propose; VERDICT_DISK, VERDICT_MEMORY;
 * VERDICT_TOO_MANY_OPEN while another first game waits. */
enum verdict practice_play(struct practice *p, const struct practice_wish *wish,
                           uint32_t *number, bool *later) __attribute__((warn_unused_result));

/* Somebody has become a friend, or a link has changed: perhaps it is the practice player. */
void practice_on_friend(struct practice *p, const struct friend_info *who);
void practice_on_link(struct practice *p, const struct friend_info *who, enum link_state state);

#endif
