/* Proves that a game's id hangs on everything it names, that a signature holds for one body, one
 * key and this purpose only, that the chain hash covers body and signature, and that the bytes
 * hashed and signed are those that docs/protocol.md gives. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;

static struct proposal proposal(void)
{
    static struct entry e;
    const struct scene *s = scenes_find(&scenes, ENTRY_PROPOSAL, 0, 0);
    assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
    return e.u.proposal;
}

static bool same_game(const struct proposal *a, const struct proposal *b)
{
    struct game_id x = chain_game_id(a), y = chain_game_id(b);
    return game_id_equal(&x, &y);
}

static void game_id_names_everything(void **state)
{
    struct proposal p = proposal(), q = p;
    (void)state;
    assert_true(same_game(&p, &q));
    q.nonce[31] ^= 1;
    assert_false(same_game(&p, &q));
    q = p;
    q.terms.givens++;
    assert_false(same_game(&p, &q));
    q = p;
    q.player[1].b[0] ^= 1;
    assert_false(same_game(&p, &q));
    q = p;
    q.player[0] = p.player[1];
    q.player[1] = p.player[0];
    assert_false(same_game(&p, &q));
    q = p;
    q.players = 3;
    assert_false(same_game(&p, &q));
}

/* [P-2.2] The game id is the hash under the tag game-id of the nonce, the 27 bytes of the terms,
 * the number of players and every player's key in order. */
static void game_id_by_hand(void **state)
{
    struct proposal p = proposal();
    uint8_t bytes[256], terms[TERMS_BYTES], full[64];
    struct buf b = buf_over(bytes, sizeof bytes);
    (void)state;
    terms_bytes(&p.terms, terms);
    buf_add_byte(&b, 19);
    buf_add(&b, span_text("numbridge/1/game-id"));
    buf_add_le(&b, 32, 4);
    buf_add(&b, span_of(p.nonce, 32));
    buf_add_le(&b, 27, 4);
    buf_add(&b, span_of(terms, 27));
    buf_add_le(&b, 8, 4);
    buf_add_le(&b, 2, 8);
    for (unsigned i = 0; i < 2; i++) {
        buf_add_le(&b, 32, 4);
        buf_add(&b, span_of(p.player[i].b, 32));
    }
    assert_true(buf_ok(&b));
    crypto_generichash(full, 64, b.data, b.len, NULL, 0);
    struct game_id id = chain_game_id(&p);
    assert_memory_equal(id.b, full, 32);
}

static void signature_holds_for_one_thing(void **state)
{
    static struct signed_entry e, bad;
    struct player_key key, other;
    (void)state;
    e = scenes.list[3].entry;
    memcpy(key.b, scenes.table->peer[scenes.list[3].author].key, 32);
    memcpy(other.b, scenes.table->peer[1 - scenes.list[3].author].key, 32);
    assert_int_equal(chain_verify(&e, &key), VERDICT_OK);
    assert_int_equal(chain_verify(&e, &other), VERDICT_BAD_SIGNATURE);
    for (unsigned bit = 0; bit < 8 * SIGNATURE_LEN; bit++) {
        bad = e;
        bad.signature.b[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_int_equal(chain_verify(&bad, &key), VERDICT_BAD_SIGNATURE);
    }
    bad = e;
    bad.body[bad.len / 2] ^= 1;
    assert_int_equal(chain_verify(&bad, &key), VERDICT_BAD_SIGNATURE);
    bad = e;
    bad.len--;
    assert_int_equal(chain_verify(&bad, &key), VERDICT_BAD_SIGNATURE);
    bad.len += 2;
    bad.body[bad.len - 1] = 0;
    assert_int_equal(chain_verify(&bad, &key), VERDICT_BAD_SIGNATURE);
}

/* [P-2.4] The signature is Ed25519 over the text "numbridge/1/entry", one zero byte, and the
 * bytes of the body. */
static void signature_by_hand(void **state)
{
    static struct signed_entry e, bad;
    static uint8_t m[64 + ENTRY_BODY_MAX];
    const struct scene *s = &scenes.list[2];
    const struct sim_peer *p = &scenes.table->peer[s->author];
    struct player_key key;
    (void)state;
    e = bad = s->entry;
    memcpy(key.b, p->key, 32);
    struct buf b = buf_over(m, sizeof m);
    buf_add(&b, span_text("numbridge/1/entry"));
    buf_add_byte(&b, 0);
    buf_add(&b, span_of(e.body, e.len));
    assert_int_equal(crypto_sign_verify_detached(e.signature.b, m, b.len, p->key), 0);
    crypto_sign_detached(bad.signature.b, NULL, bad.body, bad.len, p->secret);
    assert_int_equal(chain_verify(&bad, &key), VERDICT_BAD_SIGNATURE);
    m[10] = '2';
    crypto_sign_detached(bad.signature.b, NULL, m, b.len, p->secret);
    assert_int_equal(chain_verify(&bad, &key), VERDICT_BAD_SIGNATURE);
}

static void hash_covers_body_and_signature(void **state)
{
    static struct signed_entry e, other;
    (void)state;
    e = other = scenes.list[1].entry;
    struct hash a = chain_hash(&e), b = chain_hash(&other);
    assert_true(hash_equal(&a, &b));
    other.signature.b[63] ^= 1;
    b = chain_hash(&other);
    assert_false(hash_equal(&a, &b));
    other = e;
    other.body[other.len - 1] ^= 1;
    b = chain_hash(&other);
    assert_false(hash_equal(&a, &b));
}

/* Keys of small order or off the curve make signatures worthless: nobody may play with one. */
static void keys(void **state)
{
    static const char *const bad[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "0200000000000000000000000000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    struct player_key key;
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_true(hex_read(span_text(bad[i]), key.b, 32));
        assert_int_equal(chain_key_check(&key), VERDICT_BAD_KEY);
    }
    memcpy(key.b, scenes.table->peer[0].key, 32);
    assert_int_equal(chain_key_check(&key), VERDICT_OK);
}

static void rounds(void **state)
{
    struct game_id game = {{9}}, one, two, three;
    struct seed base = {{7}}, first, again, second;
    (void)state;
    one = chain_round_id(&game, 1);
    two = chain_round_id(&game, 2);
    three = chain_round_id(&game, 3);
    assert_true(game_id_equal(&game, &one));
    assert_false(game_id_equal(&game, &two) || game_id_equal(&two, &three));
    first = chain_round_seed(&base, 1);
    again = chain_round_seed(&base, 0);
    second = chain_round_seed(&base, 2);
    assert_memory_equal(first.b, again.b, 32);
    assert_memory_not_equal(first.b, second.b, 32);
    assert_memory_not_equal(first.b, base.b, 32);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 7, 2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_id_names_everything),
        cmocka_unit_test(game_id_by_hand),
        cmocka_unit_test(signature_holds_for_one_thing),
        cmocka_unit_test(signature_by_hand),
        cmocka_unit_test(hash_covers_body_and_signature),
        cmocka_unit_test(keys),
        cmocka_unit_test(rounds),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
