/* Lists of the tables, in their order; never translated. */
#include "cli/help.h"
#include "cli/proposal.h"

#include "cli/json.h"
#include "cli/lang.h"
#include "cli/width.h"

#include <stdio.h>
#include <string.h>

static json_t *command_json(const struct command *c)
{
    json_t *o = json_object(), *options = json_array();

    json_object_set_new(o, "command", json_string(c->name));
    json_object_set_new(o, "arguments", json_string(c->arguments));
    json_object_set_new(o, "help", json_string(c->help));
    for (unsigned i = 0; options_name(i); i++)
        if (options_is_for(i, c->name))
            json_array_append_new(options, json_string(options_name(i)));
    json_object_set_new(o, "options", options);
    return o;
}

static void print_commands(bool json)
{
    unsigned count;
    const struct command *table = commands_table(&count);
    json_t *list = json_array();

    for (unsigned i = 0; i < count; i++)
        if (table[i].help[0] == '\0')
            continue; /* for shells */
        else if (json)
            json_array_append_new(list, command_json(&table[i]));
        else
            printf("%s\t%s\t%s\n", table[i].name, table[i].arguments, table[i].help);
    if (json)
        json_line(json_under("commands", list));
    else
        json_decref(list);
}

static void print_setting(json_t *list, bool json, const char *name, const char *help)
{
    json_t *o = json_object();
    json_object_set_new(o, "setting", json_string(name));
    json_object_set_new(o, "help", json_string(help));
    json_array_append_new(list, o);
    if (!json)
        printf("%s\t%s\n", name, help);
}

static void print_settings(bool json)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);
    json_t *list = json_array();

    for (unsigned i = 0; i < count; i++)
        print_setting(list, json, rows[i].name, rows[i].help);
    for (unsigned i = 0; i < PROPOSAL_HELPERS; i++)
        print_setting(list, json, proposal_helpers[i].name, proposal_helpers[i].help);
    if (json)
        json_line(json_under("settings", list));
    else
        json_decref(list);
}

static void print_options(bool json)
{
    json_t *list = json_array();

    for (unsigned i = 0; options_name(i); i++) {
        json_array_append_new(list, json_string(options_name(i)));
        if (!json)
            printf("%s\n", options_name(i));
    }
    if (json)
        json_line(json_under("options", list));
    else
        json_decref(list);
}

bool help_for_programs(const struct session *s, const char *about)
{
    static const struct { const char *about; void (*print)(bool json); } lists[] = {
        {"", print_commands}, {"options", print_options}, {"settings", print_settings}};

    if (s->opt.output == OUTPUT_TEXT)
        return false;
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(lists[i].about, about ? about : "") == 0) {
            lists[i].print(s->opt.output == OUTPUT_JSON);
            fflush(stdout);
            return true;
        }
    return false;
}

int cmd_help_about(struct session *s, const struct command *c)
{
    if (s->opt.output == OUTPUT_JSON)
        json_line(command_json(c));
    else if (s->opt.output == OUTPUT_PLAIN)
        printf("%s\t%s\t%s\n", c->name, c->arguments, c->help);
    else
        width_printf(stdout, "%s %s\n%s\n", c->name, _(c->arguments), _(c->help));
    fflush(stdout);
    return EXIT_DONE;
}
