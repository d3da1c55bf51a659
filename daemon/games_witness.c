/* Witnesses: what a player asks of his game's witness, and what a daemon does that is one: it
 * follows the chain of signed entries (chain/follow.h), keeps the last of them for who was away,
 * and signs heads and times. */
#include "daemon/games_part.h"

#include "chain/witness.h"
#include "daemon/log.h"
#include "daemon/store_witness.h"

#include <sodium.h>

enum {
    CLAIM_ASK_MS = 5000,    /* he is asked again for a claim that waits */
    WITNESSED_MAX = 64,     /* games looked at when somebody comes */
    WITNESSED_OF_MAX = 512  /* games of one player that we witness */
};

void games_name_key(const struct games *g, const struct player_key *key,
                    char out[NAME_MAX_LEN + 1])
{
    static const char digits[] = "0123456789abcdef";
    struct friend_info who;
    struct text text = text_over(out, NAME_MAX_LEN + 1);
    char name[] = "~00000000"; /* no friend can be called that */
    for (unsigned i = 0; i < 4; i++) {
        name[1 + 2 * i] = digits[key->b[i] >> 4];
        name[2 + 2 * i] = digits[key->b[i] & 15];
    }
    bool known = g->people != NULL && people_by_key(g->people, key, &who) && who.joined;
    text_add(&text, known ? who.name : name);
}

bool games_is_witness(const struct live *l, const struct friend_info *who)
{
    return l->m.now.terms.clock == CLOCK_WITNESS &&
           player_key_equal(&l->m.now.witness, &who->key);
}

static void start_message(struct games *g, uint32_t kind, const struct game_id *game)
{
    memset(&g->out, 0, offsetof(struct peer_message, entries));
    g->out.kind = kind;
    g->out.game = *game;
}

static void send_message(struct games *g, const struct player_key *to)
{
    if (g->people != NULL)
        (void)people_send(g->people, to, &g->out);
}

/* --- a player ------------------------------------------------------------------------------- */

static void send_row(struct games *g, struct live *l, uint32_t from)
{
    start_message(g, PEER_WITNESS, &l->m.now.id);
    g->out.number = from;
    for (uint32_t n = from; n <= l->stored.row.entries; n++)
        if (!store_entry_get(g->store, l->stored.row.number, n, &g->entry) ||
            !peer_add_entry(&g->out, &g->entry.e))
            break;
    l->witness_asked = from;
    if (g->out.entries_len > 0)
        send_message(g, &l->m.now.witness);
}

void games_witness_ask(struct games *g, struct live *l)
{
    uint32_t last = l->stored.row.entries;
    if (l->m.now.terms.clock != CLOCK_WITNESS || l->m.now.phase < PHASE_SETUP || last == 0)
        return;
    uint32_t from = l->witness_from > 0 ? l->witness_from : 1;
    send_row(g, l, from <= last ? from : last);
}

/* He has signed `head` at this place: is that ours? */
static bool is_our_head(struct games *g, const struct live *l, const struct peer_message *m)
{
    struct hash ours;
    return m->number <= l->stored.row.entries &&
           store_entry_hash(g->store, l->stored.row.number, (uint32_t)m->number, &ours) &&
           hash_equal(&ours, &m->head);
}

static void keep_statement(struct games *g, const struct live *l, const struct peer_message *m)
{
    struct kept_statements k;
    struct statement s = {(uint32_t)m->number, m->sent_ms, m->receipt};
    bool known = store_statements_get(g->store, l->stored.row.number, &k);
    if (known && m->number < k.number)
        return;
    if (!known || k.number != m->number || !hash_equal(&k.head, &m->head)) {
        k.number = (uint32_t)m->number;
        k.head = m->head;
        k.first = s;
    }
    k.last = s;
    enum verdict v = store_begin(g->store);
    if (v == VERDICT_OK)
        v = store_statements_put(g->store, l->stored.row.number, &k);
    if (store_end(g->store, v) != VERDICT_OK)
        return; /* what he says next will do as well */
}

static struct live *game_with_witness(struct games *g, const struct friend_info *from,
                                      const struct game_id *id)
{
    uint32_t number;
    struct live *l;
    if (store_game_find(g->store, id, &number) != VERDICT_OK ||
        games_live(g, number, &l) != VERDICT_OK || !games_is_witness(l, from))
        return NULL;
    return l;
}

static void claim_again(struct games *g, struct live *l);

void games_witness_answer(struct games *g, const struct friend_info *from,
                          const struct peer_message *m)
{
    struct live *l = game_with_witness(g, from, &m->game);
    struct witnessed what = {m->game, (uint32_t)m->number, m->head, m->sent_ms};
    if (l == NULL)
        return;
    if (m->verdict != VERDICT_OK) {
        uint32_t wanted = (uint32_t)m->number;
        l->witness_from = wanted;
        if (wanted != l->witness_asked && wanted <= l->stored.row.entries)
            send_row(g, l, wanted);
        return;
    }
    if (!is_our_head(g, l, m) ||
        witness_check(&what, &l->m.now.witness, &m->receipt) != VERDICT_OK)
        return;
    l->witness_from = (uint32_t)m->number + 1;
    keep_statement(g, l, m);
    if (l->witness_from <= l->stored.row.entries && !follow_is_about_time_up(l->m.now.last_kind) &&
        l->witness_from != l->witness_asked)
        send_row(g, l, l->witness_from);
    claim_again(g, l);
}

bool games_witness_claim(struct games *g, const struct live *l, struct claim_step *out)
{
    struct kept_statements k;
    if (l->m.now.terms.clock != CLOCK_WITNESS ||
        !store_statements_get(g->store, l->stored.row.number, &k))
        return false;
    out->witnessed = 1;
    out->before = k.first;
    out->after = k.last;
    return true;
}

/* --- a claim that waits ----------------------------------------------------------------------- */

bool games_claim_stands(const struct live *l)
{
    const struct replay *r = &l->m.now;
    return r->terms.clock == CLOCK_WITNESS && r->phase == PHASE_PLAY && !l->m.disputed &&
           r->clock.warned_by == l->m.me + 1;
}

/* How long until his word can be late enough: what is missing between the two that we have. */
static uint64_t claim_wait_ms(struct games *g, const struct live *l)
{
    struct kept_statements k;
    uint64_t limit = clock_own_limit_ms(&l->m.now, replay_debt(&l->m.now).player) +
                     clock_grace_ms(&l->m.now.terms);
    if (!store_statements_get(g->store, l->stored.row.number, &k))
        return CLAIM_ASK_MS;
    uint64_t passed = clock_since(k.first.time_ms, k.last.time_ms);
    uint64_t wait = passed < limit ? limit - passed : 0;
    return wait > CLAIM_ASK_MS ? wait : CLAIM_ASK_MS;
}

/* What is stored of it follows with the next step of the game. */
static void claim_fires(void *self)
{
    struct live *l = self;
    l->claim_timer = 0;
    if (!l->claims || !games_claim_stands(l))
        return;
    games_witness_ask(l->games, l);
    l->claim_timer = loop_after(l->games->loop, CLAIM_ASK_MS, claim_fires, l);
}

void games_claim_look(struct games *g, struct live *l)
{
    if (l->claims && l->claim_timer == 0 && games_claim_stands(l))
        l->claim_timer = loop_after(g->loop, claim_wait_ms(g, l), claim_fires, l);
}

enum verdict games_claim_keep(struct games *g, struct live *l, enum verdict why)
{
    bool early = why == VERDICT_NOT_LATE || why == VERDICT_NOT_WITNESSED;
    games_witness_ask(g, l); /* a later word of his may be enough */
    if (!early || !games_claim_stands(l))
        return why;
    games_no_effects(g);
    l->claims = true;
    enum verdict v = games_keep(g, l);
    return v == VERDICT_OK ? VERDICT_CLAIM_KEPT : v;
}

/* He has given his word: is it enough? */
static void claim_again(struct games *g, struct live *l)
{
    static struct claim_step claim;
    struct moment now = games_moment(g);
    struct said what = {ENTRY_CLAIM, 0, &claim};
    if (!l->claims || !games_claim_stands(l) || !games_witness_claim(g, l, &claim) ||
        match_say(&l->m, &what, &now, &g->fx) != VERDICT_OK)
        return;
    if (games_keep(g, l) == VERDICT_OK)
        (void)games_go(g, l);
}

/* --- the witness ---------------------------------------------------------------------------- */

bool games_witness_knows(struct games *g, const struct game_id *game)
{
    struct witnessed_game w;
    return store_witnessed_get(g->store, game, &w);
}

static enum verdict follow_one(struct games *g, struct following *f)
{
    enum verdict v = follow_entry(f, &g->me->public, &g->incoming);
    if (v != VERDICT_OK)
        return v == VERDICT_KNOWN ? VERDICT_OK : v;
    return store_postmark_add(g->store, &f->game.game, f->at, &g->incoming);
}

static enum verdict follow_row(struct games *g, const struct peer_message *m,
                               struct following *f)
{
    size_t at = 0;
    enum verdict v = VERDICT_OK;
    struct witnessed_game kept;
    if (!store_witnessed_get(g->store, &m->game, &kept))
        kept.players = 0;
    follow_begin(f, &kept);
    while (v == VERDICT_OK && peer_next_entry(m, &at, &g->incoming) == VERDICT_OK)
        v = follow_one(g, f);
    return v;
}

static void answer(struct games *g, const struct following *f, bool signs,
                   const struct player_key *to)
{
    struct witnessed what = {f->game.game, f->sign, f->sign_head, f->game.time_ms};
    start_message(g, PEER_WITNESSED, &f->game.game);
    g->out.number = signs ? f->sign : f->game.base + 1;
    g->out.verdict = signs ? VERDICT_OK : VERDICT_GAP;
    if (signs) {
        g->out.head = f->sign_head;
        g->out.sent_ms = f->game.time_ms;
        witness_sign(&what, g->me->secret, &g->out.receipt);
    }
    send_message(g, to);
}

/* What we keep of a game, from a number on, to one of its players. */
static void forward(struct games *g, const struct game_id *game, uint32_t number,
                    const struct player_key *to)
{
    start_message(g, PEER_ENTRIES, game);
    while (store_postmark_get(g->store, game, &number, &g->incoming)) {
        if (g->out.entries_len == 0)
            g->out.number = number;
        if (!peer_add_entry(&g->out, &g->incoming))
            break;
        number++;
    }
    if (g->out.entries_len > 0)
        send_message(g, to);
}

static enum verdict keep_row(struct games *g, const struct peer_message *m,
                             const struct player_key *from, struct following *f, bool *signs)
{
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    enum verdict row = follow_row(g, m, f);
    struct game_id other;
    if (f->game.number == 0 && store_witnessed_of(g->store, from, WITNESSED_OF_MAX, &other))
        row = VERDICT_DISK; /* enough of his */
    *signs = follow_plays(&f->game, from) && follow_may_sign(f);
    f->game.time_ms = loop_cautious_ms(g->loop);
    if (*signs)
        follow_sign(f);
    v = row == VERDICT_DISK ? row : VERDICT_OK;
    if (f->game.players == 0 || !follow_plays(&f->game, from))
        v = VERDICT_WRONG_GAME;
    if (v == VERDICT_OK)
        v = store_witnessed_put(g->store, &f->game);
    return store_end(g->store, v);
}

void games_witness_take(struct games *g, const struct friend_info *from,
                        const struct peer_message *m)
{
    static struct following f;
    bool signs = false;
    memset(&f, 0, sizeof f);
    enum verdict v = keep_row(g, m, &from->key, &f, &signs);
    if (v == VERDICT_WRONG_GAME && f.game.players == 0)
        signs = false; /* not from its beginning: say so */
    else if (v != VERDICT_OK)
        return;
    f.game.game = m->game;
    answer(g, &f, signs, &from->key);
    for (unsigned i = 0; v == VERDICT_OK && f.fresh != 0 && i < f.game.players; i++)
        if (!player_key_equal(&f.game.player[i], &from->key))
            forward(g, &m->game, f.fresh, &f.game.player[i]);
}

/* --- somebody comes ------------------------------------------------------------------------- */

void games_witness_link(struct games *g, const struct friend_info *who)
{
    struct game_id game;
    for (unsigned i = 0; i < WITNESSED_MAX && store_witnessed_of(g->store, &who->key, i, &game);
         i++)
        forward(g, &game, 1, &who->key);
    for (unsigned i = 0; i < LIVE_MAX; i++) {
        struct live *l = g->live[i];
        if (l == NULL || l->loading || !games_is_witness(l, who))
            continue;
        l->witness_from = l->witness_asked = 0;
        games_witness_ask(g, l);
    }
}
