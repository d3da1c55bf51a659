/* Proves that every cheat is caught at the entry where it cheats: a forged entry, rightly signed,
 * stops the honest player in "disputed" with everything else as it was, and the file he exports
 * convinces the judge that it was the cheat.  What its supposed author has not signed convicts
 * nobody and changes nothing: the honest entry is taken after it as if it had never come. */
#include "tests/sim/scenes.h"

#include "bag/group.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes, elsewhere;

/* A forgery in the making: starts as the honest entry of a scene. */
struct forger {
    const struct scene *scene;
    struct entry e;
    unsigned signer;
};
typedef void twist_function(struct forger *f);

enum { CONVICTS = 1, IGNORED = 0 };
struct cheat {
    const char *name;
    uint8_t kind, author; /* the scene; ANY: whoever comes first */
    twist_function *twist;
    enum verdict expect;
    uint8_t convicts;
};
enum { ANY = NO_SEAT };

/* ---- what every entry has ------------------------------------------------------------------ */

static void other_game(struct forger *f) { f->e.game.b[7] ^= 1; }
static void far_number(struct forger *f) { f->e.number++; }
static void other_prev(struct forger *f) { f->e.prev.b[31] ^= 1; }
static void other_state(struct forger *f) { f->e.state.b[0] ^= 1; }
static void other_signer(struct forger *f) { f->signer = 1 - f->signer; }
static void no_installation(struct forger *f) { f->e.installation = 0; }
static void a_coin(struct forger *f)
{
    f->e.kind = ENTRY_COIN;
    f->e.u.coin = f->scene->writer.coin;
}
static void a_seed(struct forger *f)
{
    memset(&f->e.u, 0, sizeof f->e.u);
    f->e.kind = ENTRY_SEED;
    f->e.u.seed.seed = f->scene->writer.secret.seed;
}
static void a_move(struct forger *f)
{
    memset(&f->e.u, 0, sizeof f->e.u);
    f->e.kind = ENTRY_MOVE;
    f->e.u.move.move = (struct move){MOVE_PIE, NO_CELL, 0, NO_CELL, 0, {0}};
}
static void a_decline(struct forger *f) { f->e.kind = ENTRY_DECLINE; }
static void a_resignation(struct forger *f) { f->e.kind = ENTRY_RESIGN; }
static void an_offer(struct forger *f) { f->e.kind = ENTRY_OFFER_DRAW; }
static void a_draw(struct forger *f) { f->e.kind = ENTRY_ACCEPT_DRAW; }

/* ---- proposal and acceptance --------------------------------------------------------------- */

static void name_game(struct forger *f) { f->e.game = chain_game_id(&f->e.u.proposal); }
static void newer_rules(struct forger *f)
{
    f->e.u.proposal.terms.rules = RULES_VERSION + 1;
    name_game(f);
}
static void newer_protocol(struct forger *f) { f->e.u.proposal.protocol++; }
static void many_givens(struct forger *f)
{
    f->e.u.proposal.terms.givens = 80;
    name_game(f);
}
static void strict_clock(struct forger *f)
{
    f->e.u.proposal.terms.clock = CLOCK_WITNESS;
    name_game(f);
}
static void a_third_player(struct forger *f)
{
    f->e.u.proposal.player[2] = f->e.u.proposal.player[0];
    f->e.u.proposal.players = 3;
    name_game(f);
}
static void against_himself(struct forger *f)
{
    f->e.u.proposal.player[1] = f->e.u.proposal.player[0];
    name_game(f);
}
static void to_nobody(struct forger *f)
{
    memset(f->e.u.proposal.player[1].b, 0, 32);
    f->e.u.proposal.player[1].b[0] = 1; /* a point of order 1 */
    name_game(f);
}
static void unnamed_game(struct forger *f) { f->e.u.proposal.nonce[0] ^= 1; }
static void unproven_key(struct forger *f) { f->e.u.proposal.ticket.possession.b[33] ^= 1; }
static void no_key(struct forger *f) { memset(&f->e.u.proposal.ticket.key, 0, 32); }

static struct bag_ticket *answer_ticket(struct forger *f) { return &f->e.u.acceptance.ticket; }
static void unproven_answer(struct forger *f) { answer_ticket(f)->possession.b[33] ^= 1; }
static void great_scalar(struct forger *f) { memset(answer_ticket(f)->possession.b, 0xff, 32); }
static void no_answer_key(struct forger *f) { memset(&answer_ticket(f)->key, 0, 32); }
static void same_key(struct forger *f)
{
    *answer_ticket(f) = f->scene->reader.now.bag.ticket[0];
}
static void same_commitment(struct forger *f)
{
    answer_ticket(f)->seed_commit = f->scene->reader.now.bag.ticket[0].seed_commit;
}
static void closed_coin(struct forger *f)
{
    f->e.u.acceptance.opens_coin = 0;
    memset(f->e.u.acceptance.coin_commit.b, 5, 32);
}

/* ---- coin, shuffles, shares, seed ---------------------------------------------------------- */

static void other_coin(struct forger *f) { f->e.u.coin.b[0] ^= 1; }
static void other_seed(struct forger *f) { f->e.u.seed.seed.b[31] ^= 1; }
static void seed_and_more(struct forger *f)
{
    f->e.u.seed.has_next = 1;
    f->e.u.seed.next = f->scene->reader.now.bag.ticket[f->scene->author];
}

static struct shuffle_step *shuffle(struct forger *f) { return &f->e.u.shuffle; }
static void other_proof(struct forger *f) { shuffle(f)->proof[32] ^= 1; }
static void great_proof(struct forger *f)
{
    memset(shuffle(f)->proof + 32, 0xff, 32);
}
static void two_swapped(struct forger *f)
{
    uint8_t kept[CIPHER_LEN];
    memcpy(kept, shuffle(f)->deck, CIPHER_LEN);
    memcpy(shuffle(f)->deck, shuffle(f)->deck + CIPHER_LEN, CIPHER_LEN);
    memcpy(shuffle(f)->deck + CIPHER_LEN, kept, CIPHER_LEN);
}
static void planted(struct forger *f)
{
    struct point b;
    memcpy(b.b, shuffle(f)->deck + POINT_LEN, POINT_LEN);
    assert_true(group_add(&b, &b, &group_generator));
    memcpy(shuffle(f)->deck + POINT_LEN, b.b, POINT_LEN);
}
static void odd_spelling(struct forger *f) { shuffle(f)->deck[31] |= 0x80; }
static void one_tile_less(struct forger *f)
{
    shuffle(f)->deck_len -= CIPHER_LEN;
    shuffle(f)->proof_len -= 4 * 32;
}
static void untouched_deck(struct forger *f)
{
    const struct bag *bag = &f->scene->reader.now.bag;
    for (unsigned i = 0; i < bag->deck_len; i++)
        memcpy(shuffle(f)->deck + CIPHER_LEN * i, &bag->cipher[bag->deck[i]], CIPHER_LEN);
}

static struct shares_step *shares(struct forger *f) { return &f->e.u.shares; }
static void share_beside(struct forger *f)
{
    assert_true(group_add(&shares(f)->share[0], &shares(f)->share[0], &group_generator));
}
static void no_share(struct forger *f) { memset(&shares(f)->share[0], 0, 32); }
static void shares_swapped(struct forger *f)
{
    struct point kept = shares(f)->share[0];
    shares(f)->share[0] = shares(f)->share[1];
    shares(f)->share[1] = kept;
}
static void share_proof(struct forger *f) { shares(f)->proof.b[32] ^= 1; }

/* Right shares with a right proof, of tiles of the forger's choice. */
static void share_of(struct forger *f, const uint8_t *places, unsigned n, const struct hash *prev)
{
    const struct match *m = &f->scene->writer;
    shares(f)->n = (uint8_t)n;
    bag_make_shares(&m->now.bag, &m->secret, prev, &f->scene->now.rng, places, n,
                    shares(f)->share, &shares(f)->proof);
}
static void too_few(struct forger *f)
{
    uint8_t places[TILES_MAX];
    unsigned n = replay_shares_due(&f->scene->writer.now, f->scene->author, places);
    share_of(f, places, n - 1, &f->scene->writer.now.head);
}
static void too_many(struct forger *f)
{
    uint8_t places[TILES_MAX];
    unsigned n = replay_shares_due(&f->scene->writer.now, f->scene->author, places);
    places[n] = 80; /* nobody has drawn it yet */
    share_of(f, places, n + 1, &f->scene->writer.now.head);
}
static void of_other_tiles(struct forger *f)
{
    uint8_t places[TILES_MAX];
    unsigned n = replay_shares_due(&f->scene->writer.now, f->scene->author, places);
    places[0] = 80;
    share_of(f, places, n, &f->scene->writer.now.head);
}
static void proven_elsewhere(struct forger *f)
{
    uint8_t places[TILES_MAX];
    struct hash prev = {{1}};
    unsigned n = replay_shares_due(&f->scene->writer.now, f->scene->author, places);
    share_of(f, places, n, &prev);
}

/* ---- moves --------------------------------------------------------------------------------- */

static struct move *move(struct forger *f) { return &f->e.u.move.move; }
static void no_opening(struct forger *f) { f->e.u.move.opens = 0; }

static void other_digit(struct forger *f) { move(f)->value = (uint8_t)(move(f)->value % 9 + 1); }
static void no_digit(struct forger *f) { move(f)->value = 77; }
static void of_the_bag(struct forger *f) { move(f)->places[0] = 80; }
static void of_the_other(struct forger *f)
{
    const struct replay *r = &f->scene->reader.now;
    move(f)->places[0] = r->game.hand[1 - r->seat_of[f->scene->author]][0];
}
static void on_a_given(struct forger *f)
{
    const struct board *board = &f->scene->reader.now.game.nb.board;
    unsigned cell = 0;
    while (!board->given[cell])
        cell++;
    move(f)->cell = (uint8_t)cell;
}
static void share_of_tile(struct forger *f)
{
    assert_true(group_add(&f->e.u.move.share, &f->e.u.move.share, &group_generator));
}
static void other_tile_opened(struct forger *f)
{
    const struct match *m = &f->scene->writer;
    unsigned seat = m->now.seat_of[f->scene->author];
    uint8_t place = m->now.game.hand[seat][0];
    if (place == move(f)->places[0])
        place = m->now.game.hand[seat][1];
    bag_make_shares(&m->now.bag, &m->secret, &m->now.head, &f->scene->now.rng, &place, 1,
                    &f->e.u.move.share, &f->e.u.move.proof);
}
static void endless_thought(struct forger *f) { f->e.times.used_ms = 1ULL << 40; }
static void other_move(struct forger *f, unsigned kind)
{
    *move(f) = (struct move){(uint8_t)kind, NO_CELL, 0, NO_CELL, 0, {0}};
    no_opening(f);
}
static void lost_turn(struct forger *f) { other_move(f, MOVE_LOST); }
static void a_pass(struct forger *f) { other_move(f, MOVE_PASS); }
static void empty_swap(struct forger *f) { other_move(f, MOVE_SWAP); }
static void late_pie(struct forger *f) { other_move(f, MOVE_PIE); }
static void swap_twice(struct forger *f)
{
    const struct replay *r = &f->scene->reader.now;
    other_move(f, MOVE_SWAP);
    move(f)->places_n = 2;
    move(f)->places[0] = move(f)->places[1] = r->game.hand[r->seat_of[f->scene->author]][0];
}
static void swap_opened(struct forger *f)
{
    struct move_step kept = f->e.u.move;
    other_move(f, MOVE_SWAP);
    move(f)->places_n = 1;
    move(f)->places[0] = kept.move.places[0];
    f->e.u.move.opens = 1;
}
static void free_claim(struct forger *f)
{
    const struct replay *r = &f->scene->reader.now;
    unsigned cell = 0;
    while (!r->game.nb.board.given[cell] || r->game.nb.owner[cell])
        cell++;
    other_move(f, MOVE_CLAIM);
    move(f)->cell = (uint8_t)cell;
}

/* A move has the scene of a tile being placed, not just any. */
enum { PLACING = 100 };

static const struct cheat cheats[] = {
    {"proposal of newer rules", ENTRY_PROPOSAL, 0, newer_rules, VERDICT_RULES_VERSION, IGNORED},
    {"proposal of a newer protocol", ENTRY_PROPOSAL, 0, newer_protocol, VERDICT_RULES_VERSION,
     IGNORED},
    {"too many givens", ENTRY_PROPOSAL, 0, many_givens, VERDICT_TERM_RANGE, IGNORED},
    {"witness clock without one", ENTRY_PROPOSAL, 0, strict_clock, VERDICT_NOT_WITNESSED, IGNORED},
    {"a third player", ENTRY_PROPOSAL, 0, a_third_player, VERDICT_FIELD_RANGE, IGNORED},
    {"against himself", ENTRY_PROPOSAL, 0, against_himself, VERDICT_SAME_KEY, IGNORED},
    {"to a key that is none", ENTRY_PROPOSAL, 0, to_nobody, VERDICT_BAD_KEY, IGNORED},
    {"wrong game id", ENTRY_PROPOSAL, 0, unnamed_game, VERDICT_WRONG_GAME, IGNORED},
    {"proposer's key not proven", ENTRY_PROPOSAL, 0, unproven_key, VERDICT_BAD_POSSESSION, IGNORED},
    {"proposer without a key", ENTRY_PROPOSAL, 0, no_key, VERDICT_BAD_POINT, IGNORED},
    {"proposal of another state", ENTRY_PROPOSAL, 0, other_state, VERDICT_WRONG_STATE, IGNORED},
    {"proposal by another hand", ENTRY_PROPOSAL, 0, other_signer, VERDICT_BAD_SIGNATURE, IGNORED},

    {"key not proven", ENTRY_ACCEPTANCE, 1, unproven_answer, VERDICT_BAD_POSSESSION, CONVICTS},
    {"scalar above the order", ENTRY_ACCEPTANCE, 1, great_scalar, VERDICT_BAD_SCALAR, CONVICTS},
    {"identity as a key", ENTRY_ACCEPTANCE, 1, no_answer_key, VERDICT_BAD_POINT, CONVICTS},
    {"the other's key", ENTRY_ACCEPTANCE, 1, same_key, VERDICT_SAME_KEY, CONVICTS},
    {"the other's commitment", ENTRY_ACCEPTANCE, 1, same_commitment, VERDICT_SAME_COMMITMENT,
     CONVICTS},
    {"coin kept closed", ENTRY_ACCEPTANCE, 1, closed_coin, VERDICT_FIELD_RANGE, CONVICTS},
    {"move in place of an acceptance", ENTRY_ACCEPTANCE, 1, a_move, VERDICT_WRONG_KIND, CONVICTS},
    {"resigned before the start", ENTRY_ACCEPTANCE, 1, a_resignation, VERDICT_NOT_STARTED,
     CONVICTS},

    {"another coin than promised", ENTRY_COIN, 0, other_coin, VERDICT_WRONG_OPENING, CONVICTS},

    {"shuffle: proof", ENTRY_SHUFFLE, 1, other_proof, VERDICT_BAD_SHUFFLE, CONVICTS},
    {"shuffle: scalar above the order", ENTRY_SHUFFLE, 1, great_proof, VERDICT_BAD_SCALAR,
     CONVICTS},
    {"shuffle: two tiles changed places", ENTRY_SHUFFLE, 1, two_swapped, VERDICT_BAD_SHUFFLE,
     CONVICTS},
    {"shuffle: planted tile", ENTRY_SHUFFLE, 0, planted, VERDICT_BAD_SHUFFLE, CONVICTS},
    {"shuffle: odd spelling", ENTRY_SHUFFLE, 0, odd_spelling, VERDICT_BAD_POINT, CONVICTS},
    {"shuffle: one tile less", ENTRY_SHUFFLE, 0, one_tile_less, VERDICT_FIELD_RANGE, CONVICTS},
    {"shuffle: none", ENTRY_SHUFFLE, 0, untouched_deck, VERDICT_LAZY_SHUFFLE, CONVICTS},

    {"share beside", ENTRY_SHARES, ANY, share_beside, VERDICT_BAD_SHARE, CONVICTS},
    {"identity as a share", ENTRY_SHARES, ANY, no_share, VERDICT_BAD_POINT, CONVICTS},
    {"shares in another order", ENTRY_SHARES, ANY, shares_swapped, VERDICT_BAD_SHARE, CONVICTS},
    {"proof of shares", ENTRY_SHARES, ANY, share_proof, VERDICT_BAD_SHARE, CONVICTS},
    {"one share less", ENTRY_SHARES, ANY, too_few, VERDICT_SHARE_NOT_DUE, CONVICTS},
    {"one share more", ENTRY_SHARES, ANY, too_many, VERDICT_SHARE_NOT_DUE, CONVICTS},
    {"share of another tile", ENTRY_SHARES, ANY, of_other_tiles, VERDICT_BAD_SHARE, CONVICTS},
    {"shares proven for another place", ENTRY_SHARES, ANY, proven_elsewhere, VERDICT_BAD_SHARE,
     CONVICTS},
    {"coin in place of shares", ENTRY_SHARES, ANY, a_coin, VERDICT_WRONG_KIND, CONVICTS},

    {"wrong digit", PLACING, ANY, other_digit, VERDICT_WRONG_TILE, CONVICTS},
    {"digit there is not", PLACING, ANY, no_digit, VERDICT_TILE_UNKNOWN, CONVICTS},
    {"tile of the bag", PLACING, ANY, of_the_bag, VERDICT_TILE_NOT_IN_HAND, CONVICTS},
    {"tile of the other", PLACING, ANY, of_the_other, VERDICT_TILE_NOT_IN_HAND, CONVICTS},
    {"on a given", PLACING, ANY, on_a_given, VERDICT_CELL_IS_GIVEN, CONVICTS},
    {"tile not opened", PLACING, ANY, no_opening, VERDICT_PROOF_MISSING, CONVICTS},
    {"tile opened beside", PLACING, ANY, share_of_tile, VERDICT_BAD_SHARE, CONVICTS},
    {"another tile opened", PLACING, ANY, other_tile_opened, VERDICT_BAD_SHARE, CONVICTS},
    {"thought for 34 years", PLACING, ANY, endless_thought, VERDICT_FIELD_RANGE, CONVICTS},
    {"lost turn under this clock", PLACING, ANY, lost_turn, VERDICT_MOVE_UNKNOWN, CONVICTS},
    {"move of another game", PLACING, ANY, a_pass, VERDICT_MOVE_UNKNOWN, CONVICTS},
    {"swap of nothing", PLACING, ANY, empty_swap, VERDICT_SWAP_EMPTY, CONVICTS},
    {"swap of one tile twice", PLACING, ANY, swap_twice, VERDICT_TILE_TWICE, CONVICTS},
    {"swap that opens a tile", PLACING, ANY, swap_opened, VERDICT_SHARE_NOT_DUE, CONVICTS},
    {"pie that is not on offer", PLACING, ANY, late_pie, VERDICT_PIE_NOT_ON_OFFER, CONVICTS},
    {"claim without a price", PLACING, ANY, free_claim, VERDICT_CLAIM_PRICE, CONVICTS},
    {"taken back after the start", PLACING, ANY, a_decline, VERDICT_OFFER_GONE, CONVICTS},
    {"draw nobody offered", PLACING, ANY, a_draw, VERDICT_NO_DRAW_OFFER, CONVICTS},
    {"seed in place of a move", PLACING, ANY, a_seed, VERDICT_WRONG_KIND, CONVICTS},
    {"state of another position", PLACING, ANY, other_state, VERDICT_WRONG_STATE, CONVICTS},
    {"signed by another", PLACING, ANY, other_signer, VERDICT_BAD_SIGNATURE, IGNORED},
    {"another game", PLACING, ANY, other_game, VERDICT_WRONG_GAME, IGNORED},
    {"place further on", PLACING, ANY, far_number, VERDICT_GAP, IGNORED},
    {"on another entry", PLACING, ANY, other_prev, VERDICT_GAP, IGNORED},
    {"no installation", PLACING, ANY, no_installation, VERDICT_FIELD_RANGE, IGNORED},

    {"another seed than promised", ENTRY_SEED, ANY, other_seed, VERDICT_WRONG_OPENING, CONVICTS},
    {"ticket for a round there is not", ENTRY_SEED, ANY, seed_and_more, VERDICT_FIELD_RANGE,
     CONVICTS},
    {"offer after the end", ENTRY_SEED, ANY, an_offer, VERDICT_GAME_OVER, CONVICTS},
};

/* ---- the trial ----------------------------------------------------------------------------- */

/* The file a victim exports: it must convince, and name author and reason. */
static void assert_file_convicts(uint32_t entries, const struct signed_entry *evidence,
                                 unsigned author, enum verdict why)
{
    static struct finding f;
    struct span file = scenes_export(&scenes, entries, evidence);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(f.entries, entries);
    assert_int_equal(f.evidence, 1);
    assert_int_equal(f.evidence_why, why);
    assert_int_equal(f.evidence_author, author);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

/* ... and a file with evidence that shows nothing is refused. */
static void assert_file_refused(uint32_t entries, const struct signed_entry *evidence)
{
    static struct finding f;
    struct span file = scenes_export(&scenes, entries, evidence);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_BAD_EVIDENCE);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

static struct match victim, untouched;
static struct effects fx;

static void assert_stopped(const struct scene *scene, const struct signed_entry *forged,
                           enum verdict why)
{
    assert_int_equal(victim.disputed, 1);
    assert_int_equal(victim.why, why);
    assert_int_equal(fx.evidence, 1);
    assert_int_equal(fx.n, 1);
    assert_int_equal(fx.drop_from, 0);
    assert_memory_equal(fx.entry[0].body, forged->body, forged->len);
    assert_memory_equal(&victim.now, &untouched.now, sizeof victim.now);
    assert_int_equal(match_entry(&victim, &scene->entry, NULL, &scene->now, &fx),
                     VERDICT_DISPUTED);
    assert_int_equal(match_go(&victim, &scene->now, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 0);
    assert_int_equal(match_wish(&victim, ENTRY_RESIGN, NULL, &scene->now, &fx), VERDICT_DISPUTED);
}

static void assert_unmoved(const struct scene *scene)
{
    assert_int_equal(fx.evidence, 0);
    assert_memory_equal(&victim, &untouched, sizeof victim);
    assert_int_equal(match_entry(&victim, &scene->entry, NULL, &scene->now, &fx), VERDICT_OK);
}

static void try_on(const struct cheat *c, const struct scene *scene)
{
    static struct forger f;
    static struct signed_entry forged;
    memset(&f, 0, sizeof f);
    f.scene = scene;
    f.signer = scene->author;
    assert_int_equal(entry_unpack(span_of(scene->entry.body, scene->entry.len), &f.e), VERDICT_OK);
    c->twist(&f);
    scenes_sign(&f.e, scenes_secret(&scenes, f.signer), &forged);
    memcpy(&victim, &scene->reader, sizeof victim);
    memcpy(&untouched, &scene->reader, sizeof victim);
    enum verdict v = match_entry(&victim, &forged, NULL, &scene->now, &fx);
    if (v != c->expect)
        print_message("%s: %s in place of %s\n", c->name, verdict_name(v),
                      verdict_name(c->expect));
    assert_int_equal(v, c->expect);
    if (c->convicts == CONVICTS) {
        assert_stopped(scene, &forged, c->expect);
        assert_file_convicts(scene->before, &forged, f.signer, c->expect);
    } else {
        assert_unmoved(scene);
        if (scene->before > 0)
            assert_file_refused(scene->before, &forged);
    }
}

static const struct scene *scene_of(const struct cheat *c)
{
    return c->kind == PLACING ? scenes_move(&scenes, MOVE_PLACE)
                              : scenes_find(&scenes, c->kind, c->author, 0);
}

static void every_cheat(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof cheats / sizeof cheats[0]; i++) {
        const struct scene *scene = scene_of(&cheats[i]);
        assert_non_null(scene);
        try_on(&cheats[i], scene);
    }
    print_message("%zu cheats\n", sizeof cheats / sizeof cheats[0]);
}

/* Whoever is not the debtor writes what only the debtor may. */
static void out_of_turn(void **state)
{
    static struct entry e;
    static struct signed_entry forged;
    (void)state;
    for (unsigned i = 3; i < scenes.n; i++) {
        const struct scene *scene = &scenes.list[i];
        if (entry_kind_is_loose(scene->kind))
            continue;
        unsigned cheat = 1U - scene->author;
        assert_int_equal(entry_unpack(span_of(scene->entry.body, scene->entry.len), &e), 0);
        e.author = cheat;
        scenes_sign(&e, scenes_secret(&scenes, cheat), &forged);
        memcpy(&victim, &scene->writer, sizeof victim);
        memcpy(&untouched, &scene->writer, sizeof victim);
        assert_int_equal(match_entry(&victim, &forged, NULL, &scene->now, &fx),
                         VERDICT_WRONG_AUTHOR);
        assert_stopped(scene, &forged, VERDICT_WRONG_AUTHOR);
        if (i % 5 == 0)
            assert_file_convicts(scene->before, &forged, cheat, VERDICT_WRONG_AUTHOR);
    }
}

/* Entries of the same players in another game of theirs, and of others. */
static void from_another_game(void **state)
{
    static struct entry e;
    static struct signed_entry again;
    (void)state;
    for (unsigned i = 0; i < scenes.n && i < elsewhere.n; i++) {
        const struct scene *scene = &scenes.list[i];
        memcpy(&victim, &scene->reader, sizeof victim);
        memcpy(&untouched, &scene->reader, sizeof victim);
        again = elsewhere.list[i].entry;
        assert_int_equal(match_entry(&victim, &again, NULL, &scene->now, &fx),
                         VERDICT_WRONG_GAME);
        assert_unmoved(scene);
        if (i == 0)
            continue; /* a proposal between others */
        assert_int_equal(entry_unpack(span_of(again.body, again.len), &e), VERDICT_OK);
        scenes_sign(&e, scenes_secret(&scenes, scene->author), &again);
        memcpy(&victim, &scene->reader, sizeof victim);
        assert_int_equal(match_entry(&victim, &again, NULL, &scene->now, &fx),
                         VERDICT_WRONG_GAME);
        assert_unmoved(scene);
    }
}

static struct held held_of(uint32_t number)
{
    return scenes.table->peer[0].held[number - 1];
}

/* A restored backup, or a player who wants to have moved otherwise: at once and much later. */
static void signed_twice(void **state)
{
    static struct entry e;
    static struct signed_entry second;
    (void)state;
    for (unsigned i = 3; i + 1 < scenes.n; i += 4) {
        const struct scene *scene = &scenes.list[i];
        uint32_t number = scene->before + 1;
        struct held held = held_of(number);
        assert_int_equal(entry_unpack(span_of(scene->entry.body, scene->entry.len), &e), 0);
        e.times.sent_ms++;
        scenes_sign(&e, scenes_secret(&scenes, scene->author), &second);
        const struct scene *last = &scenes.list[scenes.n - 1];
        victim = last->author == scene->author ? last->reader : last->writer;
        memcpy(&untouched, &victim, sizeof victim);
        assert_int_equal(match_entry(&victim, &second, &held, &scene->now, &fx),
                         VERDICT_DOUBLE_ENTRY);
        assert_stopped(scene, &second, VERDICT_DOUBLE_ENTRY);
        assert_file_convicts(number, &second, scene->author, VERDICT_DOUBLE_ENTRY);
        assert_file_convicts(scenes.table->peer[0].n, &second, scene->author,
                             VERDICT_DOUBLE_ENTRY);
        /* The same entry again is no second one. */
        memcpy(&victim, &untouched, sizeof victim);
        assert_int_equal(match_entry(&victim, &scene->entry, &held, &scene->now, &fx),
                         VERDICT_KNOWN);
        assert_memory_equal(&victim, &untouched, sizeof victim);
        assert_file_refused(number, &scene->entry);
    }
}

/* Bytes that were damaged or cut on the way convict nobody. */
static void damaged(void **state)
{
    static struct signed_entry bad;
    (void)state;
    for (unsigned i = 0; i < scenes.n; i += 5) {
        const struct scene *scene = &scenes.list[i];
        unsigned step = scene->entry.len / 60U + 1;
        for (unsigned at = 0; at < scene->entry.len + 64U; at += step) {
            bad = scene->entry;
            uint8_t *byte = at < bad.len ? &bad.body[at] : &bad.signature.b[at - bad.len];
            *byte ^= (uint8_t)(1U << at % 8);
            if (at % 3 == 0 && at < bad.len)
                bad.len = (uint16_t)at;
            memcpy(&victim, &scene->reader, sizeof victim);
            assert_int_not_equal(match_entry(&victim, &bad, NULL, &scene->now, &fx), VERDICT_OK);
            assert_int_equal(fx.evidence, 0);
            assert_memory_equal(&victim, &scene->reader, sizeof victim);
        }
    }
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 5, 14);
    scenes_make(&elsewhere, 6, 14);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    scenes_free(&elsewhere);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cheat),       cmocka_unit_test(out_of_turn),
        cmocka_unit_test(from_another_game), cmocka_unit_test(signed_twice),
        cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
