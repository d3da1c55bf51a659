/* Add a row, not a branch. */
#include "cli/commands.h"

#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/width.h"
#include "rules/cell.h"

#include <stdio.h>
#include <string.h>

/* In the order in which help lists them. */
static const struct command table[] = {
    {"help", N_("[COMMAND | TOPIC | all]"), N_("All commands, or how one is written."),
     cmd_help, ARGUMENT_COMMAND, GROUP_START},
    {"practice", N_("[GAME] [KEY=VALUE ...]"),
     N_("Play against the practice player at once; level=1..3 says how strong it is."),
     cmd_practice, ARGUMENT_PRACTICE, GROUP_START},
    {"invite", N_("[DAYS] [--qr]"),
     N_("Make one line to send to a friend by any channel; good once."), cmd_invite,
     ARGUMENT_NONE, GROUP_PEOPLE},
    {"invites", "", N_("The invitations you made, and what became of them."), cmd_invites,
     ARGUMENT_NONE, GROUP_PEOPLE},
    {"revoke", N_("NUMBER"), N_("Take an invitation back."), cmd_revoke, ARGUMENT_NONE,
     GROUP_PEOPLE},
    {"join", N_("LINE [as NAME]"), N_("Use the line a friend sent you."), cmd_join, ARGUMENT_NONE,
     GROUP_PEOPLE},
    {"friends", "", N_("Your friends, and who is here."), cmd_friends, ARGUMENT_NONE, GROUP_PEOPLE},
    {"rename", N_("FRIEND NAME"), N_("Give a friend another name on this machine."), cmd_rename,
     ARGUMENT_FRIEND, GROUP_PEOPLE},
    {"remove", N_("FRIEND"), N_("End a friendship: no more messages either way."), cmd_remove,
     ARGUMENT_FRIEND, GROUP_PEOPLE},
    {"mail", N_("FRIEND"), N_("What the friend has not got yet, as a block of text to send."),
     cmd_mail, ARGUMENT_FRIEND, GROUP_ROADS},
    {"import", N_("[FILE | -]"),
     N_("Take the blocks in a mail: from a file, from standard input, or pasted."), cmd_import,
     ARGUMENT_NONE, GROUP_ROADS},
    {"road", N_("[FRIEND [spool FOLDER | relay OTHER]]"),
     N_("A shared folder, or a friend who keeps letters; 'off' ends it."), cmd_road,
     ARGUMENT_FRIEND, GROUP_ROADS},
    {"outbox", N_("[FRIEND]"), N_("What you wrote and has not been received yet."), cmd_outbox,
     ARGUMENT_FRIEND, GROUP_ROADS},
    {"doctor", "", N_("What works and what does not: network, files, clock, friends."), cmd_doctor,
     ARGUMENT_NONE, GROUP_ROADS},
    {"play", N_("FRIEND[,FRIEND ...] [GAME] [correspondence] [KEY=VALUE ...]"),
     N_("Propose a game; 'help settings' lists the keys."), cmd_play, ARGUMENT_PLAY, GROUP_TABLE},
    {"accept", N_("[GAME | FRIEND] | draw [GAME]"),
     N_("Accept a proposed game, or an offered draw."), cmd_accept, ARGUMENT_ACCEPT, GROUP_TABLE},
    {"decline", N_("[GAME | FRIEND]"),
     N_("Refuse a proposed game, or take your own proposal back."), cmd_decline, ARGUMENT_GAME,
     GROUP_TABLE},
    {"games", "", N_("All your games, those that need you first."), cmd_games, ARGUMENT_NONE,
     GROUP_TABLE},
    {"show", N_("[GAME] | DOUBLE | none"),
     N_("The board; at dominoes also a double to be shown: 'show 6-6', 'show none'."), cmd_show,
     ARGUMENT_SHOW, GROUP_TABLE},
    {"read", N_("[all | last | changes | hand | clocks | offers | row N | column C | block CELL | "
             "blocks | givens]"),
     N_("The game in words, or one thing about it; 'read l' is the last move."), cmd_read,
     ARGUMENT_READ, GROUP_LOOK},
    {"next", "", N_("The next game that waits for you."), cmd_next, ARGUMENT_NONE, GROUP_TABLE},
    {"use", N_("GAME"), N_("Make a game the current one without showing it."), cmd_use,
     ARGUMENT_GAME, GROUP_TABLE},
    {"place", N_("DIGIT CELL, or TILE [END]"),
     N_("Place a tile: 'place 7 e5' or 'e5=7'; at dominoes '3-5 left'."), cmd_place,
     ARGUMENT_PLACE, GROUP_MOVES},
    {"claim", N_("CELL [with DIGITS] | time"),
     N_("Take a given: 'claim c3 with 4'; or the game, after 'warn' and the grace."), cmd_claim,
     ARGUMENT_CLAIM, GROUP_MOVES},
    {"swap", N_("DIGITS | all"), N_("Give tiles back and draw as many: 'swap 1 1 9'."), cmd_swap,
     ARGUMENT_TILES, GROUP_MOVES},
    {"pie", "", N_("Take the first stone in place of a move."), cmd_pie, ARGUMENT_NONE,
     GROUP_MOVES},
    {"draw", N_("[tile]"), N_("Offer a draw; at dominoes draw a tile from the boneyard."), cmd_draw,
     ARGUMENT_DRAW, GROUP_MOVES},
    {"pass", "", N_("Dominoes: pass, when nothing fits and the boneyard is empty."), cmd_pass,
     ARGUMENT_NONE, GROUP_MOVES},
    {"end", "", N_("Offer to end the game without a winner, or agree; a move says no."), cmd_end,
     ARGUMENT_NONE, GROUP_MOVES},
    {"resign", "", N_("Give the game up."), cmd_resign, ARGUMENT_NONE, GROUP_MOVES},
    {"warn", "", N_("Say that the other's time is up; after the grace: 'claim time'."), cmd_warn,
     ARGUMENT_NONE, GROUP_CLOCK},
    {"add-time", N_("TIME"), N_("Give the one whose turn it is more time: 'add-time 5m'."),
     cmd_add_time, ARGUMENT_TIME, GROUP_CLOCK},
    {"pause", "", N_("Ask for the clocks to stand still; they do when all have asked."), cmd_pause,
     ARGUMENT_NONE, GROUP_CLOCK},
    {"resume", "", N_("Let the clocks run again, or take back that you asked for a pause."),
     cmd_resume, ARGUMENT_NONE, GROUP_CLOCK},
    {"leave", N_("DAYS"), N_("Take days of leave for your present or next turn."), cmd_leave,
     ARGUMENT_NONE, GROUP_CLOCK},
    {"hint", N_("[--play]"), N_("What the practice player would do; --play does it."), cmd_hint,
     ARGUMENT_NONE, GROUP_LOOK},
    {"candidates", N_("DIGIT"), N_("Mark the cells a digit can still go to."), cmd_candidates,
     ARGUMENT_DIGIT, GROUP_LOOK},
    {"near", N_("CELL"), N_("A cell and its neighbours in words."), cmd_near, ARGUMENT_CELL,
     GROUP_LOOK},
    {"ruled", "", N_("The digits that wrong tiles have ruled out."), cmd_ruled, ARGUMENT_NONE,
     GROUP_LOOK},
    {"if", N_("MOVE then MOVE [then MOVE then MOVE ...]"),
     N_("Answers in advance: 'if f4=3 then e5=7' plays e5=7 for you."), cmd_if,
     ARGUMENT_NONE, GROUP_MOVES},
    {"conditions", N_("[GAME] | cancel [NUMBER]"), N_("Conditional moves: list them, or cancel."),
     cmd_conditions, ARGUMENT_GAME, GROUP_MOVES},
    {"say", N_("TEXT"), N_("Say something to the other player of the current game."), cmd_say,
     ARGUMENT_NONE, GROUP_TABLE},
    {"notes", N_("[GAME]"), N_("What was said in a game."), cmd_notes, ARGUMENT_GAME, GROUP_TABLE},
    {"log", N_("[GAME] [--all]"), N_("What happened in a game; --all: also what programs did."),
     cmd_log, ARGUMENT_GAME, GROUP_LOOK},
    {"replay", N_("[GAME | FILE] [--at N]"), N_("Go through a game move by move."), cmd_replay,
     ARGUMENT_GAME_FILE, GROUP_LOOK},
    {"export", N_("[GAME] FILE | [GAME] --svg | --html | --text | --sgf [--at N] [-o FILE]"),
     N_("Write a game to a file that anybody can verify, or as a picture, page or record."),
     cmd_export, ARGUMENT_GAME_FILE, GROUP_RECORDS},
    {"verify", N_("[GAME | FILE | FRIEND [DIGITS]]"),
     N_("Prove a game again: signatures, rules, draws, clocks; a friend: by voice."), cmd_verify,
     ARGUMENT_GAME_FILE, GROUP_RECORDS},
    {"rule", N_("FILE [FILE ...] blue | red | FRIEND | none"),
     N_("As the arbiter of a game: say who has won, after the players' files."), cmd_rule,
     ARGUMENT_RULE, GROUP_RECORDS},
    {"ruling", N_("LINE | FILE | -"),
     N_("Take the arbiter's ruling about a game of yours: the line he sent, or a file."),
     cmd_ruling, ARGUMENT_NONE, GROUP_RECORDS},
    {"auto", N_("[GAME]"), N_("Let the practice player play your side to the end."), cmd_auto,
     ARGUMENT_GAME, GROUP_RECORDS},
    {"wait", N_("[GAME]"),
     N_("Wait for your turn or the end of the game; --wait=SECONDS limits it."), cmd_wait,
     ARGUMENT_GAME, GROUP_RECORDS},
    {"events", N_("[--follow] [--since N] [--types KIND,KIND] [--run PROGRAM]"),
     N_("What happened, one line each."), cmd_events,
     ARGUMENT_NONE, GROUP_RECORDS},
    {"bot", N_("run [--max-games N] [--accept GAMES] [--from NAMES] -- ENGINE [ARGUMENTS]"),
     N_("Let a program play; docs/bots.md says how it is asked for its moves."), cmd_bot,
     ARGUMENT_NONE, GROUP_TABLE},
    {"status", "", N_("The daemon: who you are, where it listens, what is open."), cmd_status,
     ARGUMENT_NONE, GROUP_MACHINE},
    {"unlock", "", N_("Type the passphrase of your key."), cmd_unlock, ARGUMENT_NONE,
     GROUP_MACHINE},
    {"passphrase", "", N_("Set, change or take away the passphrase of your key."), cmd_passphrase,
     ARGUMENT_NONE, GROUP_MACHINE},
    {"backup", N_("FILE"), N_("Write this player to one file; it holds the secret key."),
     cmd_backup, ARGUMENT_NONE, GROUP_MACHINE},
    {"restore", N_("FILE"), N_("Take over a backup; the daemon must not run."), cmd_restore,
     ARGUMENT_NONE, GROUP_MACHINE},
    {"move-out", N_("FILE"), N_("Move to another machine; nothing is signed here afterwards."),
     cmd_move_out, ARGUMENT_NONE, GROUP_MACHINE},
    {"move-in", N_("FILE"), N_("On the other machine: take over the file of 'move-out'."),
     cmd_move_in, ARGUMENT_NONE, GROUP_MACHINE},
    {"catch-up", N_("[GAME]"), N_("After a restore: go on although no friend was heard yet."),
     cmd_catch_up, ARGUMENT_GAME, GROUP_MACHINE},
    {"adopt", N_("GAME"), N_("Go on here with a game that continues on your other machine."),
     cmd_adopt, ARGUMENT_GAME, GROUP_MACHINE},
    {"notify", "[all | turns | off] [bell | quiet]",
     N_("Which news this prompt shows above the line being typed; a bell with them."), cmd_notify,
     ARGUMENT_NONE, GROUP_MACHINE},
    {"stop", "", N_("Stop the daemon; games go on when it is started again."), cmd_stop,
     ARGUMENT_NONE, GROUP_MACHINE},
    {"complete", N_("WORD ..."), "", cmd_complete, ARGUMENT_NONE, GROUP_NONE},
    {"quit", "", N_("Leave the prompt; the daemon stays."), cmd_quit, ARGUMENT_NONE, GROUP_START},
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
    static const char *const also[][2] = {{"exit", "quit"}, {"?", "help"}};

    for (unsigned i = 0; i < sizeof also / sizeof also[0]; i++)
        if (strcmp(word, also[i][0]) == 0)
            return find_name(also[i][1]);
    return find_name(strchr(word, '=') || cmd_is_tile(word) ? "place" : word);
}

/* Programs get every refusal as JSON, also that of what was no command. */
static int usage_json(struct session *s)
{
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_verdict(VERDICT_USAGE, ""));
    return EXIT_USAGE;
}

/* "5 b1", a digit and a cell without saying what to do with them. */
static bool is_bare_move(const struct words *w)
{
    uint8_t cell;

    return w->n == 2 && strlen(w->word[0]) == 1 && w->word[0][0] >= '1' && w->word[0][0] <= '9'
        && cell_read(span_text(w->word[1]), BOARD_MAX, &cell);
}

/* Commands that begin with `word`: "mail, move-in, move-out". */
static unsigned add_beginners(const char *word, struct text *out)
{
    unsigned n = 0;

    for (unsigned i = 0; i < TABLE_COUNT; i++) {
        if (strncmp(table[i].name, word, strlen(word)) != 0 || table[i].help[0] == '\0')
            continue;
        text_add(out, n++ > 0 ? ", " : "");
        text_add(out, table[i].name);
    }
    return n;
}

/* Why the first word is no command, and what to do. */
static void say_unknown(const struct words *w)
{
    char names[512];
    struct text t = text_over(names, sizeof names);

    fflush(stdout);
    if (is_bare_move(w))
        width_printf(stderr, _("To place a tile type 'place %s %s', or 'b1=5'.\n"), w->word[0],
                     w->word[1]);
    else if (add_beginners(w->word[0], &t) > 1)
        fill_print(stderr, _("{word}: more than one command begins so: {names}.\n"),
                   fill_text("word", w->word[0]), fill_text("names", names));
    else
        width_printf(stderr, _("%s: no such command; 'help' lists them.\n"), w->word[0]);
}

static int run_found(struct session *s)
{
    const struct command *c = commands_find(s->words.word[0]);
    char problem[256];

    if (!c) {
        say_unknown(&s->words);
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
    if (c->arguments[0] == '\0' && s->words.n > 1)
        return session_usage(s);
    return c->run(s);
}

int commands_do(struct session *s)
{
    lang_choose(s->opt.lang);
    memcpy(s->start.lang, s->opt.lang, sizeof s->start.lang); /* and so for what comes next */
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
