/* Proves: width is counted in columns and not in bytes; tables stand in columns whatever the
 * letters, go on in the next line where they must and never leave the screen; names in braces are
 * filled wherever a sentence has them; without a catalogue all is English, plurals too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/width.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static char out[4096];

static void columns_are_no_bytes(void **state)
{
    (void)state;
    assert_int_equal(width_columns("abc"), 3);
    assert_int_equal(width_columns("d\u00e9j\u00e0"), 4);
    assert_int_equal(width_columns("e\u0301"), 1);        /* an accent of its own */
    assert_int_equal(width_columns("\u6f22\u5b57"), 4);   /* two columns each */
    assert_int_equal(width_fit("d\u00e9j\u00e0 vu", 4), 6);
    assert_int_equal(width_fit("\u6f22\u5b57", 3), 3);
    assert_int_equal(width_columns("\xc3"), 1);           /* cut, and nothing is read behind it */
}

static void padding(void **state)
{
    (void)state;
    struct text t = text_over(out, sizeof out);
    width_pad(&t, "\u00e9", 3);
    width_pad(&t, "long", 2);
    assert_string_equal(out, "\u00e9  long");
}

/* What a table prints in so many columns. */
static const char *printed(struct table *t, unsigned width)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    table_print(t, width, file);
    rewind(file);
    size_t len = fread(out, 1, sizeof out - 1, file);
    out[len] = '\0';
    fclose(file);
    return out;
}

static void add(struct table *t, const char *a, const char *b, const char *c)
{
    const char *const cells[] = {a, b, c};
    table_row(t, cells);
}

static void tables_stand_in_columns(void **state)
{
    (void)state;
    struct table t;

    table_init(&t, 3);
    add(&t, "\u00e9t\u00e9", "x", "one");
    add(&t, "a", "longer", NULL);
    add(&t, "", NULL, "two");
    assert_string_equal(printed(&t, 80),
                        "\u00e9t\u00e9  x       one\na    longer\n             two\n");
    assert_string_equal(printed(&t, 80), ""); /* the rows are forgotten */
}

static void tables_stay_on_the_screen(void **state)
{
    (void)state;
    struct table t;

    table_init(&t, 3);
    add(&t, "first", "one two three four five six seven", "eight nine ten eleven twelve");
    assert_string_equal(printed(&t, 40), "first  one two three four five six seven\n"
                                         "      eight nine ten eleven twelve\n");
    add(&t, "a", "b", "one two three four five six seven eight nine");
    assert_string_equal(printed(&t, 32), "a  b  one two three four five\n"
                                         "      six seven eight nine\n");
    add(&t, "a", "b", "onewordthatislongerthanallthatthereisroomfor");
    assert_string_equal(printed(&t, 32), "a  b  onewordthatislongerthanall\n"
                                         "      thatthereisroomfor\n");
}

static void rows_hang(void **state)
{
    (void)state;
    struct text t = text_over(out, sizeof out);
    char body[200];

    memset(body, 'x', 120);
    body[120] = '\0';
    body[60] = ' ';
    width_row(&t, "name", 10, body);
    assert_int_equal(strcspn(out, "\n"), 70);
    assert_memory_equal(out + 71, "          x", 11);
    assert_int_equal(t.len, 71 + 10 + 59 + 1);
    char small[8];
    struct text s = text_over(small, sizeof small);
    width_row(&s, "ab", 4, "one two three");
    assert_string_equal(small, "ab  one");
}

static void names_are_filled(void **state)
{
    (void)state;
    struct text t = text_over(out, sizeof out);

    fill_add(&t, "{b}: {n} of {a}, {a} {missing}{ {", fill_text("a", "{b}"), fill_text("b", "ann"),
             fill_number("n", 0));
    assert_string_equal(out, "ann: 0 of {b}, {b} { {");
    t = text_over(out, 6);
    fill_add(&t, "{a}{a}", fill_text("a", "four"));
    assert_string_equal(out, "fourf");
}

static void without_catalogue(void **state)
{
    (void)state;
    assert_string_equal(_("No such sentence."), "No such sentence.");
    assert_string_equal(_(""), "");
    assert_string_equal(ngettext("{count} nut", "{count} nuts", 1), "{count} nut");
    assert_string_equal(ngettext("{count} nut", "{count} nuts", 0), "{count} nuts");
    assert_string_equal(P_("tree", "nut"), "nut");
    lang_for(LANG_PROGRAMS);
    assert_string_equal(ngettext("{count} nut", "{count} nuts", 2), "{count} nuts");
    assert_string_equal(P_("tree", "nut"), "nut");
    lang_for(LANG_PEOPLE);
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_no_bytes),   cmocka_unit_test(padding),
        cmocka_unit_test(tables_stand_in_columns), cmocka_unit_test(tables_stay_on_the_screen),
        cmocka_unit_test(rows_hang),              cmocka_unit_test(names_are_filled),
        cmocka_unit_test(without_catalogue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
