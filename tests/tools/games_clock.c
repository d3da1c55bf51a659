/* Games whose clocks count (docs/protocol.md section 5) as files: used up, claimed, witnessed. */
#include "chain/witness.h"
#include "tests/tools/game_files.h"

struct terms clock_terms(enum clock_mode clock)
{
    struct terms t = terms_of(PRESET_BRIDGE, "5", "irregular");
    t.clock = (uint8_t)clock;
    t.move_s = 60;
    t.game_s = 600;
    t.leave = 3;
    return t;
}

void pass_time(struct sim_table *t, uint64_t ms)
{
    t->now.wall_ms += ms;
    t->now.tick_ms += ms;
}

void tell(struct source *s, unsigned player, unsigned kind, uint32_t amount)
{
    static struct effects out;
    struct said what = {kind, amount, NULL};
    enum verdict v = match_say(&s->table->peer[player].match, &what, &s->table->now, &out);
    assert(v == VERDICT_OK);
    (void)v;
    table_effects(s->table, player, &out);
}

static void tell_all(struct source *s, unsigned player, unsigned kind, uint32_t amount)
{
    tell(s, player, kind, amount);
    table_settle(s->table);
}

/* Pauses, added time, leave, lag, a turn lost, then the game clock runs out. */
static void clock_used_up(void)
{
    struct terms t = clock_terms(CLOCK_CLAIM);
    struct source s = begin(51, &t);
    play(&s, 2);
    unsigned mover = table_to_move(s.table);
    tell_all(&s, mover, ENTRY_PAUSE, 0);
    tell_all(&s, 1 - mover, ENTRY_PAUSE, 0);
    pass_time(s.table, 3600000);
    tell_all(&s, 1 - mover, ENTRY_RESUME, 0);
    tell_all(&s, 1 - mover, ENTRY_ADD_TIME, 60);
    tell_all(&s, mover, ENTRY_LEAVE, 2);
    pass_time(s.table, 5000);
    play(&s, 3);
    pass_time(s.table, 61000);
    table_settle(s.table);
    play(&s, 1);
    for (unsigned i = 0; i < 40 && table_to_move(s.table) != NO_SEAT; i++) {
        pass_time(s.table, 59000);
        play(&s, 1);
    }
    finish(&s);
    write_game("good", "clock-used-up", &s, s.n, NULL, RECORD_ENTRY);
    table_free(s.table);
}

/* A warning and a claim; confirmed by the late side, not confirmed, and forged. */
static void clock_claimed(void)
{
    struct terms t = clock_terms(CLOCK_CLAIM);
    struct source s = begin(52, &t);
    play(&s, 2);
    unsigned late = table_to_move(s.table), other = 1 - late;
    pass_time(s.table, 61000);
    tell(&s, other, ENTRY_WARNING, 0);
    pass_time(s.table, 10000);
    tell(&s, other, ENTRY_CLAIM, 0);
    s.entry = s.table->peer[other].stored;
    s.n = s.table->peer[other].n;
    write_game("good", "claimed", &s, s.n, NULL, RECORD_ENTRY);
    uint32_t i = find(&s, ENTRY_CLAIM, 0);
    scratch.times.sent_ms -= 2000;
    forged(&s, "claimed-too-soon", i, EVIDENCE);
    i = find(&s, ENTRY_WARNING, 0);
    scratch.times.seen_ms += 3000;
    forged(&s, "warned-too-soon", i, EVIDENCE);
    i = find(&s, ENTRY_WARNING, 0);
    scratch.kind = ENTRY_CLAIM;
    memset(&scratch.u, 0, sizeof scratch.u);
    forged(&s, "claimed-unwarned", i, EVIDENCE);
    /* The late side had moved, but its move arrives after the claim: it contests. */
    struct signed_entry claim = s.entry[find(&s, ENTRY_CLAIM, 0)];
    struct choice c = table_choice(s.table, late);
    enum verdict v = table_wish(s.table, late, ENTRY_MOVE, &c);
    assert(v == VERDICT_OK);
    (void)v;
    s.entry = s.table->peer[late].stored;
    s.n = s.table->peer[late].n;
    write_game("good", "evidence-contested", &s, s.n, &claim, RECORD_EVIDENCE);
    table_free(s.table);
}

/* A game with a witness whose two statements decide it. */
static void clock_witnessed(void)
{
    static struct effects out;
    uint8_t seed[32] = {9}, secret[64];
    struct source s = {table_new(2, 53), NULL, 0};
    struct proposal p = {.terms = clock_terms(CLOCK_WITNESS), .players = 2, .has_witness = 1};
    for (unsigned i = 0; i < 2; i++)
        memcpy(p.player[i].b, s.table->peer[i].key, 32);
    crypto_sign_seed_keypair(p.witness.b, secret, seed);
    enum verdict v = match_propose(&s.table->peer[0].match, &p, &s.table->now, &out);
    assert(v == VERDICT_OK);
    table_effects(s.table, 0, &out);
    table_settle(s.table);
    say(&s, 1, ENTRY_ACCEPTANCE);
    unsigned other = 1 - table_to_move(s.table);
    const struct replay *r = &s.table->peer[other].match.now;
    struct witnessed what = {r->id, r->number, r->head, 1000};
    struct claim_step c = {.witnessed = 1, .before = {r->number, 1000, {{0}}},
                           .after = {r->number, 71000, {{0}}}};
    witness_sign(&what, secret, &c.before.signature);
    what.time_ms = c.after.time_ms;
    witness_sign(&what, secret, &c.after.signature);
    pass_time(s.table, 61000);
    tell(&s, other, ENTRY_WARNING, 0);
    pass_time(s.table, 10000);
    struct said claim = {ENTRY_CLAIM, 0, &c};
    v = match_say(&s.table->peer[other].match, &claim, &s.table->now, &out);
    assert(v == VERDICT_OK);
    (void)v;
    table_effects(s.table, other, &out);
    s.entry = s.table->peer[other].stored;
    s.n = s.table->peer[other].n;
    write_game("good", "witnessed", &s, s.n, NULL, RECORD_ENTRY);
    uint32_t i = find(&s, ENTRY_CLAIM, 0);
    scratch.u.claim.after.time_ms++;
    forged(&s, "statement-not-signed", i, EVIDENCE);
    i = find(&s, ENTRY_CLAIM, 0);
    scratch.u.claim.witnessed = 0;
    forged(&s, "claimed-without-witness", i, EVIDENCE);
    table_free(s.table);
}

void clock_games(void)
{
    clock_used_up();
    clock_claimed();
    clock_witnessed();
}
