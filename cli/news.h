/* news.h - what the daemon tells while somebody sits at the prompt: gathered, filtered by what he
 * wants to hear, and printed at the right moment in one go.
 * Not pure: prints.  Memory: static; one prompt a program.  Errors: none; news beyond 16 KiB are
 * dropped (they are in `events`). */
#ifndef CLI_NEWS_H
#define CLI_NEWS_H

#include "cli/session.h"

/* Before anything else. */
void news_start(struct session *s);

/* For struct client: events of a reply. */
void news_take(void *context, const struct reply *reply);

/* A sentence of our own. */
void news_say(const char *sentence);

/* Is there anything to print or to show again, or may the count in the prompt be another? */
bool news_wait(void);

/* Print it.  `typing`: something stands in the line, so no board comes above it. */
void news_print(bool typing);

/* The prompt: "numbridge 3 (2)> " is game 3, and two other games wait.  Asks the daemon that is
 * connected. */
void news_prompt(char out[48]);

#endif
