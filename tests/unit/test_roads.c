/* Proves, with three players in one process who have no link but those that a test makes, people
 * replaced by a stub: any letter is enough, and the same one again, an older one, or several roads
 * at once change nothing; what does not fit into one goes in numbered parts, in any order; a
 * refusal is carried by letters, of each game once, and never answered; whoever lost a game gets
 * all of it; of a shared folder only files of the right names are read and only own ones deleted; a
 * file is taken when it arrives, not when it is next looked for; a relay keeps so much for so
 * long. */
#include "until.h"

#include "daemon/games_part.h"
#include "daemon/roads_part.h"
#include "daemon/store_events.h"
#include "keys/files.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIDES = 3, ANN = 0, BEN = 1, ROB = 2, POST_MAX = 64, DEADLINE_MS = 20000,
       LETTERS_SIZE = LETTERS_BYTES };

struct people { unsigned side; };

struct side {
    struct identity id;
    struct store *store;
    struct games *games;
    struct roads *roads;
    struct people people;
    char path[96], lock[96];
    unsigned events_n, refused_n;
    uint32_t verdict; /* of the last refusal */
};

static const char *const names[SIDES] = {"ann", "ben", "rob"};
static struct side side[SIDES];
static bool linked[SIDES][SIDES];
static char folder[64], shared[96];
static struct { unsigned from, to; struct peer_message *m; } post[POST_MAX];
static unsigned post_n, sent_kind[32];

/* ---- people -------------------------------------------------------------------------------- */

static unsigned side_of(const struct player_key *key)
{
    for (unsigned s = 0; s < SIDES; s++)
        if (player_key_equal(key, &side[s].id.public))
            return s;
    return SIDES;
}

static struct friend_info friend_of(unsigned s)
{
    struct friend_info out = {.key = side[s].id.public, .joined = true};
    snprintf(out.name, sizeof out.name, "%s", names[s]);
    return out;
}

bool people_by_key(const struct people *p, const struct player_key *key, struct friend_info *out)
{
    unsigned s = side_of(key);
    if (s == SIDES || s == p->side)
        return false;
    *out = friend_of(s);
    return true;
}

bool people_at(const struct people *p, unsigned i, struct friend_info *out)
{
    unsigned s = i < p->side ? i : i + 1;
    if (s >= SIDES)
        return false;
    *out = friend_of(s);
    return true;
}

enum verdict people_find(const struct people *p, const char *name, struct friend_info *out)
{
    for (unsigned s = 0; s < SIDES; s++)
        if (s != p->side && strcmp(name, names[s]) == 0) {
            *out = friend_of(s);
            return VERDICT_OK;
        }
    return VERDICT_NO_SUCH_FRIEND;
}

enum link_state people_link(const struct people *p, const struct player_key *key)
{
    unsigned s = side_of(key);
    return s < SIDES && linked[p->side][s] ? LINK_UP : LINK_DOWN;
}

bool people_send(struct people *p, const struct player_key *to, const struct peer_message *m)
{
    unsigned s = side_of(to);
    if (s == SIDES || !linked[p->side][s] || post_n == POST_MAX)
        return false;
    sent_kind[m->kind % 32]++;
    post[post_n].from = p->side;
    post[post_n].to = s;
    post[post_n].m = malloc(sizeof *m);
    assert_non_null(post[post_n].m);
    *post[post_n++].m = *m;
    return true;
}

void people_bundle(struct people *p, const struct player_key *who, people_tell *take,
                   void *context)
{
    (void)p;
    (void)who;
    (void)take;
    (void)context;
}

static void give(unsigned to, const struct friend_info *from, const struct peer_message *m)
{
    if (m->kind >= PEER_DEPOSIT && m->kind <= PEER_PARCEL_TAKEN)
        roads_on_message(side[to].roads, from, m);
    else
        games_on_message(side[to].games, from, m);
}

enum verdict people_deliver(struct people *p, const struct letter_mark *mark, struct span frame)
{
    static struct peer_message m;
    struct friend_info from;
    if (!people_by_key(p, &mark->sender, &from))
        return VERDICT_STRANGER;
    enum verdict v = peer_unpack(frame, &m);
    from.letter_ms = mark->sent_ms;
    if (v == VERDICT_OK && m.kind < PEER_DEPOSIT)
        give(p->side, &from, &m);
    return v;
}

static void deliver_post(void)
{
    while (post_n > 0) {
        unsigned from = post[0].from, to = post[0].to;
        struct peer_message *m = post[0].m;
        struct friend_info who = friend_of(from);
        memmove(&post[0], &post[1], (--post_n) * sizeof post[0]);
        give(to, &who, m);
        free(m);
    }
}

/* ---- waiting ------------------------------------------------------------------------------- */

static bool at_rest(void)
{
    for (unsigned s = 0; s < SIDES; s++)
        if (side[s].roads->inbox_n > 0 || games_busy(side[s].games))
            return false;
    return post_n == 0;
}

/* ---- three players ------------------------------------------------------------------------- */

static void on_events(void *self, const struct event *events, unsigned n)
{
    struct side *s = self;
    for (unsigned i = 0; i < n; i++) {
        s->events_n++;
        if (events[i].kind == EVENT_DISPUTED) {
            s->refused_n++;
            s->verdict = events[i].verdict;
        }
    }
}

static void start(unsigned s)
{
    struct games_owner owner = {on_events, &side[s]};
    assert_int_equal(store_open(side[s].path, side[s].lock, &side[s].store), VERDICT_OK);
    side[s].games = games_new(loop, side[s].store, &side[s].id, names[s], owner);
    assert_non_null(side[s].games);
    side[s].people.side = s;
    games_set_people(side[s].games, &side[s].people);
    struct roads_parts parts = {loop, side[s].store, &side[s].id, side[s].games, &side[s].people,
                                s == ROB, ""};
    side[s].roads = roads_new(&parts);
    assert_non_null(side[s].roads);
}

static void stop(unsigned s)
{
    roads_free(side[s].roads);
    games_set_people(side[s].games, NULL);
    games_free(side[s].games);
    store_close(side[s].store);
}

static int setup(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    snprintf(folder, sizeof folder, "/tmp/nb-roads-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(shared, sizeof shared, "%s/shared", folder);
    assert_int_equal(mkdir(shared, 0700), 0);
    loop = loop_new();
    assert_non_null(loop);
    memset(side, 0, sizeof side);
    memset(linked, 0, sizeof linked);
    memset(sent_kind, 0, sizeof sent_kind);
    before_looking = deliver_post;
    for (unsigned s = 0; s < SIDES; s++) {
        uint8_t seed[32] = {(uint8_t)(s + 1)};
        identity_from_seed(&side[s].id, seed);
        snprintf(side[s].path, sizeof side[s].path, "%s/%u.db", folder, s);
        snprintf(side[s].lock, sizeof side[s].lock, "%s/%u.lock", folder, s);
        start(s);
    }
    return 0;
}

static int teardown(void **state)
{
    char command[96];
    (void)state;
    while (post_n > 0)
        free(post[--post_n].m);
    for (unsigned s = 0; s < SIDES; s++)
        stop(s);
    loop_free(loop);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- letters ------------------------------------------------------------------------------- */

struct letters {
    uint8_t bytes[LETTERS_SIZE];
    size_t len;
    unsigned parts;
};
static struct letters first, second, third;

static void write_letter(unsigned from, unsigned to, struct letters *out)
{
    struct buf b = buf_over(out->bytes, sizeof out->bytes);
    WAIT(at_rest);
    assert_int_equal(roads_letters(side[from].roads, &side[to].id.public, &b, &out->parts),
                     VERDICT_OK);
    out->len = b.len;
}

/* One part (from 0). */
static void take_part(unsigned to, const struct letters *l, unsigned part)
{
    struct span sealed;
    size_t at = 0;
    for (unsigned i = 0; i <= part; i++)
        assert_true(roads_next(span_of(l->bytes, l->len), &at, &sealed));
    assert_in_range(sealed.len, 256, ENVELOPE_SEALED_MAX);
    assert_int_equal(roads_take(side[to].roads, sealed, NULL, NULL, NULL), VERDICT_OK);
    WAIT(at_rest);
}

static void take_letter(unsigned to, const struct letters *l)
{
    for (unsigned i = 0; i < l->parts; i++)
        take_part(to, l, i);
}

static void send_letter(unsigned from, unsigned to)
{
    static struct letters l;
    write_letter(from, to, &l);
    take_letter(to, &l);
}

static uint32_t propose(unsigned from, unsigned to)
{
    struct friend_info who = friend_of(to);
    struct terms terms;
    uint32_t number = 0;
    terms_preset(PRESET_BRIDGE, &terms);
    assert_int_equal(games_propose(side[from].games, &who, 1, &terms, &number), VERDICT_OK);
    return number;
}

static struct game_row row_of(unsigned s, uint32_t game)
{
    struct game_row row;
    assert_int_equal(games_row(side[s].games, game, &row), VERDICT_OK);
    return row;
}

static void say(unsigned from, unsigned to, const char *text)
{
    assert_int_equal(games_say(side[from].games, &side[to].id.public, 0, text), VERDICT_OK);
}

static unsigned outbox(unsigned s, unsigned to)
{
    static struct outbox_row rows[ROWS_MAX];
    uint64_t skip = 0;
    return games_outbox(side[s].games, &side[to].id.public, &skip, rows, ROWS_MAX);
}

static void any_letter_is_enough(void **state)
{
    (void)state;
    uint32_t game = propose(ANN, BEN);
    write_letter(ANN, BEN, &first);
    say(ANN, BEN, "one");
    write_letter(ANN, BEN, &second);
    say(ANN, BEN, "two");
    write_letter(ANN, BEN, &third);
    assert_int_equal(outbox(ANN, BEN), 3);
    take_letter(BEN, &third); /* those before it are lost, it seems */
    assert_int_equal(row_of(BEN, 1).state, GAME_OFFERED_TO_ME);
    assert_int_equal(store_notes_whole(side[BEN].store, &side[ANN].id.public), 2);
    unsigned events = side[BEN].events_n;
    struct hash print = roads_print(side[BEN].roads, &side[ANN].id.public);
    take_letter(BEN, &third);
    take_letter(BEN, &first); /* they were late */
    take_letter(BEN, &second);
    struct hash same = roads_print(side[BEN].roads, &side[ANN].id.public);
    assert_int_equal(side[BEN].events_n, events);
    assert_true(hash_equal(&print, &same));
    send_letter(BEN, ANN);
    assert_int_equal(outbox(ANN, BEN), 0);
    assert_int_equal(row_of(ANN, game).state, GAME_OFFERED_BY_ME);
}

static void nobody_elses(void **state)
{
    (void)state;
    struct span sealed;
    size_t at = 0;
    say(ANN, BEN, "for ben");
    write_letter(ANN, BEN, &first);
    assert_true(roads_next(span_of(first.bytes, first.len), &at, &sealed));
    assert_int_not_equal(roads_take(side[ROB].roads, sealed, NULL, NULL, NULL), VERDICT_OK);
    assert_int_equal(roads_take(side[BEN].roads, sealed, &side[ROB].id.public, NULL, NULL),
                     VERDICT_NOT_FOR_US);
    first.bytes[at - 1] ^= 1;
    assert_int_not_equal(roads_take(side[BEN].roads, sealed, NULL, NULL, NULL), VERDICT_OK);
    WAIT(at_rest);
    assert_int_equal(store_notes_whole(side[BEN].store, &side[ANN].id.public), 0);
}

/* 64 notes of a kilobyte do not fit into one envelope. */
static void in_parts(void **state)
{
    (void)state;
    char text[NOTE_MAX + 1];
    memset(text, 'x', NOTE_MAX);
    text[NOTE_MAX] = '\0';
    for (unsigned i = 0; i < 64; i++)
        say(ANN, BEN, text);
    write_letter(ANN, BEN, &first);
    assert_int_equal(first.parts, 2);
    take_part(BEN, &first, 1);
    assert_int_equal(store_notes_newest(side[BEN].store, &side[ANN].id.public, false), 64);
    take_part(BEN, &first, 0);
    assert_int_equal(store_notes_whole(side[BEN].store, &side[ANN].id.public), 64);
    unsigned events = side[BEN].events_n;
    take_letter(BEN, &first);
    assert_int_equal(side[BEN].events_n, events);
    send_letter(BEN, ANN);
    assert_int_equal(outbox(ANN, BEN), 0);
}

/* What is lost in the middle is not taken for received. */
static void a_hole(void **state)
{
    (void)state;
    static const char *const text[] = {"one", "two", "three"};
    for (unsigned i = 0; i < 3; i++)
        say(ANN, BEN, text[i]);
    struct stored_note note = {.friend = side[ANN].id.public, .sent_ms = 1, .text = "x"};
    struct event event = {.kind = EVENT_NOTE};
    for (unsigned number = 1; number <= 3; number += 2) {
        note.number = number;
        assert_int_equal(games_keep_note(side[BEN].games, &note, &event), VERDICT_OK);
    }
    assert_int_equal(store_notes_whole(side[BEN].store, &side[ANN].id.public), 1);
    send_letter(BEN, ANN);
    assert_int_equal(outbox(ANN, BEN), 2);
    send_letter(ANN, BEN);
    assert_int_equal(store_notes_whole(side[BEN].store, &side[ANN].id.public), 3);
    send_letter(BEN, ANN);
    assert_int_equal(outbox(ANN, BEN), 0);
}

/* ---- refusals ------------------------------------------------------------------------------ */

/* Ben has as many open games with Ann as there may be, of which she knows nothing. */
static void fill_table(void)
{
    for (unsigned i = 0; i < OPEN_WITH_FRIEND_MAX; i++)
        propose(BEN, ANN);
}

static void refusal_by_letter(void **state)
{
    (void)state;
    fill_table();
    uint32_t game = propose(ANN, BEN);
    write_letter(ANN, BEN, &first);
    take_letter(BEN, &first);
    struct hash print = roads_print(side[BEN].roads, &side[ANN].id.public);
    write_letter(BEN, ANN, &second);
    for (unsigned i = 0; i < second.parts; i++)
        take_part(ANN, &second, i);
    assert_int_equal(side[ANN].verdict, VERDICT_TOO_MANY_OPEN);
    assert_int_equal(side[ANN].refused_n, 1);
    assert_int_equal(row_of(ANN, game).refusal, VERDICT_TOO_MANY_OPEN);
    /* Said again and refused again, but no news for anybody. */
    take_letter(BEN, &first);
    take_letter(ANN, &second);
    struct hash same = roads_print(side[BEN].roads, &side[ANN].id.public);
    assert_true(hash_equal(&print, &same));
    assert_int_equal(side[ANN].refused_n, 1);
    /* There is room now: the refusal is forgotten, and an old letter does not bring it back. */
    struct wish wish = {1, ENTRY_DECLINE, NULL, NULL, NULL};
    assert_int_equal(games_wish(side[BEN].games, &wish), VERDICT_OK);
    take_letter(BEN, &first);
    send_letter(BEN, ANN);
    assert_int_equal(row_of(ANN, game).refusal, VERDICT_OK);
    take_letter(ANN, &second);
    assert_int_equal(row_of(ANN, game).refusal, VERDICT_OK);
    assert_int_equal(side[ANN].refused_n, 1);
}

/* A message that says something of a game that nobody knows. */
static void take_unknown(unsigned to, unsigned from, uint8_t game)
{
    static struct peer_message m;
    struct friend_info who = friend_of(from);
    memset(&m, 0, sizeof m);
    m.kind = PEER_HAVE;
    m.number = 5;
    memset(m.game.b, game, sizeof m.game.b);
    who.letter_ms = 1;
    games_on_message(side[to].games, &who, &m);
}

static unsigned unknown_told;
static void count_unknown(void *context, const struct peer_message *m)
{
    (void)context;
    unknown_told += m->kind == PEER_UNKNOWN_GAME;
}

static void refusals_have_an_end(void **state)
{
    (void)state;
    struct owed_refusal all[REFUSALS_MAX];
    for (unsigned i = 1; i <= REFUSALS_MAX + 9; i++)
        take_unknown(BEN, ANN, (uint8_t)i);
    assert_int_equal(store_refusals(side[BEN].store, &side[ANN].id.public, all), REFUSALS_MAX);
    unknown_told = 0;
    games_bundle(side[BEN].games, &side[ANN].id.public, count_unknown, NULL);
    assert_int_equal(unknown_told, REFUSALS_MAX);
    /* Ann, who has never heard of them either, has nothing to say to that. */
    struct hash before = roads_print(side[ANN].roads, &side[BEN].id.public);
    send_letter(BEN, ANN);
    struct hash after = roads_print(side[ANN].roads, &side[BEN].id.public);
    assert_true(hash_equal(&before, &after));
    assert_int_equal(side[ANN].events_n, 0);
    assert_int_equal(store_refusals_expire(side[BEN].store, UINT64_MAX >> 1), VERDICT_OK);
    assert_int_equal(store_refusals(side[BEN].store, &side[ANN].id.public, all), 0);
    /* To whom there is a link it is said at once and not remembered. */
    linked[BEN][ANN] = linked[ANN][BEN] = true;
    take_unknown(BEN, ANN, 1);
    assert_int_equal(store_refusals(side[BEN].store, &side[ANN].id.public, all), 0);
    assert_int_equal(sent_kind[PEER_UNKNOWN_GAME], 1);
}

static uint64_t entries_from;
static void see_entries(void *context, const struct peer_message *m)
{
    (void)context;
    if (m->kind == PEER_ENTRIES && entries_from == 0)
        entries_from = m->number;
}

static uint64_t told_from(unsigned from, unsigned to)
{
    entries_from = 0;
    games_bundle(side[from].games, &side[to].id.public, see_entries, NULL);
    return entries_from;
}

static void a_lost_game_is_told_again(void **state)
{
    (void)state;
    uint32_t game = propose(ANN, BEN);
    send_letter(ANN, BEN);
    struct wish wish = {1, ENTRY_ACCEPTANCE, NULL, NULL, NULL};
    assert_int_equal(games_wish(side[BEN].games, &wish), VERDICT_OK);
    send_letter(BEN, ANN);
    send_letter(ANN, BEN);
    send_letter(BEN, ANN);
    assert_true(row_of(ANN, game).entries > 3);
    assert_int_not_equal(told_from(ANN, BEN), 1);
    write_letter(ANN, BEN, &first);
    stop(BEN); /* and his disk is gone */
    assert_int_equal(unlink(side[BEN].path), 0);
    start(BEN);
    struct hash before = roads_print(side[ANN].roads, &side[BEN].id.public);
    take_letter(BEN, &first);
    send_letter(BEN, ANN);
    assert_int_equal(told_from(ANN, BEN), 1);
    struct hash after = roads_print(side[ANN].roads, &side[BEN].id.public);
    assert_false(hash_equal(&before, &after)); /* so a letter is due */
}

/* ---- shared folders ------------------------------------------------------------------------ */

static void sub_folder(unsigned from, unsigned to, char out[256])
{
    char a[65], b[65];
    hex_write(span_of(side[from].id.public.b, 32), a);
    hex_write(span_of(side[to].id.public.b, 32), b);
    snprintf(out, 256, "%s/%.16s-to-%.16s", shared, a, b);
}

/* Files of letters there; the last one's name in `name`, if not NULL. */
static unsigned count_files(const char *path, char *name)
{
    unsigned n = 0;
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;)
        if (strlen(e->d_name) == 68) {
            n++;
            if (name)
                memcpy(name, e->d_name, 69);
        }
    if (dir)
        closedir(dir);
    return n;
}

static void share(unsigned s, unsigned with)
{
    char wish[128];
    struct friend_info who = friend_of(with);
    snprintf(wish, sizeof wish, "spool %s", shared);
    assert_int_equal(roads_set(side[s].roads, &who, wish), VERDICT_OK);
}

static bool ben_has_note(void)
{
    return store_notes_newest(side[BEN].store, &side[ANN].id.public, false) > 0;
}
static bool ben_has_two(void)
{
    return store_notes_newest(side[BEN].store, &side[ANN].id.public, false) == 2;
}
static bool ann_wrote(void)
{
    char path[256];
    sub_folder(ANN, BEN, path);
    return count_files(path, NULL) > 0;
}
static bool ann_is_acknowledged(void) { return outbox(ANN, BEN) == 0; }
static bool ann_tidied(void)
{
    char path[256];
    sub_folder(ANN, BEN, path);
    return count_files(path, NULL) == 1;
}

static void by_folder(void **state)
{
    (void)state;
    char path[256], strange[400];
    share(ANN, BEN);
    share(BEN, ANN);
    say(ANN, BEN, "one");
    roads_poke(side[ANN].roads);
    WAIT(ann_is_acknowledged);
    assert_true(ben_has_note());
    say(ANN, BEN, "two");
    roads_poke(side[ANN].roads);
    WAIT(ben_has_two);
    WAIT(ann_is_acknowledged);
    /* What is not hers stays, whatever it is called. */
    sub_folder(ANN, BEN, path);
    snprintf(strange, sizeof strange, "%s/%064d.nbm", path, 7);
    assert_int_equal(file_write(strange, span_text("not hers"), FILE_REPLACE, FILE_SHARED),
                     VERDICT_OK);
    for (unsigned i = 0; i < 3; i++) {
        say(ANN, BEN, "more");
        roads_poke(side[ANN].roads);
        WAIT(ann_is_acknowledged);
    }
    assert_int_equal(access(strange, F_OK), 0);
    assert_int_equal(unlink(strange), 0);
    roads_poke(side[ANN].roads);
    WAIT(ann_tidied);
}

/* Only the right names are looked at, and only what has that name by its bytes. */
static void names_that_are_none(void **state)
{
    static const struct { const char *before; int digits; const char *after; } forms[] = {
        {".", 64, ".nbm"}, {"", 64, ".nbm.tmp"}, {"", 64, ".nbm~"}, {"~", 64, ".nbm"},
        {"", 63, ".nbm"}, {"", 64, ".sync-conflict-20260101-000000-ABCDEFG.nbm"},
        {".syncthing.", 64, ".nbm.tmp"}, {"", 64, ".NBM"}, {"", 64, ""},
        {"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", 0, ".nbm"}};
    enum { FORMS = sizeof forms / sizeof forms[0] };
    (void)state;
    char path[256], name[80] = "", right[400], wrong[400];
    share(ANN, BEN);
    say(ANN, BEN, "one");
    roads_poke(side[ANN].roads);
    WAIT(ann_wrote);
    sub_folder(ANN, BEN, path);
    count_files(path, name);
    snprintf(right, sizeof right, "%s/%s", path, name);
    for (unsigned i = 0; i < FORMS; i++) {
        char command[1024];
        snprintf(wrong, sizeof wrong, "%s/%s%.*s%s", path, forms[i].before, forms[i].digits, name,
                 forms[i].after);
        snprintf(command, sizeof command, "cp '%s' '%s'", right, wrong);
        assert_int_equal(system(command), 0);
    }
    assert_int_equal(unlink(right), 0);
    share(BEN, ANN);
    assert_false(until(ben_has_note, 500));
    for (unsigned i = 0; i < FORMS; i++) {
        snprintf(wrong, sizeof wrong, "%s/%s%.*s%s", path, forms[i].before, forms[i].digits, name,
                 forms[i].after);
        assert_int_equal(access(wrong, F_OK), 0);
    }
    snprintf(wrong, sizeof wrong, "%s/.%.64s.nbm", path, name);
    assert_int_equal(rename(wrong, right), 0);
    WAIT(ben_has_note);
}

/* Looks by the clock are 5 s apart: 2 s are enough only with notice. */
static void noticed(void **state)
{
    (void)state;
    char path[256], aside[300], command[700];
    share(BEN, ANN);
    assert_false(until(ben_has_note, 300));
    share(ANN, BEN);
    roads_free(side[BEN].roads); /* he must not take it before it is put aside */
    say(ANN, BEN, "one");
    roads_poke(side[ANN].roads);
    WAIT(ann_wrote);
    sub_folder(ANN, BEN, path);
    snprintf(aside, sizeof aside, "%s/aside", folder);
    assert_int_equal(rename(path, aside), 0);
    struct roads_parts parts = {loop, side[BEN].store, &side[BEN].id, side[BEN].games,
                                &side[BEN].people, false, ""};
    side[BEN].roads = roads_new(&parts);
    assert_false(until(ben_has_note, 500));
    assert_int_equal(mkdir(path, 0755), 0); /* as a synchroniser does */
    assert_false(until(ben_has_note, 500));
    snprintf(command, sizeof command, "cp '%s'/*.nbm '%s'/", aside, path);
    assert_int_equal(system(command), 0);
    assert_true(until(ben_has_note, 2000));
}

/* ---- relays -------------------------------------------------------------------------------- */

static void link_both(unsigned a, unsigned b)
{
    struct friend_info one = friend_of(a), other = friend_of(b);
    linked[a][b] = linked[b][a] = true;
    roads_on_link(side[a].roads, &other, LINK_UP);
    roads_on_link(side[b].roads, &one, LINK_UP);
}

static void relay(unsigned s, unsigned to)
{
    struct friend_info who = friend_of(to);
    assert_int_equal(roads_set(side[s].roads, &who, "relay rob"), VERDICT_OK);
}

/* The same letter by folder and relay at once, and as text. */
static void several_roads(void **state)
{
    (void)state;
    share(ANN, BEN);
    share(BEN, ANN);
    relay(ANN, BEN);
    link_both(ANN, ROB);
    link_both(BEN, ROB);
    uint32_t game = propose(ANN, BEN);
    say(ANN, BEN, "one");
    send_letter(ANN, BEN);
    roads_poke(side[ANN].roads);
    WAIT(ann_is_acknowledged);
    WAIT(at_rest);
    assert_int_equal(row_of(BEN, 1).state, GAME_OFFERED_TO_ME);
    assert_int_equal(row_of(ANN, game).unsent, 0);
    assert_int_equal(side[BEN].events_n, 2); /* the offer and the note, once each */
    assert_int_equal(store_notes_newest(side[BEN].store, &side[ANN].id.public, false), 1);
}

static struct parcel parcel_of(uint32_t name, uint64_t until_ms)
{
    struct parcel p = {.from = side[ANN].id.public, .to = side[BEN].id.public,
                       .until_ms = until_ms};
    memcpy(p.name.b, &name, sizeof name);
    return p;
}

static void quota_of_a_relay(void **state)
{
    static uint8_t sealed[ENVELOPE_SEALED_MAX];
    struct store *s = side[ROB].store;
    uint32_t n = 0;
    (void)state;
    struct span largest = span_of(sealed, sizeof sealed);
    for (enum verdict v = VERDICT_OK; v == VERDICT_OK; n += v == VERDICT_OK) {
        struct parcel p = parcel_of(n, 1000 + n);
        v = store_parcel_add(s, &p, largest);
        assert_true(v == VERDICT_OK || v == VERDICT_RELAY_FULL);
    }
    assert_int_equal(n, PARCELS_BYTES_MAX / sizeof sealed);
    struct parcel again = parcel_of(0, 5), more = parcel_of(n, 5), other = parcel_of(n + 1, 5);
    assert_int_equal(store_parcel_add(s, &again, largest), VERDICT_KNOWN);
    assert_int_equal(store_parcel_add(s, &more, span_of(sealed, 256)),
                     PARCELS_BYTES_MAX - n * sizeof sealed >= 256 ? VERDICT_OK
                                                                  : VERDICT_RELAY_FULL);
    other.from = side[ROB].id.public; /* it is full for the reader, whoever writes, */
    assert_int_equal(store_parcel_add(s, &other, largest), VERDICT_RELAY_FULL);
    other.from = side[ANN].id.public; /* and for the writer, whoever reads */
    other.to = side[ROB].id.public;
    assert_int_equal(store_parcel_add(s, &other, largest), VERDICT_RELAY_FULL);
    other.from = other.to;
    assert_int_equal(store_parcel_add(s, &other, largest), VERDICT_OK);
    assert_int_equal(store_parcels_expire(s, 1001), VERDICT_OK); /* 2 of the full ones, and less */
    assert_int_equal(store_parcel_add(s, &more, span_of(sealed, 256)), VERDICT_OK);
}

static bool rob_has_it(void)
{
    static uint8_t sealed[ENVELOPE_SEALED_MAX];
    struct buf b = buf_over(sealed, sizeof sealed);
    struct parcel p;
    return store_parcel_next(side[ROB].store, &side[BEN].id.public, &p, &b);
}
static bool rob_has_none(void) { return !rob_has_it(); }

static void by_relay(void **state)
{
    static uint8_t sealed[ENVELOPE_SEALED_MAX];
    struct buf b = buf_over(sealed, sizeof sealed);
    struct parcel p;
    uint64_t days = UINT64_C(24) * 3600 * 1000;
    (void)state;
    relay(ANN, BEN);
    link_both(ANN, ROB);
    say(ANN, BEN, "one");
    roads_poke(side[ANN].roads);
    WAIT(rob_has_it);
    assert_true(store_parcel_next(side[ROB].store, &side[BEN].id.public, &p, &b));
    uint64_t kept = p.until_ms - loop_wall_ms(loop);
    assert_in_range(kept, 44 * days, 45 * days);
    /* He can do nothing with it. */
    assert_int_not_equal(roads_take(side[ROB].roads, buf_span(&b), NULL, NULL, NULL), VERDICT_OK);
    link_both(BEN, ROB);
    WAIT(ben_has_note);
    WAIT(rob_has_none);
}

/* Ben, whose setting says no, keeps nothing; he says so, and is not asked again and again. */
static bool ann_heard_no(void)
{
    const struct road_state *s = roads_state(side[ANN].roads, &side[ROB].id.public, ROAD_RELAY);
    return s && s->trouble == VERDICT_NO_RELAY;
}

static void no_relay(void **state)
{
    (void)state;
    struct friend_info rob = friend_of(ROB);
    assert_int_equal(roads_set(side[ANN].roads, &rob, "relay ben"), VERDICT_OK);
    link_both(ANN, BEN);
    say(ANN, ROB, "one");
    roads_poke(side[ANN].roads);
    WAIT(ann_heard_no);
    unsigned asked = sent_kind[PEER_DEPOSIT];
    for (unsigned i = 0; i < 3; i++) {
        roads_poke(side[ANN].roads);
        assert_true(until(ann_heard_no, DEADLINE_MS));
    }
    assert_int_equal(sent_kind[PEER_DEPOSIT], asked);
    assert_false(rob_has_it());
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(any_letter_is_enough), T(nobody_elses), T(in_parts), T(a_hole), T(refusal_by_letter),
        T(refusals_have_an_end), T(a_lost_game_is_told_again), T(by_folder),
        T(names_that_are_none), T(noticed), T(several_roads), T(quota_of_a_relay), T(by_relay),
        T(no_relay),
    };
    return cmocka_run_group_tests_name("roads", tests, NULL, NULL);
}
