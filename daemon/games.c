/* Games in memory, and the one way in which anything changes: a machine's effects are stored in
 * one transaction with the news of them, and only after the commit they are sent and shown.  A
 * commit that fails leaves the machine ahead of the database: it is thrown away and loaded again
 * when needed. */
#include "daemon/games_part.h"

#include "daemon/log.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

enum { RETRY_MS = 10000, LOAD_SLICE = 8 /* entries, some milliseconds */,
       LOAD_AT_ONCE = 64 };

struct games *games_new(struct loop *loop, struct store *store, const struct identity *me,
                        const char *nick, struct games_owner owner)
{
    struct games *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->loop = loop;
    g->store = store;
    g->me = me;
    g->owner = owner;
    struct text text = text_over(g->nick, sizeof g->nick);
    text_add(&text, nick);
    return g;
}

void games_free(struct games *g)
{
    if (g == NULL)
        return;
    loop_cancel(g->loop, g->retry);
    loop_cancel(g->loop, g->going);
    games_unpark(g);
    loop_cancel(g->loop, g->loading);
    games_judge_stop(g);
    games_shuffle_stop(g);
    for (unsigned i = 0; i < LIVE_MAX; i++)
        if (g->live[i] != NULL)
            games_forget(g, g->live[i]);
    sodium_memzero(g, sizeof *g);
    free(g);
}

static void fill_random(void *context, uint8_t *out, size_t len)
{
    (void)context;
    randombytes_buf(out, len);
}

struct moment games_moment(const struct games *g)
{
    return (struct moment){loop_wall_ms(g->loop), loop_tick_ms(g->loop), {fill_random, NULL}};
}

/* --- in memory -------------------------------------------------------------------------------- */

void games_forget(struct games *g, struct live *l)
{
    for (unsigned i = 0; i < LIVE_MAX; i++)
        if (g->live[i] == l)
            g->live[i] = NULL;
    games_clock_stop(g, l);
    match_wipe(&l->m);
    sodium_memzero(l, sizeof *l);
    free(l);
}

/* Which of the two should leave memory first? */
static bool goes_before(const struct live *a, const struct live *b)
{
    bool a_runs = games_clock_runs(a), b_runs = games_clock_runs(b);
    return a_runs != b_runs ? b_runs : a->used < b->used;
}

/* A free place, made by forgetting the game not used for longest. */
static unsigned make_place(struct games *g)
{
    unsigned oldest = 0;
    for (unsigned i = 0; i < LIVE_MAX; i++) {
        if (g->live[i] == NULL)
            return i;
        if (goes_before(g->live[i], g->live[oldest]))
            oldest = i;
    }
    games_forget(g, g->live[oldest]);
    return oldest;
}

static struct live *new_live(struct games *g, const struct stored_game *stored)
{
    struct live *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    unsigned place = make_place(g);
    l->stored = *stored;
    l->games = g;
    struct match_secrets secrets = {g->me->secret, stored->seed, stored->coin,
                                    stored->installation};
    match_init(&l->m, &secrets);
    sodium_memzero(&secrets, sizeof secrets);
    l->used = ++g->uses;
    g->live[place] = l;
    return l;
}

struct live *games_fresh(struct games *g)
{
    struct stored_game stored = {0};
    randombytes_buf(stored.seed.b, sizeof stored.seed.b);
    randombytes_buf(stored.coin.b, sizeof stored.coin.b);
    stored.installation = (uint32_t)store_meta(g->store, "installation", 1);
    struct live *l = new_live(g, &stored);
    sodium_memzero(&stored, sizeof stored);
    return l;
}

void games_seat(struct games *g, struct live *l)
{
    struct stored_game *s = &l->stored;
    struct friend_info who;
    s->me = l->m.me;
    s->others_n = 0;
    for (unsigned p = 0; p < l->m.now.players; p++) {
        if (p == s->me)
            continue;
        struct opponent *o = &s->other[s->others_n++];
        o->key = l->m.now.key[p];
        o->player = (uint8_t)p;
        o->direct = g->people != NULL && people_by_key(g->people, &o->key, &who) && who.joined;
        games_name_key(g, &o->key, o->name);
    }
}

bool games_place_of(const struct stored_game *game, const struct player_key *key, unsigned *at)
{
    for (unsigned i = 0; i < game->others_n; i++) {
        if (!player_key_equal(&game->other[i].key, key))
            continue;
        *at = i;
        return true;
    }
    return false;
}

/* As the last entry left it, what the entries do not say. */
static void load_rest(struct live *l)
{
    l->m.wish = again_unpack(l->stored.wish);
    l->claims = l->m.wish.kind == ENTRY_CLAIM; /* the witness's word is not the machine's affair */
    if (l->claims)
        l->m.wish = (struct again){0};
    l->m.disputed = l->stored.row.state == GAME_DISPUTED;
    l->m.why = l->m.disputed ? l->stored.row.refusal : 0;
    games_ruling_load(l->games, l);
    l->loading = false;
}

/* At most so many stored entries more.  False: one does not replay. */
static bool replay_stored(struct games *g, struct live *l, uint32_t most)
{
    uint32_t number = l->stored.row.number;
    for (uint32_t i = 0; i < most && l->m.now.number < l->stored.row.entries; i++) {
        uint32_t n = l->m.now.number + 1;
        if (!store_entry_get(g->store, number, n, &g->entry))
            return false;
        enum verdict v = match_load(&l->m, &g->entry.e, g->entry.seen_ms);
        if (v != VERDICT_OK) {
            log_warnx("game=%u seq=%u: stored entry does not replay: %s", number, n,
                      verdict_name(v));
            return false;
        }
    }
    if (l->m.now.number == l->stored.row.entries) {
        load_rest(l);
        games_clock_arm(g, l);
    }
    return true;
}

static struct live *find_live(struct games *g, uint32_t number)
{
    for (unsigned i = 0; i < LIVE_MAX && number != 0; i++)
        if (g->live[i] != NULL && g->live[i]->stored.row.number == number)
            return g->live[i];
    return NULL;
}

static enum verdict begin_loading(struct games *g, uint32_t number, struct live **out)
{
    struct stored_game stored;
    enum verdict v = store_game_get(g->store, number, &stored);
    if (v != VERDICT_OK)
        return v;
    *out = new_live(g, &stored);
    sodium_memzero(&stored, sizeof stored);
    if (*out == NULL)
        return VERDICT_MEMORY;
    (*out)->loading = true;
    (*out)->m.held = games_hold_of(g, number);
    return VERDICT_OK;
}

enum verdict games_live(struct games *g, uint32_t number, struct live **out)
{
    struct live *l = find_live(g, number);
    enum verdict v = l == NULL ? begin_loading(g, number, &l) : VERDICT_OK;
    if (v != VERDICT_OK)
        return v;
    if (l->loading && !replay_stored(g, l, UINT32_MAX)) {
        games_forget(g, l);
        return VERDICT_DATABASE_DAMAGED;
    }
    l->used = ++g->uses;
    *out = l;
    return VERDICT_OK;
}

/* At the start, games that are going on are loaded before anybody asks, a little every turn. */
static void load_ahead(void *self)
{
    struct games *g = self;
    g->loading = 0;
    while (g->ahead_n > 0) {
        uint32_t number = g->ahead[g->ahead_n - 1];
        struct live *l = find_live(g, number);
        if (l == NULL && begin_loading(g, number, &l) != VERDICT_OK)
            g->unloadable = number;
        if (l == NULL || !l->loading) {
            g->ahead_n--;
            continue;
        }
        if (!replay_stored(g, l, LOAD_SLICE)) {
            g->unloadable = number; /* whoever asks for it is told */
            games_forget(g, l);
        }
        if (g->unloadable == number)
            g->ahead_n--;
        g->loading = loop_after(g->loop, 0, load_ahead, g);
        return;
    }
}

bool games_ready(struct games *g, uint32_t number)
{
    struct stored_game game;
    if (number == 0 && store_games(g->store, GAMES_BY_NEED, 0, &number, 1) == 0)
        return true;
    const struct live *l = find_live(g, number);
    if (l != NULL ? !l->loading : g->unloadable == number)
        return true;
    if (l == NULL && (store_game_get(g->store, number, &game) != VERDICT_OK ||
                      game.row.entries <= LOAD_AT_ONCE))
        return true;
    sodium_memzero(&game, sizeof game);
    if (g->ahead_n == 0 || g->ahead[g->ahead_n - 1] != number) {
        g->ahead_n -= g->ahead_n == LIVE_MAX;
        g->ahead[g->ahead_n++] = number;
    }
    if (g->loading == 0)
        g->loading = loop_after(g->loop, 0, load_ahead, g);
    return false;
}

/* --- effects ---------------------------------------------------------------------------------- */

static enum verdict store_evidence(struct games *g, struct live *l)
{
    uint32_t place = entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) ==
                             VERDICT_OK
                         ? g->plain.number
                         : 0;
    return store_evidence_add(g->store, l->stored.row.number, place, (enum verdict)l->m.why,
                              &g->entry);
}

/* Who writes an entry holds all before it, and his own; and so does who passes it on. */
static void note_holders(const struct games *g, struct stored_game *s, uint32_t number)
{
    for (unsigned i = 0; i < s->others_n; i++) {
        struct opponent *o = &s->other[i];
        bool sent_it = g->from != NULL && player_key_equal(&o->key, g->from);
        if ((sent_it || o->player == g->entry.author) && o->has < number)
            o->has = number;
        o->direct |= sent_it;
    }
}

/* The entry of the effects; g->plain holds it unpacked afterwards. */
static enum verdict store_entry(struct games *g, struct live *l)
{
    uint64_t now_ms = loop_wall_ms(g->loop);
    if (g->fx.n == 0)
        return VERDICT_OK;
    g->entry.e = g->fx.entry[0];
    g->entry.hash = chain_hash(&g->entry.e);
    g->entry.seen_ms = now_ms;
    if (g->fx.evidence)
        return store_evidence(g, l);
    g->entry.author = l->m.now.last_author;
    enum verdict v = entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain);
    assert(v == VERDICT_OK); /* the machine has just read or written it */
    if (!g->fx.mine) {
        note_holders(g, &l->stored, g->fx.number[0]);
        l->stored.row.other_seen_ms = now_ms;
    }
    return store_entry_add(g->store, l->stored.row.number, g->fx.number[0], &g->entry);
}

static enum verdict store_news(struct games *g, const struct live *l)
{
    for (unsigned i = 0; i < g->fx.notices_n; i++) {
        games_news(g, l, g->fx.notice[i], &g->events[i]);
        enum verdict v = store_event_add(g->store, &g->events[i]);
        if (v != VERDICT_OK)
            return v;
    }
    return VERDICT_OK;
}

void games_no_effects(struct games *g)
{
    g->fx.n = g->fx.notices_n = 0;
    g->fx.mine = g->fx.evidence = g->fx.resend_from = 0;
    g->fx.drop_from = g->fx.from = 0;
}

static enum verdict store_all(struct games *g, struct live *l)
{
    enum verdict v = VERDICT_OK;
    games_summary(g, l);
    l->stored.row.changed_ms = loop_wall_ms(g->loop);
    if (l->stored.row.number == 0)
        v = store_game_add(g->store, &l->stored);
    if (v == VERDICT_OK && g->fx.drop_from != 0) {
        v = store_entries_drop(g->store, l->stored.row.number, g->fx.drop_from);
        for (unsigned i = 0; i < l->stored.others_n; i++)
            if (l->stored.other[i].has >= g->fx.drop_from)
                l->stored.other[i].has = g->fx.drop_from - 1;
    }
    if (v == VERDICT_OK)
        v = store_entry(g, l);
    if (v == VERDICT_OK)
        v = store_game_save(g->store, &l->stored);
    if (v == VERDICT_OK)
        v = store_news(g, l);
    return v;
}

enum verdict games_keep(struct games *g, struct live *l)
{
    enum verdict v = store_begin(g->store);
    if (v == VERDICT_OK)
        v = store_all(g, l);
    v = store_end(g->store, v);
    if (v != VERDICT_OK) {
        log_warnx("game=%u: a step could not be stored: %s", l->stored.row.number,
                  verdict_name(v));
        games_forget(g, l);
        games_retry_later(g);
        return v;
    }
    games_clock_arm(g, l);
    if (g->fx.n > 0 && g->fx.mine)
        games_send_written(g, l);
    if (g->fx.n > 0)
        games_witness_ask(g, l);
    if (g->fx.notices_n > 0)
        g->owner.on_events(g->owner.self, g->events, g->fx.notices_n);
    if (l->m.now.last_kind == ENTRY_SEED && l->m.now.phase != PHASE_CLOSING && !l->m.disputed)
        games_judge(g, l->stored.row.number);
    return VERDICT_OK;
}

static bool nothing_happened(const struct effects *fx)
{
    return fx->n == 0 && fx->notices_n == 0 && fx->drop_from == 0;
}

/* The user has said yes before it was his turn to. */
static bool yes_is_due(const struct live *l)
{
    struct debt debt = replay_debt(&l->m.now);
    return l->stored.agreed && l->m.wish.kind == 0 && !l->m.disputed &&
           debt.kind == DEBT_ACCEPTANCE && debt.player == l->m.me;
}

enum verdict games_go(struct games *g, struct live *l)
{
    struct moment now = games_moment(g);
    if (games_ruling_again(g, l) != VERDICT_OK)
        return VERDICT_DISK;
    for (unsigned i = 0; i < GO_STEPS_MAX; i++) {
        uint8_t wish = l->m.wish.kind;
        if (l->m.held != VERDICT_OK || games_shuffle(g, l))
            return VERDICT_OK;
        enum verdict v = yes_is_due(l) ? match_wish(&l->m, ENTRY_ACCEPTANCE, NULL, &now, &g->fx)
                                       : match_go(&l->m, &now, &g->fx);
        if (v != VERDICT_OK) {
            log_warnx("game=%u: cannot do what is owed: %s", l->stored.row.number,
                      verdict_name(v));
            return VERDICT_OK;
        }
        /* A wish that can no longer be said is forgotten, in the database too. */
        if (nothing_happened(&g->fx) && wish == l->m.wish.kind) {
            enum if_step step = games_if_step(g, l);
            if (step != IF_PLAYED)
                return step == IF_GONE ? VERDICT_DISK : VERDICT_OK;
            continue;
        }
        v = games_keep(g, l);
        if (v != VERDICT_OK)
            return v;
    }
    return VERDICT_OK;
}

/* --- what is owed at the start ---------------------------------------------------------------- */

static void go_next(void *self)
{
    struct games *g = self;
    uint32_t number[64];
    unsigned n = store_games(g->store, GAMES_TO_GO, 0, number, 64), i = 0;
    struct live *l;
    g->going = 0;
    while (i < n && number[i] <= g->go_after)
        i++;
    if (i == n || g->people == NULL)
        return;
    g->go_after = number[i];
    if (games_live(g, number[i], &l) == VERDICT_OK)
        (void)games_go(g, l);
    g->going = loop_after(g->loop, 0, go_next, g);
}

void games_go_all(struct games *g)
{
    g->go_after = 0;
    if (g->going == 0)
        g->going = loop_after(g->loop, 0, go_next, g);
}

/* What could not be stored was not acknowledged: saying what we have brings it again. */
static void retry(void *self)
{
    struct games *g = self;
    uint32_t number[256];
    struct stored_game game;
    g->retry = 0;
    if (g->people == NULL)
        return;
    unsigned n = store_games(g->store, GAMES_UNFINISHED, 0, number, 256);
    for (unsigned i = 0; i < n; i++)
        if (store_game_get(g->store, number[i], &game) == VERDICT_OK)
            games_send_have(g, &game, NULL);
    sodium_memzero(&game, sizeof game);
    games_go_all(g);
}

void games_retry_now(struct games *g)
{
    loop_cancel(g->loop, g->retry);
    g->retry = loop_after(g->loop, 0, retry, g);
}

void games_retry_later(struct games *g)
{
    if (g->retry == 0)
        g->retry = loop_after(g->loop, RETRY_MS, retry, g);
}

void games_set_people(struct games *g, struct people *people)
{
    g->people = people;
    if (people == NULL)
        return;
    games_judge_all(g);
    g->ahead_n = store_games(g->store, GAMES_UNFINISHED, 0, g->ahead, LIVE_MAX);
    if (g->loading == 0)
        g->loading = loop_after(g->loop, 0, load_ahead, g);
}

/* --- wishes ----------------------------------------------------------------------------------- */

/* May a game with all of these be begun? */
static enum verdict check_table(struct games *g, const struct friend_info *who, unsigned who_n,
                                const struct terms *terms)
{
    struct game_counts counts;
    const char *bad;
    enum verdict v = terms_check(terms, &bad);
    if (v == VERDICT_OK && terms->players != who_n + 1)
        v = VERDICT_TERMS_CONFLICT;
    for (unsigned i = 0; i < who_n && v == VERDICT_OK; i++) {
        for (unsigned k = 0; k < i; k++)
            if (player_key_equal(&who[i].key, &who[k].key))
                return VERDICT_USAGE; /* twice the same friend */
        store_game_counts(g->store, &who[i].key, &counts);
        if (counts.open >= OPEN_WITH_FRIEND_MAX)
            v = VERDICT_TOO_MANY_OPEN;
    }
    return v;
}

enum verdict games_propose(struct games *g, const struct friend_info *who, unsigned who_n,
                           const struct terms *terms, uint32_t *number)
{
    struct helpers nobody = {NULL, NULL};
    struct table table = {who, who_n, terms, &nobody, NULL};
    return games_propose_with(g, &table, number);
}

enum verdict games_propose_with(struct games *g, const struct table *table, uint32_t *number)
{
    const struct friend_info *who = table->who;
    unsigned who_n = table->who_n;
    const struct terms *terms = table->terms;
    const struct helpers *with = table->with;
    struct proposal p = {.protocol = PROTOCOL_VERSION, .terms = *terms};
    enum verdict v = check_table(g, who, who_n, terms);
    if (v != VERDICT_OK)
        return v;
    struct live *l = games_fresh(g);
    if (l == NULL)
        return VERDICT_MEMORY;
    randombytes_buf(p.nonce, sizeof p.nonce);
    p.players = (uint8_t)(who_n + 1);
    p.player[0] = g->me->public;
    for (unsigned i = 0; i < who_n; i++)
        p.player[1 + i] = who[i].key;
    p.has_witness = with->witness != NULL;
    p.has_arbiter = with->arbiter != NULL;
    if (p.has_witness)
        p.witness = *with->witness;
    if (p.has_arbiter)
        p.arbiter = *with->arbiter;
    struct moment now = games_moment(g);
    v = match_propose(&l->m, &p, &now, &g->fx);
    if (v == VERDICT_OK && table->dry != NULL)
        games_would_sign(g, l, table->dry);
    if (v != VERDICT_OK || table->dry != NULL) {
        games_no_effects(g);
        games_forget(g, l);
        return v;
    }
    games_seat(g, l);
    v = games_keep(g, l);
    if (v == VERDICT_OK)
        *number = l->stored.row.number;
    return v;
}
