/* games.h - the games of this player while the daemon runs: wishes of a person and messages of
 * friends go into the machine of each game (chain/match.h); what comes out is stored, then sent
 * and shown, in that order.  Rules: docs/protocol.md.
 * Not pure.  Memory: heap object.  Errors: enum verdict; nothing has changed unless VERDICT_OK.
 *
 * Only a few games are in memory at a time; the rest is in the database and loaded when somebody
 * asks.  Control handlers and the practice player use the same functions. */
#ifndef DAEMON_GAMES_H
#define DAEMON_GAMES_H

#include "daemon/people.h"
#include "daemon/store.h"
#include "wire/ruling.h"

struct games;

/* Who hears of news: always after it is durable.  Must not call back into games from here. */
struct games_owner {
    void (*on_events)(void *self, const struct event *events, unsigned n);
    void *self;
};

/* `loop`, `store`, `me` outlive the games.  NULL: no memory. */
struct games *games_new(struct loop *loop, struct store *store, const struct identity *me,
                        const char *nick, struct games_owner owner);
void games_free(struct games *g);

/* People come into being after us and go before us; NULL: there are none (any more).  What
 * programs owe by themselves is done once a friend has said what he holds: should our database
 * be an old copy, nothing is signed a second time. */
void games_set_people(struct games *g, struct people *people);

/* The disk takes something again: what could not be stored is asked for at once. */
void games_retry_now(struct games *g);

/* The wall clock jumped: when an entry was seen is counted by the new one from now on, so that
 * nobody's time is longer or shorter for it (in memory; store_entries_seen_moved for the rest). */
void games_clock_jumped(struct games *g, int64_t by_ms);

/* What people tell (see daemon/people.h). */
void games_on_message(struct games *g, const struct friend_info *from,
                      const struct peer_message *m);
void games_on_link(struct games *g, const struct friend_info *who, enum link_state state);

/* --- wishes ----------------------------------------------------------------------------------- */

/* Offer a game to friends, as many as the terms have players besides me, who accept in this
 * order; the terms are checked.  VERDICT_TOO_MANY_OPEN, VERDICT_TERMS_CONFLICT (another number of
 * players), VERDICT_USAGE (somebody twice), those of terms_check, VERDICT_DISK ... */
enum verdict games_propose(struct games *g, const struct friend_info *who, unsigned who_n,
                           const struct terms *terms, uint32_t *number)
    __attribute__((warn_unused_result));

/* The same with a witness or an arbiter, who do not play; NULL: none. */
struct helpers { const struct player_key *witness, *arbiter; };
struct table {
    const struct friend_info *who;
    unsigned who_n;
    const struct terms *terms;
    const struct helpers *with;
    struct move_row *dry; /* as in struct wish */
};
enum verdict games_propose_with(struct games *g, const struct table *table, uint32_t *number)
    __attribute__((warn_unused_result));

/* A wish in a game: kind as match_wish takes it, `choice` with ENTRY_MOVE, `head` NULL or the
 * head the wish is meant for.  Who accepts before it is his turn to has said yes: it is done when
 * those before him have.  VERDICT_NO_SUCH_GAME, VERDICT_HEAD_CHANGED, those of match_wish,
 * VERDICT_DISK. */
struct wish {
    uint32_t game;
    unsigned kind; /* enum entry_kind */
    const struct choice *choice;
    const struct hash *head;
    struct move_row *dry; /* not NULL: gets what would be signed; nothing is, nothing changes */
};
enum verdict games_wish(struct games *g, const struct wish *wish)
    __attribute__((warn_unused_result));

/* Something about time: kind and amount as match_say takes them.  VERDICT_NO_SUCH_GAME,
 * VERDICT_HEAD_CHANGED, those of chain/clock.h, VERDICT_DISK. */
enum verdict games_time(struct games *g, const struct wish *wish, uint32_t amount)
    __attribute__((warn_unused_result));

/* Would games_catch_up, or games_adopt, do it?  The same refusals; nothing changes. */
enum verdict games_may_catch_up(struct games *g, uint32_t number)
    __attribute__((warn_unused_result));
enum verdict games_may_adopt(struct games *g, uint32_t number) __attribute__((warn_unused_result));

/* A restored game that waits for a friend goes on without him.  VERDICT_NO_SUCH_GAME,
 * VERDICT_NOT_HELD, or why else it is held. */
enum verdict games_catch_up(struct games *g, uint32_t number) __attribute__((warn_unused_result));
/* A game that continues on another machine of mine goes on here, as soon as a friend has been
 * heard; what I wrote beside the other machine's entries is dropped.  The same refusals. */
enum verdict games_adopt(struct games *g, uint32_t number) __attribute__((warn_unused_result));

/* Store conditional moves, "MOVE then MOVE ..." theirs and mine in turn; wish: game, head, and dry,
 * which gets the first reply (out->number is 0 then).  On a refusal *detail names the move it is
 * about.  VERDICT_CONDITION_KIND, VERDICT_CONDITION_TURN, VERDICT_CONDITION_DRAW,
 * VERDICT_CONDITION_TWICE, VERDICT_CONDITION_LONG, VERDICT_TOO_MANY_OPEN, those of move_read. */
enum verdict games_if(struct games *g, const struct wish *wish, const char *text,
                      struct condition_row *out, struct text *detail)
    __attribute__((warn_unused_result));
/* Those of a game (0: all) with a number above `after`; at most ROWS_MAX, returns how many. */
unsigned games_conditions(struct games *g, uint32_t game, uint64_t after,
                          struct condition_row *rows);
/* One of them, or all (0).  VERDICT_NO_CONDITION. */
enum verdict games_if_cancel(struct games *g, uint32_t game, uint64_t number)
    __attribute__((warn_unused_result));

/* A line to a friend, about a game or not (0).  VERDICT_TEXT_MALFORMED, VERDICT_NO_SUCH_GAME. */
enum verdict games_say(struct games *g, const struct player_key *friend, uint32_t game,
                       const char *text) __attribute__((warn_unused_result));

/* Is the game in memory, or soon loaded?  If it is a long one it is loaded a little every turn of
 * the loop from now on, so that nobody else waits: ask again.  0: the one that most needs me.
 * True also if there is no such game, or it cannot be loaded. */
bool games_ready(struct games *g, uint32_t number);

/* --- rulings ---------------------------------------------------------------------------------- */

/* I am the arbiter of a game whose entry 1 is `first`: sign what is `wanted` (its signature and
 * time are not looked at), store it, and send it to those of the players who are friends.  The
 * same again gives the same.  VERDICT_NOT_DECODABLE, VERDICT_WRONG_GAME, VERDICT_NO_ARBITER,
 * VERDICT_NOT_ARBITER, VERDICT_FIELD_RANGE, VERDICT_RULED_ALREADY, VERDICT_DISK. */
enum verdict games_rule(struct games *g, const struct ruling *wanted,
                        const struct signed_entry *first, struct ruling *out)
    __attribute__((warn_unused_result));

/* Would games_rule sign it?  The same refusals. */
enum verdict games_may_rule(struct games *g, const struct ruling *wanted,
                            const struct signed_entry *first)
    __attribute__((warn_unused_result));

/* A ruling about a game of mine, whichever way it came; the same result again changes nothing.
 * *number: which game.  VERDICT_NO_SUCH_GAME, the refusals of ruling_check, VERDICT_DISK. */
enum verdict games_take_ruling(struct games *g, const struct ruling *r, uint32_t *number)
    __attribute__((warn_unused_result));

/* --- what there is ---------------------------------------------------------------------------- */

/* Rows in the order of need, from row `from` on. */
unsigned games_list(struct games *g, uint64_t from, struct game_row *rows, uint32_t *more);
enum verdict games_row(struct games *g, uint32_t number, struct game_row *out)
    __attribute__((warn_unused_result));
/* Everything for the screen; number 0: the game that most needs me. */
enum verdict games_show(struct games *g, uint32_t number, struct game_show *out)
    __attribute__((warn_unused_result));
/* My view of a game; VERDICT_NOT_YOUR_TURN while there is no board yet. */
enum verdict games_view(struct games *g, uint32_t number, struct view *out)
    __attribute__((warn_unused_result));
/* The offer meant by a game number, or a friend's key, or neither: VERDICT_OFFER_GONE if there is
 * none, VERDICT_OFFERS_MANY if there is more than one. */
enum verdict games_find_offer(struct games *g, uint32_t number, const struct player_key *from,
                              uint32_t *out) __attribute__((warn_unused_result));
/* Whom I play with there; returns how many in *n. */
enum verdict games_opponents(struct games *g, uint32_t number, struct player_key out[OTHERS_MAX],
                             unsigned *n) __attribute__((warn_unused_result));
/* What happened, from entry `from` on. */
struct log_page { unsigned n; uint32_t more; uint64_t next; };
enum verdict games_log(struct games *g, uint32_t number, uint64_t from, struct move_row *rows,
                       struct log_page *page) __attribute__((warn_unused_result));
/* The game as a log file, with its evidence.  VERDICT_TOO_LONG if it does not fit. */
enum verdict games_export(struct games *g, uint32_t number, struct buf *out)
    __attribute__((warn_unused_result));

/* --- for roads that are no direct link -------------------------------------------------------- */

/* Everything about games and notes that this friend has not acknowledged, and what we hold, as
 * messages for a letter: `take` is called for each in order, and must not call back. */
typedef void games_tell(void *context, const struct peer_message *m);
void games_bundle(struct games *g, const struct player_key *friend, games_tell *take,
                  void *context);
/* A hash that differs when there is something new to tell him; zeros if there is nothing at all.
 * What he acknowledges does not change it. */
struct hash games_print(struct games *g, const struct player_key *friend);
/* A message or an own shuffle is still being worked on: a letter read or written now would have to
 * be followed by another. */
bool games_busy(const struct games *g);
/* This went to a friend by that road now: everything written so far. */
void games_note_sent(struct games *g, const struct player_key *friend, uint32_t road);
/* What I have written and he has not acknowledged, without the first *skip of them, which are
 * counted down; his name and when he was last seen are left to the caller. */
unsigned games_outbox(struct games *g, const struct player_key *friend, uint64_t *skip,
                      struct outbox_row *rows, unsigned max);

/* Record and tell an event that comes from elsewhere (people, this machine). */
void games_event(struct games *g, struct event *event);

#endif
