/* Add a row, not a branch. */
#include "cli/commands.h"

#include "cli/json.h"

#include <stdio.h>
#include <string.h>

/* In the order in which help lists them. */
static const struct command table[] = {
    {"help", "[COMMAND | options | settings]", "This list, or how one command is written.",
     cmd_help, ARGUMENT_COMMAND},
    {"practice", "[GAME] [KEY=VALUE ...]",
     "Play against the practice player at once; level=1..3 says how strong it is.", cmd_practice,
     ARGUMENT_PRACTICE},
    {"invite", "[DAYS]", "Make one line to send to a friend by any channel; good once.", cmd_invite,
     ARGUMENT_NONE},
    {"invites", "", "The invitations you made, and what became of them.", cmd_invites,
     ARGUMENT_NONE},
    {"revoke", "NUMBER", "Take an invitation back.", cmd_revoke, ARGUMENT_NONE},
    {"join", "LINE [as NAME]", "Use the line a friend sent you.", cmd_join, ARGUMENT_NONE},
    {"friends", "", "Your friends, and who is here.", cmd_friends, ARGUMENT_NONE},
    {"rename", "FRIEND NAME", "Give a friend another name on this machine.", cmd_rename,
     ARGUMENT_FRIEND},
    {"remove", "FRIEND", "End a friendship: no more messages either way.", cmd_remove,
     ARGUMENT_FRIEND},
    {"mail", "FRIEND", "What the friend has not got yet, as a block of text to send.",
     cmd_mail, ARGUMENT_FRIEND},
    {"import", "[FILE | -]",
     "Take the blocks in a mail: from a file, from standard input, or pasted.",
     cmd_import, ARGUMENT_NONE},
    {"road", "[FRIEND [spool FOLDER | relay OTHER]]",
     "A shared folder, or a friend who keeps letters; 'off' ends it.", cmd_road,
     ARGUMENT_FRIEND},
    {"outbox", "[FRIEND]", "What you wrote and has not been received yet.", cmd_outbox,
     ARGUMENT_FRIEND},
    {"doctor", "", "What works and what does not: network, files, clock, friends.", cmd_doctor,
     ARGUMENT_NONE},
    {"play", "FRIEND[,FRIEND ...] [GAME] [correspondence] [KEY=VALUE ...]",
     "Propose a game; 'help settings' lists the keys.", cmd_play, ARGUMENT_PLAY},
    {"accept", "[GAME | FRIEND] | draw [GAME]", "Accept a proposed game, or an offered draw.",
     cmd_accept, ARGUMENT_ACCEPT},
    {"decline", "[GAME | FRIEND]", "Refuse a proposed game, or take your own proposal back.",
     cmd_decline, ARGUMENT_GAME},
    {"games", "", "All your games, those that need you first.", cmd_games, ARGUMENT_NONE},
    {"show", "[GAME] | DOUBLE | none",
     "The board; at dominoes also a double to be shown: 'show 6-6', 'show none'.", cmd_show,
     ARGUMENT_SHOW},
    {"next", "", "The next game that waits for you.", cmd_next, ARGUMENT_NONE},
    {"use", "GAME", "Make a game the current one without showing it.", cmd_use, ARGUMENT_GAME},
    {"place", "DIGIT CELL, or TILE [END]",
     "Place a tile: 'place 7 e5' or 'e5=7'; at dominoes '3-5 left'.", cmd_place, ARGUMENT_PLACE},
    {"claim", "CELL [with DIGITS] | time",
     "Take a given: 'claim c3 with 4'; or the game, after 'warn' and the grace.",
     cmd_claim, ARGUMENT_CLAIM},
    {"swap", "DIGITS | all", "Give tiles back and draw as many: 'swap 1 1 9'.", cmd_swap,
     ARGUMENT_TILES},
    {"pie", "", "Take the first stone in place of a move.", cmd_pie, ARGUMENT_NONE},
    {"draw", "[tile]", "Offer a draw; at dominoes draw a tile from the boneyard.", cmd_draw,
     ARGUMENT_DRAW},
    {"pass", "", "Dominoes: pass, when nothing fits and the boneyard is empty.", cmd_pass,
     ARGUMENT_NONE},
    {"end", "", "Offer to end the game without a winner, or agree; a move says no.", cmd_end,
     ARGUMENT_NONE},
    {"resign", "", "Give the game up.", cmd_resign, ARGUMENT_NONE},
    {"warn", "", "Say that the other's time is up; after the grace: 'claim time'.",
     cmd_warn, ARGUMENT_NONE},
    {"add-time", "TIME", "Give the one whose turn it is more time: 'add-time 5m'.", cmd_add_time,
     ARGUMENT_TIME},
    {"pause", "", "Ask for the clocks to stand still; they do when all have asked.", cmd_pause,
     ARGUMENT_NONE},
    {"resume", "", "Let the clocks run again, or take back that you asked for a pause.",
     cmd_resume, ARGUMENT_NONE},
    {"leave", "DAYS", "Take days of leave for your present or next turn.", cmd_leave,
     ARGUMENT_NONE},
    {"hint", "[--play]", "What the practice player would do; --play does it.", cmd_hint,
     ARGUMENT_NONE},
    {"candidates", "DIGIT", "Mark the cells a digit can still go to.", cmd_candidates,
     ARGUMENT_DIGIT},
    {"near", "CELL", "A cell and its neighbours in words.", cmd_near, ARGUMENT_CELL},
    {"ruled", "", "The digits that wrong tiles have ruled out.", cmd_ruled, ARGUMENT_NONE},
    {"if", "MOVE then MOVE [then MOVE then MOVE ...]",
     "Answers given beforehand: 'if f4=3 then e5=7' plays e5=7 for you.",
     cmd_if, ARGUMENT_NONE},
    {"conditions", "[GAME] | cancel [NUMBER]", "Conditional moves: list them, or cancel.",
     cmd_conditions, ARGUMENT_GAME},
    {"say", "TEXT", "Say something to the other player of the current game.", cmd_say,
     ARGUMENT_NONE},
    {"notes", "[GAME]", "What was said in a game.", cmd_notes, ARGUMENT_GAME},
    {"log", "[GAME]", "What happened in a game, entry by entry.", cmd_log, ARGUMENT_GAME},
    {"export", "[GAME] FILE", "Write a game to a file that anybody can verify.", cmd_export,
     ARGUMENT_GAME_FILE},
    {"verify", "[GAME | FILE]", "Prove a game again: signatures, rules, draws, clocks.", cmd_verify,
     ARGUMENT_GAME_FILE},
    {"auto", "[GAME]", "Let the practice player play your side to the end.", cmd_auto,
     ARGUMENT_GAME},
    {"wait", "[GAME]", "Wait for your turn or the end of the game; --wait=SECONDS limits it.",
     cmd_wait, ARGUMENT_GAME},
    {"events", "[--follow] [--since N]", "What happened, one line each.", cmd_events,
     ARGUMENT_NONE},
    {"status", "", "The daemon: who you are, where it listens, what is open.", cmd_status,
     ARGUMENT_NONE},
    {"unlock", "", "Type the passphrase of your key.", cmd_unlock, ARGUMENT_NONE},
    {"passphrase", "", "Set, change or take away the passphrase of your key.", cmd_passphrase,
     ARGUMENT_NONE},
    {"backup", "FILE", "Write this player to one file; it holds the secret key.",
     cmd_backup, ARGUMENT_NONE},
    {"restore", "FILE", "Take over a backup; the daemon must not run.",
     cmd_restore, ARGUMENT_NONE},
    {"move-out", "FILE", "Move to another machine; nothing is signed here afterwards.",
     cmd_move_out, ARGUMENT_NONE},
    {"move-in", "FILE", "On the other machine: take over the file of 'move-out'.", cmd_move_in,
     ARGUMENT_NONE},
    {"catch-up", "[GAME]", "After a restore: go on although no friend was heard yet.",
     cmd_catch_up, ARGUMENT_GAME},
    {"adopt", "GAME", "Go on here with a game that continues on your other machine.",
     cmd_adopt, ARGUMENT_GAME},
    {"stop", "", "Stop the daemon; games go on when it is started again.", cmd_stop,
     ARGUMENT_NONE},
    {"complete", "WORD ...", "", cmd_complete, ARGUMENT_NONE},
    {"quit", "", "Leave the prompt; the daemon stays.", cmd_quit, ARGUMENT_NONE},
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

    if (!c) {
        fflush(stdout);
        fprintf(stderr, "%s: no such command, or more than one begins so; 'help' lists them.\n",
                s->words.word[0]);
        return usage_json(s);
    }
    if (s->opt.help)
        return session_usage(s) == EXIT_USAGE ? EXIT_DONE : EXIT_NO;
    return c->run(s);
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
    if (s->words.n == 0)
        return EXIT_DONE;
    return run_found(s);
}
