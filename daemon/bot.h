/* bot.h - inside a practice player: joins the daemon that started it, accepts its offers, plays
 * its moves through the same functions as a person, and stops when there is nothing left to do
 * or that daemon has gone.  It sees its own view of a game and nothing else.
 * Not pure.  Memory: heap object. */
#ifndef DAEMON_BOT_H
#define DAEMON_BOT_H

#include "daemon/node.h"

struct bot;

/* Before people_start: where that daemon is now, into the contacts. */
void bot_set_parent(struct store *store, const char *address);

/* After it: joins if an invitation lies in the home.  NULL: no memory. */
struct bot *bot_new(struct node *node);
void bot_free(struct bot *b);

/* Something happened: look whether there is something to do, in the next turn. */
void bot_wake(struct bot *b);
/* The invitation was answered. */
void bot_on_friend(struct bot *b, bool joined);

#endif
