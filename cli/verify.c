/* numbridge-verify: judges exported games.  Needs no daemon, no network and no key; it links the
 * pure part and the reading of files, nothing else. */
#include "bag/bag.h"
#include "base/version.h"
#include "cli/lang.h"
#include "cli/verify_batch.h"
#include "cli/verify_export.h"
#include "cli/verify_replay.h"
#include "cli/width.h"
#include "wire/entry.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS_USUAL = 80 };

struct settings_of_run {
    struct verify_list list;
    unsigned check;
    const char *name; /* what the one file is called in the answer, NULL: its path */
    bool json, quiet, many;
    struct export_wish wish;
    bool replay, plain, ascii, reader;
    enum term_when color;
    enum exit_code stop; /* EXIT_DONE: go on */
    bool done;           /* help or version was printed */
};

static const char *const options[][2] = {
    {N_("  --list FILE"), N_("the files named in FILE, one a line")},
    {"  --proofs", N_("check the bag by its proofs")},
    {"  --seeds", N_("recompute the bag from the opened seeds (proofs where they are not open)")},
    {"  --both", N_("both ways; without any of these: --seeds")},
    {N_("  --name NAME"), N_("what to call the one file in the answer")},
    {"  --json", N_("one JSON object a file")},
    {"  --quiet", N_("only say what is refused")},
    {"  --svg", N_("the position as a picture")},
    {"  --html", N_("the game as one page that replays it")},
    {"  --text", N_("the game as tags and moves")},
    {"  --sgf", N_("the game for viewers of Hex (Bridge only)")},
    {"  --replay", N_("the game move by move; all at once if not on a terminal")},
    {"  --at N", N_("the position after N moves, not the last one")},
    {N_("  --player NAME"), N_("what the players are called, Blue first; once for each")},
    {N_("  -o FILE"), N_("write there, not to standard output; --yes replaces a file")},
    {"  --plain", N_("results as lines with tabs")},
    {"  --reader", N_("sentences instead of drawings")},
    {"  --ascii", N_("no characters beyond ASCII")},
    {N_("  --color=WHEN"), N_("auto, always, never")},
    {N_("  --lang LANGUAGE"), N_("messages in another language: en, fr, es, nl, de")},
    {"  --help, --version", ""},
};

static void print_usage(void)
{
    struct table t;

    table_init(&t, 2);
    for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *const cells[] = {_(options[i][0]), _(options[i][1])};
        table_row(&t, cells);
    }
    width_printf(stdout, "%s\n%s\n%s\n\n%s\n%s\n\n",
           _("numbridge-verify [--proofs|--seeds|--both] [--json] [--quiet] FILE..."),
           _("numbridge-verify --svg|--html|--text|--sgf [-o FILE] FILE"),
           _("numbridge-verify --replay FILE"),
           _("Judges exported games: signatures, order, rules, board, coin and bag."),
           _("A folder stands for all files in it."));
    table_print(&t, COLUMNS_USUAL, stdout);
    width_printf(stdout, "\n%s\n",
                 _("Exit code: 0 all hold, 8 something is refused, 4 a file cannot be read, 2 "
                   "usage."));
}

static void complain(struct settings_of_run *s, const char *what, const char *word,
                     enum exit_code code)
{
    fprintf(stderr, "numbridge-verify: %s%s%s\n", what, *word ? ": " : "", word);
    s->stop = code;
}

static void add(struct settings_of_run *s, const char *path,
                enum verdict (*how)(struct verify_list *list, const char *path))
{
    enum verdict v = how(&s->list, path);
    if (v != VERDICT_OK)
        complain(s, _(verdict_text(v)), "", verdict_exit(v) == EXIT_NOT_VERIFIED ? EXIT_USAGE
                                                                              : verdict_exit(v));
}

static void use_json(struct settings_of_run *s)
{
    s->json = true;
    lang_for(LANG_PROGRAMS);
}

/* Switches that set a field of their own. */
static bool take_field(struct settings_of_run *s, const char *word)
{
    const struct { const char *name; bool *field; } rows[] = {
        {"--quiet", &s->quiet}, {"--yes", &s->wish.replace}, {"--replay", &s->replay},
        {"--plain", &s->plain}, {"--ascii", &s->ascii},      {"--reader", &s->reader},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(word, rows[i].name) == 0)
            return *rows[i].field = true;
    return false;
}

static bool take_color(struct settings_of_run *s, const char *word)
{
    static const char *const names[] = {
        [WHEN_AUTO] = "--color=auto", [WHEN_ALWAYS] = "--color=always",
        [WHEN_NEVER] = "--color=never"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(word, names[i]) == 0) {
            s->color = (enum term_when)i;
            return true;
        }
    return false;
}

static bool take_switch(struct settings_of_run *s, const char *word)
{
    if (strcmp(word, "--proofs") == 0)
        s->check |= BAG_BY_PROOFS;
    else if (strcmp(word, "--seeds") == 0)
        s->check |= BAG_BY_SEEDS;
    else if (strcmp(word, "--both") == 0)
        s->check |= BAG_BY_BOTH;
    else if (strcmp(word, "--json") == 0 || strcmp(word, "--json=1") == 0)
        use_json(s);
    else if (export_form(word))
        s->wish.form = export_form(word);
    else
        return take_field(s, word) || take_color(s, word);
    return true;
}

static bool tell(struct settings_of_run *s, const char *word)
{
    if (strcmp(word, "--help") == 0)
        print_usage();
    else if (strcmp(word, "--version") == 0)
        printf("numbridge-verify %s, protocol %d, rules %d\n", NUMBRIDGE_VERSION, PROTOCOL_VERSION,
               RULES_VERSION);
    else
        return false;
    s->done = true;
    return true;
}

static bool take_value(struct settings_of_run *s, const char *word, const char *value)
{
    uint64_t at;

    if (strcmp(word, "--list") == 0) {
        s->many = true;
        add(s, value, verify_list_add_lines);
    } else if (strcmp(word, "--name") == 0) {
        s->name = value;
    } else if (strcmp(word, "--lang") == 0) {
        lang_choose(value);
    } else if (strcmp(word, "-o") == 0) {
        s->wish.to = value;
    } else if (strcmp(word, "--player") == 0 && s->wish.names_n < SEATS_MAX) {
        s->wish.name[s->wish.names_n++] = value;
    } else if (strcmp(word, "--at") == 0 && text_read_number(span_text(value), UINT16_MAX, &at)) {
        s->wish.at = (unsigned)at;
        s->wish.at_set = true;
    } else {
        return false;
    }
    return true;
}

static void take_option(struct settings_of_run *s, int argc, char **argv, int *i)
{
    const char *word = argv[*i];

    if (take_switch(s, word) || tell(s, word))
        return;
    if (*i + 1 < argc && take_value(s, word, argv[*i + 1]))
        ++*i;
    else
        complain(s, _("no such option, see --help"), word, EXIT_USAGE);
}

static void take_file(struct settings_of_run *s, const char *path)
{
    size_t before = s->list.n;

    add(s, path, verify_list_add);
    s->many = s->many || before > 0 || s->list.n != 1 || strcmp(s->list.path[0], path) != 0;
}

/* Options that say how a game is shown, when none is to be shown. */
static bool is_misplaced(const struct settings_of_run *s)
{
    bool shown = s->wish.form || s->replay;
    bool terminal = s->plain || s->reader || s->ascii || s->color != WHEN_AUTO;

    return (!shown && (s->wish.at_set || s->wish.names_n > 0)) || (!s->replay && terminal)
        || (!s->wish.form && (s->wish.to || s->wish.replace)) || (s->replay && s->wish.form);
}

static void check_use(struct settings_of_run *s)
{
    if (s->stop != EXIT_DONE || s->done)
        return;
    if (s->list.n == 0)
        complain(s, _("no file to verify, see --help"), "", EXIT_USAGE);
    else if ((s->wish.form || s->replay) && s->many)
        complain(s, _("only one file can be shown"), "", EXIT_USAGE);
    else if (is_misplaced(s))
        complain(s, _("these options do not go together, see --help"), "", EXIT_USAGE);
}

static void take_words(struct settings_of_run *s, int argc, char **argv)
{
    bool open = true;
    for (int i = 1; i < argc && s->stop == EXIT_DONE && !s->done; i++) {
        if (open && strcmp(argv[i], "--") == 0)
            open = false;
        else if (!open || argv[i][0] != '-')
            take_file(s, argv[i]);
        else
            take_option(s, argc, argv, &i);
    }
    check_use(s);
}

static enum exit_code verify_one(const struct settings_of_run *s)
{
    static struct report report;
    static char line[3 * REPORT_TEXT_MAX + 6 * 4096];
    enum report_form form = s->json ? REPORT_JSON : REPORT_LONG;
    struct text t = text_over(line, sizeof line);
    report_file(s->list.path[0], s->check, form, &report);
    report_line(s->name ? s->name : s->list.path[0], &report, form, &t);
    if (!s->json && isatty(STDOUT_FILENO))
        text_fold(line, COLUMNS_USUAL);
    if (!s->quiet || report.code != EXIT_DONE)
        puts(line);
    return report.code;
}

static enum exit_code replay(const struct settings_of_run *s)
{
    struct replay_wish wish = {.who = &s->wish,
                               .form = s->json    ? REPLAY_JSON
                                       : s->plain ? REPLAY_PLAIN
                                                  : REPLAY_BOARDS,
                               .color = s->color,
                               .ascii = s->ascii,
                               .reader = s->reader};
    return replay_file(s->list.path[0], &wish);
}

static enum exit_code run(const struct settings_of_run *s)
{
    struct batch b = {&s->list, s->check, s->json ? REPORT_JSON : REPORT_SHORT, s->quiet};

    if (s->replay)
        return replay(s);
    if (s->wish.form)
        return export_file(s->list.path[0], &s->wish);
    return s->many ? verify_batch(&b) : verify_one(s);
}

static bool wants_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "--json=1") == 0)
            return true;
    return false;
}

/* Nothing was judged. */
static void print_refusal(enum exit_code code)
{
    enum verdict v = code == EXIT_USAGE ? VERDICT_USAGE
                   : code == EXIT_UNKNOWN ? VERDICT_NO_FILE
                                          : VERDICT_PROGRAM_FAILED;
    printf("{\"v\":1,\"verdict\":\"%s\",\"sentence\":\"%s\",\"detail\":\"\",\"exit\":%d,"
           "\"error\":{\"code\":%d,\"name\":\"%s\",\"message\":\"%s\",\"hint\":null}}\n",
           verdict_name(v), verdict_text(v), (int)code, (int)code, verdict_name(v),
           verdict_text(v));
}

int main(int argc, char **argv)
{
    struct settings_of_run s = {.stop = EXIT_DONE};
    lang_start();
    if (sodium_init() < 0)
        return EXIT_LOCAL;
    verify_list_init(&s.list);
    take_words(&s, argc, argv);
    enum exit_code code = s.stop;
    if (code != EXIT_DONE && wants_json(argc, argv))
        print_refusal(code);
    if (code == EXIT_DONE && !s.done)
        code = run(&s);
    verify_list_free(&s.list);
    return fflush(stdout) == 0 ? (int)code : (int)EXIT_LOCAL;
}
