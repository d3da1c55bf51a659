/* Requests about this daemon, friends and invitations. */
#include "daemon/handlers.h"

#include "base/version.h"
#include "daemon/store_events.h"
#include "daemon/store_games.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void detail(struct reply *out, const char *what)
{
    struct text t = text_over(out->detail, sizeof out->detail);
    text_add(&t, what);
}

/* --- this daemon ------------------------------------------------------------------------------ */

static void fill_status(struct node *n, struct reply *out)
{
    struct status *s = &out->status;
    struct game_counts counts;
    if (n->people != NULL)
        people_status(n->people, s);
    s->state = n->unlocked ? DAEMON_READY : n->moved_out ? DAEMON_MOVED_OUT : DAEMON_LOCKED;
    snprintf(s->version, sizeof s->version, "%s", NUMBRIDGE_VERSION);
    s->pid = (uint32_t)getpid();
    s->key = n->identity.public;
    memcpy(s->nick, n->nick, sizeof s->nick);
    store_game_counts(n->store, NULL, &counts);
    s->games_open = counts.open;
    s->games_my_turn = counts.my_turn;
    s->unsent = counts.unsent;
    s->started_ms = n->started_ms;
    s->events = store_events_newest(n->store);
    snprintf(s->folder, sizeof s->folder, "%.255s", n->config->paths.data);
    out->has_status = 1;
}

static enum answer on_status(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    (void)in;
    fill_status(n, out);
    return ANSWER_NOW;
}

static enum answer on_hello(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    if (in->number != CONTROL_VERSION) {
        out->verdict = VERDICT_CONTROL_VERSION;
        detail(out, NUMBRIDGE_VERSION);
        return ANSWER_NOW;
    }
    return on_status(n, who, in, out);
}

static enum answer on_unlock(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    if (!n->unlocked)
        out->verdict = node_unlock(n, span_text(in->text));
    return on_status(n, who, in, out);
}

static void stop_now(void *self)
{
    struct node *n = self;
    loop_stop(n->loop);
}

static enum answer on_stop(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    (void)who;
    (void)in;
    (void)out;
    loop_soon(n->loop, stop_now, n); /* after the reply has been written */
    return ANSWER_NOW;
}

/* --- invitations ------------------------------------------------------------------------------ */

static enum answer on_invite(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    out->verdict = people_invite(n->people, in->number, &out->invitations[0]);
    out->invitations_n = out->verdict == VERDICT_OK;
    return ANSWER_NOW;
}

static enum answer on_invites(struct node *n, const struct asker *who, const struct request *in,
                              struct reply *out)
{
    (void)who;
    out->invitations_n = people_invitations(n->people, in->from, out->invitations, &out->more);
    out->next = in->from + out->invitations_n;
    return ANSWER_NOW;
}

static enum answer on_revoke(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    out->verdict = people_revoke(n->people, in->number);
    return ANSWER_NOW;
}

static enum answer on_join(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    struct friend_info friend;
    out->verdict = people_join(n->people, span_text(in->text), in->name, &friend);
    if (out->verdict == VERDICT_OK && node_wait_for(n, who, &friend.key))
        return ANSWER_LATER;
    if (out->verdict == VERDICT_OK)
        out->verdict = VERDICT_PEER_ABSENT;
    if (out->verdict == VERDICT_PEER_ABSENT)
        node_letters(n, &friend.key, out);
    if (out->verdict == VERDICT_ALREADY_FRIENDS || out->verdict == VERDICT_PEER_ABSENT)
        out->friends_n = node_friend_row(n, &friend.key, &out->friends[0]);
    return ANSWER_NOW;
}

/* --- friends ---------------------------------------------------------------------------------- */

static enum answer on_friends(struct node *n, const struct asker *who, const struct request *in,
                              struct reply *out)
{
    struct game_counts counts;
    (void)who;
    out->friends_n = people_friends(n->people, in->from, out->friends, &out->more);
    out->next = in->from + out->friends_n;
    for (unsigned i = 0; i < out->friends_n; i++) {
        store_game_counts(n->store, &out->friends[i].key, &counts);
        out->friends[i].games_open = counts.open;
        out->friends[i].unsent = counts.unsent;
    }
    return ANSWER_NOW;
}

static enum answer on_rename(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    out->verdict = people_rename(n->people, in->name, in->text);
    return ANSWER_NOW;
}

static enum answer on_check(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    char digits[DIGITS_SIZE] = "";
    struct friend_info friend;
    unsigned group = 0;

    (void)who;
    out->verdict = people_check(n->people, in->name, span_text(in->text), digits, &group);
    if (out->verdict == VERDICT_OK && people_find(n->people, in->name, &friend) == VERDICT_OK)
        out->friends_n = node_friend_row(n, &friend.key, &out->friends[0]);
    if (out->verdict == VERDICT_DIGITS_DIFFER)
        snprintf(out->detail, sizeof out->detail, "%u", group);
    else
        detail(out, digits);
    return ANSWER_NOW;
}

static enum answer on_remove(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    out->verdict = people_remove(n->people, in->name);
    return ANSWER_NOW;
}

const struct handler handlers_people[] = {
    {REQ_HELLO, on_hello, NEEDS_NOTHING},   {REQ_STATUS, on_status, NEEDS_NOTHING},
    {REQ_UNLOCK, on_unlock, NEEDS_NOTHING}, {REQ_STOP, on_stop, NEEDS_NOTHING},
    {REQ_INVITE, on_invite, NEEDS_KEY},     {REQ_INVITES, on_invites, NEEDS_KEY},
    {REQ_REVOKE, on_revoke, NEEDS_KEY},     {REQ_JOIN, on_join, NEEDS_KEY},
    {REQ_FRIENDS, on_friends, NEEDS_KEY},   {REQ_RENAME, on_rename, NEEDS_KEY},
    {REQ_REMOVE, on_remove, NEEDS_KEY},     {REQ_CHECK, on_check, NEEDS_KEY},
    {0, NULL, NEEDS_NOTHING},
};
