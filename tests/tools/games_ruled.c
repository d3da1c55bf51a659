/* Games that an arbiter ruled (docs/protocol.md [P-5.19] to [P-5.23]) as files: a move and a claim
 * for one place, seen from both sides, and everything a forger of rulings can try. */
#include "chain/ruling.h"
#include "tests/tools/game_files.h"

static uint8_t arbiter_secret[64], other_secret[64];

/* A game of two players and an arbiter, with hands dealt. */
static struct source begin_ruled(unsigned seed)
{
    static struct effects out;
    uint8_t arbiter_seed[32] = {7}, other_seed[32] = {8};
    struct player_key other;
    struct source s = {table_new(2, seed), NULL, 0};
    struct proposal p = {.terms = clock_terms(CLOCK_CLAIM), .players = 2, .has_arbiter = 1};
    for (unsigned i = 0; i < 2; i++)
        memcpy(p.player[i].b, s.table->peer[i].key, 32);
    crypto_sign_seed_keypair(other.b, other_secret, other_seed);
    crypto_sign_seed_keypair(p.arbiter.b, arbiter_secret, arbiter_seed);
    enum verdict v = match_propose(&s.table->peer[0].match, &p, &s.table->now, &out);
    assert(v == VERDICT_OK);
    (void)v;
    table_effects(s.table, 0, &out);
    table_settle(s.table);
    say(&s, 1, ENTRY_ACCEPTANCE);
    return s;
}

static struct ruled_head head_of(const struct signed_entry *bytes)
{
    bool good = entry_unpack(span_of(bytes->body, bytes->len), &scratch) == VERDICT_OK;
    assert(good);
    (void)good;
    return (struct ruled_head){scratch.number, chain_hash(bytes)};
}

/* About the last entry of a source, and one more entry if there is one. */
static struct ruling ruling_of(const struct source *s, const struct signed_entry *more)
{
    struct ruling r = {.game = s->table->peer[0].match.now.id, .time_ms = 1800000000000,
                       .heads_n = 1, .heads = {head_of(&s->entry[s->n - 1])}};
    if (more != NULL)
        r.heads[r.heads_n++] = head_of(more);
    ruling_order(&r);
    return r;
}

static struct span signed_ruling(struct ruling *r, const uint8_t secret[64],
                                 uint8_t bytes[RULING_BYTES_MAX])
{
    struct buf b = buf_over(bytes, RULING_BYTES_MAX);
    bool good = ruling_sign(r, secret) && ruling_write(r, &b);
    assert(good);
    (void)good;
    return buf_span(&b);
}

/* A file with these rulings. */
static void write_ruled(const char *kind, const char *name, const struct ruled_game *g,
                        struct ruling *first, struct ruling *second)
{
    uint8_t a[RULING_BYTES_MAX], b[RULING_BYTES_MAX];
    struct span rulings[2] = {signed_ruling(first, arbiter_secret, a), {NULL, 0}};
    if (second != NULL)
        rulings[1] = signed_ruling(second, arbiter_secret, b);
    write_game_ruled(kind, name, g, rulings, second != NULL ? 2 : 1);
}

/* One thing wrong with each. */
static void forged_rulings(const struct ruled_game *g, const struct ruling *good)
{
    uint8_t bytes[RULING_BYTES_MAX];
    struct ruling r = *good;
    struct span one = signed_ruling(&r, other_secret, bytes);
    write_game_ruled("bad", "ruled-by-somebody-else", g, &one, 1);
    r = *good;
    r.game.b[5] ^= 1;
    write_ruled("bad", "ruled-another-game", g, &r, NULL);
    r = *good;
    for (unsigned i = 0; i < r.heads_n; i++)
        r.heads[i].head.b[3] ^= 4;
    ruling_order(&r);
    write_ruled("bad", "ruled-another-course", g, &r, NULL);
    r = *good;
    for (unsigned i = 0; i < r.heads_n; i++)
        r.heads[i].number++;
    write_ruled("bad", "ruled-another-number", g, &r, NULL);
    r = *good;
    r.winner = 2;
    write_ruled("bad", "ruled-a-third-seat", g, &r, NULL);
    r = *good;
    one = signed_ruling(&r, arbiter_secret, bytes);
    static const unsigned at[] = {0, 33, 35, 42, 45, 60};
    static const char *const where[] = {"version", "result", "time", "count", "number", "head"};
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "ruled-flipped-%s", where[i]);
        bytes[at[i]] ^= 1;
        write_game_ruled("bad", name, g, &one, 1);
        bytes[at[i]] ^= 1;
    }
    bytes[one.len - 1] ^= 0x20;
    write_game_ruled("bad", "ruled-flipped-signature", g, &one, 1);
    bytes[one.len - 1] ^= 0x20;
    one.len--;
    write_game_ruled("bad", "ruled-cut-short", g, &one, 1);
    r = *good;
    struct ruling same = r;
    same.time_ms += 5;
    write_ruled("bad", "ruled-twice-the-same", g, &r, &same);
}

/* The waiter has claimed, the late side had moved: both courses, each from its side. */
static void ruled_claim(void)
{
    struct source s = begin_ruled(61), other;
    play(&s, 2);
    unsigned late = table_to_move(s.table), waits = 1 - late;
    pass_time(s.table, 61000);
    tell(&s, waits, ENTRY_WARNING, 0);
    pass_time(s.table, 10000);
    tell(&s, waits, ENTRY_CLAIM, 0);
    s.entry = s.table->peer[waits].stored;
    s.n = s.table->peer[waits].n;
    struct signed_entry claim = s.entry[find(&s, ENTRY_CLAIM, 0)];
    struct choice c = table_choice(s.table, late);
    enum verdict v = table_wish(s.table, late, ENTRY_MOVE, &c);
    assert(v == VERDICT_OK);
    (void)v;
    other = (struct source){s.table, s.table->peer[late].stored, s.table->peer[late].n};
    struct ruled_game claimed = {&s, s.n, NULL}, moved = {&other, other.n, &claim};
    struct ruled_game silent = {&other, other.n, NULL};
    struct ruling both = ruling_of(&s, &other.entry[other.n - 1]), one = ruling_of(&s, NULL);
    both.winner = s.table->peer[0].match.now.seat_of[waits];
    one.winner = both.winner;
    write_ruled("good", "ruled-claimed", &claimed, &both, NULL);
    write_ruled("good", "ruled-moved", &moved, &both, NULL);
    write_ruled("good", "ruled-by-evidence", &moved, &one, NULL);
    write_ruled("bad", "ruled-unseen", &silent, &one, NULL);
    struct ruling nobody = both;
    nobody.winner = NO_SEAT;
    write_ruled("good", "ruled-nobody", &moved, &nobody, NULL);
    write_ruled("good", "ruled-two-ways", &moved, &both, &nobody);
    forged_rulings(&moved, &both);
    table_free(s.table);
}

/* While the game goes on, and when it has ended. */
static void ruled_too_late(void)
{
    struct source s = begin_ruled(62);
    play(&s, 2);
    finish(&s);
    struct source early = s;
    struct ruling r = ruling_of(&early, NULL);
    struct ruled_game g = {&s, s.n, NULL};
    write_ruled("good", "ruled-in-play", &g, &r, NULL);
    play(&s, 1);
    finish(&s);
    g.n = early.n + 1;
    write_ruled("good", "ruled-one-has-gone-on", &g, &r, NULL);
    play(&s, 3);
    finish(&s);
    g.n = s.n;
    write_ruled("bad", "ruled-played-on", &g, &r, NULL);
    say(&s, 0, ENTRY_RESIGN);
    finish(&s);
    r = ruling_of(&s, NULL);
    g.n = s.n;
    write_ruled("bad", "ruled-agreed", &g, &r, NULL);
    table_free(s.table);
}

/* His key rules nothing where the terms do not name him. */
static void ruled_without_arbiter(void)
{
    struct terms t = terms_of(PRESET_BRIDGE, "5", "irregular");
    struct source s = begin(63, &t);
    play(&s, 2);
    struct ruling r = ruling_of(&s, NULL);
    struct ruled_game g = {&s, s.n, NULL};
    write_ruled("bad", "ruled-without-arbiter", &g, &r, NULL);
    table_free(s.table);
}

void ruled_games(void)
{
    ruled_claim();
    ruled_too_late();
    ruled_without_arbiter();
}
