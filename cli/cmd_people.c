/* Invitations and friends. */
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/sentence.h"

#include <stdio.h>
#include <string.h>

enum { DAYS_MAX = 90, DAY_SECONDS = 86400, ROUND_UP_MS = 60000 };

static int show_invitation(struct session *s, const struct invitation_row *i)
{
    char span[64];
    struct text t = text_over(span, sizeof span);
    uint64_t now = session_now_ms();

    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("invitation", json_invitation(i)));
        return EXIT_DONE;
    }
    printf("%s\n", i->text);
    fflush(stdout);
    if (s->opt.output == OUTPUT_PLAIN)
        return EXIT_DONE;
    sentence_span(i->expires_ms > now ? i->expires_ms - now + ROUND_UP_MS : 0, &t);
    fprintf(stderr,
            "Send this line to your friend by any channel; the friend types: join LINE\n"
            "Whoever has it can become your friend, once.\n"
            "It is good for %s; 'revoke %u' takes it back.\n",
            span, (unsigned)i->number);
    return EXIT_DONE;
}

int cmd_invite(struct session *s)
{
    uint64_t days = 0;

    if (s->words.n > 2
        || (s->words.n == 2 && !text_read_number(span_text(s->words.word[1]), DAYS_MAX, &days)))
        return session_usage(s);
    session_ask(s, REQ_INVITE)->number = days * DAY_SECONDS;
    enum verdict v = session_call(s);
    if (v == VERDICT_OK && s->reply.invitations_n != 1)
        v = VERDICT_NOT_DECODABLE;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return show_invitation(s, &s->reply.invitations[0]);
}

static void print_invitation(struct session *s, const struct invitation_row *i)
{
    static const char *const states[] = {"", "open", "used", "revoked", "expired"};
    char expires[40];
    struct text t = text_over(expires, sizeof expires);
    const char *state = i->state < 5 ? states[i->state] : "";

    sentence_stamp(i->expires_ms, &t);
    if (s->opt.output == OUTPUT_PLAIN)
        printf("%u\t%s\t%s\t%s\n", (unsigned)i->number, state, expires, i->used_by);
    else
        printf("%4u  %-8s until %s  %s%s\n", (unsigned)i->number, state, expires,
               i->used_by[0] != '\0' ? "by " : "", i->used_by);
}

/* Ask for all pages of a list, and hand each page to `page`. */
typedef void each_page(struct session *s, json_t *list);

static int all_pages(struct session *s, enum request_kind kind, const char *name, each_page *page)
{
    json_t *list = json_array();
    uint64_t from = 0;

    do {
        session_ask(s, kind)->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK) {
            json_decref(list);
            return session_refuse(s, v, s->reply.detail);
        }
        page(s, list);
        from = s->reply.next;
    } while (s->reply.more);
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_under(name, list));
    else
        json_decref(list);
    return EXIT_DONE;
}

static void invitations_page(struct session *s, json_t *list)
{
    for (unsigned i = 0; i < s->reply.invitations_n; i++)
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, json_invitation(&s->reply.invitations[i]));
        else
            print_invitation(s, &s->reply.invitations[i]);
    if (s->reply.invitations_n == 0 && s->opt.output == OUTPUT_TEXT)
        fprintf(stderr, "You have made no invitation: 'invite' makes one.\n");
}

int cmd_invites(struct session *s)
{
    return all_pages(s, REQ_INVITES, "invitations", invitations_page);
}

int cmd_revoke(struct session *s)
{
    uint64_t number;

    if (s->words.n != 2 || !text_read_number(span_text(s->words.word[1]), UINT32_MAX, &number))
        return session_usage(s);
    session_ask(s, REQ_REVOKE)->number = number;
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, "The invitation is withdrawn.", NULL);
}

/* What was pasted, without what a terminal or mail program may have put in: the daemon takes only
 * text that can be shown. */
static void copy_paste(const char *in, char *out, size_t size)
{
    size_t len = 0;

    for (; *in != '\0' && len + 1 < size; in++)
        out[len++] = (char)(*in > ' ' && *in < 0x7f ? *in : ' ');
    out[len] = '\0';
}

/* He may never be there when we are: what he would get then goes as text as well. */
static int not_there(struct session *s)
{
    const char *name = s->reply.friends[0].name;

    if (s->opt.output == OUTPUT_JSON) {
        json_t *o = json_under("friend", json_friend(&s->reply.friends[0]));
        json_object_set_new(o, "blocks", cmd_mail_json(s));
        return session_done(s, "", o);
    }
    if (s->opt.output == OUTPUT_TEXT)
        printf("%s does not answer at the moment; the invitation is used as soon as the other "
               "side is there.\n", name);
    if (s->reply.data_len > 0 && s->opt.output == OUTPUT_TEXT)
        printf("If you are never here together, send %s this block; the friend types: import\n",
               name);
    cmd_mail_print(s);
    return EXIT_DONE;
}

static int joined(struct session *s, enum verdict v)
{
    const struct friend_row *f = &s->reply.friends[0];
    char sentence[256];

    if (s->reply.friends_n != 1 || (v != VERDICT_OK && v != VERDICT_PEER_ABSENT))
        return session_refuse(s, v == VERDICT_OK ? VERDICT_NOT_DECODABLE : v, s->reply.detail);
    if (f->joined)
        snprintf(sentence, sizeof sentence, "%s is your friend now. Propose a game: play %s bridge",
                 f->name, f->name);
    else
        return not_there(s);
    return session_done(s, sentence, json_under("friend", json_friend(f)));
}

int cmd_join(struct session *s)
{
    struct words *w = &s->words;
    const char *name = "";

    if (w->n >= 4 && strcmp(w->word[w->n - 2], "as") == 0) {
        name = w->word[w->n - 1];
        w->n -= 2;
    }
    if (w->n < 2)
        return session_usage(s);
    if (strlen(name) > NAME_MAX_LEN)
        return session_refuse(s, VERDICT_NAME_MALFORMED, name);
    struct request *r = session_ask(s, REQ_JOIN);
    static char paste[PASTE_MAX + 1];
    words_rest(w, 1, paste, sizeof paste);
    copy_paste(paste, r->text, sizeof r->text);
    memcpy(r->name, name, strlen(name) + 1);
    enum verdict v = session_call(s);
    if (v == VERDICT_NO_DAEMON || s->reply.friends_n == 0)
        return session_refuse(s, v, s->reply.detail);
    return joined(s, v);
}

static void print_friend(struct session *s, const struct friend_row *f)
{
    char state[128];
    struct text t = text_over(state, sizeof state);

    sentence_link(f, session_now_ms(), &t);
    if (s->opt.output == OUTPUT_PLAIN) {
        printf("%s\t%s\t%s\t%u\t%u\n", f->name, f->calls_self, state, (unsigned)f->games_open,
               (unsigned)f->unsent);
        return;
    }
    printf("%-16s  %s", f->name, state);
    if (f->practice)
        printf(", the practice player of this machine");
    if (f->calls_self[0] != '\0' && strcmp(f->calls_self, f->name) != 0)
        printf(", calls themselves %s", f->calls_self);
    if (f->games_open > 0)
        printf(f->games_open == 1 ? ", 1 game open" : ", %u games open", (unsigned)f->games_open);
    if (f->unsent > 0)
        printf(", %u queued, not delivered yet", (unsigned)f->unsent);
    printf("\n");
}

static void friends_page(struct session *s, json_t *list)
{
    for (unsigned i = 0; i < s->reply.friends_n; i++)
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, json_friend(&s->reply.friends[i]));
        else
            print_friend(s, &s->reply.friends[i]);
    if (s->reply.friends_n == 0 && s->opt.output == OUTPUT_TEXT)
        fprintf(stderr, "You have no friends here yet: 'invite' makes a line to send, "
                        "'practice bridge' needs nobody.\n");
}

int cmd_friends(struct session *s)
{
    return all_pages(s, REQ_FRIENDS, "friends", friends_page);
}

/* Put a name typed by the person into a request; false: too long to be one. */
static bool set_name(char out[NAME_MAX_LEN + 1], const char *name)
{
    if (strlen(name) > NAME_MAX_LEN)
        return false;
    memcpy(out, name, strlen(name) + 1);
    return true;
}

int cmd_rename(struct session *s)
{
    if (s->words.n != 3)
        return session_usage(s);
    struct request *r = session_ask(s, REQ_RENAME);
    if (!set_name(r->name, s->words.word[1]) || !set_name(r->text, s->words.word[2]))
        return session_refuse(s, VERDICT_NAME_MALFORMED, "");
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, "Renamed.", NULL);
}

int cmd_remove(struct session *s)
{
    if (s->words.n != 2)
        return session_usage(s);
    if (!session_sure(s, "Open games with this friend will stop. Remove the friend?"))
        return EXIT_NO;
    struct request *r = session_ask(s, REQ_REMOVE);
    if (!set_name(r->name, s->words.word[1]))
        return session_refuse(s, VERDICT_NO_SUCH_FRIEND, "");
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, "Removed.", NULL);
}
