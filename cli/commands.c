/* Add a row, not a branch. */
#include "cli/commands.h"

#include "cli/json.h"
#include "cli/lang.h"

#include <stdio.h>
#include <string.h>

/* In the order in which help lists them. */
static const struct command table[] = {
    {"help", N_("[COMMAND | options | settings]"), N_("This list, or how one command is written."),
     cmd_help, ARGUMENT_COMMAND},
    {"practice", N_("[GAME] [KEY=VALUE ...]"),
     N_("Play against the practice player at once; level=1..3 says how strong it is."),
     cmd_practice, ARGUMENT_PRACTICE},
    {"invite", N_("[DAYS]"), N_("Make one line to send to a friend by any channel; good once."),
     cmd_invite, ARGUMENT_NONE},
    {"invites", "", N_("The invitations you made, and what became of them."), cmd_invites,
     ARGUMENT_NONE},
    {"revoke", N_("NUMBER"), N_("Take an invitation back."), cmd_revoke, ARGUMENT_NONE},
    {"join", N_("LINE [as NAME]"), N_("Use the line a friend sent you."), cmd_join, ARGUMENT_NONE},
    {"friends", "", N_("Your friends, and who is here."), cmd_friends, ARGUMENT_NONE},
    {"rename", N_("FRIEND NAME"), N_("Give a friend another name on this machine."), cmd_rename,
     ARGUMENT_FRIEND},
    {"remove", N_("FRIEND"), N_("End a friendship: no more messages either way."), cmd_remove,
     ARGUMENT_FRIEND},
    {"mail", N_("FRIEND"), N_("What the friend has not got yet, as a block of text to send."),
     cmd_mail, ARGUMENT_FRIEND},
    {"import", N_("[FILE | -]"),
     N_("Take the blocks in a mail: from a file, from standard input, or pasted."), cmd_import,
     ARGUMENT_NONE},
    {"road", N_("[FRIEND [spool FOLDER | relay OTHER]]"),
     N_("A shared folder, or a friend who keeps letters; 'off' ends it."), cmd_road,
     ARGUMENT_FRIEND},
    {"outbox", N_("[FRIEND]"), N_("What you wrote and has not been received yet."), cmd_outbox,
     ARGUMENT_FRIEND},
    {"doctor", "", N_("What works and what does not: network, files, clock, friends."), cmd_doctor,
     ARGUMENT_NONE},
    {"play", N_("FRIEND[,FRIEND ...] [GAME] [correspondence] [KEY=VALUE ...]"),
     N_("Propose a game; 'help settings' lists the keys."), cmd_play, ARGUMENT_PLAY},
    {"accept", N_("[GAME | FRIEND] | draw [GAME]"),
     N_("Accept a proposed game, or an offered draw."), cmd_accept, ARGUMENT_ACCEPT},
    {"decline", N_("[GAME | FRIEND]"),
     N_("Refuse a proposed game, or take your own proposal back."), cmd_decline, ARGUMENT_GAME},
    {"games", "", N_("All your games, those that need you first."), cmd_games, ARGUMENT_NONE},
    {"show", N_("[GAME] | DOUBLE | none"),
     N_("The board; at dominoes also a double to be shown: 'show 6-6', 'show none'."), cmd_show,
     ARGUMENT_SHOW},
    {"read", N_("[QUESTION]"),
     N_("In words: all, last, changes, hand, clocks, offers, row 5, column e, block e5, blocks, "
        "givens; 'l' and the like will do."),
     cmd_read, ARGUMENT_READ},
    {"next", "", N_("The next game that waits for you."), cmd_next, ARGUMENT_NONE},
    {"use", N_("GAME"), N_("Make a game the current one without showing it."), cmd_use,
     ARGUMENT_GAME},
    {"place", N_("DIGIT CELL, or TILE [END]"),
     N_("Place a tile: 'place 7 e5' or 'e5=7'; at dominoes '3-5 left'."), cmd_place,
     ARGUMENT_PLACE},
    {"claim", N_("CELL [with DIGITS] | time"),
     N_("Take a given: 'claim c3 with 4'; or the game, after 'warn' and the grace."), cmd_claim,
     ARGUMENT_CLAIM},
    {"swap", N_("DIGITS | all"), N_("Give tiles back and draw as many: 'swap 1 1 9'."), cmd_swap,
     ARGUMENT_TILES},
    {"pie", "", N_("Take the first stone in place of a move."), cmd_pie, ARGUMENT_NONE},
    {"draw", N_("[tile]"), N_("Offer a draw; at dominoes draw a tile from the boneyard."), cmd_draw,
     ARGUMENT_DRAW},
    {"pass", "", N_("Dominoes: pass, when nothing fits and the boneyard is empty."), cmd_pass,
     ARGUMENT_NONE},
    {"end", "", N_("Offer to end the game without a winner, or agree; a move says no."), cmd_end,
     ARGUMENT_NONE},
    {"resign", "", N_("Give the game up."), cmd_resign, ARGUMENT_NONE},
    {"warn", "", N_("Say that the other's time is up; after the grace: 'claim time'."), cmd_warn,
     ARGUMENT_NONE},
    {"add-time", N_("TIME"), N_("Give the one whose turn it is more time: 'add-time 5m'."),
     cmd_add_time, ARGUMENT_TIME},
    {"pause", "", N_("Ask for the clocks to stand still; they do when all have asked."), cmd_pause,
     ARGUMENT_NONE},
    {"resume", "", N_("Let the clocks run again, or take back that you asked for a pause."),
     cmd_resume, ARGUMENT_NONE},
    {"leave", N_("DAYS"), N_("Take days of leave for your present or next turn."), cmd_leave,
     ARGUMENT_NONE},
    {"hint", N_("[--play]"), N_("What the practice player would do; --play does it."), cmd_hint,
     ARGUMENT_NONE},
    {"candidates", N_("DIGIT"), N_("Mark the cells a digit can still go to."), cmd_candidates,
     ARGUMENT_DIGIT},
    {"near", N_("CELL"), N_("A cell and its neighbours in words."), cmd_near, ARGUMENT_CELL},
    {"ruled", "", N_("The digits that wrong tiles have ruled out."), cmd_ruled, ARGUMENT_NONE},
    {"if", N_("MOVE then MOVE [then MOVE then MOVE ...]"),
     N_("Answers given beforehand: 'if f4=3 then e5=7' plays e5=7 for you."), cmd_if,
     ARGUMENT_NONE},
    {"conditions", N_("[GAME] | cancel [NUMBER]"), N_("Conditional moves: list them, or cancel."),
     cmd_conditions, ARGUMENT_GAME},
    {"say", N_("TEXT"), N_("Say something to the other player of the current game."), cmd_say,
     ARGUMENT_NONE},
    {"notes", N_("[GAME]"), N_("What was said in a game."), cmd_notes, ARGUMENT_GAME},
    {"log", N_("[GAME]"), N_("What happened in a game, entry by entry."), cmd_log, ARGUMENT_GAME},
    {"export", N_("[GAME] FILE"), N_("Write a game to a file that anybody can verify."), cmd_export,
     ARGUMENT_GAME_FILE},
    {"verify", N_("[GAME | FILE]"), N_("Prove a game again: signatures, rules, draws, clocks."),
     cmd_verify, ARGUMENT_GAME_FILE},
    {"auto", N_("[GAME]"), N_("Let the practice player play your side to the end."), cmd_auto,
     ARGUMENT_GAME},
    {"wait", N_("[GAME]"),
     N_("Wait for your turn or the end of the game; --wait=SECONDS limits it."), cmd_wait,
     ARGUMENT_GAME},
    {"events", N_("[--follow] [--since N] [--types KIND,KIND] [--run PROGRAM]"),
     N_("What happened, one line each."), cmd_events,
     ARGUMENT_NONE},
    {"status", "", N_("The daemon: who you are, where it listens, what is open."), cmd_status,
     ARGUMENT_NONE},
    {"unlock", "", N_("Type the passphrase of your key."), cmd_unlock, ARGUMENT_NONE},
    {"passphrase", "", N_("Set, change or take away the passphrase of your key."), cmd_passphrase,
     ARGUMENT_NONE},
    {"backup", N_("FILE"), N_("Write this player to one file; it holds the secret key."),
     cmd_backup, ARGUMENT_NONE},
    {"restore", N_("FILE"), N_("Take over a backup; the daemon must not run."), cmd_restore,
     ARGUMENT_NONE},
    {"move-out", N_("FILE"), N_("Move to another machine; nothing is signed here afterwards."),
     cmd_move_out, ARGUMENT_NONE},
    {"move-in", N_("FILE"), N_("On the other machine: take over the file of 'move-out'."),
     cmd_move_in, ARGUMENT_NONE},
    {"catch-up", N_("[GAME]"), N_("After a restore: go on although no friend was heard yet."),
     cmd_catch_up, ARGUMENT_GAME},
    {"adopt", N_("GAME"), N_("Go on here with a game that continues on your other machine."),
     cmd_adopt, ARGUMENT_GAME},
    {"stop", "", N_("Stop the daemon; games go on when it is started again."), cmd_stop,
     ARGUMENT_NONE},
    {"complete", N_("WORD ..."), "", cmd_complete, ARGUMENT_NONE},
    {"quit", "", N_("Leave the prompt; the daemon stays."), cmd_quit, ARGUMENT_NONE},
};
enum { TABLE_COUNT = sizeof table / sizeof table[0] };

const struct command *commands_table(unsigned *count)
{
    *count = TABLE_COUNT;
    return table;
}

static const struct command *find_name(const char *name)
{
    const struct command *found = NULL;

    for (unsigned i = 0; i < TABLE_COUNT; i++) {
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
        if (strncmp(table[i].name, name, strlen(name)) != 0 || table[i].help[0] == '\0')
            continue;
        if (found)
            return NULL;
        found = &table[i];
    }
    return found;
}

const struct command *commands_find(const char *word)
{
    if (strcmp(word, "exit") == 0)
        return find_name("quit");
    return find_name(strchr(word, '=') || cmd_is_tile(word) ? "place" : word);
}

/* Programs get every refusal as JSON, also that of what was no command. */
static int usage_json(struct session *s)
{
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_verdict(VERDICT_USAGE, ""));
    return EXIT_USAGE;
}

static int run_found(struct session *s)
{
    const struct command *c = commands_find(s->words.word[0]);
    char problem[256];

    if (!c) {
        fflush(stdout);
        fprintf(stderr,
                _("%s: no such command, or more than one begins so; 'help' lists them.\n"),
                s->words.word[0]);
        return usage_json(s);
    }
    if (s->opt.help)
        return cmd_help_about(s, c);
    struct text t = text_over(problem, sizeof problem);
    if (!options_fit(&s->opt, c->name, &t)) {
        fflush(stdout);
        fprintf(stderr, "%s\n", problem);
        return usage_json(s);
    }
    return c->run(s);
}

int commands_do(struct session *s)
{
    lang_choose(s->opt.lang);
    lang_for(s->opt.output == OUTPUT_TEXT ? LANG_PEOPLE : LANG_PROGRAMS);
    return s->words.n == 0 ? EXIT_DONE : run_found(s);
}

int commands_run(struct session *s)
{
    char problem[256];
    struct text t = text_over(problem, sizeof problem);

    s->opt = s->start;
    if (!options_take(&s->words, &s->opt, &t)) {
        fflush(stdout);
        fprintf(stderr, "%s\n", problem);
        return usage_json(s);
    }
    return commands_do(s);
}
