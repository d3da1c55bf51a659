/* What a friend can tell us about ourselves: how our clock goes, and whether we can be reached. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "daemon/people_part.h"

enum { TRIAL_MS = 12000 };

/* [P-9.7] A clock can only be compared over a link */
void call_on_hello(struct people *p, struct person *one, const struct peer_message *m)
{
    if (p->letter_ms != 0)
        return;
    one->spoke = m->sent_ms != 0;
    one->offset_ms = (int64_t)m->sent_ms - (int64_t)loop_wall_ms(p->loop);
    one->protocol = m->protocol;
    snprintf(one->version, sizeof one->version, "%.*s", (int)VERSION_MAX, m->text);
}

bool people_about(const struct people *p, unsigned i, struct friend_about *out)
{
    if (i >= p->persons_n || !p->persons[i].spoke)
        return false;
    const struct person *one = &p->persons[i];
    *out = (struct friend_about){.offset_ms = one->offset_ms};
    out->same_version = one->protocol == PROTOCOL_VERSION
        && strcmp(one->version, NUMBRIDGE_VERSION) == 0;
    memcpy(out->version, one->version, sizeof out->version);
    return true;
}

/* ---- a friend asks us ---------------------------------------------------------------------- */

static void answer(struct people *p, const struct player_key *to, enum verdict v,
                   const char *address)
{
    memset(&p->out, 0, sizeof p->out);
    p->out.kind = PEER_CALLED;
    p->out.verdict = v;
    memcpy(p->out.token, p->trial_token, sizeof p->out.token);
    snprintf(p->out.text, sizeof p->out.text, "%s", address);
    (void)people_send(p, to, &p->out);
}

static enum verdict outcome_verdict(enum link_state outcome)
{
    switch (outcome) {
    case LINK_UP:
        return VERDICT_OK;
    case LINK_WRONG_KEY:
        return VERDICT_PEER_WRONG_KEY;
    case LINK_REFUSED:
        return VERDICT_PEER_REFUSED;
    case LINK_NO_PROXY:
        return VERDICT_NO_PROXY;
    case LINK_FAR:
    case LINK_DOWN:
        break;
    }
    return VERDICT_PEER_ABSENT;
}

static void on_tried(void *self, const struct player_key *who, enum link_state outcome,
                     const char *address)
{
    answer(self, who, outcome_verdict(outcome), address);
}

/* [P-9.6] CALL asks a friend to dial where its sender announces to be, on a connection of its own
 * that is closed again. Where to is never taken from the message; one trial goes on at a time. */
void call_on_call(struct people *p, const struct person *one, const struct peer_message *m)
{
    if (p->letter_ms != 0)
        return;
    if (transport_try(p->transport, &one->c.key, TRIAL_MS, on_tried))
        memcpy(p->trial_token, m->token, sizeof p->trial_token);
}

/* ---- we ask a friend ----------------------------------------------------------------------- */

void call_on_called(struct people *p, const struct person *one, const struct peer_message *m)
{
    struct call call = p->call;
    struct address checked;

    if (!call.called || !player_key_equal(&call.who, &one->c.key)
        || sodium_memcmp(call.token, m->token, sizeof call.token) != 0)
        return;
    bool fine = address_read(span_text(m->text), &checked) == VERDICT_OK;
    people_call_forget(p);
    call.called(call.self, (enum verdict)m->verdict, fine ? checked.text : "");
}

void people_call_forget(struct people *p)
{
    p->call.called = NULL;
}

/* Somebody on this machine, as the practice player, sees less than friends do. */
bool people_call_me(struct people *p, people_called *called, void *self, struct friend_info *who)
{
    const struct person *one = NULL;

    for (unsigned i = 0; i < p->persons_n && !one; i++)
        if (p->persons[i].c.joined && !p->persons[i].c.practice && p->persons[i].spoke
            && people_link(p, &p->persons[i].c.key) == LINK_UP)
            one = &p->persons[i];
    if (!one || p->call.called)
        return false;
    memset(&p->out, 0, sizeof p->out);
    p->out.kind = PEER_CALL;
    randombytes_buf(p->call.token, sizeof p->call.token);
    memcpy(p->out.token, p->call.token, sizeof p->out.token);
    if (!people_send(p, &one->c.key, &p->out))
        return false;
    p->call.called = called;
    p->call.self = self;
    p->call.who = one->c.key;
    *who = people_info(one);
    return true;
}
