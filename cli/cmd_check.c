/* Two friends make sure by voice that nobody stands between them: each reads digits to the other,
 * and types what he hears.  A look and a nod would not do. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"

#include <stdio.h>
#include <string.h>

enum { ANSWER_MAX = 512 };

static enum verdict ask(struct session *s, const char *name, const char *typed)
{
    struct request *r = session_ask(s, REQ_CHECK);

    if (strlen(name) > NAME_MAX_LEN)
        return VERDICT_NO_SUCH_FRIEND;
    memcpy(r->name, name, strlen(name) + 1);
    memcpy(r->text, typed, strlen(typed) + 1);
    enum verdict v = session_call(s);
    return v == VERDICT_OK && s->reply.friends_n != 1 ? VERDICT_NOT_DECODABLE : v;
}

static int refuse(struct session *s, enum verdict v)
{
    char detail[160] = "";
    struct text t = text_over(detail, sizeof detail);

    if (v == VERDICT_DIGITS_DIFFER)
        fill_add(&t, _("group {number} is the first that is not the same"),
                 fill_text("number", s->reply.detail));
    else if (v == VERDICT_NO_SUCH_FRIEND)
        text_add(&t, _("nor is there a file of that name"));
    return session_refuse(s, v, detail);
}

static int compare(struct session *s, const char *name, const char *typed)
{
    char sentence[256];
    struct text t = text_over(sentence, sizeof sentence);
    enum verdict v = ask(s, name, typed);

    if (v != VERDICT_OK)
        return refuse(s, v);
    fill_add(&t, _("The key is the one that {name} has: {name} is checked."),
             fill_text("name", s->reply.friends[0].name));
    return session_done(s, sentence, json_under("friend", json_friend(&s->reply.friends[0])));
}

/* The digits to read, and what to do with them. */
static void tell(const struct session *s, const char *name)
{
    struct filling who = fill_text("name", name);

    if (s->opt.output == OUTPUT_PLAIN) {
        printf("%s\n", s->reply.detail);
        return;
    }
    fill_print(stdout, _("Call {name}, and read this aloud:\n"), who);
    printf("\n  %s\n\n", s->reply.detail);
    fill_print(stdout, _("{name} types it, and reads other digits to you.\n"), who);
    fflush(stdout);
}

int cmd_check(struct session *s)
{
    char typed[ANSWER_MAX] = "", name[NAME_MAX_LEN + 1];

    words_rest(&s->words, 2, typed, sizeof typed);
    if (s->words.n > 2)
        return compare(s, s->words.word[1], typed);
    enum verdict v = ask(s, s->words.word[1], "");
    if (v != VERDICT_OK)
        return refuse(s, v);
    memcpy(name, s->reply.friends[0].name, sizeof name);
    if (s->opt.output == OUTPUT_JSON) {
        json_t *o = json_under("friend", json_friend(&s->reply.friends[0]));
        json_object_set_new(o, "digits", json_string(s->reply.detail));
        return session_done(s, "", o);
    }
    tell(s, name);
    if (!session_answer(s, _("Type what you hear (nothing: later): "), typed, sizeof typed))
        return EXIT_DONE;
    typed[strcspn(typed, "\n")] = '\0';
    return typed[0] == '\0' ? EXIT_DONE : compare(s, name, typed);
}
