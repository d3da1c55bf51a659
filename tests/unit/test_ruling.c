/* Proves: rulings come out as a second program wrote and signed them (tests/reference/ruling.py)
 * and are found in mangled mail; there is one spelling, everything else is refused and changes
 * nothing; a ruling holds for the game, the arbiter, the seats and the course it is about and for
 * nothing else; every flipped bit, in the bytes and in the text, is noticed. */
#include "chain/ruling.h"
#include "tests/unit/vector_file.h"

enum { BITS = 8 };

static struct replay game; /* no more of it than a ruling is held against */
static uint8_t secret[64];

static struct ruling sample(void)
{
    struct ruling r = {.winner = 1, .time_ms = 1800000000000, .heads_n = 2};
    memset(r.game.b, 3, sizeof r.game.b);
    for (unsigned i = 0; i < 2; i++) {
        r.heads[i].number = 40 + i;
        memset(r.heads[i].head.b, (int)(9 - i), sizeof r.heads[i].head.b);
    }
    assert_true(ruling_sign(&r, secret));
    return r;
}

static int set_up(void **state)
{
    uint8_t seed[32] = {5};
    (void)state;
    memset(&game, 0, sizeof game);
    crypto_sign_seed_keypair(game.arbiter.b, secret, seed);
    memset(game.id.b, 3, sizeof game.id.b);
    game.phase = PHASE_PLAY;
    game.players = 2;
    game.started = 1;
    return 0;
}

static struct span bytes_of(const struct ruling *r, uint8_t storage[RULING_BYTES_MAX])
{
    struct buf b = buf_over(storage, RULING_BYTES_MAX);
    assert_true(ruling_write(r, &b));
    return buf_span(&b);
}

static const char *text_of(const struct ruling *r)
{
    static char storage[RULING_TEXT_SIZE];
    struct text out = text_over(storage, sizeof storage);
    assert_true(ruling_text(r, &out));
    return storage;
}

/* --- the texts of another program ----------------------------------------------------------- */

static void take_heads(struct ruling *r, char *list)
{
    for (char *at = list; at != NULL && *at != '\0';) {
        char *end = strchr(at, ','), *colon = strchr(at, ':');
        if (end != NULL)
            *end++ = '\0';
        struct ruled_head *head = &r->heads[r->heads_n++];
        head->number = (uint32_t)strtoul(at, NULL, 10);
        vector_hex(colon + 1, head->head.b, sizeof head->head.b);
        at = end;
    }
    ruling_order(r);
}

static void vectors(void **state)
{
    static struct vector_line line;
    FILE *f = vector_open("tests/vectors/rulings.txt");
    unsigned n = 0;
    (void)state;
    for (; vector_next(f, &line); n++) {
        struct ruling r = {.winner = NO_SEAT}, back;
        uint8_t seed[32], key[32], pair[64], public[32];
        assert_int_equal(line.words, 7);
        vector_hex(line.word[0], seed, sizeof seed);
        vector_hex(line.word[1], key, sizeof key);
        vector_hex(line.word[2], r.game.b, sizeof r.game.b);
        if (line.word[3][0] != '0')
            r.winner = (uint8_t)(line.word[3][0] - '1');
        r.time_ms = strtoull(line.word[4], NULL, 10);
        take_heads(&r, line.word[5]);
        crypto_sign_seed_keypair(public, pair, seed);
        assert_memory_equal(public, key, sizeof key);
        assert_true(ruling_sign(&r, pair));
        assert_string_equal(text_of(&r), line.word[6]);
        assert_int_equal(ruling_find(span_text(line.word[6]), &back), VERDICT_OK);
        assert_memory_equal(&back.signature, &r.signature, sizeof r.signature);
        assert_int_equal(back.heads_n, r.heads_n);
        assert_int_equal(back.winner, r.winner);
    }
    fclose(f);
    assert_int_equal(n, 4);
}

/* --- spelling --------------------------------------------------------------------------------- */

static void refuses(struct span bytes, enum verdict why)
{
    struct ruling r, before;
    memset(&r, 0x5a, sizeof r);
    before = r;
    assert_int_equal(ruling_read(bytes, &r), why);
    assert_memory_equal(&r, &before, sizeof r);
}

static void one_spelling(void **state)
{
    uint8_t b[RULING_BYTES_MAX + 1] = {0};
    struct ruling r = sample();
    struct span good = bytes_of(&r, b);
    (void)state;
    assert_int_equal(good.len, 43 + 2 * 36 + 64);
    for (size_t len = 0; len <= good.len + 1; len++)
        if (len != good.len)
            refuses(span_of(b, len), VERDICT_RULING_MALFORMED);
    static const struct { uint8_t at, value; } wrong[] = {
        {0, 0}, {33, 5}, {33, 255}, {41, 0x80}, {42, 0}, {42, 1}, {42, 3}, {42, 5}, {42, 255},
        {43, 0}, {44, 0x20}, {46, 1}, {79, 40}, {79, 39},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint8_t was = b[wrong[i].at];
        b[wrong[i].at] = wrong[i].value;
        if (wrong[i].at == 43)
            b[44] = 0;
        /* Both heads at one number: in order only if the hashes are. */
        refuses(good, VERDICT_RULING_MALFORMED);
        b[wrong[i].at] = was;
    }
    b[0] = 2;
    refuses(good, VERDICT_RULING_VERSION);
}

static void heads_in_order(void **state)
{
    struct ruling r = sample(), turned = r;
    (void)state;
    turned.heads[0] = r.heads[1];
    turned.heads[1] = turned.heads[2] = r.heads[0];
    turned.heads_n = 3;
    struct ruling plain = turned;
    uint8_t storage[RULING_BYTES_MAX];
    struct buf b = buf_over(storage, sizeof storage);
    assert_false(ruling_write(&plain, &b));
    assert_false(ruling_sign(&plain, secret));
    ruling_order(&turned);
    assert_int_equal(turned.heads_n, 2);
    assert_int_equal(turned.heads[0].number, 40);
    assert_int_equal(turned.heads[1].number, 41);
    r.heads_n = 0;
    assert_false(ruling_sign(&r, secret));
}

static void found_in_mail(void **state)
{
    struct ruling r = sample(), back;
    const char *text = text_of(&r);
    static char mail[2 * RULING_TEXT_SIZE];
    (void)state;
    snprintf(mail, sizeof mail, "> Hello,\r\n> nbr1 is mine:\r\n> %.70s\r\n> \xc2\xad%s *\r\n",
             text, text + 70);
    assert_int_equal(ruling_find(span_text(mail), &back), VERDICT_OK);
    assert_memory_equal(&back.signature, &r.signature, sizeof r.signature);
    for (size_t i = 0; mail[i] != '\0'; i++)
        if (mail[i] >= 'a' && mail[i] <= 'z')
            mail[i] = (char)(mail[i] - 32);
    assert_int_equal(ruling_find(span_text(mail), &back), VERDICT_OK);
    assert_int_equal(ruling_find(span_text("nbr1"), &back), VERDICT_RULING_MALFORMED);
    assert_int_equal(ruling_find(span_of(NULL, 0), &back), VERDICT_RULING_MALFORMED);
}

/* Every symbol exchanged for every other one: never the ruling, nor any. */
static void damaged_text(void **state)
{
    static const char symbols[] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    struct ruling r = sample(), back;
    static char text[RULING_TEXT_SIZE];
    (void)state;
    snprintf(text, sizeof text, "%s", text_of(&r));
    for (size_t i = 4; text[i] != '\0'; i++) {
        char was = text[i];
        for (unsigned k = 0; k < 32; k++) {
            text[i] = symbols[k];
            if (symbols[k] != was)
                assert_int_equal(ruling_find(span_text(text), &back), VERDICT_RULING_MALFORMED);
        }
        text[i] = was;
    }
}

/* --- holding ---------------------------------------------------------------------------------- */

static enum ruled_known known_as[2];

static enum ruled_known look(void *context, const struct ruled_head *head)
{
    (void)context;
    return known_as[head->number == 41];
}

static enum verdict check(const struct ruling *r)
{
    return ruling_check(r, &game, look, NULL);
}

static void holds_for_what_it_is_about(void **state)
{
    struct ruling r = sample();
    (void)state;
    known_as[0] = RULED_UNKNOWN;
    known_as[1] = RULED_HELD;
    assert_int_equal(check(&r), VERDICT_OK);
    known_as[1] = RULED_PASSED;
    assert_int_equal(check(&r), VERDICT_RULING_PASSED);
    known_as[1] = RULED_UNKNOWN;
    assert_int_equal(check(&r), VERDICT_RULING_ELSEWHERE);
    known_as[0] = RULED_HELD;
    assert_int_equal(check(&r), VERDICT_OK);
    r.winner = 2;
    assert_true(ruling_sign(&r, secret));
    assert_int_equal(check(&r), VERDICT_FIELD_RANGE);
    game.players = 3;
    assert_int_equal(check(&r), VERDICT_OK);
    r.winner = NO_SEAT;
    assert_true(ruling_sign(&r, secret));
    assert_int_equal(check(&r), VERDICT_OK);
}

static void holds_for_nothing_else(void **state)
{
    struct ruling r = sample();
    (void)state;
    known_as[0] = known_as[1] = RULED_HELD;
    game.id.b[31] ^= 1;
    assert_int_equal(check(&r), VERDICT_WRONG_GAME);
    game.id.b[31] ^= 1;
    static const struct { uint8_t phase, started; enum verdict why; } moments[] = {
        {PHASE_EMPTY, 0, VERDICT_WRONG_GAME},    {PHASE_OFFERED, 0, VERDICT_NOT_STARTED},
        {PHASE_SETUP, 0, VERDICT_NOT_STARTED},   {PHASE_SETUP, 1, VERDICT_NOT_STARTED},
        {PHASE_PLAY, 1, VERDICT_OK},             {PHASE_CLOSING, 1, VERDICT_OK},
        {PHASE_FINISHED, 1, VERDICT_RULED_AGREED}, {PHASE_DECLINED, 0, VERDICT_GAME_OVER},
    };
    for (unsigned i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        game.phase = moments[i].phase;
        game.started = moments[i].started;
        assert_int_equal(check(&r), moments[i].why);
    }
    game.phase = PHASE_PLAY;
    game.started = 1;
    struct player_key arbiter = game.arbiter;
    memset(&game.arbiter, 0, sizeof game.arbiter);
    assert_int_equal(check(&r), VERDICT_NO_ARBITER);
    memset(&game.arbiter, 9, sizeof game.arbiter);
    assert_int_equal(check(&r), VERDICT_RULING_SIGNATURE);
    game.arbiter = arbiter;
    assert_int_equal(check(&r), VERDICT_OK);
}

static void every_bit(void **state)
{
    uint8_t b[RULING_BYTES_MAX];
    struct ruling r = sample(), back;
    struct span bytes = bytes_of(&r, b);
    unsigned read = 0;
    (void)state;
    known_as[0] = known_as[1] = RULED_HELD;
    for (size_t i = 0; i < BITS * bytes.len; i++) {
        b[i / BITS] ^= (uint8_t)(1u << i % BITS);
        if (ruling_read(bytes, &back) == VERDICT_OK) {
            read++;
            assert_int_not_equal(check(&back), VERDICT_OK);
        }
        b[i / BITS] ^= (uint8_t)(1u << i % BITS);
    }
    assert_true(read > 900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(vectors, set_up),
        cmocka_unit_test_setup(one_spelling, set_up),
        cmocka_unit_test_setup(heads_in_order, set_up),
        cmocka_unit_test_setup(found_in_mail, set_up),
        cmocka_unit_test_setup(damaged_text, set_up),
        cmocka_unit_test_setup(holds_for_what_it_is_about, set_up),
        cmocka_unit_test_setup(holds_for_nothing_else, set_up),
        cmocka_unit_test_setup(every_bit, set_up),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
