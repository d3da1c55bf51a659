/* Letters as text, and the other roads to friends who are never here together with us. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/sentence.h"
#include "cli/width.h"
#include "keys/files.h"
#include "wire/armour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RAW_MIN = 256, BLOCK_TEXT_MAX = 128 * 1024, ASK_AGAIN_MS = 500 };

/* ---- out ----------------------------------------------------------------------------------- */

/* The next sealed envelope of a reply to REQ_MAIL; false at the end. */
static bool next_letter(const struct reply *r, size_t *at, struct span *letter)
{
    size_t len = 0;

    if (r->data_len - *at < 4)
        return false;
    for (unsigned i = 0; i < 4; i++)
        len |= (size_t)r->data[*at + i] << (8 * i);
    if (len == 0 || len > r->data_len - *at - 4)
        return false;
    *letter = span_of(r->data + *at + 4, len);
    *at += 4 + len;
    return true;
}

static const char *block_of(struct span letter)
{
    static char block[BLOCK_TEXT_MAX];
    struct text t = text_over(block, sizeof block);

    return armour_write(letter, &t) ? block : "";
}

json_t *cmd_mail_json(const struct session *s)
{
    json_t *list = json_array();
    struct span letter;
    size_t at = 0;

    while (next_letter(&s->reply, &at, &letter))
        json_array_append_new(list, json_string(block_of(letter)));
    return list;
}

unsigned cmd_mail_print(const struct session *s)
{
    struct span letter;
    unsigned count = 0;

    for (size_t at = 0; next_letter(&s->reply, &at, &letter); count++)
        fputs(block_of(letter), stdout);
    fflush(stdout);
    return count;
}

static int nothing_to_send(struct session *s, const char *name)
{
    char line[256];
    struct text t = text_over(line, sizeof line);

    fill_add(&t, _("There is nothing to send to {name}."), fill_text("name", name));
    return session_done(s, line, json_under("blocks", json_array()));
}

int cmd_mail(struct session *s)
{
    if (s->words.n != 2)
        return session_usage(s);
    if (strlen(s->words.word[1]) > NAME_MAX_LEN)
        return session_refuse(s, VERDICT_NO_SUCH_FRIEND, "");
    struct request *r = session_ask(s, REQ_MAIL);
    memcpy(r->name, s->words.word[1], strlen(s->words.word[1]) + 1);
    enum verdict v = session_call(s);
    if (v == VERDICT_OK && s->reply.friends_n != 1)
        v = VERDICT_NOT_DECODABLE;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    const char *name = s->reply.friends[0].name;
    if (s->reply.data_len == 0)
        return nothing_to_send(s, name);
    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("blocks", cmd_mail_json(s)));
        return EXIT_DONE;
    }
    unsigned count = cmd_mail_print(s);
    if (s->opt.output == OUTPUT_TEXT)
        fill_print(stderr,
                   ngettext("Send this block to {name} by any channel; the friend types: import\n",
                            "Send these blocks to {name}, in this order; the friend types: "
                            "import\n", count),
                   fill_text("name", name));
    return EXIT_DONE;
}

/* ---- in ------------------------------------------------------------------------------------ */

static void print_events(const struct reply *r)
{
    for (unsigned i = 0; i < r->events_n; i++) {
        char line[NOTE_MAX + 256];
        struct text t = text_over(line, sizeof line);
        const struct event *e = &r->events[i];
        if (e->kind == EVENT_FRIEND_UP || e->kind == EVENT_FRIEND_DOWN)
            continue;
        sentence_event(e, &t);
        printf("%s\n", line);
    }
}

static void report_json(const struct reply *r)
{
    json_t *o = json_verdict((enum verdict)r->verdict, r->detail), *list = json_array();

    for (unsigned i = 0; i < r->events_n; i++)
        json_array_append_new(list, json_event(&r->events[i]));
    json_object_set_new(o, "events", list);
    if (r->friends_n == 1)
        json_object_set_new(o, "friend", json_friend(&r->friends[0]));
    json_line(o);
}

static int report(struct session *s, enum verdict v)
{
    const struct reply *r = &s->reply;

    if (v == VERDICT_NO_DAEMON || (v != VERDICT_OK && r->events_n == 0))
        return session_refuse(s, v, r->detail);
    if (s->opt.output == OUTPUT_JSON) {
        report_json(r);
        return (int)verdict_exit(v);
    }
    const char *name = r->friends_n == 1 ? r->friends[0].name : P_("message of", "somebody");
    const char *pattern = r->events_n > 0 ? _("A message of {name}{more}:\n")
                                          : _("A message of {name}{more}: nothing new in it.\n");
    char more[sizeof r->detail + 8] = "";
    if (r->detail[0] != '\0')
        snprintf(more, sizeof more, " (%s)", r->detail);
    fill_print(stdout, pattern, fill_text("name", name), fill_text("more", more));
    print_events(r);
    if (v != VERDICT_OK)
        return session_refuse(s, v, "");
    if (r->friends_n == 1 && r->friends[0].unsent > 0 && s->opt.output == OUTPUT_TEXT)
        fill_print(stderr, _("There is something to send back: 'mail {name}' prints it.\n"),
                   fill_text("name", name));
    fflush(stdout);
    return EXIT_DONE;
}

static int import_one(struct session *s, struct span sealed)
{
    struct request *r = session_ask(s, REQ_IMPORT);

    if (sealed.len > sizeof r->data)
        return session_refuse(s, VERDICT_NOT_FOR_US, "");
    memcpy(r->data, sealed.data, sealed.len);
    r->data_len = sealed.len;
    return report(s, session_call(s));
}

static int damaged(struct session *s, const struct armour_found *found)
{
    char detail[128];
    struct text t = text_over(detail, sizeof detail);

    fill_add(&t, found->missing ? _("line {number} is missing") : _("line {number} is damaged"),
             fill_number("number", found->line));
    return session_refuse(s, VERDICT_MESSAGE_DAMAGED, detail);
}

int cmd_import_text(struct session *s, const uint8_t *text, size_t len)
{
    static uint8_t storage[2 * IMPORT_MAX];
    struct armour_found found = {0};
    int code = EXIT_DONE;
    unsigned count = 0;

    for (;; count++) {
        struct buf sealed = buf_over(storage, sizeof storage);
        enum verdict v = armour_read(span_of(text, len), &found, &sealed);
        int now = EXIT_DONE;
        if (v == VERDICT_NO_MESSAGE && cmd_ruling_text(s, text, len, &now))
            return code == EXIT_DONE ? now : code;
        if (v == VERDICT_NO_MESSAGE && count > 0)
            return code;
        /* A file of a shared folder, as it is. */
        if (v == VERDICT_NO_MESSAGE && len >= RAW_MIN && len <= IMPORT_MAX && len % RAW_MIN == 0)
            return import_one(s, span_of(text, len));
        if (v == VERDICT_NO_MESSAGE || v == VERDICT_TOO_LONG)
            return session_refuse(s, v, "");
        now = v == VERDICT_OK ? import_one(s, buf_span(&sealed)) : damaged(s, &found);
        code = code == EXIT_DONE ? now : code;
    }
}

/* Standard input to its end; NULL: too long or no memory. */
static uint8_t *read_input(size_t *len)
{
    uint8_t *text = malloc(ARMOUR_TEXT_MAX + 1);

    *len = text ? fread(text, 1, ARMOUR_TEXT_MAX + 1, stdin) : 0;
    if (text && *len <= ARMOUR_TEXT_MAX)
        return text;
    free(text);
    return NULL;
}

enum verdict cmd_read_paste(struct session *s, const char *path, uint8_t **text, size_t *len)
{
    if (path[0] != '\0' && strcmp(path, "-") != 0)
        return file_read_new(path, ARMOUR_TEXT_MAX, text, len);
    if (s->prompt) {
        width_printf(stderr, "%s\n",
                     _("Paste the whole message here at the prompt, or name a file."));
        if (s->opt.output == OUTPUT_JSON)
            json_line(json_verdict(VERDICT_USAGE, ""));
        return VERDICT_USAGE;
    }
    if (s->term.in_tty)
        width_printf(stderr, "%s\n", _("Paste the message, then press Ctrl-D."));
    *text = read_input(len);
    return *text ? VERDICT_OK : VERDICT_TOO_LONG;
}

int cmd_import(struct session *s)
{
    char path[4096];
    uint8_t *text = NULL;
    size_t len = 0;

    words_rest(&s->words, 1, path, sizeof path);
    enum verdict v = cmd_read_paste(s, path, &text, &len);
    if (v != VERDICT_OK)
        return v == VERDICT_USAGE ? EXIT_USAGE : session_refuse(s, v, path);
    int code = cmd_import_text(s, text, len);
    free(text);
    return code;
}

/* ---- roads --------------------------------------------------------------------------------- */

static const char *const road_words[] = {"none", "direct", "text", "folder", "relay"};

static const char *road_word(uint32_t kind)
{
    return kind < sizeof road_words / sizeof road_words[0] ? road_words[kind] : "";
}

static const char *road_spoken(uint32_t kind)
{
    const char *const words[] = {"", P_("road", "direct"), P_("road", "text"),
                                 P_("road", "folder"), P_("road", "relay")};

    return kind < sizeof words / sizeof words[0] ? words[kind] : "";
}

/* What is said of a road to people: its target, when something went, what is wrong. */
static void list_road(const struct road_row *row, struct table *table)
{
    char facts[1024];
    char when[80], last[160];
    struct text t = text_over(facts, sizeof facts), w = text_over(when, sizeof when);
    struct text l = text_over(last, sizeof last);
    const char *const cells[] = {row->name, road_spoken(row->kind), facts};

    text_add(&t, row->target);
    text_add(&t, row->target[0] != '\0' ? ", " : "");
    sentence_day(row->sent_ms, session_now_ms(), &w);
    fill_add(&l, row->sent_ms == 0 ? _("nothing sent yet") : _("last sent {time}"),
             fill_text("time", when));
    if (row->trouble == 0)
        text_add(&t, last);
    else
        fill_add(&t, _("{fact}: {text}"), fill_text("fact", last),
                 fill_text("text", sentence_verdict((enum verdict)row->trouble)));
    table_row(table, cells);
}

static void print_road(const struct session *s, const struct road_row *row, struct table *table)
{
    char stamp[40];
    struct text t = text_over(stamp, sizeof stamp);

    if (s->opt.output == OUTPUT_PLAIN) {
        sentence_stamp(row->sent_ms, &t);
        printf("%s\t%s\t%s\t%s\t%s\n", row->name, road_word(row->kind), row->target, stamp,
               row->trouble == 0 ? "" : verdict_name((enum verdict)row->trouble));
        return;
    }
    list_road(row, table);
}

static json_t *road_json(const struct road_row *row)
{
    char stamp[40];
    struct text t = text_over(stamp, sizeof stamp);
    json_t *o = json_object();

    sentence_moment(row->sent_ms, &t);
    json_object_set_new(o, "name", json_string(row->name));
    json_object_set_new(o, "road", json_string(road_word(row->kind)));
    json_object_set_new(o, "target", json_string(row->target));
    json_object_set_new(o, "sent", row->sent_ms == 0 ? json_null() : json_string(stamp));
    json_object_set_new(o, "trouble", row->trouble == 0
        ? json_null() : json_string(verdict_name((enum verdict)row->trouble)));
    return o;
}

/* Ask for one page into s->reply; the name may be empty. */
static enum verdict page(struct session *s, enum request_kind kind, const char *name,
                         uint64_t from)
{
    struct request *r = session_ask(s, kind);

    if (strlen(name) > NAME_MAX_LEN)
        return VERDICT_NO_SUCH_FRIEND;
    memcpy(r->name, name, strlen(name) + 1);
    r->from = from;
    if (kind == REQ_ROAD && s->words.n > 2)
        words_rest(&s->words, 2, r->text, sizeof r->text);
    return session_call(s);
}

int cmd_road(struct session *s)
{
    const char *name = s->words.n > 1 ? s->words.word[1] : "";
    enum verdict v = page(s, REQ_ROAD, name, 0);
    json_t *list = json_array();

    if (v != VERDICT_OK) {
        json_decref(list);
        return session_refuse(s, v, s->reply.detail);
    }
    struct table table;
    table_init(&table, 3);
    for (unsigned i = 0; i < s->reply.roads_n; i++)
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, road_json(&s->reply.roads[i]));
        else
            print_road(s, &s->reply.roads[i], &table);
    table_print(&table, session_columns(s), stdout);
    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("roads", list));
        return EXIT_DONE;
    }
    json_decref(list);
    if (s->reply.roads_n == 0 && s->opt.output == OUTPUT_TEXT)
        width_printf(stderr, "%s\n",
                _("Only direct links. 'road FRIEND spool FOLDER' uses a shared folder, 'road "
                  "FRIEND relay OTHER' a friend who is always on; 'mail FRIEND' prints a block to "
                  "send."));
    return EXIT_DONE;
}

/* ---- outbox -------------------------------------------------------------------------------- */

static json_t *outbox_json(const struct outbox_row *row)
{
    char written[40], sent[40];
    struct text w = text_over(written, sizeof written), t = text_over(sent, sizeof sent);
    json_t *o = json_object();

    sentence_moment(row->written_ms, &w);
    sentence_moment(row->sent_ms, &t);
    json_object_set_new(o, "name", json_string(row->name));
    json_object_set_new(o, "game", json_integer(row->game));
    json_object_set_new(o, "entry", row->note > 0 ? json_null() : json_integer(row->number));
    json_object_set_new(o, "note", row->note > 0 ? json_integer((json_int_t)row->note)
                                                 : json_null());
    json_object_set_new(o, "written", json_string(written));
    json_object_set_new(o, "state", json_string(row->road == ROAD_NONE ? "WRITTEN" : "SENT"));
    json_object_set_new(o, "road", json_string(road_word(row->road)));
    json_object_set_new(o, "sent", row->sent_ms == 0 ? json_null() : json_string(sent));
    return o;
}

static const char *sent_pattern(const struct outbox_row *row)
{
    bool dated = row->sent_ms != 0;

    switch ((enum road_kind)row->road) {
    case ROAD_DIRECT:
        return dated ? _("sent directly {time}, not received yet")
                     : _("sent directly, not received yet");
    case ROAD_TEXT:
        return dated ? _("sent by text {time}, not received yet")
                     : _("sent by text, not received yet");
    case ROAD_SPOOL:
        return dated ? _("sent by folder {time}, not received yet")
                     : _("sent by folder, not received yet");
    case ROAD_RELAY:
        return dated ? _("sent by relay {time}, not received yet")
                     : _("sent by relay, not received yet");
    case ROAD_NONE:
        break;
    }
    if (row->link == LINK_NO_PROXY)
        return _("not sent yet: the SOCKS proxy does not answer");
    if (row->link == LINK_FAR)
        return _("not sent yet: the SOCKS proxy has not reached them yet");
    return _("not sent yet; last seen {time}");
}

static void list_outbox_row(const struct outbox_row *row, struct table *table)
{
    char where[128], what[256], state[256], when[96];
    struct text p = text_over(where, sizeof where), t = text_over(what, sizeof what);
    struct text l = text_over(state, sizeof state), w = text_over(when, sizeof when);
    const char *const cells[] = {row->name, where, what, state};
    struct move_row entry = {.number = row->number, .kind = row->kind};

    if (row->note > 0) {
        text_add(&p, _("a note"));
    } else {
        fill_add(&p, _("game {game}, entry {number}"), fill_number("game", row->game),
                 fill_number("number", row->number));
        sentence_move(&entry, 0, NULL, &t);
    }
    sentence_day(row->road == ROAD_NONE ? row->last_seen_ms : row->sent_ms, session_now_ms(), &w);
    fill_add(&l, sent_pattern(row), fill_text("time", when));
    table_row(table, cells);
}

static void print_outbox(const struct session *s, const struct outbox_row *row,
                         struct table *table)
{
    char when[64];
    struct text w = text_over(when, sizeof when);

    if (s->opt.output != OUTPUT_PLAIN) {
        list_outbox_row(row, table);
        return;
    }
    sentence_stamp(row->sent_ms, &w);
    printf("%s\t%u\t%u\t%s\t%s\n", row->name, (unsigned)row->game, (unsigned)row->number,
           road_word(row->road), when);
}

/* All rows, printed or into the list; `count` is how many. */
static enum verdict list_outbox(struct session *s, json_t *list, bool print, unsigned *count)
{
    const char *name = s->words.n > 1 ? s->words.word[1] : "";
    struct table table;
    enum verdict v;
    uint64_t from = 0;

    *count = 0;
    table_init(&table, 4);
    do {
        v = page(s, REQ_OUTBOX, name, from);
        if (v != VERDICT_OK)
            break;
        for (unsigned i = 0; i < s->reply.outbox_n; i++, ++*count)
            if (print && s->opt.output == OUTPUT_JSON)
                json_array_append_new(list, outbox_json(&s->reply.outbox[i]));
            else if (print)
                print_outbox(s, &s->reply.outbox[i], &table);
        from = s->reply.next;
    } while (s->reply.more);
    table_print(&table, session_columns(s), stdout);
    return v;
}

/* --wait: until all has been received.  Receipts are no events: it is asked again. */
static enum verdict wait_received(struct session *s)
{
    uint64_t start = session_now_ms(), limit = s->opt.wait_s * 1000;
    unsigned count = 0;

    for (;;) {
        enum verdict v = list_outbox(s, NULL, false, &count);
        if (v != VERDICT_OK || count == 0)
            return v;
        if (limit > 0 && session_now_ms() - start >= limit)
            return VERDICT_WAITED;
        v = client_wait(&s->client, ASK_AGAIN_MS);
        if (v != VERDICT_OK)
            return v;
    }
}

int cmd_outbox(struct session *s)
{
    json_t *list = json_array();
    unsigned count = 0;
    enum verdict v = s->words.n > 2 ? VERDICT_USAGE : VERDICT_OK;

    if (v == VERDICT_OK && s->opt.wait)
        v = wait_received(s);
    if (v == VERDICT_OK)
        v = list_outbox(s, list, true, &count);
    if (v == VERDICT_OK && s->opt.output == OUTPUT_JSON)
        json_line(json_under("outbox", list));
    else
        json_decref(list);
    if (v != VERDICT_OK)
        return v == VERDICT_USAGE ? session_usage(s) : session_refuse(s, v, s->reply.detail);
    if (count == 0 && s->opt.output == OUTPUT_TEXT)
        width_printf(stdout, "%s\n", _("Everything you wrote has been received."));
    return EXIT_DONE;
}
