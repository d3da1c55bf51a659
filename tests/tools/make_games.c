/* Writes game files for verifiers into a folder: good ones, and ones that must be refused.
 * good-NAME.nblog   whole games, games broken off, games with evidence that holds
 * bad-NAME.nblog    the same with one thing wrong; whatever is wrong is signed anew by the key of
 *                 its author, so that only the judge of that one thing can find it
 * late-NAME.nblog  what the proofs hold for and only the opened seeds bring to light
 * Everything is a function of the numbers in here.  Argument: the folder, which must be there. */
#include "tests/tools/game_files.h"

static void whole(const char *name, unsigned seed, const struct terms *terms)
{
    struct source s = begin(seed, terms);
    play(&s, 1000);
    write_game("good", name, &s, s.n, NULL, RECORD_ENTRY);
    table_free(s.table);
}

static void good_games(void)
{
    struct terms bridge = terms_of(PRESET_BRIDGE, "9", "regular");
    struct terms small = terms_of(PRESET_BRIDGE, "6", "irregular");
    struct terms domains = terms_of(PRESET_DOMAINS, "7", "irregular");
    set_term(&small, "claim", "2");
    set_term(&small, "first", "other");
    whole("bridge-9", 11, &bridge);
    whole("bridge-6", 12, &small);
    whole("domains-7", 13, &domains);
}

static void good_dominoes(void)
{
    struct terms t;
    terms_preset(PRESET_DOMINOES, &t);
    t.rounds = 2;
    whole("dominoes-2", 14, &t);
    struct source cheated = begin(17, &t);
    play_with_false_pass(&cheated);
    write_game("good", "dominoes-false-pass", &cheated, cheated.n, NULL, RECORD_ENTRY);
    table_free(cheated.table);
    t.rounds = 1;
    t.players = 3;
    t.abkhaz = 1;
    t.youngest = 2;
    whole("dominoes-3", 15, &t);
    t.players = 4;
    t.set = 9;
    struct source s = begin(16, &t);
    play(&s, 7);
    unsigned debtor = table_to_move(s.table);
    for (unsigned i = 1; i < 4; i++)
        say(&s, (debtor + i) % 4, ENTRY_OFFER_DRAW);
    write_game("good", "dominoes-4-broken-off", &s, s.n, NULL, RECORD_ENTRY);
    table_free(s.table);
}

static void good_endings(void)
{
    struct terms t = terms_of(PRESET_BRIDGE, "5", "irregular");
    struct source s = begin(21, &t);
    play(&s, 5);
    say(&s, 1, ENTRY_RESIGN);
    write_game("good", "resigned", &s, s.n, NULL, RECORD_ENTRY);
    write_game("good", "seed-owed", &s, s.n - 1, NULL, RECORD_ENTRY);
    write_game("good", "proposal", &s, 1, NULL, RECORD_ENTRY);
    table_free(s.table);
    s = begin(22, &t);
    play(&s, 4);
    say(&s, 0, ENTRY_OFFER_DRAW);
    say(&s, 1, ENTRY_ACCEPT_DRAW);
    write_game("good", "drawn", &s, s.n, NULL, RECORD_ENTRY);
    table_free(s.table);
}

static void wrong_place(const struct source *s)
{
    uint32_t i = find(s, ENTRY_MOVE, 2);
    scratch.number++;
    forged(s, "number", i, NOTHING);
    i = find(s, ENTRY_MOVE, 2);
    scratch.prev.b[3] ^= 1;
    forged(s, "prev", i, NOTHING);
    i = find(s, ENTRY_MOVE, 2);
    scratch.game.b[0] ^= 1;
    forged(s, "game", i, NOTHING);
    i = find(s, ENTRY_MOVE, 2);
    scratch.author = 1 - scratch.author;
    forged(s, "out-of-turn", i, EVIDENCE);
    i = find(s, ENTRY_MOVE, 2);
    scratch.state.b[31] ^= 128;
    forged(s, "state", i, EVIDENCE);
    i = find(s, ENTRY_MOVE, 2);
    scratch.times.used_ms = UINT64_C(1) << 40;
    forged(s, "long-thought", i, EVIDENCE);
    i = find(s, ENTRY_MOVE, 2);
    scratch.times.used_ms++;
    forged(s, "time-not-in-state", i, EVIDENCE);
    i = find(s, ENTRY_MOVE, 2);
    scratch.kind = ENTRY_ACCEPT_DRAW;
    forged(s, "draw-not-offered", i, EVIDENCE);
}

static void wrong_start(const struct source *s)
{
    uint32_t i = find(s, ENTRY_ACCEPTANCE, 0);
    scratch.u.acceptance.ticket.possession.b[40] ^= 1;
    forged(s, "possession", i, EVIDENCE);
    i = find(s, ENTRY_ACCEPTANCE, 0);
    scratch.u.acceptance.coin.b[0] ^= 1; /* another coin: the state says so */
    forged(s, "coin-in-state", i, EVIDENCE);
    i = find(s, ENTRY_ACCEPTANCE, 0);
    scratch.u.acceptance.opens_coin = 0;
    forged(s, "coin-hidden", i, EVIDENCE);
    i = find(s, ENTRY_COIN, 0);
    scratch.u.coin.b[31] ^= 1;
    forged(s, "coin-other", i, EVIDENCE);
    i = find(s, ENTRY_SEED, 0);
    scratch.u.seed.seed.b[0] ^= 1;
    forged(s, "seed-other", i, EVIDENCE);
    i = find(s, ENTRY_SHUFFLE, 0);
    scratch.kind = ENTRY_RESIGN;
    forged(s, "resigned-early", i, EVIDENCE);
}

static void swap_bytes(uint8_t *a, uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static void wrong_bag(const struct source *s)
{
    for (unsigned which = 0; which < 2; which++) {
        char name[] = "shuffle-swapped-0";
        uint32_t i = find(s, ENTRY_SHUFFLE, which);
        name[sizeof name - 2] = (char)('0' + which);
        swap_bytes(scratch.u.shuffle.deck, scratch.u.shuffle.deck + 64, 64);
        forged(s, name, i, EVIDENCE);
    }
    uint32_t i = find(s, ENTRY_SHUFFLE, 1);
    scratch.u.shuffle.proof[33] ^= 1;
    forged(s, "shuffle-proof", i, EVIDENCE);
    i = find(s, ENTRY_SHUFFLE, 1);
    memcpy(scratch.u.shuffle.deck + 64, scratch.u.shuffle.deck, 64);
    forged(s, "shuffle-doubled", i, EVIDENCE);
    i = find(s, ENTRY_SHUFFLE, 1);
    memset(scratch.u.shuffle.deck, 0, 32);
    forged(s, "shuffle-identity", i, EVIDENCE);
    i = find(s, ENTRY_SHUFFLE, 1);
    scratch.u.shuffle.deck[31] |= 0x80;
    forged(s, "shuffle-bit-255", i, EVIDENCE);
    i = find(s, ENTRY_SHARES, 0);
    swap_bytes(scratch.u.shares.share[0].b, scratch.u.shares.share[1].b, 32);
    forged(s, "shares-swapped", i, EVIDENCE);
    i = find(s, ENTRY_SHARES, 1);
    scratch.u.shares.n--;
    forged(s, "shares-short", i, EVIDENCE);
    i = find(s, ENTRY_SHARES, 1);
    scratch.u.shares.proof.b[0] ^= 1;
    forged(s, "shares-proof", i, EVIDENCE);
}

static uint32_t find_place(const struct source *s)
{
    for (unsigned which = 0;; which++) {
        uint32_t i = find(s, ENTRY_MOVE, which);
        if (which > 1 && scratch.u.move.move.kind == MOVE_PLACE)
            return i;
    }
}

static void wrong_move(const struct source *s)
{
    uint32_t i = find_place(s);
    scratch.u.move.move.value = (uint8_t)(scratch.u.move.move.value % 5 + 1);
    forged(s, "tile-misnamed", i, EVIDENCE);
    i = find_place(s);
    scratch.u.move.opens = 0;
    forged(s, "tile-not-opened", i, EVIDENCE);
    i = find_place(s);
    scratch.u.move.move.places[0] = (uint8_t)((scratch.u.move.move.places[0] + 1) % 25);
    forged(s, "tile-other", i, EVIDENCE);
    i = find_place(s);
    scratch.u.move.move.cell = (uint8_t)((scratch.u.move.move.cell + 1) % 25);
    forged(s, "cell-other", i, EVIDENCE);
    i = find_place(s);
    scratch.u.move.move.kind = MOVE_PIE;
    forged(s, "pie-not-on-offer", i, EVIDENCE);
    i = find_place(s);
    scratch.u.move.move.kind = MOVE_SWAP;
    forged(s, "swap-opens", i, EVIDENCE);
    i = find_place(s);
    scratch.u.move.move.kind = MOVE_LOST;
    scratch.u.move.opens = 0;
    forged(s, "turn-lost", i, EVIDENCE);
}

/* Two different entries of one author for one place. */
static void double_entry(const struct source *s)
{
    struct signed_entry e;
    find(s, ENTRY_MOVE, 2);
    scratch.times.sent_ms++;
    sign_anew(s, &e, scratch.author);
    write_game("good", "evidence-double", s, s->n, &e, RECORD_EVIDENCE);
    e.signature.b[0] ^= 1;
    write_game("bad", "evidence-not-signed", s, s->n, &e, RECORD_EVIDENCE);
    write_game("bad", "evidence-is-good", s, s->n - 1, &s->entry[s->n - 1], RECORD_EVIDENCE);
    write_game("bad", "evidence-is-in-chain", s, s->n, &s->entry[s->n - 2], RECORD_EVIDENCE);
    write_game("bad", "after-the-end", s, s->n, &s->entry[s->n - 1], RECORD_ENTRY);
}

/* The end of one game on the beginning of another. */
static void grafted(const struct source *s, const struct source *other)
{
    uint32_t i = find(other, ENTRY_MOVE, 0);
    uint32_t to = find(s, ENTRY_MOVE, 0);
    write_game("bad", "grafted", s, to, &other->entry[i], RECORD_ENTRY);
    write_game("bad", "grafted-seed", s, s->n - 1, &other->entry[other->n - 1], RECORD_ENTRY);
}

static void one_byte(const struct source *s)
{
    static const size_t places[] = {0, 40, 100, 200};
    for (unsigned k = 0; k < 4; k++) {
        struct signed_entry e = s->entry[6];
        char name[] = "byte-0";
        name[sizeof name - 2] = (char)('0' + k);
        e.body[places[k] % e.len] ^= 0x40;
        write_game("bad", name, s, 6, &e, RECORD_ENTRY);
    }
    struct signed_entry e = s->entry[6];
    e.signature.b[63] ^= 0x10;
    write_game("bad", "signature", s, 6, &e, RECORD_ENTRY);
    e = s->entry[6];
    e.body[e.len++] = 0xa0; /* field 500, a number: nothing we know */
    e.body[e.len++] = 0x1f;
    e.body[e.len++] = 1;
    chain_sign(&e, s->table->peer[0].secret);
    write_game("bad", "unknown-field-0", s, 6, &e, RECORD_ENTRY);
    chain_sign(&e, s->table->peer[1].secret);
    write_game("bad", "unknown-field-1", s, 6, &e, RECORD_ENTRY);
}

/* ---- cheats with the seed: the proofs hold, the opened seeds do not ------------------------ */

/* Player 2 accepts with the bag key of one seed and the commitment to another. */
static void accept_with_two_seeds(struct sim_table *t, const struct seed *other)
{
    static struct effects out;
    struct signed_entry e;
    struct replay r = t->peer[0].match.now;
    struct sim_peer *cheat = &t->peer[1];
    struct seed seed = chain_round_seed(&cheat->match.base_seed, 1);
    struct bag_secret secret;
    memset(&scratch, 0, sizeof scratch);
    scratch.kind = ENTRY_ACCEPTANCE;
    scratch.installation = 1;
    bag_secret_init(&secret, &r.id, 1, &seed);
    bag_make_ticket(&r.id, &secret, &r.key[1], &t->now.rng, &scratch.u.acceptance.ticket);
    scratch.u.acceptance.ticket.seed_commit = bag_seed_commit(&r.id, 1, &r.key[1], other);
    scratch.u.acceptance.opens_coin = 1;
    scratch.u.acceptance.coin = cheat->match.coin;
    enum verdict v = replay_write(&r, 1, cheat->secret, &scratch, &e);
    assert(v == VERDICT_OK);
    v = match_load(&cheat->match, &e, t->now.wall_ms);
    assert(v == VERDICT_OK);
    (void)v;
    memset(&out, 0, sizeof out);
    out.n = 1;
    out.entry[0] = e;
    out.number[0] = 2;
    table_effects(t, 1, &out);
    cheat->match.secret.seed = *other;
}

/* A table of two with a proposal that has arrived. */
static struct source proposed(unsigned seed, const struct terms *terms)
{
    struct source s = {table_new(2, seed), NULL, 0};
    static struct effects out;
    struct proposal p = {.terms = *terms, .players = 2};
    for (unsigned i = 0; i < 2; i++)
        memcpy(p.player[i].b, s.table->peer[i].key, 32);
    enum verdict v = match_propose(&s.table->peer[0].match, &p, &s.table->now, &out);
    assert(v == VERDICT_OK);
    table_effects(s.table, 0, &out);
    v = table_deliver(s.table, 1, &out.entry[0]);
    assert(v == VERDICT_OK);
    (void)v;
    return s;
}

/* The seed that player 2 committed to does not give his key: the judge stops at its opening. */
static void key_of_another_seed(const struct terms *terms)
{
    static struct effects out;
    struct source s = proposed(41, terms);
    struct seed other = {{1, 2, 3}};
    struct signed_entry opening;
    accept_with_two_seeds(s.table, &other);
    table_settle(s.table);
    play(&s, 3);
    enum verdict v = match_wish(&s.table->peer[0].match, ENTRY_RESIGN, NULL, &s.table->now, &out);
    assert(v == VERDICT_OK);
    (void)v;
    table_effects(s.table, 0, &out);
    finish(&s);
    struct replay r = s.table->peer[0].match.now, after = r;
    after.seed[1] = other;
    after.seeds_open |= 2;
    memset(&scratch, 0, sizeof scratch);
    scratch.kind = ENTRY_SEED;
    scratch.u.seed.seed = other;
    scratch.game = r.id;
    scratch.prev = r.head;
    scratch.state = replay_state(&after);
    scratch.number = s.n + 1;
    scratch.author = 1;
    scratch.installation = 1;
    sign_anew(&s, &opening, 1);
    write_game("bad", "key-of-another-seed", &s, s.n, &opening, RECORD_ENTRY);
    write_game("good", "evidence-key-of-another-seed", &s, s.n, &opening, RECORD_EVIDENCE);
    table_free(s.table);
}

/* Player 2 permutes as no seed of his says; all his proofs hold. */
static void permutation_of_another_seed(const struct terms *terms)
{
    struct source s = proposed(42, terms);
    struct match *cheat = &s.table->peer[1].match;
    enum verdict v = table_wish(s.table, 1, ENTRY_ACCEPTANCE, NULL);
    assert(v == VERDICT_OK);
    (void)v;
    struct seed kept = cheat->secret.seed;
    cheat->secret.seed.b[0] ^= 1;
    table_settle(s.table);
    cheat->secret.seed = kept;
    play(&s, 1000);
    write_game("late", "permutation-of-another-seed", &s, s.n, NULL, RECORD_ENTRY);
    table_free(s.table);
}

int main(int argc, char **argv)
{
    if (argc != 2 || sodium_init() < 0)
        return 2;
    game_folder = argv[1];
    good_games();
    good_dominoes();
    good_endings();
    struct terms t = terms_of(PRESET_BRIDGE, "5", "irregular");
    struct source s = begin(31, &t), other = begin(32, &t);
    play(&s, 1000);
    play(&other, 1000);
    write_game("good", "bridge-5", &s, s.n, NULL, RECORD_ENTRY);
    wrong_place(&s);
    wrong_start(&s);
    wrong_bag(&s);
    wrong_move(&s);
    double_entry(&s);
    grafted(&s, &other);
    one_byte(&s);
    key_of_another_seed(&t);
    permutation_of_another_seed(&t);
    clock_games();
    ruled_games();
    table_free(s.table);
    table_free(other.table);
    return 0;
}
