/* Help: one screen of words by what they are about, then each topic, command and setting. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/help.h"
#include "cli/lang.h"
#include "cli/proposal.h"
#include "cli/rulebook.h"
#include "cli/width.h"

#include <stdio.h>
#include <string.h>

static const char *const option_help[][2] = {
    {N_("--home DIR"), N_("another player's folder")},
    {"--json, --json=1", N_("results as JSON, one object a line")},
    {"--plain", N_("results as lines with tabs")},
    {N_("--color=WHEN"), N_("auto, always, never")},
    {"--ascii", N_("no characters beyond ASCII")},
    {"--reader", N_("sentences instead of drawings")},
    {N_("--lang=LANGUAGE"), N_("messages in another language: en, fr, es, nl, de")},
    {"--game N", N_("the game meant, instead of the current one")},
    {N_("--wait[=SECONDS]"), N_("afterwards wait until it is your turn")},
    {"--yes", N_("do not ask")},
    {"--dry-run", N_("say what would be signed, and sign nothing")},
    {"--correspondence", N_("propose with 3 days a move and no clock for the game")},
    {"--qr, --qr=invert", N_("invite: also as a picture for a phone; for a light screen without "
                             "colours")},
    {"--help, --version", ""},
};

/* A row of a help list: it stands a little in. */
static void add_help(struct table *t, const char *name, const char *help)
{
    char head[64] = "  ";
    struct text h = {head, 2, sizeof head - 1};

    text_add(&h, name);
    table_row(t, (const char *const[]){head, help});
}

static void help_options(struct session *s)
{
    struct table t;

    table_init(&t, 2);
    width_printf(stdout, "%s\n", _("These may stand anywhere in a command:"));
    for (unsigned i = 0; i < sizeof option_help / sizeof option_help[0]; i++)
        add_help(&t, _(option_help[i][0]), _(option_help[i][1]));
    table_print(&t, s->term.width, stdout);
}

static void help_settings(struct session *s)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);
    struct table t;

    table_init(&t, 2);
    width_printf(stdout, _("Settings of a proposal, as in: %s\n"),
           "play ann bridge givens=26 blocks=irregular");
    for (unsigned i = 0; i < count; i++)
        add_help(&t, rows[i].name, _(rows[i].help));
    for (unsigned i = 0; i < PROPOSAL_HELPERS; i++)
        add_help(&t, proposal_helpers[i].name, _(proposal_helpers[i].help));
    add_help(&t, "correspondence", _("a word alone: 3 days a move, no clock for the game"));
    table_print(&t, s->term.width, stdout);
    width_printf(stdout, _("Dominoes with several friends: %s\n"),
                 "play ann,ben dominoes set=9 rounds=3");
}

/* The words that name the groups stand in the order of enum command_group. */
static const struct topic { const char *name, *title; } topics[GROUP_COUNT] = {
    [GROUP_START] = {"start", N_("to begin and to end")},
    [GROUP_PEOPLE] = {"people", N_("friends and invitations")},
    [GROUP_ROADS] = {"roads", N_("how letters travel")},
    [GROUP_TABLE] = {"table", N_("games as a whole")},
    [GROUP_MOVES] = {"moves", N_("what is done in a game")},
    [GROUP_LOOK] = {"look", N_("questions about a game")},
    [GROUP_CLOCK] = {"clock", N_("time")},
    [GROUP_RECORDS] = {"records", N_("proofs, events, programs that play")},
    [GROUP_MACHINE] = {"machine", N_("the daemon, the key, other machines")},
};

/* "invite, invites, ..." */
static void names_of(enum command_group group, struct text *out)
{
    unsigned count;
    const struct command *table = commands_table(&count);

    for (unsigned i = 0; i < count; i++) {
        if (table[i].group != group)
            continue;
        text_add(out, out->len > 0 ? ", " : "");
        text_add(out, table[i].name);
    }
}

/* One screen: every command by its name. */
static void help_short(const struct session *s)
{
    struct table t;

    table_init(&t, 2);
    for (unsigned g = GROUP_START; g < GROUP_COUNT; g++) {
        char names[512] = "";
        struct text list = text_over(names, sizeof names);
        names_of((enum command_group)g, &list);
        add_help(&t, topics[g].name, names);
    }
    table_print(&t, s->term.width, stdout);
    width_printf(stdout, "%s\n%s\n%s\n%s\n",
           _("'help rules' tells how the games are played."),
           _("'help place' tells of one command, 'help moves' of those in that line."),
           _("'help all' tells of all of them; there are also 'help options', 'help settings'."),
           _("A command may be cut short: 'fr' for 'friends'."));
}

static void help_group(const struct session *s, enum command_group group)
{
    unsigned count;
    const struct command *table = commands_table(&count);
    struct table t;

    width_printf(stdout, "%s: %s\n", topics[group].name, _(topics[group].title));
    table_init(&t, 2);
    for (unsigned i = 0; i < count; i++)
        if (table[i].group == group)
            add_help(&t, table[i].name, _(table[i].help));
    table_print(&t, s->term.width, stdout);
}

static void help_all(struct session *s)
{
    for (unsigned g = GROUP_START; g < GROUP_COUNT; g++)
        help_group(s, (enum command_group)g);
}

static const struct page {
    const char *name;
    void (*print)(struct session *s);
} pages[] = {{"all", help_all}, {"options", help_options}, {"settings", help_settings}};
enum { PAGES = sizeof pages / sizeof pages[0] };

const char *cmd_help_topic(unsigned i)
{
    if (i < PAGES)
        return pages[i].name;
    i -= PAGES;
    if (i + GROUP_START < GROUP_COUNT)
        return topics[i + GROUP_START].name;
    return rulebook_name(i + GROUP_START - GROUP_COUNT);
}

/* A page, a topic or a game of that name; false: there is none. */
static bool help_about(struct session *s, const char *name)
{
    for (unsigned i = 0; i < PAGES; i++)
        if (strcmp(name, pages[i].name) == 0) {
            pages[i].print(s);
            return true;
        }
    for (unsigned g = GROUP_START; g < GROUP_COUNT; g++)
        if (strcmp(name, topics[g].name) == 0) {
            help_group(s, (enum command_group)g);
            return true;
        }
    return rulebook_print(name, s->term.width);
}

static int no_such_help(struct session *s, const char *about)
{
    if (s->opt.output != OUTPUT_TEXT)
        return session_usage(s);
    fflush(stdout);
    fill_print(stderr, _("There is no help about {name}: 'help' lists what there is.\n"),
               fill_text("name", about));
    return EXIT_USAGE;
}

int cmd_help(struct session *s)
{
    const char *about = s->words.n > 1 ? s->words.word[1] : NULL;
    const struct command *c = about ? commands_find(about) : NULL;

    if (help_for_programs(s, about))
        return EXIT_DONE;
    if (!about)
        help_short(s);
    else if (s->opt.output != OUTPUT_TEXT || !help_about(s, about))
        return c ? cmd_help_about(s, c) : no_such_help(s, about);
    fflush(stdout);
    return EXIT_DONE;
}
