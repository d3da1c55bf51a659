/* Requests about letters and the roads they take. */
#include "daemon/doctor.h"
#include "daemon/handlers.h"

#include "daemon/store_events.h"
#include "daemon/store_games.h"

#include <stdlib.h>
#include <string.h>

enum { POST_MS = 20, POST_TRIES = 500 };

/* --- letters ---------------------------------------------------------------------------------- */

static void give_letters(struct node *n, const struct player_key *key, struct reply *out)
{
    node_letters(n, key, out);
    out->friends_n = node_friend_row(n, key, &out->friends[0]);
    if (out->verdict == VERDICT_OK && out->data_len > 0)
        roads_sent_by_text(n->roads, key);
}

/* A shuffle that is being made belongs into the letter. */
static void post(void *self)
{
    struct posting *p = self;
    struct node *n = p->node;
    p->timer = 0;
    if (games_busy(n->games) && p->tries++ < POST_TRIES) {
        p->timer = loop_after(n->loop, POST_MS, post, p);
        return;
    }
    struct asker who = p->who;
    p->who.client = 0;
    struct reply *out = control_reply(n->control);
    give_letters(n, &p->key, out);
    control_answer(n->control, &who, out);
}

static enum answer on_mail(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    struct friend_info friend;
    out->verdict = people_find(n->people, in->name, &friend);
    if (out->verdict != VERDICT_OK)
        return ANSWER_NOW;
    for (unsigned i = 0; games_busy(n->games) && i < WAITING_MAX; i++) {
        struct posting *p = &n->posting[i];
        if (p->who.client != 0)
            continue;
        *p = (struct posting){n, *who, friend.key, 0, 0};
        p->timer = loop_after(n->loop, POST_MS, post, p);
        return ANSWER_LATER;
    }
    give_letters(n, &friend.key, out);
    return ANSWER_NOW;
}

/* Who waits for what a letter brings. */
struct reader {
    struct node *node;
    struct asker who;
    uint64_t events; /* the newest before */
};

static void describe_part(const struct letter_report *report, struct reply *out)
{
    struct text t = text_over(out->detail, sizeof out->detail);
    if (report->parts < 2)
        return;
    text_add(&t, "part ");
    text_add_number(&t, report->part);
    text_add(&t, " of ");
    text_add_number(&t, report->parts);
}

static void was_read(void *context, const struct letter_report *report)
{
    struct reader *reader = context;
    struct node *n = reader->node;
    struct event_filter filter = {.from = reader->events + 1};
    struct reply *out = control_reply(n->control);
    out->verdict = report->verdict;
    describe_part(report, out);
    if (n->people != NULL)
        out->friends_n = node_friend_row(n, &report->sender, &out->friends[0]);
    struct game_counts counts;
    store_game_counts(n->store, &report->sender, &counts);
    out->friends[0].unsent = counts.unsent;
    out->events_n = store_events(n->store, &filter, out->events);
    control_answer(n->control, &reader->who, out);
    free(reader);
}

static enum answer on_import(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    struct reader *reader = malloc(sizeof *reader);
    out->verdict = VERDICT_MEMORY;
    if (reader == NULL)
        return ANSWER_NOW;
    *reader = (struct reader){n, *who, store_events_newest(n->store)};
    out->verdict = roads_take(n->roads, span_of(in->data, in->data_len), NULL, was_read, reader);
    if (out->verdict == VERDICT_OK)
        return ANSWER_LATER;
    free(reader);
    return ANSWER_NOW;
}

/* --- roads ------------------------------------------------------------------------------------ */

static enum answer on_road(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    struct friend_info friend;
    bool one = in->name[0] != '\0';
    (void)who;
    if (one)
        out->verdict = people_find(n->people, in->name, &friend);
    if (out->verdict == VERDICT_OK && in->text[0] != '\0')
        out->verdict = one ? roads_set(n->roads, &friend, in->text) : VERDICT_USAGE;
    if (out->verdict != VERDICT_OK)
        return ANSWER_NOW;
    out->roads_n = roads_list(n->roads, one ? &friend.key : NULL, in->from, out->roads,
                              &out->more);
    out->next = in->from + out->roads_n;
    return ANSWER_NOW;
}

static void list_outbox(struct node *n, const struct friend_info *friend, uint64_t *skip,
                        struct reply *out)
{
    unsigned before = out->outbox_n;
    out->outbox_n += games_outbox(n->games, &friend->key, skip, out->outbox + before,
                                  ROWS_MAX - before);
    for (unsigned i = before; i < out->outbox_n; i++) {
        memcpy(out->outbox[i].name, friend->name, sizeof out->outbox[i].name);
        out->outbox[i].last_seen_ms = friend->last_seen_ms;
        out->outbox[i].link = people_link(n->people, &friend->key);
    }
}

static enum answer on_outbox(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    struct friend_info friend;
    uint64_t skip = in->from;
    (void)who;
    if (in->name[0] != '\0') {
        out->verdict = people_find(n->people, in->name, &friend);
        if (out->verdict == VERDICT_OK)
            list_outbox(n, &friend, &skip, out);
    } else {
        for (unsigned i = 0; people_at(n->people, i, &friend); i++)
            list_outbox(n, &friend, &skip, out);
    }
    out->more = out->outbox_n == ROWS_MAX;
    out->next = in->from + out->outbox_n;
    return ANSWER_NOW;
}

static enum answer on_doctor(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)in;
    if (doctor_examine(n->doctor, who))
        return ANSWER_LATER;
    out->verdict = VERDICT_TOO_MANY;
    return ANSWER_NOW;
}

const struct handler handlers_roads[] = {
    {REQ_MAIL, on_mail, NEEDS_KEY},
    {REQ_IMPORT, on_import, NEEDS_KEY},
    {REQ_ROAD, on_road, NEEDS_KEY},
    {REQ_OUTBOX, on_outbox, NEEDS_KEY},
    {REQ_DOCTOR, on_doctor, NEEDS_KEY},
    {0, NULL, NEEDS_NOTHING},
};
