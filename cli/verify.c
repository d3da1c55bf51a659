/* numbridge-verify: judges exported games.  Needs no daemon, no network and no key; it links the
 * pure part and the reading of files, nothing else. */
#include "bag/bag.h"
#include "base/version.h"
#include "cli/lang.h"
#include "cli/verify_batch.h"
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
    printf("%s\n\n%s\n%s\n\n", _("numbridge-verify [--proofs|--seeds|--both] [--json] [--quiet] "
                                  "FILE..."),
           _("Judges exported games: signatures, order, rules, board, coin and bag."),
           _("A folder stands for all files in it."));
    table_print(&t, COLUMNS_USUAL, stdout);
    printf("\n%s\n", _("Exit code: 0 all hold, 8 something is refused, 4 a file cannot be read, 2 "
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

static bool take_switch(struct settings_of_run *s, const char *word)
{
    if (strcmp(word, "--proofs") == 0)
        s->check |= BAG_BY_PROOFS;
    else if (strcmp(word, "--seeds") == 0)
        s->check |= BAG_BY_SEEDS;
    else if (strcmp(word, "--both") == 0)
        s->check |= BAG_BY_BOTH;
    else if (strcmp(word, "--json") == 0)
        use_json(s);
    else if (strcmp(word, "--quiet") == 0)
        s->quiet = true;
    else
        return false;
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

static void take_words(struct settings_of_run *s, int argc, char **argv)
{
    bool open = true;
    for (int i = 1; i < argc && s->stop == EXIT_DONE && !s->done; i++) {
        if (open && strcmp(argv[i], "--") == 0) {
            open = false;
        } else if (!open || argv[i][0] != '-') {
            size_t before = s->list.n;
            add(s, argv[i], verify_list_add);
            s->many = s->many || before > 0 || s->list.n != 1 ||
                      strcmp(s->list.path[0], argv[i]) != 0;
        } else if (strcmp(argv[i], "--list") == 0 && i + 1 < argc) {
            s->many = true;
            add(s, argv[++i], verify_list_add_lines);
        } else if (strcmp(argv[i], "--name") == 0 && i + 1 < argc) {
            s->name = argv[++i];
        } else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) {
            lang_choose(argv[++i]);
        } else if (!take_switch(s, argv[i]) && !tell(s, argv[i])) {
            complain(s, _("no such option, see --help"), argv[i], EXIT_USAGE);
        }
    }
    if (s->stop == EXIT_DONE && !s->done && s->list.n == 0)
        complain(s, _("no file to verify, see --help"), "", EXIT_USAGE);
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

int main(int argc, char **argv)
{
    struct settings_of_run s = {.stop = EXIT_DONE};
    lang_start();
    if (sodium_init() < 0)
        return EXIT_LOCAL;
    verify_list_init(&s.list);
    take_words(&s, argc, argv);
    enum exit_code code = s.stop;
    if (code == EXIT_DONE && !s.done) {
        struct batch b = {&s.list, s.check, s.json ? REPORT_JSON : REPORT_SHORT, s.quiet};
        code = s.many ? verify_batch(&b) : verify_one(&s);
    }
    verify_list_free(&s.list);
    return fflush(stdout) == 0 ? (int)code : (int)EXIT_LOCAL;
}
