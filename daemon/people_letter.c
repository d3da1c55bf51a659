/* People's part of letters, and the way in for what letters bring. */
#include <sodium.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/people_part.h"
#include "daemon/store_roads.h"

/* [P-8.3] A letter to the host of an invitation carries REDEEM until it is answered; a letter to a
 * guest who redeemed by letter carries REDEEMED until something else comes from him. */
void people_bundle(struct people *p, const struct player_key *who, people_tell *take,
                   void *context)
{
    const struct person *one = people_person(p, who);

    if (one && !one->c.joined && one->c.has_token) {
        people_begin(p, PEER_REDEEM);
        memcpy(p->out.token, one->c.token, sizeof p->out.token);
    } else if (one && one->c.joined && one->answer_owed) {
        people_begin(p, PEER_REDEEMED);
        memcpy(p->out.token, one->answer_token, sizeof p->out.token);
    } else {
        return;
    }
    peer_card_sign(&p->out.card, p->out.token, who, p->me->secret);
    take(context, &p->out);
}

void letter_load(struct people *p)
{
    for (unsigned i = 0; i < p->persons_n; i++)
        p->persons[i].answer_owed =
            store_answer_get(p->store, &p->persons[i].c.key, p->persons[i].answer_token);
}

void letter_answered(struct people *p, struct person *one)
{
    if (store_answer_given(p->store, &one->c.key) != VERDICT_OK)
        return; /* said once more */
    one->answer_owed = false;
    sodium_memzero(one->answer_token, sizeof one->answer_token);
}

/* He may have no link to hear it by. */
static void owe_answer(struct people *p, const struct player_key *who)
{
    struct person *one = people_person(p, who);

    if (!one || store_answer_owed(p->store, who, p->in.token) != VERDICT_OK)
        return; /* he asks again */
    memcpy(one->answer_token, p->in.token, sizeof one->answer_token);
    one->answer_owed = true;
}

enum verdict people_deliver(struct people *p, const struct letter_mark *mark, struct span frame)
{
    struct person *one = people_person(p, &mark->sender);
    char curve[65];

    /* [P-7.9] compared by the whole Ed25519 key */
    if (!transport_curve_of(&mark->sender, curve) || (!one && people_by_curve(p, curve)))
        return VERDICT_BAD_KEY;
    enum verdict v = peer_unpack(frame, &p->in);
    if (v != VERDICT_OK)
        return v;
    /* What is about a link, or for a relay, has no place in a letter: an old one could bring it
     * again. */
    if (p->in.kind == PEER_HELLO || p->in.kind >= PEER_DEPOSIT)
        return VERDICT_OK;
    bool redeem = p->in.kind == PEER_REDEEM;
    p->letter_ms = mark->sent_ms;
    v = people_take(p, one, curve);
    p->letter_ms = 0;
    if (redeem && v == VERDICT_OK)
        owe_answer(p, &mark->sender);
    one = people_person(p, &mark->sender);
    if (one && one->c.joined)
        store_contact_seen(p->store, &one->c.key, one->c.last_seen_ms);
    return v;
}

bool people_at(const struct people *p, unsigned i, struct friend_info *out)
{
    if (i >= p->persons_n)
        return false;
    *out = people_info(&p->persons[i]);
    return true;
}
