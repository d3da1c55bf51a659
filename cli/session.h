/* session.h - what lasts from command to command: options, connection, the game being looked at.
 * Not pure.  Memory: one static struct session per program (it is several megabytes).
 * Every command ends with an exit code (base/verdict.h); results go to stdout, everything else
 * to stderr. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/client.h"
#include "cli/options.h"
#include "cli/term.h"
#include "keys/settings.h"

#include <jansson.h>

struct session {
    struct options start; /* of the command line */
    struct options opt;   /* of the command being done */
    struct term term;
    struct paths paths;
    char seen_path[PATHS_MAX + 8]; /* of seen.h; "" = nothing is kept */
    struct client client;
    struct words words;   /* the command being done */
    struct request request;
    struct reply reply;   /* to the last request */
    struct status status; /* from the last hello or status */
    char said[256];       /* what a daemon said that could not start */
    enum settings_notify notify; /* which news the prompt shows */
    bool bell;            /* and sounds a bell with them */
    bool prompt;          /* words come one line at a time */
    bool leave;           /* the prompt shall end */
    bool following;       /* events are subscribed to on this connection */
    uint32_t game;        /* the current game, 0 = the one that most needs me */
    bool has_show;
    struct game_show show; /* the last position that was seen */
};

/* From the options: paths, terminal, buffers.  VERDICT_MEMORY and the refusals of paths_find. */
enum verdict session_init(struct session *s) __attribute__((warn_unused_result));
void session_close(struct session *s);

/* A fresh request of that kind, to be filled in. */
struct request *session_ask(struct session *s, enum request_kind kind);

/* Send it and wait for s->reply; connects and starts the daemon first where needed. */
enum verdict session_call(struct session *s) __attribute__((warn_unused_result));

/* The same without starting a daemon. */
enum verdict session_call_running(struct session *s) __attribute__((warn_unused_result));

/* Ask for events of this connection from now on. */
enum verdict session_follow(struct session *s) __attribute__((warn_unused_result));

/* The game a word names: a number, or a friend with whom there is one (the one that most needs
 * me); NULL: --game, else the current one, else 0.  VERDICT_NO_SUCH_GAME and what asking says. */
enum verdict session_game(struct session *s, const char *word, uint32_t *game)
    __attribute__((warn_unused_result));

/* Fetch a position into s->show (0: the one that most needs me) and make it the current game. */
enum verdict session_look(struct session *s, uint32_t game) __attribute__((warn_unused_result));

/* Take over the position that came with the last reply, if one did. */
void session_seen(struct session *s);

/* Show s->show: drawing, sentences, JSON or plain. */
void session_show(struct session *s);

/* Columns for a list: those of the screen; a pipe gets every row in one line. */
unsigned session_columns(const struct session *s);

/* Break long lines between words, if they are for a terminal. */
void session_fold(const struct session *s, char *text);

/* How a command ends: with a refusal and its sentence; with a wrong use of the command; with a
 * sentence of success (as JSON: verdict OK and `more`, which is taken over and may be NULL). */
int session_refuse(struct session *s, enum verdict v, const char *detail);
int session_usage(struct session *s);
int session_done(struct session *s, const char *sentence, json_t *more);

/* The end of a --dry-run: what the reply says would be signed.  session_would: in these words;
 * takes `json`. */
int session_dry(struct session *s);
int session_would(struct session *s, const char *words, json_t *json);

/* Ask on the terminal; no terminal, or anything but y or yes: false.  --yes: true. */
bool session_sure(struct session *s, const char *question);

/* A line of the terminal as the answer to a question; false: there is no terminal, or none came. */
__attribute__((warn_unused_result)) bool session_answer(struct session *s, const char *question,
                                                        char *out, size_t size);

/* Milliseconds of the wall clock. */
uint64_t session_now_ms(void);

#endif
