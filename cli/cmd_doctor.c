/* What the doctor found, a line each: state, sentence, what to type. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/width.h"

#include <stdio.h>

enum { SENTENCE_MAX = CHECK_SENTENCE_MAX + CHECK_VALUES * CHECK_VALUE_MAX + 1 };

static const char *const states[] = {[CHECK_FINE] = "OK", [CHECK_NOTE] = "NOTE",
                                     [CHECK_BAD] = "BAD"};

/* The daemon sends the English sentence and what stands in it. */
static void add_sentence(const struct check_row *row, struct text *out)
{
    fill_add(out, _(row->sentence), fill_text("1", row->value[0]), fill_text("2", row->value[1]),
             fill_text("3", row->value[2]));
}

static json_t *check_json(const struct check_row *row)
{
    char sentence[SENTENCE_MAX];
    struct text t = text_over(sentence, sizeof sentence);
    json_t *o = json_object();

    add_sentence(row, &t);
    json_object_set_new(o, "check", json_string(row->check));
    json_object_set_new(o, "state", json_string(states[row->state]));
    json_object_set_new(o, "sentence", json_string(sentence));
    json_object_set_new(o, "command", row->command[0] ? json_string(row->command) : json_null());
    return o;
}

static const char *state_word(uint32_t state)
{
    return state == CHECK_FINE ? P_("check", "ok")
         : state == CHECK_NOTE ? P_("check", "NOTE")
                               : P_("check", "BAD");
}

static void print_check(const struct session *s, const struct check_row *row,
                        struct table *table)
{
    char sentence[SENTENCE_MAX], advice[SENTENCE_MAX];
    struct text t = text_over(sentence, sizeof sentence), a = text_over(advice, sizeof advice);
    const char *const cells[] = {state_word(row->state), sentence};
    const char *const below[] = {"", advice};

    add_sentence(row, &t);
    if (s->opt.output == OUTPUT_PLAIN) {
        printf("%s\t%s\t%s\t%s\n", states[row->state], row->check, sentence, row->command);
        return;
    }
    table_row(table, cells);
    fill_add(&a, _("try: {command}"), fill_text("command", _(row->command)));
    if (row->command[0])
        table_row(table, below);
}

/* Exit code: no if something is bad. */
int cmd_doctor(struct session *s)
{
    json_t *list;
    bool bad = false;

    if (s->words.n != 1)
        return session_usage(s);
    session_ask(s, REQ_DOCTOR);
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    struct table table;
    list = json_array();
    table_init(&table, 2);
    for (unsigned i = 0; i < s->reply.checks_n; i++) {
        bad = bad || s->reply.checks[i].state == CHECK_BAD;
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, check_json(&s->reply.checks[i]));
        else
            print_check(s, &s->reply.checks[i], &table);
    }
    table_print(&table, session_columns(s), stdout);
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_under("checks", list));
    else
        json_decref(list);
    return bad ? EXIT_NO : EXIT_DONE;
}
