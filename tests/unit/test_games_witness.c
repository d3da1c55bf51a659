/* Proves what a daemon does that is a witness [P-5.14], and what the players' do with his word: he
 * has stored what he signs before anybody gets it; signs no lower number and no other head for the
 * same one, whoever shows it and however often he is started again; signs nothing he could not
 * store, nothing for strangers, and after a restored backup nothing in games that he knew; what he
 * keeps reaches who was away; a claim waits for his word, over a restart, and stands with it. */
#include "tests/unit/fake_clock.h"
#include "tests/unit/games_pair.h"

#include "chain/match_clock.h"
#include "chain/witness.h"
#include "daemon/backup.h"
#include "daemon/store_witness.h"

enum { ANN, BEN, CARL, HOUR_MS = 3600000 };

static struct peer_message asked; /* to carl, by hand */

static int setup_three(void **state)
{
    sides = SIDES_MAX;
    wall_ahead_ms = tick_ahead_ms = 0;
    return setup(state);
}

static uint32_t begun(void)
{
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    terms.clock = CLOCK_WITNESS;
    terms.move_s = 60;
    terms.game_s = 0;
    uint32_t game = started_with(&terms);
    link_up();
    deliver_all();
    return game;
}

static unsigned mover(uint32_t game)
{
    return row_of(ANN, game).state == GAME_MY_TURN ? ANN : BEN;
}

/* What carl keeps as signed of the game in `asked`, as another program sees it in his database:
 * what is not committed is not seen. */
static uint32_t committed(struct hash *head)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_open_v2(side[CARL].path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT number, head FROM witnessed WHERE game"
                                            " = ?1", -1, &st, NULL), SQLITE_OK);
    sqlite3_bind_blob(st, 1, asked.game.b, sizeof asked.game.b, SQLITE_STATIC);
    uint32_t number = 0;
    if (sqlite3_step(st) == SQLITE_ROW) {
        number = (uint32_t)sqlite3_column_int64(st, 0);
        if (sqlite3_column_bytes(st, 1) == (int)sizeof head->b)
            memcpy(head->b, sqlite3_column_blob(st, 1), sizeof head->b);
    }
    sqlite3_finalize(st);
    sqlite3_close(db);
    return number;
}

/* His answer to the message in `asked`; the number that he signed, 0: he signs nothing; he says
 * from where on he wants entries then. */
static uint32_t wants_from;
static struct hash signed_head;

static uint32_t signs_for(unsigned s)
{
    struct friend_info from = known_to(CARL, s);
    struct hash stored = {{0}};
    uint32_t number = 0;
    forget_post();
    wants_from = 0;
    games_on_message(side[CARL].games, &from, &asked);
    for (unsigned i = 0; i < post_n; i++) {
        const struct peer_message *m = post[i].m;
        if (m->kind != PEER_WITNESSED)
            continue;
        assert_int_equal(post[i].to, s);
        if (m->verdict != VERDICT_OK) {
            wants_from = (uint32_t)m->number;
            continue;
        }
        struct witnessed what = {m->game, (uint32_t)m->number, m->head, m->sent_ms};
        assert_int_equal(witness_check(&what, &side[CARL].id.public, &m->receipt), VERDICT_OK);
        assert_int_equal(committed(&stored), m->number);
        assert_true(hash_equal(&stored, &m->head));
        number = (uint32_t)m->number;
        signed_head = m->head;
    }
    return number;
}

/* Entries that a side holds, for carl. */
static void ask_with(unsigned s, uint32_t game, uint32_t from, uint32_t to)
{
    static struct stored_entry e;
    memset(&asked, 0, sizeof asked);
    asked.kind = PEER_WITNESS;
    asked.game = row_of(s, game).id;
    asked.number = from;
    for (uint32_t n = from; n <= to; n++) {
        assert_true(store_entry_get(side[s].store, game, n, &e));
        assert_true(peer_add_entry(&asked, &e.e));
    }
}

static uint32_t shown(unsigned s, uint32_t game, uint32_t from, uint32_t to)
{
    ask_with(s, game, from, to);
    return signs_for(s);
}

static struct hash head_at(unsigned s, uint32_t game, uint32_t number)
{
    struct hash head;
    assert_true(store_entry_hash(side[s].store, game, number, &head));
    return head;
}

/* --- the witness ---------------------------------------------------------------------------- */

static void stored_before_signed(void **state)
{
    (void)state;
    uint32_t game = begun();
    uint32_t n = row_of(ANN, game).entries;
    struct hash head = head_at(ANN, game, n);
    assert_int_equal(shown(ANN, game, n, n), n);
    assert_true(hash_equal(&head, &signed_head));
    assert_int_equal(move_if_due(mover(game), game), VERDICT_OK);
    forget_post();
    unsigned s = row_of(ANN, game).entries > n ? ANN : BEN;
    assert_int_equal(shown(s, game, n + 1, row_of(s, game).entries), row_of(s, game).entries);
}

/* Two who move at once, one of them out of turn, stand on different heads of one number. */
static void no_fork_and_nothing_shorter(void **state)
{
    (void)state;
    uint32_t game = begun(), n = row_of(ANN, game).entries;
    unsigned moves = mover(game), waits = 1 - moves;
    line_is_up = false;
    struct wish wish = {.game = game, .kind = ENTRY_ADD_TIME};
    assert_int_equal(games_time(side[waits].games, &wish, 60), VERDICT_OK);
    assert_int_equal(move_if_due(moves, game), VERDICT_OK);
    line_is_up = true;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(shown(waits, game, n + 1, n + 1), n + 1);
        assert_int_equal(shown(waits, game, n, n), 0); /* shorter */
        restart(CARL);
    }
    /* He goes on from the move, which stays, but his word about its place is given. */
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(shown(moves, game, n + 1, n + 1), 0);
        assert_int_equal(wants_from, n + 2);
        assert_int_equal(shown(waits, game, n + 1, n + 1), 0);
        restart(CARL);
    }
    link_up();
    deliver_all();
    uint32_t longer = row_of(ANN, game).entries;
    assert_true(longer > n + 1);
    assert_int_equal(row_of(BEN, game).entries, longer);
    assert_int_equal(shown(ANN, game, n + 1, longer), longer);
    assert_int_equal(shown(waits, game, n + 1, n + 1), longer); /* what he has signed already */
}

static void nothing_that_was_not_stored(void **state)
{
    (void)state;
    uint32_t game = begun(), n = row_of(ANN, game).entries;
    struct hash before;
    unsigned s = mover(game);
    ask_with(s, game, n, n);
    uint32_t had = committed(&before);
    assert_int_equal(had, n);
    line_is_up = false;
    assert_int_equal(move_if_due(s, game), VERDICT_OK);
    line_is_up = true;
    assert_int_equal(sqlite3_exec(store_db(side[CARL].store), "CREATE TEMP TRIGGER full BEFORE"
                                  " UPDATE ON witnessed BEGIN SELECT raise(ABORT, 'full'); END",
                                  NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(shown(s, game, n + 1, n + 1), 0);
    assert_int_equal(post_n, 0);
    assert_int_equal(committed(&before), had);
    restart(CARL);
    assert_int_equal(shown(s, game, n + 1, n + 1), n + 1);
}

/* Nobody who does not play gets a word, or changes what is kept; neither does a game in which he is
 * not the witness, one that is not shown from its beginning, or a forged entry. */
static void only_who_plays_and_only_what_fits(void **state)
{
    struct hash head;
    (void)state;
    uint32_t game = begun(), n = row_of(ANN, game).entries;
    struct friend_info eve = known_to(CARL, ANN);
    eve.key.b[3] ^= 1;
    ask_with(ANN, game, n, n);
    uint32_t had = committed(&head);
    forget_post();
    games_on_message(side[CARL].games, &eve, &asked);
    asked.game.b[0] ^= 1;
    assert_int_equal(signs_for(ANN), 0);
    assert_int_equal(wants_from, 1);
    line_is_up = false;
    assert_int_equal(move_if_due(mover(game), game), VERDICT_OK);
    line_is_up = true;
    unsigned s = row_of(ANN, game).entries > n ? ANN : BEN;
    ask_with(s, game, n + 1, n + 1);
    struct witnessed_game kept;
    games_on_message(side[CARL].games, &eve, &asked);
    assert_true(store_witnessed_get(side[CARL].store, &asked.game, &kept));
    assert_int_equal(kept.base, n);
    asked.entries[asked.entries_len - 1] ^= 1;
    assert_int_equal(signs_for(s), had); /* again what he has signed, and no more */
    assert_int_equal(committed(&head), had);
    uint32_t other = started_game(); /* without a witness */
    assert_int_equal(shown(ANN, other, 1, 1), 0);
    assert_int_equal(wants_from, 1);
}

/* --- the post he keeps ------------------------------------------------------------------------ */

static unsigned letters(unsigned from, unsigned to, uint32_t kind)
{
    unsigned found = 0;
    for (unsigned i = 0; i < post_n; i++)
        found += post[i].from == from && post[i].to == to && post[i].m->kind == kind;
    return found;
}

/* Ben is away: only carl hears ann.  Then ann is away, and ben comes. */
static void who_was_away_gets_it(void **state)
{
    (void)state;
    uint32_t game = begun();
    unsigned moves = mover(game), away = 1 - moves;
    uint32_t n = row_of(away, game).entries;
    assert_int_equal(move_if_due(moves, game), VERDICT_OK);
    for (unsigned i = 0; i < post_n;)
        if (post[i].from == CARL)
            i++;
        else if (post[i].to == CARL)
            deliver(i);
        else
            free(post[i].m), memmove(&post[i], &post[i + 1], (--post_n - i) * sizeof post[0]);
    assert_int_equal(letters(CARL, away, PEER_ENTRIES), 1); /* at once, but he is not there */
    forget_post();
    assert_int_equal(row_of(away, game).entries, n);
    struct friend_info who = known_to(CARL, away);
    games_on_link(side[CARL].games, &who, LINK_UP);
    assert_int_equal(letters(CARL, away, PEER_ENTRIES), 1);
    while (letters(CARL, away, PEER_ENTRIES) > 0)
        deliver(0);
    assert_true(row_of(away, game).entries > n);
}

static void only_so_much_is_kept(void **state)
{
    sqlite3_stmt *st;
    (void)state;
    uint32_t game = begun();
    play_out(game);
    assert_true(row_of(ANN, game).entries > POSTMARKS_MAX);
    assert_int_equal(sqlite3_prepare_v2(store_db(side[CARL].store),
                                        "SELECT count(*) FROM postmarks", -1, &st, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int64(st, 0), POSTMARKS_MAX);
    sqlite3_finalize(st);
}

/* --- his backup ------------------------------------------------------------------------------- */

/* Carl's database becomes that of a backup of `file`, as --restore makes it. */
static void restore_carl(const char *file, struct restored *out)
{
    static struct paths p;
    char data[96];
    snprintf(data, sizeof data, "%s/carl", folder);
    assert_int_equal(paths_find(data, &p), VERDICT_OK);
    stop(CARL);
    struct restore_wish wish = {file, false, false};
    assert_int_equal(backup_restore(&p, &wish, out), VERDICT_OK);
    snprintf(side[CARL].path, sizeof side[CARL].path, "%s/carl/numbridge.db", folder);
    assert_string_equal(side[CARL].path, p.database);
    side[CARL].last_event = 0;
    start(CARL);
    assert_int_equal(store_meta(side[CARL].store, "installation", 1), out->installation);
}

static void a_restored_witness_is_silent_about_what_he_knew(void **state)
{
    static struct restored out;
    char file[96], key[96];
    (void)state;
    uint32_t game = begun(), n = row_of(ANN, game).entries;
    snprintf(file, sizeof file, "%s/backup", folder);
    snprintf(key, sizeof key, "%s/key", folder);
    FILE *f = fopen(key, "w");
    assert_true(f != NULL && fputs("a key\n", f) >= 0 && fclose(f) == 0);
    assert_int_equal(shown(ANN, game, n, n), n);
    struct backup_wish wish = {.path = file, .key = key};
    assert_int_equal(backup_write(side[CARL].store, &wish), VERDICT_OK);
    /* After the backup he signs one more. */
    unsigned moves = mover(game), waits = 1 - moves;
    line_is_up = false;
    struct wish more = {.game = game, .kind = ENTRY_ADD_TIME};
    assert_int_equal(games_time(side[waits].games, &more, 60), VERDICT_OK);
    assert_int_equal(move_if_due(moves, game), VERDICT_OK);
    line_is_up = true;
    assert_int_equal(shown(waits, game, n + 1, n + 1), n + 1);
    restore_carl(file, &out);
    assert_int_equal(out.witnessed, 1);
    assert_int_equal(shown(moves, game, n + 1, n + 1), 0); /* another head for that number */
    assert_true(wants_from > 0);
    assert_int_equal(shown(waits, game, n, n + 1), 0);
    /* It is asked for no more than once: nobody talks in circles. */
    link_up();
    deliver_all();
    uint32_t last = row_of(ANN, game).entries;
    assert_true(last > n + 1);
    assert_int_equal(shown(ANN, game, n + 1, last), 0);
    restart(CARL);
    assert_int_equal(shown(BEN, game, n + 1, last), 0);
    /* In a new one he is as he was. */
    uint32_t next = begun(), entries = row_of(ANN, next).entries;
    assert_int_equal(shown(ANN, next, entries, entries), entries);
}

/* --- his word for a claim --------------------------------------------------------------------- */

static enum verdict say(unsigned s, uint32_t game, unsigned kind)
{
    struct wish wish = {.game = game, .kind = kind};
    return games_time(side[s].games, &wish, 0);
}

/* The debtor's letters are lost from here on, and he gets none. */
static void without(unsigned gone)
{
    for (unsigned i = 0; i < 20000 && post_n > 0; i++) {
        if (post[0].to != gone && post[0].from != gone) {
            deliver(0);
            continue;
        }
        free(post[0].m);
        memmove(&post[0], &post[1], --post_n * sizeof post[0]);
    }
    assert_int_equal(post_n, 0);
}

static struct live *live_of(unsigned s, uint32_t game)
{
    struct live *l;
    assert_int_equal(games_live(side[s].games, game, &l), VERDICT_OK);
    return l;
}

/* Until a claim can be made, but for a second word of carl's, who cannot be asked. */
static uint32_t warned(unsigned *claims)
{
    uint32_t game = begun();
    unsigned debtor = mover(game);
    *claims = 1 - debtor;
    assert_int_equal(say(*claims, game, ENTRY_WARNING), VERDICT_NOT_LATE);
    line_is_up = false;
    pass_ms(2 * HOUR_MS);
    turns(1);
    assert_int_equal(say(*claims, game, ENTRY_WARNING), VERDICT_OK);
    pass_ms(HOUR_MS);
    turns(1);
    return game;
}

static void a_claim_waits_for_his_word(void **state)
{
    unsigned s;
    (void)state;
    uint32_t game = warned(&s);
    unsigned debtor = 1 - s;
    assert_int_equal(say(s, game, ENTRY_CLAIM), VERDICT_CLAIM_KEPT);
    assert_true(live_of(s, game)->claims);
    restart(s);
    assert_true(live_of(s, game)->claims);
    pass_ms(HOUR_MS); /* what he has waited himself counts from his start [P-5.25] */
    turns(1);
    assert_int_not_equal(row_of(s, game).ending, ENDING_CLOCK);
    line_is_up = true;
    struct friend_info carl = known_to(s, CARL);
    games_on_link(side[s].games, &carl, LINK_UP);
    without(debtor);
    assert_int_equal(row_of(s, game).ending, ENDING_CLOCK);
    assert_false(live_of(s, game)->claims);
    struct kept_statements k;
    assert_true(store_statements_get(side[s].store, game, &k));
    assert_true(k.last.time_ms - k.first.time_ms >= 3ULL * HOUR_MS - 60000);
}

/* A word for another head, a later one, or with a wrong signature is none. */
static void a_false_word_is_not_kept(void **state)
{
    static struct peer_message m;
    struct kept_statements before, after;
    (void)state;
    uint32_t game = begun(), n = row_of(ANN, game).entries;
    struct friend_info carl = known_to(ANN, CARL), ben = known_to(ANN, BEN);
    assert_true(store_statements_get(side[ANN].store, game, &before));
    assert_int_equal(before.number, n);
    m.kind = PEER_WITNESSED;
    m.game = row_of(ANN, game).id;
    m.number = n;
    m.head = head_at(ANN, game, n);
    m.sent_ms = before.last.time_ms + 9 * (uint64_t)HOUR_MS;
    games_on_message(side[ANN].games, &carl, &m); /* no signature */
    struct witnessed what = {m.game, n, m.head, m.sent_ms};
    witness_sign(&what, side[BEN].id.secret, &m.receipt);
    games_on_message(side[ANN].games, &carl, &m); /* ben's */
    witness_sign(&what, side[CARL].id.secret, &m.receipt);
    games_on_message(side[ANN].games, &ben, &m); /* not from carl */
    m.number = n + 1;
    games_on_message(side[ANN].games, &carl, &m); /* of an entry that is not there */
    m.number = n;
    m.head.b[0] ^= 1;
    what.head = m.head;
    witness_sign(&what, side[CARL].id.secret, &m.receipt);
    games_on_message(side[ANN].games, &carl, &m); /* another head */
    assert_true(store_statements_get(side[ANN].store, game, &after));
    assert_int_equal(after.number, n);
    assert_true(after.last.time_ms == before.last.time_ms);
    assert_memory_equal(&after.last.signature, &before.last.signature, sizeof(struct signature));
    m.head.b[0] ^= 1;
    what.head = m.head;
    witness_sign(&what, side[CARL].id.secret, &m.receipt);
    games_on_message(side[ANN].games, &carl, &m);
    assert_true(store_statements_get(side[ANN].store, game, &after));
    assert_true(after.last.time_ms == m.sent_ms && after.first.time_ms == before.first.time_ms);
}

/* The debtor's program has given his turn up, and is heard before the word comes: the claim is
 * forgotten. */
static void a_late_move_ends_the_wait(void **state)
{
    unsigned s;
    (void)state;
    uint32_t game = warned(&s);
    assert_int_equal(say(s, game, ENTRY_CLAIM), VERDICT_CLAIM_KEPT);
    struct friend_info debtor = known_to(s, 1 - s);
    line_is_up = true;
    games_on_link(side[s].games, &debtor, LINK_UP);
    for (unsigned i = 0; i < 50 && row_of(s, game).state != GAME_MY_TURN; i++) {
        without(CARL);
        turns(1);
    }
    assert_int_equal(row_of(s, game).state, GAME_MY_TURN);
    assert_false(live_of(s, game)->claims);
    restart(s);
    assert_false(live_of(s, game)->claims);
    assert_int_equal(row_of(1 - s, game).state, GAME_THEIR_TURN);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup_three, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(stored_before_signed), CASE(no_fork_and_nothing_shorter),
        CASE(nothing_that_was_not_stored), CASE(only_who_plays_and_only_what_fits),
        CASE(who_was_away_gets_it), CASE(only_so_much_is_kept),
        CASE(a_restored_witness_is_silent_about_what_he_knew),
        CASE(a_claim_waits_for_his_word), CASE(a_false_word_is_not_kept),
        CASE(a_late_move_ends_the_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
