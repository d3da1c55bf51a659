/* Invitations and friends. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/sentence.h"
#include "cli/width.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DAYS_MAX = 90, DAY_SECONDS = 86400, ROUND_UP_MS = 60000 };

/* Capitals, which the reader takes as well, make a smaller picture. */
static void print_picture(struct session *s, const char *ticket)
{
    static char picture[QR_TEXT_MAX];
    struct text out = text_over(picture, sizeof picture);
    char capitals[TICKET_TEXT_MAX + 1] = "";
    struct qr_size size;

    for (size_t i = 0; i < TICKET_TEXT_MAX && ticket[i] != '\0'; i++)
        capitals[i] = (char)toupper((unsigned char)ticket[i]);
    if (s->term.reader || s->opt.reader || !qr_draw(capitals, s->opt.qr, &s->term, &out, &size)) {
        fprintf(stderr, "%s\n", _("There is no picture of it here."));
        return;
    }
    fputs(picture, stdout);
    fflush(stdout);
    if (s->term.out_tty && (size.columns > s->term.width || size.rows >= s->term.height))
        fill_print(stderr,
                   _("The picture needs {columns} columns and {rows} rows: make the window larger, "
                     "or the letters smaller, and ask for another invitation.\n"),
                   fill_number("columns", size.columns), fill_number("rows", size.rows + 1));
}

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
    if (s->opt.qr == QR_NO && s->term.out_tty && !s->term.reader)
        width_printf(stderr, "%s\n", _("'invite --qr' also shows a picture for a phone's camera."));
    sentence_span(i->expires_ms > now ? i->expires_ms - now + ROUND_UP_MS : 0, &t);
    width_printf(stderr, "%s\n%s\n",
                 _("Send this line to your friend by any channel; the friend types: join LINE"),
                 _("Whoever has it can become your friend, once."));
    fill_print(stderr, _("It is good for {time}; 'revoke {number}' takes it back.\n"),
               fill_text("time", span), fill_number("number", i->number));
    fflush(stderr);
    if (s->opt.qr != QR_NO)
        print_picture(s, i->text); /* last, so that nothing pushes it off the screen */
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

static const char *invitation_state(uint32_t state)
{
    switch (state) {
    case 1:
        return P_("invitation", "open");
    case 2:
        return P_("invitation", "used");
    case 3:
        return P_("invitation", "revoked");
    case 4:
        return P_("invitation", "expired");
    default:
        return "";
    }
}

static void print_invitation(struct session *s, const struct invitation_row *i,
                             struct table *table)
{
    char number[16], expires[80], until[160], by[128] = "";
    struct text e = text_over(expires, sizeof expires), u = text_over(until, sizeof until);
    struct text b = text_over(by, sizeof by);
    const char *const cells[] = {number, invitation_state(i->state), until, by};

    snprintf(number, sizeof number, "%4u", (unsigned)i->number);
    if (s->opt.output == OUTPUT_PLAIN) {
        sentence_stamp(i->expires_ms, &e);
        printf("%u\t%s\t%s\t%s\n", (unsigned)i->number, cells[1], expires, i->used_by);
        return;
    }
    sentence_day(i->expires_ms, session_now_ms(), &e);
    fill_add(&u, _("expires {time}"), fill_text("time", expires));
    if (i->used_by[0] != '\0')
        fill_add(&b, P_("used", "by {name}"), fill_text("name", i->used_by));
    table_row(table, cells);
}

/* Ask for all pages of a list, and hand each page to `page`. */
typedef void each_page(struct session *s, json_t *list, struct table *table);

struct listing {
    const char *name, *nothing; /* in JSON; what is said of an empty list */
    unsigned columns;
    each_page *page;
};

static int all_pages(struct session *s, enum request_kind kind, const struct listing *l)
{
    json_t *list = json_array();
    struct table table;
    enum verdict v;
    uint64_t from = 0;
    unsigned rows = 0;

    table_init(&table, l->columns);
    do {
        session_ask(s, kind)->from = from;
        v = session_call(s);
        if (v != VERDICT_OK)
            break;
        l->page(s, list, &table);
        rows += s->reply.invitations_n + s->reply.friends_n;
        from = s->reply.next;
    } while (s->reply.more);
    table_print(&table, session_columns(s), stdout);
    if (v == VERDICT_OK && rows == 0 && s->opt.output == OUTPUT_TEXT)
        width_printf(stderr, "%s\n", _(l->nothing));
    if (v == VERDICT_OK && s->opt.output == OUTPUT_JSON)
        json_line(json_under(l->name, list));
    else
        json_decref(list);
    return v == VERDICT_OK ? EXIT_DONE : session_refuse(s, v, s->reply.detail);
}

static void invitations_page(struct session *s, json_t *list, struct table *table)
{
    for (unsigned i = 0; i < s->reply.invitations_n; i++)
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, json_invitation(&s->reply.invitations[i]));
        else
            print_invitation(s, &s->reply.invitations[i], table);
}

int cmd_invites(struct session *s)
{
    static const struct listing invites = {
        "invitations", N_("You have made no invitation: 'invite' makes one."), 4, invitations_page};
    return all_pages(s, REQ_INVITES, &invites);
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
    return session_done(s, _("The invitation is withdrawn."), NULL);
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
        fill_print(stdout, _("{name} does not answer at the moment; the invitation is used as soon "
                             "as the other side is there.\n"),
                   fill_text("name", name));
    if (s->reply.data_len > 0 && s->opt.output == OUTPUT_TEXT)
        fill_print(stdout, _("If you are never here together, send {name} this block; the friend "
                             "types: import\n"),
                   fill_text("name", name));
    cmd_mail_print(s);
    return EXIT_DONE;
}

static int joined(struct session *s, enum verdict v)
{
    const struct friend_row *f = &s->reply.friends[0];
    char sentence[512];
    struct text t = text_over(sentence, sizeof sentence);

    if (s->reply.friends_n != 1 || (v != VERDICT_OK && v != VERDICT_PEER_ABSENT))
        return session_refuse(s, v == VERDICT_OK ? VERDICT_NOT_DECODABLE : v, s->reply.detail);
    if (!f->joined)
        return not_there(s);
    if (s->prompt && s->following && s->notify == SETTINGS_NOTIFY_ALL
        && s->opt.output == OUTPUT_TEXT)
        return EXIT_DONE; /* the news say it */
    fill_add(&t, _("{name} is your friend now. Propose a game: play {name} bridge"),
             fill_text("name", f->name));
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

/* Another fact of a friend, after a comma. */
static void add_fact(struct text *out, const char *pattern, const char *name, uint64_t count)
{
    text_add(out, ", ");
    fill_add(out, pattern, fill_text("name", name), fill_number("count", count));
}

static void print_friend(struct session *s, const struct friend_row *f, struct table *table)
{
    char state[512];
    struct text t = text_over(state, sizeof state);
    const char *const cells[] = {f->name, state};

    sentence_link(f, session_now_ms(), &t);
    if (s->opt.output == OUTPUT_PLAIN) {
        printf("%s\t%s\t%s\t%u\t%u\n", f->name, f->calls_self, state, (unsigned)f->games_open,
               (unsigned)f->unsent);
        return;
    }
    if (f->checked_ms > 0) {
        char day[80];
        struct text d = text_over(day, sizeof day);
        sentence_day(f->checked_ms, session_now_ms(), &d);
        add_fact(&t, _("checked by voice: {name}"), day, 0);
    }
    if (f->practice)
        add_fact(&t, _("the practice player of this machine"), "", 0);
    if (f->calls_self[0] != '\0' && strcmp(f->calls_self, f->name) != 0)
        add_fact(&t, _("calls themselves {name}"), f->calls_self, 0);
    if (f->games_open > 0)
        add_fact(&t, ngettext("{count} game open", "{count} games open", f->games_open), "",
                 f->games_open);
    if (f->unsent > 0)
        add_fact(&t, ngettext("{count} queued, not delivered yet",
                              "{count} queued, not delivered yet", f->unsent), "", f->unsent);
    table_row(table, cells);
}

static void friends_page(struct session *s, json_t *list, struct table *table)
{
    for (unsigned i = 0; i < s->reply.friends_n; i++)
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, json_friend(&s->reply.friends[i]));
        else
            print_friend(s, &s->reply.friends[i], table);
}

int cmd_friends(struct session *s)
{
    static const struct listing friends = {
        "friends", N_("You have no friends here yet: 'invite' makes a line to send, 'practice "
                      "bridge' needs nobody."), 2, friends_page};
    return all_pages(s, REQ_FRIENDS, &friends);
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
    return session_done(s, P_("friend", "Renamed."), NULL);
}

int cmd_remove(struct session *s)
{
    if (s->words.n != 2)
        return session_usage(s);
    if (!session_sure(s, _("Open games with this friend will stop. Remove the friend?")))
        return EXIT_NO;
    struct request *r = session_ask(s, REQ_REMOVE);
    if (!set_name(r->name, s->words.word[1]))
        return session_refuse(s, VERDICT_NO_SUCH_FRIEND, "");
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, P_("friend", "Removed."), NULL);
}
