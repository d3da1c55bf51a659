/* sentence.h - what happened, as whole sentences in the language of the reader; nothing else in the
 * program words news.
 * Pure but for the catalogue of cli/lang.h.  Memory: appends to the caller's text.
 * Errors: none. */
#ifndef CLI_SENTENCE_H
#define CLI_SENTENCE_H

#include "base/text.h"
#include "cli/lang.h"
#include "wire/control.h"

/* One line of news, without its number: "Game 3: ann placed 7 on e5, the right digit." */
void sentence_event(const struct event *e, struct text *out);

/* One line of the log of moves; `n` as sentence_scale says, `who` made it (NULL: I did). */
void sentence_move(const struct move_row *m, unsigned n, const char *who, struct text *out);

/* The same for a wish to end a game of dominoes (enum entry_kind), or its being agreed to; false
 * if the entry is something else. */
bool sentence_end(uint32_t kind, const char *who, struct text *out);

/* What cells and tiles of a game are named by: rows of the board, at dominoes the set. */
unsigned sentence_scale(const struct view *view);

/* "ann", "ann, ben" */
void sentence_opponents(const struct game_row *g, struct text *out);

/* How sure a result is (enum grade of wire/entry.h), in one word. */
const char *sentence_grade(uint32_t grade);

/* The state of a game: "your turn", "waits for ann", "finished: you won". */
void sentence_state(const struct game_row *g, struct text *out);

/* If something of mine in this game waits for the other side to be there: "queued; last seen
 * yesterday 21:40"; else nothing. */
void sentence_queued(const struct game_row *g, uint64_t now_ms, struct text *out);

/* The state of the connection to a friend: "online", "last here 3 hours ago". */
void sentence_link(const struct friend_row *f, uint64_t now_ms, struct text *out);

/* A span of time: "3 days", "1 hour", "20 seconds". */
void sentence_span(uint64_t ms, struct text *out);

/* A time of day here, and the day if it is another: "21:40", "yesterday 21:40", "on 3 May 21:40";
 * "never" for 0. */
void sentence_day(uint64_t ms, uint64_t now_ms, struct text *out);

/* A time as RFC 3339 in UTC, "2031-05-04T12:00:00Z"; "-" for 0. */
/* The same with milliseconds, for programs. */
void sentence_moment(uint64_t ms, struct text *out);
void sentence_stamp(uint64_t ms, struct text *out);

/* The sentence of a verdict. */
static inline const char *sentence_verdict(enum verdict v)
{
    return _(verdict_text(v));
}

/* The sentence of a refusal, and what it is about if there is something. */
void sentence_refusal(enum verdict v, const char *detail, struct text *out);

#endif
