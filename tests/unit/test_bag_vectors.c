/* Proves: the frozen transcripts of tests/vectors/bag are still accepted step by step, by proofs
 * and by seeds, with the same values and digests; the forgeries in them are refused.  Whoever
 * changes a byte of docs/bag.md finds out here. */
#include "bag/bag.h"
#include "vector_file.h"

static struct vector_line line;
static struct bag bag;
static struct hash prev;
static struct bag_ticket ticket[PLAYERS_MAX];
static struct seed seed[PLAYERS_MAX];

static unsigned number(unsigned word)
{
    return (unsigned)atoi(line.word[word]);
}

static size_t bytes_of(unsigned word, uint8_t *out, size_t max)
{
    size_t len = strlen(line.word[word]) / 2;
    assert_true(len <= max);
    vector_hex(line.word[word], out, len);
    return len;
}

static void read_player(void)
{
    unsigned p = number(1);
    vector_hex(line.word[2], ticket[p].identity.b, 32);
    vector_hex(line.word[3], seed[p].b, 32);
    vector_hex(line.word[4], ticket[p].key.b, 32);
    vector_hex(line.word[5], ticket[p].possession.b, 64);
    vector_hex(line.word[6], ticket[p].seed_commit.b, 32);
}

static enum verdict read_shuffle(unsigned word)
{
    static uint8_t deck[DECK_LEN_MAX], proof[SHUFFLE_PROOF_LEN_MAX];
    size_t deck_len = bytes_of(word + 1, deck, sizeof deck);
    size_t proof_len = bytes_of(word + 2, proof, sizeof proof);
    return bag_shuffle(&bag, number(word), &prev, span_of(deck, deck_len),
                       span_of(proof, proof_len));
}

static enum verdict read_share(unsigned word)
{
    uint8_t places[TILES_MAX];
    struct point shares[TILES_MAX];
    struct proof proof;
    size_t n = bytes_of(word + 1, places, sizeof places);
    vector_hex(line.word[word + 2], shares, sizeof *shares * n);
    vector_hex(line.word[word + 3], proof.b, 64);
    return bag_share(&bag, number(word), &prev, places, (unsigned)n, shares, &proof);
}

static enum verdict read_step(unsigned word)
{
    return strcmp(line.word[word], "shuffle") == 0 ? read_shuffle(word + 1)
                                                   : read_share(word + 1);
}

static void join_all(enum bag_check how)
{
    if (how != BAG_BY_PROOFS)
        bag_open_seeds(&bag, seed, how);
    for (unsigned p = 0; p < bag.players; p++)
        assert_int_equal(bag_join(&bag, p, &ticket[p]), VERDICT_OK);
    bag_begin(&bag);
}

static void read_digest(enum bag_check how)
{
    struct hash expected, h;
    if (bag.epoch == 0)
        join_all(how);
    vector_hex(line.word[1], expected.b, 32);
    h = bag_digest(&bag);
    assert_memory_equal(h.b, expected.b, 32);
}

static void read_line(enum bag_check how)
{
    static struct tile_set set;
    static unsigned players;
    uint8_t places[TILES_MAX], value;
    const char *what = line.word[0];
    if (strcmp(what, "set") == 0) {
        set = (struct tile_set){(uint8_t)number(1), (uint8_t)number(2)};
        players = number(3);
    } else if (strcmp(what, "game") == 0) {
        struct game_id game;
        vector_hex(line.word[1], game.b, 32);
        bag_init(&bag, &game, set, players);
    } else if (strcmp(what, "prev") == 0) {
        vector_hex(line.word[1], prev.b, 32);
    } else if (strcmp(what, "player") == 0) {
        read_player();
    } else if (strcmp(what, "digest") == 0) {
        read_digest(how);
    } else if (strcmp(what, "gather") == 0) {
        size_t n = bytes_of(1, places, sizeof places);
        bag_gather(&bag, places, (unsigned)n);
    } else if (strcmp(what, "value") == 0) {
        assert_int_equal(bag_value(&bag, number(1), &value), VERDICT_OK);
        assert_int_equal(value, number(2));
    } else if (strcmp(what, "refuse") == 0) {
        assert_int_not_equal(read_step(1), VERDICT_OK);
    } else {
        assert_int_equal(read_step(0), VERDICT_OK);
    }
}

static void replay(const char *path, enum bag_check how)
{
    unsigned lines = 0;
    FILE *f = vector_open(path);
    for (; vector_next(f, &line); lines++)
        read_line(how);
    fclose(f);
    assert_true(lines > 20);
}

#define TRANSCRIPT(name)                                                                         \
    static void name(void **state)                                                               \
    {                                                                                            \
        (void)state;                                                                             \
        replay("tests/vectors/bag/" #name ".txt", BAG_BY_PROOFS);                                \
        replay("tests/vectors/bag/" #name ".txt", BAG_BY_BOTH);                                  \
    }
TRANSCRIPT(digits_4)
TRANSCRIPT(digits_5)
TRANSCRIPT(digits_6)
TRANSCRIPT(digits_7)
TRANSCRIPT(digits_8)
TRANSCRIPT(digits_9)
TRANSCRIPT(dominoes_6)
TRANSCRIPT(dominoes_9)
TRANSCRIPT(dominoes_12)
TRANSCRIPT(forged)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_4),   cmocka_unit_test(digits_5),   cmocka_unit_test(digits_6),
        cmocka_unit_test(digits_7),   cmocka_unit_test(digits_8),   cmocka_unit_test(digits_9),
        cmocka_unit_test(dominoes_6), cmocka_unit_test(dominoes_9), cmocka_unit_test(dominoes_12),
        cmocka_unit_test(forged),
    };
    return cmocka_run_group_tests_name("bag_vectors", tests, NULL, NULL);
}
