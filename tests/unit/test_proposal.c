/* Proves: proposals are read as typed (friends, preset, settings, correspondence first, players
 * from the number of friends), what cannot be one is refused; a refused setting is explained by
 * the range the rules use; all terms are told in words and what differs is marked. */
#include "cli/proposal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct words w;
static struct request r;
static char out[4096];

/* What follows "play". */
static enum verdict propose(const char *line)
{
    unsigned at = 0;

    memset(&r, 0, sizeof r);
    assert_true(words_split(line, &w));
    enum verdict v = proposal_friends(&w, &at, &r);
    return v == VERDICT_OK ? proposal_terms(&w, at, false, &r) : v;
}

static void proposals_are_read(void **state)
{
    (void)state;
    assert_int_equal(propose("ann"), VERDICT_OK);
    assert_string_equal(r.name, "ann");
    assert_int_equal(r.names_n, 0);
    assert_int_equal(r.preset, PRESET_BRIDGE);
    assert_int_equal(r.settings_n, 0);
    assert_int_equal(propose("ann domains givens=26 blocks=irregular"), VERDICT_OK);
    assert_int_equal(r.preset, PRESET_DOMAINS);
    assert_int_equal(r.settings_n, 2);
    assert_string_equal(r.settings[1], "blocks=irregular");
    assert_int_equal(propose("ann size=7"), VERDICT_OK);
    assert_int_equal(r.preset, PRESET_BRIDGE);
}

static void friends_are_parted_by_commas(void **state)
{
    (void)state;
    static const char *const lines[] = {"ann,ben,cat dominoes set=9",
                                        "ann, ben, cat dominoes set=9",
                                        "ann,ben, cat dominoes set=9"};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_int_equal(propose(lines[i]), VERDICT_OK);
        assert_string_equal(r.name, "ann");
        assert_int_equal(r.names_n, 2);
        assert_string_equal(r.names[0], "ben");
        assert_string_equal(r.names[1], "cat");
        assert_int_equal(r.preset, PRESET_DOMINOES);
        assert_string_equal(r.settings[0], "players=4");
        assert_string_equal(r.settings[1], "set=9");
    }
    assert_int_equal(propose("ann,ben,cat,dan dominoes"), VERDICT_TOO_MANY);
    assert_int_equal(propose(","), VERDICT_NO_SUCH_FRIEND);
    assert_int_equal(propose("seventeen-letters"), VERDICT_NO_SUCH_FRIEND);
}

static void correspondence_comes_first(void **state)
{
    (void)state;
    assert_int_equal(propose("ann per-move=5d correspondence"), VERDICT_OK);
    assert_int_equal(r.preset, PRESET_BRIDGE);
    assert_int_equal(r.settings_n, 2);
    assert_string_equal(r.settings[0], "correspondence=yes");
    assert_string_equal(r.settings[1], "per-move=5d");
    assert_int_equal(propose("ann correspondence"), VERDICT_OK);
    assert_int_equal(r.settings_n, 1);
    memset(&r, 0, sizeof r);
    assert_true(words_split("domains", &w));
    assert_int_equal(proposal_terms(&w, 0, true, &r), VERDICT_OK);
    assert_string_equal(r.settings[0], "correspondence=yes");
}

static void what_is_none_is_refused(void **state)
{
    (void)state;
    char line[SETTINGS_MAX * 8 + 64] = "ann bridge";

    assert_int_equal(propose("ann chess"), VERDICT_PRESET_UNKNOWN);
    assert_int_equal(propose("ann bridge domains"), VERDICT_TERM_SYNTAX);
    for (unsigned i = 0; i <= SETTINGS_MAX; i++)
        strcat(line, " a=b");
    assert_int_equal(propose(line), VERDICT_TOO_MANY);
}

static const char *explained(const char *line, const char *detail)
{
    struct text t = text_over(out, sizeof out);

    assert_int_equal(propose(line), VERDICT_OK);
    proposal_explain(&r, detail, &t);
    return out;
}

static void refused_settings_are_explained(void **state)
{
    (void)state;
    assert_string_equal(explained("ann bridge givens=99", "givens=99"),
                        "givens may be 22 to 34 here.");
    assert_string_equal(explained("ann blitz givens=20", "givens"), "givens may be 8 to 14 here.");
    assert_string_equal(explained("ann bridge givens=99 size=5", "givens"),
                        "givens may be 8 to 11 here."); /* twice as many as tiles in a hand */
    assert_string_equal(explained("ann domains size=6", "size"), "size may be 5, 7, 9 here.");
    assert_string_equal(explained("ann dominoes set=7", "set=7"), "set may be 6, 9, 12 here.");
    assert_string_equal(explained("ann bridge per-move=1s", "per-move=1s"),
                        "per-move may be none, or 5s to 30d here.");
    assert_string_equal(explained("ann bridge blocks=odd", "blocks=odd"),
                        "blocks: regular or irregular.");
    assert_string_equal(explained("ann bridge x=y", "x=y"), "");
}

static void terms_are_told_in_words(void **state)
{
    (void)state;
    struct terms terms;
    struct text t = text_over(out, sizeof out);

    terms_preset(PRESET_BRIDGE, &terms);
    proposal_words(&terms, &t);
    assert_null(strchr(out, '*'));
    assert_non_null(strstr(out, "30 digits are printed at the start\n"));
    assert_non_null(strstr(out, "claiming a given costs one tile\n"));
    assert_non_null(strstr(out, "the joint coin decides who begins and is Blue\n"));
    terms.givens = 26;
    terms_correspondence(&terms);
    t = text_over(out, sizeof out);
    proposal_words(&terms, &t);
    assert_non_null(strstr(out, "* givens      26 digits are printed at the start (usually 30)\n"));
    assert_non_null(strstr(out, "* per-move    3d for a move (usually 1m)\n"));
    assert_non_null(strstr(out, "* per-game    no limit for the game (usually 15m)\n"));
    assert_null(strchr(out, '#'));
}

/* No preset has a term without words of its own. */
static void no_term_is_without_words(void **state)
{
    (void)state;
    struct terms terms;

    for (unsigned preset = PRESET_BRIDGE; preset <= PRESET_DOMINOES; preset++) {
        struct text t = text_over(out, sizeof out);
        terms_preset((enum preset)preset, &terms);
        proposal_words(&terms, &t);
        for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n"))
            assert_true(strchr(line + 14, ' ') != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proposals_are_read),
        cmocka_unit_test(friends_are_parted_by_commas),
        cmocka_unit_test(correspondence_comes_first),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(refused_settings_are_explained),
        cmocka_unit_test(terms_are_told_in_words),
        cmocka_unit_test(no_term_is_without_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
