/* What the doctor found, a line each: state, sentence, what to type. */
#include "cli/commands.h"
#include "cli/json.h"

#include <stdio.h>

static const char *const states[] = {[CHECK_FINE] = "OK", [CHECK_NOTE] = "NOTE",
                                     [CHECK_BAD] = "BAD"};

static json_t *check_json(const struct check_row *row)
{
    json_t *o = json_object();

    json_object_set_new(o, "check", json_string(row->check));
    json_object_set_new(o, "state", json_string(states[row->state]));
    json_object_set_new(o, "sentence", json_string(row->sentence));
    json_object_set_new(o, "command", row->command[0] ? json_string(row->command) : json_null());
    return o;
}

static void print_check(const struct session *s, const struct check_row *row)
{
    if (s->opt.output == OUTPUT_PLAIN) {
        printf("%s\t%s\t%s\t%s\n", states[row->state], row->check, row->sentence, row->command);
        return;
    }
    printf("%-4s  %s\n", row->state == CHECK_FINE ? "ok" : states[row->state], row->sentence);
    if (row->command[0])
        printf("      try: %s\n", row->command);
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
    list = json_array();
    for (unsigned i = 0; i < s->reply.checks_n; i++) {
        bad = bad || s->reply.checks[i].state == CHECK_BAD;
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, check_json(&s->reply.checks[i]));
        else
            print_check(s, &s->reply.checks[i]);
    }
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_under("checks", list));
    else
        json_decref(list);
    return bad ? EXIT_NO : EXIT_DONE;
}
