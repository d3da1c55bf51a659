/* Attack 7, fields that nobody hashes: every field of both challenges of the shuffle proof is
 * changed in turn, and the challenge must change; every byte of a real shuffle and every part of
 * its frame is changed, and the bag must refuse.  Teeth: a proof whose context is not hashed is
 * accepted in any other game. */
#include "tests/attack/kit.h"

static struct world w;
static struct table t;

static void teeth_a_forgotten_context_is_no_context(void **state)
{
    (void)state;
    struct scheme weak = scheme_sound();
    weak.forget_context = true;
    world_make(&w, 7, 5);
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    w.st.context.b[0] ^= 1; /* another game */
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    weak.forget_context = false;
    w.st.context.b[0] ^= 1;
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    w.st.context.b[0] ^= 1;
    assert_false(kit_accepts(&weak, &w.st, &w.proof));
}

static void every_field_of_the_first_hash(void **state)
{
    (void)state;
    uint8_t before[SHUFFLE_HASH_LEN], after[SHUFFLE_HASH_LEN];
    struct point c[5];
    world_make(&w, 8, 5);
    for (unsigned i = 0; i < 5; i++)
        c[i] = points_tile[20 + i];
    shuffle_hash(before, &w.st, c);
    struct { void *bytes; size_t len; } field[] = {
        {w.st.context.b, 32}, {w.st.joint.b, 32},
        {w.in, sizeof w.in[0] * 5}, {w.out, sizeof w.out[0] * 5}, {c, sizeof c},
    };
    for (unsigned f = 0; f < 5; f++)
        for (size_t at = 0; at < field[f].len; at++) {
            ((uint8_t *)field[f].bytes)[at] ^= 1;
            shuffle_hash(after, &w.st, c);
            assert_memory_not_equal(before, after, sizeof before);
            ((uint8_t *)field[f].bytes)[at] ^= 1;
        }
    w.st.n = 4;
    shuffle_hash(after, &w.st, c);
    assert_memory_not_equal(before, after, sizeof before);
}

/* The generators are constants; the second implementation hashes others with the same rest. */
static void the_generators_are_hashed(void **state)
{
    (void)state;
    static struct point other[TILES_MAX + 1];
    struct scheme sound = scheme_sound();
    uint8_t before[SHUFFLE_HASH_LEN], after[SHUFFLE_HASH_LEN];
    struct scalar u[TILES_MAX];
    world_make(&w, 8, 5);
    kit_weights(&sound, &w.st, w.proof.c, before, u);
    shuffle_hash(after, &w.st, w.proof.c);
    assert_memory_equal(before, after, sizeof before);
    memcpy(other, points_generator, sizeof other);
    sound.generator = other;
    for (unsigned i = 0; i <= 5; i++) {
        other[i] = points_tile[i + 1];
        kit_weights(&sound, &w.st, w.proof.c, after, u);
        assert_memory_not_equal(before, after, sizeof before);
        other[i] = points_generator[i];
    }
}

static void every_field_of_the_weights_and_the_challenge(void **state)
{
    (void)state;
    uint8_t hash[SHUFFLE_HASH_LEN] = {1};
    struct point ch[5];
    struct shuffle_announcement a;
    memset(&a, 0, sizeof a);
    memset(ch, 0, sizeof ch);
    struct scalar before = shuffle_challenge(hash, ch, &a, 5), u = shuffle_weight(hash, 1), after;
    struct { void *bytes; size_t len; } field[] = {
        {hash, sizeof hash}, {ch, sizeof ch},   {&a.t1, 32},
        {&a.t2, 32},         {&a.t3, 32},       {&a.t4a, 32},
        {&a.t4b, 32},        {a.th, 5 * 32},
    };
    for (unsigned f = 0; f < 8; f++)
        for (size_t at = 0; at < field[f].len; at++) {
            ((uint8_t *)field[f].bytes)[at] ^= 1;
            after = shuffle_challenge(hash, ch, &a, 5);
            assert_memory_not_equal(&before, &after, sizeof after);
            ((uint8_t *)field[f].bytes)[at] ^= 1;
        }
    for (size_t at = 0; at < sizeof hash; at++) {
        hash[at] ^= 1;
        after = shuffle_weight(hash, 1);
        assert_memory_not_equal(&u, &after, sizeof after);
        hash[at] ^= 1;
    }
    after = shuffle_weight(hash, 2);
    assert_memory_not_equal(&u, &after, sizeof after);
}

/* The context of [B-4.2], field by field, through the bag: a shuffle made for one table is shown
 * at a table that differs in one thing. */
static void every_field_of_the_context(void **state)
{
    (void)state;
    static struct bag bag;
    struct hash prev;
    table_lay(&t, 107, (struct tile_set){TILES_DIGITS, 2}, 2);
    table_begin(&t);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    struct { void *bytes; size_t len; } field[] = {
        {bag.game.b, 32},
        {bag.ticket[0].identity.b, 32}, {bag.ticket[1].identity.b, 32},
        {bag.ticket[0].key.b, 32},      {bag.ticket[1].key.b, 32},
        {&bag.epoch, 1},                {prev.b, 32},
        {&bag.deck[1], 1},
    };
    prev = t.prev;
    bag = t.bag;
    assert_int_equal(bag_shuffle(&bag, 0, &prev, table_deck(&t), table_proof(&t)), VERDICT_OK);
    for (unsigned f = 0; f < sizeof field / sizeof field[0]; f++)
        for (size_t at = 0; at < field[f].len; at += 5) {
            bag = t.bag;
            prev = t.prev;
            ((uint8_t *)field[f].bytes)[at] ^= 1;
            assert_int_not_equal(bag_shuffle(&bag, 0, &prev, table_deck(&t), table_proof(&t)),
                                 VERDICT_OK);
        }
    bag = t.bag;
    assert_int_equal(bag_shuffle(&bag, 1, &prev, table_deck(&t), table_proof(&t)),
                     VERDICT_BAD_SHUFFLE);
}

static void every_byte_of_a_shuffle(void **state)
{
    (void)state;
    static struct bag bag;
    table_lay(&t, 108, (struct tile_set){TILES_DIGITS, 2}, 2);
    table_begin(&t);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    struct span parts[2] = {table_deck(&t), table_proof(&t)};
    for (unsigned i = 0; i < 2; i++)
        for (size_t at = 0; at < parts[i].len; at++) {
            uint8_t *byte = (i == 0 ? t.deck : t.proof) + at;
            *byte ^= (uint8_t)(1 << at % 8);
            bag = t.bag;
            assert_int_not_equal(bag_shuffle(&bag, 0, &t.prev, parts[0], parts[1]), VERDICT_OK);
            *byte ^= (uint8_t)(1 << at % 8);
        }
    bag = t.bag;
    assert_int_equal(bag_shuffle(&bag, 0, &t.prev, parts[0], parts[1]), VERDICT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_a_forgotten_context_is_no_context),
        cmocka_unit_test(every_field_of_the_first_hash),
        cmocka_unit_test(the_generators_are_hashed),
        cmocka_unit_test(every_field_of_the_weights_and_the_challenge),
        cmocka_unit_test(every_field_of_the_context),
        cmocka_unit_test(every_byte_of_a_shuffle),
    };
    return cmocka_run_group_tests_name("attack 7: transcript coverage", tests, NULL, NULL);
}
