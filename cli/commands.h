/* commands.h - the table of commands: words, arguments, help, function, what completes.
 * Help, completion, the prompt and the single command all walk this one table.
 * Not pure (the functions are commands).  Memory: constants. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/session.h"

/* What the arguments of a command may be, for completion. */
enum argument_kind {
    ARGUMENT_NONE, ARGUMENT_COMMAND, ARGUMENT_FRIEND, ARGUMENT_GAME, ARGUMENT_PLAY,
    ARGUMENT_PRACTICE, ARGUMENT_PLACE, ARGUMENT_CLAIM, ARGUMENT_TILES, ARGUMENT_DIGIT,
    ARGUMENT_CELL, ARGUMENT_ACCEPT, ARGUMENT_GAME_FILE, ARGUMENT_SHOW, ARGUMENT_DRAW,
    ARGUMENT_TIME, ARGUMENT_READ, ARGUMENT_RULE
};

/* What commands are about; help lists them by it. */
enum command_group {
    GROUP_NONE, GROUP_START, GROUP_PEOPLE, GROUP_ROADS, GROUP_TABLE, GROUP_MOVES, GROUP_LOOK,
    GROUP_CLOCK, GROUP_RECORDS, GROUP_MACHINE, GROUP_COUNT
};

struct command {
    const char *name, *arguments, *help; /* help "": for programs only, and not listed */
    int (*run)(struct session *s); /* words in s->words; returns the exit code */
    enum argument_kind complete;
    enum command_group group;
};

const struct command *commands_table(unsigned *count);

/* The command of a first word: its whole name, or the beginning of just one; also "7=e5", "e5=7"
 * and "3-5" for place.  NULL: none. */
const struct command *commands_find(const char *word);

/* Do one command: options out of s->words, then its function. */
int commands_run(struct session *s);

/* The same when s->opt has them already: what stands in the words is no option. */
int commands_do(struct session *s);

/* cmd_people.c */
int cmd_invite(struct session *s);
int cmd_invites(struct session *s);
int cmd_revoke(struct session *s);
int cmd_join(struct session *s);
int cmd_friends(struct session *s);
int cmd_rename(struct session *s);
int cmd_remove(struct session *s);

/* cmd_check.c; cmd_verify comes here when it is given the name of a friend */
int cmd_check(struct session *s);

/* cmd_games.c */
int cmd_play(struct session *s);
int cmd_practice(struct session *s);
int cmd_accept(struct session *s);
int cmd_decline(struct session *s);
int cmd_games(struct session *s);
int cmd_show(struct session *s);
int cmd_next(struct session *s);
int cmd_use(struct session *s);
int cmd_say(struct session *s);
int cmd_notes(struct session *s);
int cmd_log(struct session *s);

/* cmd_move.c */
int cmd_place(struct session *s);
int cmd_claim(struct session *s);
int cmd_swap(struct session *s);
int cmd_pie(struct session *s);
int cmd_draw(struct session *s);
int cmd_accept_draw(struct session *s);
int cmd_resign(struct session *s);
int cmd_pass(struct session *s);
int cmd_end(struct session *s);

/* "6-6" or "none" after show, and "66" while doubles are shown in the game that is seen: not a
 * game, but a double of dominoes. */
__attribute__((warn_unused_result)) bool cmd_is_double(const struct session *s, const char *word);
int cmd_show_double(struct session *s);

/* Is the word a tile of dominoes, so that it may stand without place? */
__attribute__((warn_unused_result)) bool cmd_is_tile(const char *word);
int cmd_hint(struct session *s);
int cmd_candidates(struct session *s);
int cmd_near(struct session *s);
int cmd_ruled(struct session *s);

/* Send a move of s->game against the position last seen; shows what came of it. */
int cmd_move_send(struct session *s, const struct choice *choice);

/* Send what is said about a game, with a number, against the position last seen. */
int cmd_send_number(struct session *s, enum request_kind kind, uint64_t number);

/* The same for an offer, an answer to one, or the end of the game; where a `question` is given
 * ({game} and {name} are filled in) it is asked first, unless the answer would be a refusal. */
int cmd_offer(struct session *s, enum request_kind kind, const char *question);

/* cmd_time.c */
int cmd_warn(struct session *s);
int cmd_claim_time(struct session *s);
int cmd_add_time(struct session *s);
int cmd_pause(struct session *s);
int cmd_resume(struct session *s);
int cmd_leave(struct session *s);

/* cmd_bot.c */
int cmd_bot(struct session *s);

/* cmd_events.c */
int cmd_events(struct session *s);
/* One event: JSON, a record with tabs (number, time, kind, game, name, sentence), or its sentence
 * alone. */
void cmd_event_print(struct session *s, const struct event *e);

/* cmd_watch.c */
int cmd_wait(struct session *s);
int cmd_auto(struct session *s);

/* Wait until it is my turn in `game`, or it has ended; `seconds` 0 = without limit. */
int cmd_wait_for(struct session *s, uint32_t game, uint64_t seconds);

/* cmd_read.c; what may be asked, one by one, NULL behind the last */
int cmd_read(struct session *s);
const char *cmd_read_word(unsigned i);

/* news.c */
int cmd_notify(struct session *s);

/* cmd_files.c */
int cmd_export(struct session *s);
int cmd_verify(struct session *s);
int cmd_replay(struct session *s);

/* cmd_mail.c */
int cmd_mail(struct session *s);
int cmd_import(struct session *s);
int cmd_road(struct session *s);
int cmd_outbox(struct session *s);
int cmd_doctor(struct session *s);
/* Take all blocks in a text. */
int cmd_import_text(struct session *s, const uint8_t *text, size_t len);
/* The letters of the last reply as blocks: printed (how many), or as a list. */
unsigned cmd_mail_print(const struct session *s);
json_t *cmd_mail_json(const struct session *s);

/* What a person pastes, or the file of that name ("" or "-": standard input); free() the text.
 * VERDICT_USAGE (said already): nothing can be pasted here. */
enum verdict cmd_read_paste(struct session *s, const char *path, uint8_t **text, size_t *len)
    __attribute__((warn_unused_result));

/* cmd_ruling.c */
int cmd_rule(struct session *s);
int cmd_ruling(struct session *s);
/* Take the ruling in a text; false: there is none, and *code is as it was. */
bool cmd_ruling_text(struct session *s, const uint8_t *text, size_t len, int *code)
    __attribute__((warn_unused_result));

/* cmd_safety.c */
int cmd_backup(struct session *s);
int cmd_restore(struct session *s);
int cmd_move_out(struct session *s);
int cmd_move_in(struct session *s);
int cmd_catch_up(struct session *s);
int cmd_adopt(struct session *s);
int cmd_if(struct session *s);
int cmd_conditions(struct session *s);

/* Print the conditional moves of a game below its board. */
void cmd_conditions_below(struct session *s, uint32_t game);

/* cmd_complete.c; for shells only, so help does not list it */
int cmd_complete(struct session *s);

/* cmd_help.c; the words after help that are no commands, one by one, NULL behind the last */
int cmd_help(struct session *s);
const char *cmd_help_topic(unsigned i);

/* cmd_daemon.c */
int cmd_status(struct session *s);
int cmd_unlock(struct session *s);
int cmd_passphrase(struct session *s);
int cmd_stop(struct session *s);
/* How one command is written. */
int cmd_help_about(struct session *s, const struct command *c);
int cmd_quit(struct session *s);

#endif
