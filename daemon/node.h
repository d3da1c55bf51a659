/* node.h - the whole daemon: owns all parts, starts and stops them in order, and carries news
 * from one to the other.  The only part that knows everybody; handlers of control requests and
 * the practice player get it to reach the others.
 * Not pure.  One per process. */
#ifndef DAEMON_NODE_H
#define DAEMON_NODE_H

#include "daemon/config.h"
#include "daemon/control.h"
#include "daemon/games.h"
#include "daemon/machine.h"
#include "daemon/people.h"
#include "daemon/roads.h"
#include "daemon/store.h"

enum { WAITING_MAX = 8 };

struct node;

/* Somebody at the control socket who gets his answer when a friend has answered, or in time. */
struct waiting {
    struct node *node;
    struct asker who;      /* client 0 = free */
    struct player_key key; /* of the friend */
    unsigned timer;
};

/* Somebody who gets his letters when what is owed has been written. */
struct posting {
    struct node *node;
    struct asker who;      /* client 0 = free */
    struct player_key key; /* of the friend */
    unsigned timer, tries;
};

struct node {
    const struct config *config;
    struct loop *loop;
    struct store *store;
    struct control *control;
    struct machine *machine;
    struct identity identity; /* SECRET once unlocked */
    bool unlocked;
    bool moved_out; /* the player has gone to another machine: nothing is signed or answered here */
    char nick[NAME_MAX_LEN + 1];
    uint64_t started_ms;
    /* only while unlocked */
    struct games *games;
    struct people *people;
    struct roads *roads;
    struct socks *socks;       /* NULL: no proxy is set */
    struct doctor *doctor;
    struct mapping *mapping;   /* NULL: the router is not asked */
    char mapped[64];           /* what it forwards to us; "" = nothing */
    struct watcher *watcher;   /* NULL: no program for events is set */
    struct practice *practice; /* starts a practice player; NULL in a practice player */
    struct bot *bot;           /* plays; only in a practice player */
    struct waiting waiting[WAITING_MAX];
    struct posting posting[WAITING_MAX];
};

/* Run the daemon until it is told to stop.  When it is ready, or cannot be, an enum verdict is
 * written to ready_fd as an int (if that is not -1).  Returns the exit code. */
int node_run(const struct config *config, int ready_fd);

/* Open the key and start what needs it.  Failures of keyfile_load;
 * VERDICT_CANNOT_LISTEN; VERDICT_MEMORY. */
enum verdict node_unlock(struct node *n, struct span passphrase)
    __attribute__((warn_unused_result));

/* The store is retired: stop everything that needs the key, now. */
void node_retire(struct node *n);

/* The answer to this request will come when this friend has answered our invitation.  False: too
 * many wait already. */
bool node_wait_for(struct node *n, const struct asker *who, const struct player_key *key);

/* Put what this friend, or host of an invitation, has not acknowledged into a reply, as REQ_MAIL
 * says. */
void node_letters(struct node *n, const struct player_key *to, struct reply *out);

/* A row of one friend for display; false if he is none. */
bool node_friend_row(struct node *n, const struct player_key *key, struct friend_row *out);

/* The port that friends can reach, on this machine: an address for loopback. */
void node_local_address(struct node *n, char out[ADDRESS_TEXT_SIZE]);

#endif
