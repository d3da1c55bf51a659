/* json.h - what the control socket brings, as JSON for programs: enums are upper-case English
 * names, times RFC 3339 in UTC, durations milliseconds, ids strings.  Never translated.
 * Pure but for json_line.  Memory: each function returns a new object that the caller owns
 * (json_decref), or NULL without memory. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "wire/control.h"

#include <jansson.h>
#include <stdbool.h>

json_t *json_status(const struct status *s);
json_t *json_invitation(const struct invitation_row *i);
json_t *json_friend(const struct friend_row *f);
json_t *json_game(const struct game_row *g);
json_t *json_show(const struct game_show *show);
/* Of that what the seat itself may know of the game, without names. */
json_t *json_seat(const struct game_show *show);
const char *json_ending_name(uint32_t ending);

/* `n` as sentence_scale says. */
json_t *json_choice(const struct choice *c, unsigned n);
json_t *json_move(const struct move_row *m, unsigned n);
json_t *json_event(const struct event *e);

/* {"verdict": name, "sentence": text, "detail": ..., "exit": code}; of a refusal also
 * "error": {"code", "name", "message", "hint"}, the hint null or what to type. */
json_t *json_verdict(enum verdict v, const char *detail);

/* The same, with another exit code than the verdict's own: a program that was run said it. */
json_t *json_failed(enum verdict v, int code);

/* The name of a kind of event; is it one? */
const char *json_event_name(uint32_t kind);
bool json_event_known(const char *name);

/* What json_line prints, with its newline, to be freed; the object stays the caller's. */
char *json_text(json_t *object);

/* Add "v":1, print it as one line on stdout, give it back. */
void json_line(json_t *object);

/* Put a list under a name and hand both on: {name: list}. */
json_t *json_under(const char *name, json_t *what);

#endif
