/* Proves: the board shown last is remembered for each game, a changed one is told apart from the
 * same one, the latest 64 games are kept, and a damaged or missing file is as if nothing had been
 * shown. */
#include "cli/seen.h"

#include "keys/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64], path[80];
static struct game_show show;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_seen.XXXXXX");
    memset(&show, 0, sizeof show);
    show.row.number = 3;
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/seen", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void changes_are_noticed(void **state)
{
    (void)state;
    assert_false(seen_changed(path, &show));
    seen_store(path, &show);
    assert_false(seen_changed(path, &show));
    memset(show.head.b, 1, sizeof show.head.b); /* entries that change nothing to be seen */
    assert_false(seen_changed(path, &show));
    show.view.moves = 1;
    assert_true(seen_changed(path, &show));
    seen_store(path, &show);
    assert_false(seen_changed(path, &show));
    show.view.draw_by = 1;
    assert_true(seen_changed(path, &show));
    show.view.draw_by = 0;
    show.view.hand[6] = 9;
    assert_true(seen_changed(path, &show));
    show.row.number = 33; /* begins like 3, is another game */
    assert_false(seen_changed(path, &show));
}

static void the_latest_games_are_kept(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 70; i++) {
        show.row.number = i;
        seen_store(path, &show);
    }
    show.view.moves = 5;
    show.row.number = 70;
    assert_true(seen_changed(path, &show));
    show.row.number = 7;
    assert_true(seen_changed(path, &show));
    show.row.number = 6;
    assert_false(seen_changed(path, &show));
}

static void damage_is_nothing(void **state)
{
    (void)state;
    static const char damaged[] = "3\n3 x\n\n3 7";
    assert_int_equal(file_write(path, span_of(damaged, sizeof damaged - 1), FILE_REPLACE,
                                FILE_PRIVATE), VERDICT_OK);
    seen_store(path, &show);
    assert_false(seen_changed(path, &show));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(changes_are_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_latest_games_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
