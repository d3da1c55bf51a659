/* practice.h - the practice player: a second real daemon on this machine, with an identity and a
 * home of its own below ours, that joins by an invitation made for it and plays over loopback
 * like any friend.  This file starts it and looks after it; daemon/bot.h is its inside.
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

/* Starts the player if one of its games is unfinished.  NULL: no memory. */
struct practice *practice_new(struct node *node);
/* Tells a running player to stop. */
void practice_free(struct practice *p);

/* Offer the practice player a game, starting it if need be.  *later: it has to become a friend
 * first, then the asker is answered; otherwise *number is the game.  VERDICT_NOT_NOW-like
 * refusals of people_invite and games_propose; VERDICT_DISK, VERDICT_MEMORY; VERDICT_TOO_MANY_OPEN
 * while another first game waits. */
enum verdict practice_play(struct practice *p, const struct practice_wish *wish,
                           uint32_t *number, bool *later) __attribute__((warn_unused_result));

/* Somebody has become a friend, or a link has changed: perhaps it is the practice player. */
void practice_on_friend(struct practice *p, const struct friend_info *who);
void practice_on_link(struct practice *p, const struct friend_info *who, enum link_state state);

#endif
