/* Proves: words are split as typed, options are found wherever they stand and refused when they do
 * not fit, commands are found by whole names and unambiguous beginnings, every row of the table is
 * complete, and completion offers what can be meant. */
#include "cli/commands.h"
#include "cli/complete.h"

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct words w;
static struct options o;
static struct session session;
static struct completions found;
static char problem[256];

static void split(const char *line)
{
    assert_true(words_split(line, &w));
}

static bool take(const char *line)
{
    struct text t = text_over(problem, sizeof problem);
    memset(&o, 0, sizeof o);
    split(line);
    return options_take(&w, &o, &t);
}

static void words_are_what_is_typed(void **state)
{
    (void)state;
    char rest[64];

    split("  say \t it's \"fine\"\n");
    assert_int_equal(w.n, 3);
    assert_string_equal(w.word[1], "it's");
    words_rest(&w, 1, rest, sizeof rest);
    assert_string_equal(rest, "it's \"fine\"");
    words_rest(&w, 1, rest, 5);
    assert_string_equal(rest, "it's");
    split("");
    assert_int_equal(w.n, 0);
}

static void too_much_is_refused(void **state)
{
    (void)state;
    char *line = malloc(3 * PASTE_MAX);

    memset(line, 'a', 3 * PASTE_MAX);
    line[PASTE_MAX + 1] = '\0';
    assert_false(words_split(line, &w));
    for (size_t i = 0; i < 2 * (WORDS_MAX + 1); i += 2)
        memcpy(line + i, "a ", 3);
    assert_false(words_split(line, &w));
    assert_int_equal(w.n, 0);
    free(line);
}

static void options_stand_anywhere(void **state)
{
    (void)state;
    assert_true(take("--json show --game 12 --wait=30 3 --color=never --home /x --since=9"));
    assert_int_equal(w.n, 2);
    assert_string_equal(w.word[0], "show");
    assert_string_equal(w.word[1], "3");
    assert_int_equal(o.output, OUTPUT_JSON);
    assert_int_equal(o.game, 12);
    assert_true(o.wait && o.wait_s == 30);
    assert_int_equal(o.color, WHEN_NEVER);
    assert_string_equal(o.home, "/x");
    assert_true(o.since_set && o.since == 9);
    assert_true(take("play ann bridge --correspondence") && o.correspondence);
    assert_true(take("events --wait --json=1 --yes"));
    assert_true(o.wait && o.wait_s == 0 && o.yes);
}

static void free_text_keeps_its_dashes(void **state)
{
    (void)state;
    assert_true(take("--yes say well --json is a word"));
    assert_int_equal(w.n, 6);
    assert_int_equal(o.output, OUTPUT_TEXT);
    assert_true(o.yes);
    assert_true(take("export -- --file"));
    assert_string_equal(w.word[1], "--file");
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {"--jason",    "--json=2", "--game x", "--game 0",
                                        "--game",     "--home",   "--home=",  "--wait=x",
                                        "--wait=-1",  "--color=", "--color=red", "--yes=1",
                                        "--since -1", "--since"};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_false(take(lines[i]));
        assert_true(problem[0] == '-');
    }
}

static bool fits(const char *line, const char *command)
{
    struct text t = text_over(problem, sizeof problem);
    return take(line) && options_fit(&o, command, &t);
}

static void options_are_for_their_commands(void **state)
{
    (void)state;
    assert_true(fits("--json --home /x --lang fr --ascii", NULL));
    assert_true(fits("--game 3 --yes --dry-run --wait=5", "resign"));
    assert_true(fits("--game 3", "add-time"));
    assert_false(fits("--game 3", "friends"));
    assert_true(strncmp(problem, "--game", 6) == 0);
    assert_false(fits("--wait", NULL));
    assert_false(fits("--follow", "show"));
    assert_false(fits("--dry-run", "say"));
    assert_false(fits("--yes", "e")); /* a piece of a name is none */
    assert_true(fits("--since 3 --types MOVE --run /bin/true", "events"));
}

static const char *command_of(const char *line)
{
    split(line);
    const struct command *c = w.n > 0 ? commands_find(w.word[0]) : NULL;
    return c ? c->name : "";
}

static void commands_are_found(void **state)
{
    (void)state;
    assert_string_equal(command_of("show 3"), "show");
    assert_string_equal(command_of("fr"), "friends");
    assert_string_equal(command_of("pla"), "");
    assert_string_equal(command_of("invite"), "invite");
    assert_string_equal(command_of("e5=7"), "place");
    assert_string_equal(command_of("3-5 left"), "place");
    assert_string_equal(command_of("12-12"), "place");
    assert_string_equal(command_of("3-"), "");
    assert_string_equal(command_of("pass"), "pass");
    assert_string_equal(command_of("exit"), "quit");
    assert_string_equal(command_of("nonsense"), "");
    assert_string_equal(command_of(""), "");
}

static void every_row_is_complete_and_unlike_the_others(void **state)
{
    (void)state;
    unsigned count;
    const struct command *table = commands_table(&count);

    for (unsigned i = 0; i < count; i++) {
        size_t len = strlen(table[i].help);
        assert_non_null(table[i].run);
        assert_true(len == 0 || table[i].help[len - 1] == '.'); /* without help: for shells */
        assert_true(len <= 160); /* folded on the screen */
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(table[i].name, table[j].name);
    }
}

static bool offers(const char *line, const char *begins, const char *word)
{
    complete_list(&session, line, begins, &found);
    for (unsigned i = 0; i < found.n; i++)
        if (strcmp(found.word[i], word) == 0)
            return true;
    return false;
}

static void set_up_show(void)
{
    static struct table t;
    struct terms terms;

    terms_preset(PRESET_BRIDGE, &terms);
    table_start(&t, &terms, 2);
    view_make(&t.game, 0, t.value, &session.show.view);
    session.client.fd = -1;
    session.has_show = true;
}

static void completion_offers_what_can_be_meant(void **state)
{
    (void)state;
    set_up_show();
    const struct view *v = &session.show.view;
    char hand[8], digit[32];

    snprintf(hand, sizeof hand, "%u", (unsigned)v->hand[0]);
    assert_true(offers("", "fr", "friends"));
    assert_false(offers("", "fr", "games"));
    assert_true(offers("place ", "", hand));
    snprintf(digit, sizeof digit, "place %s ", hand);
    complete_list(&session, digit, "", &found);
    assert_true(found.n > 0);
    for (unsigned i = 0; i < found.n; i++) {
        uint8_t cell = (uint8_t)((found.word[i][1] - '1') * 9 + found.word[i][0] - 'a');
        assert_true(view_candidates(v, cell) >> v->hand[0] & 1);
    }
    complete_list(&session, "claim ", "", &found);
    unsigned givens = 0;
    for (unsigned cell = 0; cell < 81; cell++)
        givens += v->given[cell] != 0;
    assert_int_equal(found.n, givens);
    assert_true(offers("claim c3 ", "w", "with"));
    assert_true(offers("swap ", "", "all"));
    assert_true(offers("practice ", "b", "bridge"));
    assert_true(offers("practice bridge ", "giv", "givens="));
    assert_true(found.open);
    assert_true(offers("accept ", "", "draw"));
    assert_false(offers("no-such-command ", "", "draw"));
    /* Names are asked of the daemon only over a connection that is there. */
    complete_list(&session, "play ", "", &found);
    assert_int_equal(found.n, 0);
}

static void completion_at_dominoes(void **state)
{
    (void)state;
    struct view *v = &session.show.view;

    memset(v, 0, sizeof *v);
    terms_preset(PRESET_DOMINOES, &v->terms);
    v->seats = 2;
    v->may_move = 1;
    v->hand_n[0] = 2;
    v->dom = (struct domino_view){.phase = DOMINO_PLAY, .arms = 2, .open = {0, 3},
                                  .tiles = {2, 28}}; /* 0-1, 6-6 */
    session.client.fd = -1;
    session.has_show = true;
    assert_true(offers("place ", "", "0-1"));
    assert_int_equal(found.n, 1);
    assert_true(offers("place 0-1 ", "", "left"));
    assert_int_equal(found.n, 1);
    assert_true(offers("0-1 ", "l", "left"));
    assert_true(offers("draw ", "", "tile"));
    v->dom.phase = DOMINO_SHOW;
    assert_true(offers("show ", "", "6-6"));
    v->dom.tiles[1] = 2;
    assert_true(offers("show ", "", "none"));
    assert_true(offers("play ann dominoes ", "corr", "correspondence"));
    assert_false(found.open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_what_is_typed),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(options_stand_anywhere),
        cmocka_unit_test(free_text_keeps_its_dashes),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(options_are_for_their_commands),
        cmocka_unit_test(commands_are_found),
        cmocka_unit_test(every_row_is_complete_and_unlike_the_others),
        cmocka_unit_test(completion_offers_what_can_be_meant),
        cmocka_unit_test(completion_at_dominoes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
