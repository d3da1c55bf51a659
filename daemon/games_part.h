/* games_part.h - what the files games_*.c share among themselves; nobody else includes this. */
#ifndef DAEMON_GAMES_PART_H
#define DAEMON_GAMES_PART_H

#include "chain/match.h"
#include "chain/ruling.h"
#include "daemon/games.h"
#include "daemon/loop.h"
#include "daemon/store_events.h"
#include "daemon/store_games.h"
#include "daemon/store_rulings.h"

enum {
    LIVE_MAX = 32,            /* games in memory */
    HEARD_MAX = 512,
    OPEN_WITH_FRIEND_MAX = 64, /* unfinished games with one friend */
    BROKEN_OFF_MAX = 64,      /* proposals of one friend in a day that came to nothing: they stay */
    EVENTS_A_STEP = EFFECT_NOTICES_MAX,
    GO_STEPS_MAX = 64,        /* things owed one after another; more is our mistake */
    ROUNDS_TO_JUDGE = 64      /* of a match, rounds played again included; more are not judged */
};

/* A game in memory. */
struct live {
    struct stored_game stored; /* row.number 0: not stored yet */
    struct match m;
    uint64_t used;             /* for finding the one not used for longest */
    bool loading;              /* not all stored entries are in the machine yet */
    struct games *games;       /* whose it is, for its timer */
    unsigned clock_timer;
    /* the turn as far as it can be seen from here, whoever has it */
    uint16_t turn_moves;
    uint8_t turn_player, turn_paused;
    uint64_t turn_spent_ms, turn_from_tick;
    bool claims;               /* the game is claimed as soon as the witness's word suffices */
    unsigned claim_timer;
    uint32_t witness_from, witness_asked; /* entries he needs from here on; sent from here last */
    uint8_t rulings;           /* of the arbiter that hold; 1: it is ruled, 2: in two ways */
    struct ruling ruling;      /* the first of them */
    bool rulings_wait;         /* others are kept that do not hold, perhaps not yet */
    uint32_t stopped;          /* enum verdict of a dispute beside them, or 0 */
};

/* A message that waits in the middle while the proof of a shuffle in it is checked in slices; and
 * the games of which something came meanwhile: it has been forgotten and is asked for again. */
struct parked {
    bool busy;
    uint32_t game;
    uint32_t later[LIVE_MAX];
    unsigned later_n;
    struct player_key from;
    unsigned timer;
    size_t at;                 /* the shuffle begins here in the message */
    struct shuffle_check check;
    struct peer_message message;
};

/* A shuffle of mine that is being made and proven in slices. */
struct making {
    bool busy;
    uint32_t game;
    unsigned timer;
    struct shuffler job; /* SECRET */
};

/* A round whose seeds are open is computed again, a little every turn. */
struct judging {
    bool busy;
    uint32_t game;                     /* the one judged now or last; 0 = none */
    uint32_t at;                       /* entries that have passed */
    uint32_t scanned;                  /* entries that have been looked through for seeds */
    uint32_t until;                    /* entries that the open seeds decide about */
    unsigned players;
    unsigned rounds, opened;           /* whole rounds open; seeds of the one after them */
    uint32_t first;                    /* number of the first seed of that one */
    unsigned timer;
    struct seed seed[ROUNDS_TO_JUDGE][PLAYERS_MAX];
    struct replay r;
};

struct games {
    struct loop *loop;
    struct store *store;
    const struct identity *me;
    char nick[NAME_MAX_LEN + 1];
    struct people *people;
    struct games_owner owner;
    struct live *live[LIVE_MAX];
    uint64_t uses;
    unsigned going;            /* timer: a turn for what is owed has been asked for */
    uint32_t go_after;         /* last game looked at there */
    unsigned retry;            /* timer */
    unsigned loading;          /* timer */
    uint32_t ahead[LIVE_MAX];  /* games to be loaded before anybody asks, the last one first */
    unsigned ahead_n;
    uint32_t unloadable;       /* a game that turned out not to replay */
    uint32_t heard[HEARD_MAX]; /* games of which a friend has said what he holds since the start */
    unsigned heard_n;
    /* too large for the stack */
    struct effects fx;
    struct stored_entry entry;
    struct signed_entry incoming;
    struct entry plain;
    struct peer_message out;
    struct event events[EVENTS_A_STEP];
    struct parked parked;
    struct making making;
    struct judging judging;
    uint32_t to_judge[LIVE_MAX]; /* games that wait for it */
    unsigned to_judge_n;
    const struct player_key *from; /* whose message is being taken, or NULL */
};

/* games.c ------------------------------------------------------------------------------------ */

/* The game in memory, loaded if need be.  VERDICT_NO_SUCH_GAME, VERDICT_DATABASE_DAMAGED if what
 * is stored does not replay, VERDICT_MEMORY. */
enum verdict games_live(struct games *g, uint32_t number, struct live **out)
    __attribute__((warn_unused_result));

/* A game that is not stored yet (games_keep does that); games_forget if nothing comes of it.  As
 * soon as the machine has the proposal: games_seat, which notes who else plays. */
struct live *games_fresh(struct games *g) __attribute__((warn_unused_result));
void games_seat(struct games *g, struct live *l);
void games_forget(struct games *g, struct live *l);

/* The effects in g->fx: store, commit, send, show.  After a refusal (disk) the game has been
 * forgotten and *l is gone; nothing was sent or shown. */
enum verdict games_keep(struct games *g, struct live *l) __attribute__((warn_unused_result));

/* Everything I owe and need not be asked for.  VERDICT_DISK etc.: *l is gone. */
enum verdict games_go(struct games *g, struct live *l);

/* The same for every game in which something is owed, one a turn. */
void games_go_all(struct games *g);

struct moment games_moment(const struct games *g);

/* games_dry.c: the machine signs, what it signed is told in *dry, and it is as it was before. */
enum verdict games_wish_dry(struct games *g, struct live *l, const struct wish *wish);
enum verdict games_say_dry(struct games *g, struct live *l, const struct said *what,
                           struct move_row *dry);
/* What the effects in g->fx have signed. */
void games_would_sign(struct games *g, const struct live *l, struct move_row *out);

/* The effects begin empty. */
void games_no_effects(struct games *g);

/* The place in `other` of somebody with this key; false if he does not play there. */
bool games_place_of(const struct stored_game *game, const struct player_key *key, unsigned *at);

/* The database would not take something: look again in a while. */
void games_retry_later(struct games *g);

/* games_wish.c ------------------------------------------------------------------------------- */

/* The game of a wish, as games_live; VERDICT_HEAD_CHANGED too, if it was about another head. */
enum verdict games_wished(struct games *g, const struct wish *wish, struct live **out)
    __attribute__((warn_unused_result));
/* Is an entry of that kind one that a program writes without being asked? */
bool games_is_automatic(unsigned kind);
/* Is it a yes before it is my turn to accept?  It is kept, and signed when it is. */
bool games_is_early_yes(const struct live *l, unsigned kind);

/* games_row.c: the columns of a game from its machine; a move and an event for display. */
void games_summary(const struct games *g, struct live *l);
void games_move_row(const struct match *m, const struct entry *e, struct move_row *out);
void games_news(struct games *g, const struct live *l, unsigned notice, struct event *out);

/* games_bundle.c ------------------------------------------------------------------------------ */

/* The message in g->out did not go to him: if it is a refusal, the next letter brings it. */
void games_owe_refusal(struct games *g, const struct player_key *to);

/* games_peer.c ------------------------------------------------------------------------------- */

/* Go through the entries of a message of `from`, from offset `at` on. */
void games_take_entries(struct games *g, struct live *l, const struct player_key *from,
                        const struct peer_message *m, size_t at);
/* Entries from a number on, as many as fit a frame, to one of the players. */
void games_send_from(struct games *g, const struct stored_game *game, uint32_t number,
                     const struct player_key *to);
/* The entry of mine in g->fx, to everybody. */
void games_send_written(struct games *g, const struct live *l);
/* What I hold, to one, or to everybody who plays (NULL). */
void games_send_have(struct games *g, const struct stored_game *game,
                     const struct player_key *to);
/* Ask everybody who plays what he holds: who is told of more than he has says how much he has. */
void games_ask_have(struct games *g, const struct stored_game *game);
/* A note and the news of it, in one transaction.  VERDICT_KNOWN as store_note_add. */
enum verdict games_keep_note(struct games *g, struct stored_note *note, struct event *event)
    __attribute__((warn_unused_result));
/* The first of my notes above `after` that the friend has not stored. */
void games_send_notes(struct games *g, const struct player_key *friend, uint64_t after);

/* games_clock.c ------------------------------------------------------------------------------ */

/* The game has changed, or is in memory now: set its timer anew. */
void games_clock_arm(struct games *g, struct live *l);
void games_clock_stop(struct games *g, struct live *l);
/* Does my own clock run in it, so that it must not leave memory? */
bool games_clock_runs(const struct live *l);
/* A friend has said what he holds of the game: my program may speak about my time there. */
void games_heard(struct games *g, uint32_t number);
/* What is shown of time. */
void games_clock_show(const struct games *g, const struct live *l, struct game_show *out);

/* games_hold.c ------------------------------------------------------------------------------- */

/* Why nothing is signed in a game, enum verdict; 0 = nothing holds it. */
uint32_t games_hold_of(struct games *g, uint32_t number);

/* Somebody in the game says (HAVE) what he holds: if it is what we hold, a game that was catching
 * up goes on.  letter_ms: when he wrote it, should it come by letter; one from before the restore
 * may be lying about for long and says nothing. */
void games_hold_have(struct games *g, const struct stored_game *game,
                     const struct peer_message *m, uint64_t letter_ms);
/* Entries came: the same, should they be all that he spoke of. */
void games_hold_taken(struct games *g, const struct live *l);

/* Does the entry in g->incoming say that another machine with my key goes on with the game?  place
 * is its number if we hold another one there; then it is not to be taken. */
struct elsewhere { uint32_t place, installation; };
bool games_hold_peek(struct games *g, const struct live *l, struct elsewhere *out);
void games_hold_elsewhere(struct games *g, struct live *l, const struct elsewhere *where);
/* g->plain has just been taken: is it an acceptance of mine with secrets that are not here? */
void games_hold_secrets(struct games *g, struct live *l);

/* games_if.c --------------------------------------------------------------------------------- */

/* Follow the conditional moves of a game to its present head: those whose line is left are
 * cancelled with a notice; a reply that is due is made. */
enum if_step { IF_NOTHING, IF_PLAYED, IF_GONE /* not stored: *l is gone */ };
enum if_step games_if_step(struct games *g, struct live *l);

/* games_witness.c ---------------------------------------------------------------------------- */

/* Ask the witness of a game, if it has one, to sign what we hold. */
void games_witness_ask(struct games *g, struct live *l);
/* What he has signed about the newest head, for a claim; false if that is nothing. */
bool games_witness_claim(struct games *g, const struct live *l, struct claim_step *out);
/* A claim was refused because his word is not late enough: it is kept, over a restart too, and
 * signed when it is, unless the other moves before.  VERDICT_CLAIM_KEPT; `why` where there is
 * nothing to wait for.  VERDICT_DISK etc.: *l is gone. */
enum verdict games_claim_keep(struct games *g, struct live *l, enum verdict why)
    __attribute__((warn_unused_result));
/* Is there still something to claim: nobody but programs has written since my warning? */
bool games_claim_stands(const struct live *l);
/* The game is in memory now, or has changed: does the claim still make sense?  Then he is asked. */
void games_claim_look(struct games *g, struct live *l);
/* We are asked as a witness; he answers. */
void games_witness_take(struct games *g, const struct friend_info *from,
                        const struct peer_message *m);
void games_witness_answer(struct games *g, const struct friend_info *from,
                          const struct peer_message *m);
/* Somebody is here: what we keep for him, and what we want from him. */
void games_witness_link(struct games *g, const struct friend_info *who);
/* Do we witness a game of that name? */
bool games_witness_knows(struct games *g, const struct game_id *game);
/* Is that friend the witness of this game of ours? */
bool games_is_witness(const struct live *l, const struct friend_info *who);
/* A name for somebody, a petname or one made from his key. */
void games_name_key(const struct games *g, const struct player_key *key,
                    char out[NAME_MAX_LEN + 1]);

/* games_ruling.c ----------------------------------------------------------------------------- */

/* What is stored of rulings, at the end of loading; what they say instead of the chain. */
void games_ruling_load(struct games *g, struct live *l);
/* Around the taking of an entry in a game that may be ruled: the machine as it is without rulings;
 * and those put over it again that hold with what g->fx brings. */
void games_ruling_lift(struct live *l);
void games_ruling_lay(struct games *g, struct live *l);
/* Those that wait and hold now are taken.  VERDICT_DISK etc.: *l is gone. */
enum verdict games_ruling_again(struct games *g, struct live *l)
    __attribute__((warn_unused_result));
/* Those that hold, as they are exported; how many. */
unsigned games_rulings(struct games *g, uint32_t number, struct ruling out[RULINGS_KEPT_MAX]);
void games_ruling_row(const struct live *l, struct game_row *row);
void games_ruling_show(const struct live *l, struct game_show *out);
/* A note came: there may be a ruling in it, which is taken if it holds. */
void games_ruling_in_note(struct games *g, const char *text);

/* games_check.c ------------------------------------------------------------------------------ */

/* True: the entry in g->incoming, at this offset of the message, is a shuffle whose proof is now
 * being checked in slices (games_take_entries goes on with it afterwards), or has to wait for
 * one that is: stop here. */
bool games_park(struct games *g, const struct live *l, const struct player_key *from,
                const struct peer_message *m, size_t at);
void games_unpark(struct games *g);

/* True: what I owe in this game is a shuffle, which is now made in slices (games_go goes on
 * afterwards), or has to wait for one that is. */
bool games_shuffle(struct games *g, const struct live *l);
void games_shuffle_stop(struct games *g);

/* games_judge.c ------------------------------------------------------------------------------ */

/* Seeds have been opened: compute again what they decide about, soon and in slices.  What differs
 * makes the game disputed. */
void games_judge(struct games *g, uint32_t number);
/* Finished games that have not been judged to the end (at the start). */
void games_judge_all(struct games *g);
void games_judge_stop(struct games *g);

#endif
