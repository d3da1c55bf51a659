/* roads.h - what reaches friends who are never up together with us: letters (sealed envelopes) by
 * text that people send, by a folder that some program shares, by a friend's daemon that keeps
 * them.  Rules: docs/roads.md.
 * Not pure.  Memory: heap object.  Errors: enum verdict; nothing has changed unless VERDICT_OK. */
#ifndef DAEMON_ROADS_H
#define DAEMON_ROADS_H

#include "daemon/games.h"
#include "daemon/people.h"

struct roads;

/* All outlive the roads.  `relay`: keep letters for friends.  NULL: no memory. */
struct roads_parts {
    struct loop *loop;
    struct store *store;
    const struct identity *me;
    struct games *games;
    struct people *people;
    bool relay;
    const char *spool; /* the folder that "spool" alone means; may be empty */
};
struct roads *roads_new(const struct roads_parts *parts);
void roads_free(struct roads *r);

/* Something may have changed: look soon.  May be called from anywhere. */
void roads_poke(struct roads *r);
void roads_on_link(struct roads *r, const struct friend_info *who, enum link_state state);
/* DEPOSIT, DEPOSITED, PARCEL, PARCEL_TAKEN. */
void roads_on_message(struct roads *r, const struct friend_info *from,
                      const struct peer_message *m);

/* Everything for this friend (or host of an invitation) that he has not acknowledged: sealed
 * envelopes, each after its length in 4 bytes, little endian.  *parts says how many; 0: there is
 * nothing.  VERDICT_TOO_LONG: `out` is too small. */
enum verdict roads_letters(struct roads *r, const struct player_key *to, struct buf *out,
                           unsigned *parts) __attribute__((warn_unused_result));
/* They have been handed on by text. */
void roads_sent_by_text(struct roads *r, const struct player_key *to);

/* What became of a letter. */
struct letter_report {
    enum verdict verdict; /* VERDICT_OK, or the first refusal of something in it */
    struct player_key sender;
    unsigned part, parts;
};
typedef void letter_done(void *context, const struct letter_report *report);

/* A sealed envelope that came from somewhere: opened at once, its content is taken in turns; then
 * `done` (may be NULL) is called.  Anything but VERDICT_OK: it will not be called.
 * `expected`: who alone may have written it, or NULL.  Failures of envelope_open,
 * VERDICT_NOT_FOR_US (another writer), VERDICT_TOO_MANY_OPEN (too many wait), VERDICT_MEMORY. */
enum verdict roads_take(struct roads *r, struct span sealed, const struct player_key *expected,
                        letter_done *done, void *context) __attribute__((warn_unused_result));

/* Roads of one friend (NULL: of all), from row `from` on, with *more as usual. */
unsigned roads_list(struct roads *r, const struct player_key *friend, uint64_t from,
                    struct road_row *rows, uint32_t *more);
/* Set up or change a road: "spool [DIR]", "relay NAME", "spool off", "relay off".  VERDICT_USAGE,
 * VERDICT_NO_FILE (no such folder), VERDICT_PATH_TOO_LONG, those of people_find, VERDICT_DISK. */
enum verdict roads_set(struct roads *r, const struct friend_info *friend, const char *wish)
    __attribute__((warn_unused_result));

#endif
