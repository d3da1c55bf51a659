/* Proves: the collected cases of dominoes - who opens, whole rounds, blocked rounds - and false
 * shows and passes, the match, and the invariants of random rounds with every set and number of
 * players.  Single situations and odds: test_domino_cases.c. */
#include "domino_table.h"
#include "rules/choose.h"
#include "rules/options.h"
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void show_all(struct table *t)
{
    for (unsigned seat = 0; seat < t->game.seats; seat++)
        assert_int_equal(play(t, seat, showing(t, seat)), VERDICT_OK);
}

static void values_and_halves(void **state)
{
    (void)state;
    static const unsigned sets[] = {6, 9, 12}, counts[] = {28, 55, 91}, pips[] = {168, 495, 1092};
    for (unsigned i = 0; i < 3; i++) {
        unsigned sum = 0;
        uint8_t half[2];
        assert_int_equal(dominoes_tiles(sets[i]), counts[i]);
        for (unsigned v = 1; v <= counts[i]; v++) {
            assert_true(dominoes_halves(sets[i], v, half));
            assert_true(half[0] <= half[1] && half[1] <= sets[i]);
            assert_int_equal(dominoes_value(sets[i], half[0], half[1]), v);
            assert_int_equal(dominoes_value(sets[i], half[1], half[0]), v);
            sum += half[0] + half[1];
        }
        assert_int_equal(sum, pips[i]);
        assert_false(dominoes_halves(sets[i], 0, half));
        assert_false(dominoes_halves(sets[i], counts[i] + 1, half));
    }
}

static void who_opens(void **state)
{
    (void)state;
    struct vectors v;
    unsigned cases = 0;
    vectors_open(&v, "tests/vectors/dominoes/start.txt");
    while (vectors_next(&v, ';')) {
        struct table t;
        unsigned set = (unsigned)atoi(v.field[1]), players = (unsigned)atoi(v.field[2]), n = 0;
        char *save = NULL;
        start(&t, set, players, 1);
        for (char *h = strtok_r(v.field[3], "|", &save); h != NULL; h = strtok_r(NULL, "|", &save))
            n += put_hand(&t, set, h, n);
        assert_int_equal(n, players * dominoes_hand(players));
        put_rest(&t, n);
        show_all(&t);
        cases++;
        if (strcmp(v.field[4], "redeal") == 0) {
            assert_int_equal(t.game.dom.phase, DOMINO_REVEAL);
            assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
            assert_int_equal(t.game.dom.last.how, ROUND_VOID);
            assert_int_equal(t.game.dom.last.winner, NO_SEAT);
            assert_int_equal(t.game.dom.phase, DOMINO_SHOW);
            assert_int_equal(t.game.dom.round, 2);
            continue;
        }
        char opener, next, tile[8];
        assert_int_equal(sscanf(v.field[4], "%c %7s then %c", &opener, tile, &next), 3);
        assert_int_equal(t.game.dom.phase, DOMINO_PLAY);
        assert_int_equal(t.game.dom.laid[0].seat, opener - 'A');
        assert_int_equal(t.game.shown[t.game.dom.laid[0].place], read_tile(set, tile));
        assert_int_equal(t.game.turn, next - 'A');
    }
    assert_int_equal(cases, 28);
}

/* A round that is over, with these hands and nothing left to draw. */
static void blocked_round(struct table *t, unsigned set, char *hands, unsigned players)
{
    char *save = NULL;
    unsigned n = 0, seat = 0;
    start(t, set, players, 1);
    struct game *g = &t->game;
    for (char *h = strtok_r(hands, "|", &save); h != NULL; h = strtok_r(NULL, "|", &save), seat++) {
        unsigned count = put_hand(t, set, h, n);
        for (unsigned i = 0; i < count; i++)
            g->hand[seat][i] = (uint8_t)(n + i);
        g->hand_n[seat] = (uint8_t)count;
        n += count;
        g->dom.showed[seat] = SHOWED_LOST;
    }
    put_rest(t, n);
    g->dom.laid_n = 1;
    g->dom.phase = DOMINO_REVEAL;
    g->bag_at = g->bag_n;
}

/* "1/3 1/7": tiles and pips of every seat. */
static void check_counts(const struct domino_result *r, char *text)
{
    unsigned seat = 0, tiles, pips;
    char *save = NULL;
    for (char *s = strtok_r(text, " ", &save); s; s = strtok_r(NULL, " ", &save), seat++) {
        assert_int_equal(sscanf(s, "%u/%u", &tiles, &pips), 2);
        assert_int_equal(r->tiles[seat], tiles);
        assert_int_equal(r->pips[seat], pips);
    }
}

static void blocked_rounds(void **state)
{
    (void)state;
    struct vectors v;
    unsigned cases = 0;
    vectors_open(&v, "tests/vectors/dominoes/closed.txt");
    while (vectors_next(&v, ';')) {
        unsigned players = (unsigned)atoi(v.field[1]), set = 6, ties = (unsigned)strlen(v.field[4]);
        struct table t;
        char hands[512];
        for (const char *s = v.field[2]; *s != '\0'; s++)
            if (*s >= '7' && *s <= '9')
                set = 12;
        if (strstr(v.field[2], "10") || strstr(v.field[2], "11") || strstr(v.field[2], "12"))
            set = 12;
        strcpy(hands, v.field[2]);
        blocked_round(&t, set, hands, players);
        assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
        check_counts(&t.game.dom.last, v.field[3]);
        unsigned expected = ties == 1 ? (unsigned)(v.field[4][0] - 'A') : NO_SEAT;
        assert_int_equal(t.game.dom.last.winner, expected);
        assert_int_equal(t.game.dom.last.how, ROUND_BLOCKED);
        for (unsigned seat = 0; ties > 1 && seat < players; seat++) {
            /* The youngest decides a full tie, if he is part of it. */
            bool part = strchr(v.field[4], (int)('A' + seat)) != NULL;
            strcpy(hands, v.field[2]);
            blocked_round(&t, set, hands, players);
            t.game.dom.youngest = (uint8_t)seat;
            assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
            assert_int_equal(t.game.dom.last.winner, part ? seat : NO_SEAT);
        }
        cases++;
    }
    assert_int_equal(cases, 20);
}

struct round_case {
    char hand[SEATS_MAX][128];
    unsigned players;
    unsigned tiles[SEATS_MAX], pips[SEATS_MAX]; /* left at the end */
    char events[1024], ends[16], ended[16], result;
};

/* "A 1-4 0-4 (2 tiles, 9 pips)" */
static void read_left(const char *text, struct round_case *c)
{
    const unsigned seat = (unsigned)(text[0] - 'A');
    const char *counts = strchr(text, '(');
    assert_non_null(counts);
    assert_int_equal(sscanf(counts, "(%u tiles, %u", &c->tiles[seat], &c->pips[seat]), 2);
}

/* The next "round" of rounds.txt. */
static bool next_round(FILE *file, struct round_case *c)
{
    char line[2048];
    memset(c, 0, sizeof *c);
    while (fgets(line, sizeof line, file) != NULL) {
        char *rest = strchr(line, ' '), *end = line + strcspn(line, "\n");
        *end = '\0';
        if (line[0] == '\0' && c->players > 0)
            return true;
        if (line[0] == '#' || rest == NULL)
            continue;
        *rest++ = '\0';
        if (strcmp(line, "players") == 0)
            c->players = (unsigned)atoi(rest);
        else if (strcmp(line, "hand") == 0)
            snprintf(c->hand[rest[0] - 'A'], sizeof c->hand[0], "%s", rest + 2);
        else if (strcmp(line, "left") == 0)
            read_left(rest, c);
        else if (strcmp(line, "events") == 0)
            snprintf(c->events, sizeof c->events, "%s", rest);
        else if (strcmp(line, "ends") == 0)
            snprintf(c->ends, sizeof c->ends, "%s", rest);
        else if (strcmp(line, "ended") == 0)
            snprintf(c->ended, sizeof c->ended, "%s", rest);
        else if (strcmp(line, "seed-result") == 0)
            c->result = rest[0];
    }
    return c->players > 0;
}

static void play_event(struct table *t, char *event)
{
    char seat, what[16];
    assert_int_equal(sscanf(event, " %c %15s", &seat, what), 2);
    unsigned s = (unsigned)(seat - 'A');
    /* The records leave out some passes: who is skipped had nothing. */
    while (t->game.turn != s)
        assert_int_equal(play(t, t->game.turn, (struct move){.kind = MOVE_PASS}), VERDICT_OK);
    if (strcmp(what, "pass") == 0) {
        assert_int_equal(play(t, s, (struct move){.kind = MOVE_PASS}), VERDICT_OK);
        return;
    }
    char *at = strchr(what, '@');
    assert_non_null(at);
    unsigned open = (unsigned)atoi(at + 1), end = t->game.dom.open[0] == open ? 0 : 1;
    struct move m = laying(t, s, read_tile(6, what), end);
    assert_int_equal(play(t, s, m), VERDICT_OK);
}

static void check_round(struct round_case *c)
{
    struct table t;
    unsigned n = 0;
    char *save = NULL, *event = strtok_r(c->events, ";", &save), seat, first[8];
    start(&t, 6, c->players, 1);
    for (unsigned s = 0; s < c->players; s++) {
        unsigned count = put_hand(&t, 6, c->hand[s], n);
        for (unsigned i = 0; i < count; i++)
            t.game.hand[s][i] = (uint8_t)(n + i);
        t.game.hand_n[s] = (uint8_t)count;
        t.game.dom.showed[s] = SHOWED_LOST;
        n += count;
    }
    put_rest(&t, n);
    t.game.bag_at = t.game.bag_n;
    assert_int_equal(sscanf(event, " %c %7s", &seat, first), 2);
    unsigned opener = (unsigned)(seat - 'A');
    struct move m = laying(&t, opener, read_tile(6, first), 0);
    dominoes_open(&t.game, opener, m.places[0], m.value);
    while ((event = strtok_r(NULL, ";", &save)) != NULL)
        play_event(&t, event);
    while (t.game.dom.phase == DOMINO_PLAY)
        assert_int_equal(play(&t, t.game.turn, (struct move){.kind = MOVE_PASS}), VERDICT_OK);
    unsigned a, b;
    assert_int_equal(sscanf(c->ends, "%u %u", &a, &b), 2);
    const uint8_t *open = t.game.dom.open;
    assert_true((open[0] == a && open[1] == b) || (open[0] == b && open[1] == a));
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    const struct domino_result *r = &t.game.dom.last;
    assert_int_equal(r->how, strncmp(c->ended, "out", 3) == 0 ? ROUND_OUT : ROUND_BLOCKED);
    assert_int_equal(r->forfeit, 0);
    assert_int_equal(r->winner, c->result - 'A');
    for (unsigned s = 0; s < c->players; s++) {
        assert_int_equal(r->tiles[s], c->tiles[s]);
        assert_int_equal(r->pips[s], c->pips[s]);
    }
}

static void recorded_rounds(void **state)
{
    (void)state;
    struct round_case c;
    unsigned rounds = 0;
    FILE *file = fopen("tests/vectors/dominoes/rounds.txt", "r");
    assert_non_null(file);
    while (next_round(file, &c)) {
        check_round(&c);
        rounds++;
    }
    fclose(file);
    assert_int_equal(rounds, 3);
}

/* A pass with a tile that fits is found when the seeds are open, wherever the tile is then. */
static void false_passes(void **state)
{
    (void)state;
    struct table t;
    situation(&t, 2, 3, "2-4 0-0", "5-5 5-6", "");
    assert_int_equal(play(&t, 0, passing), VERDICT_OK);
    assert_int_equal(play(&t, 1, passing), VERDICT_OK);
    assert_int_equal(t.game.dom.phase, DOMINO_REVEAL);
    assert_int_equal(play(&t, 0, passing), VERDICT_WRONG_KIND);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.last.forfeit, 1);
    assert_int_equal(t.game.dom.last.winner, 1); /* though seat 0 has fewer pips */
    assert_int_equal(t.game.dom.won[1], 1);
    situation(&t, 2, 3, "2-4", "3-5 5-6", "");
    assert_int_equal(play(&t, 0, passing), VERDICT_OK);
    assert_int_equal(lay(&t, 1, "3-5", 1), VERDICT_OK);
    assert_int_equal(lay(&t, 0, "2-4", 0), VERDICT_OK);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.last.forfeit, 1); /* laid later what he had denied */
    assert_int_equal(t.game.dom.last.winner, 1);
}

static void blocked_and_honest(void **state)
{
    (void)state;
    struct table t;
    situation(&t, 2, 3, "0-0 1-1", "5-5 5-6", "");
    assert_int_equal(play(&t, 0, passing), VERDICT_OK);
    assert_int_equal(t.game.dom.phase, DOMINO_PLAY);
    assert_int_equal(play(&t, 1, passing), VERDICT_OK);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.last.forfeit, 0);
    assert_int_equal(t.game.dom.last.winner, 0);
    assert_int_equal(t.game.dom.last.pips[1], 21);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_WRONG_KIND);
}

static void false_shows(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 3; kind++) {
        struct table t;
        char hand0[] = "6-6 5-5 1-2 1-3 1-4 1-5 1-6", hand1[] = "4-4 0-1 0-2 0-3 0-4 0-5 0-6";
        start(&t, 6, 2, 1);
        unsigned n = put_hand(&t, 6, hand0, 0);
        n += put_hand(&t, 6, hand1, n);
        put_rest(&t, n);
        struct move m = laying(&t, 0, read_tile(6, "5-5"), 0), other = showing(&t, 1);
        m.kind = MOVE_SHOW;
        if (kind == 0)
            m = (struct move){.kind = MOVE_SHOW}; /* none, he says */
        if (kind == 2)
            m = (struct move){.kind = MOVE_LOST}; /* says nothing */
        assert_int_equal(play(&t, 0, m), VERDICT_OK);
        assert_int_equal(play(&t, 1, other), VERDICT_OK);
        assert_int_equal(t.game.dom.laid[0].seat, kind == 1 ? 0 : 1);
        t.game.dom.phase = DOMINO_REVEAL;
        assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
        assert_int_equal(t.game.dom.last.forfeit, kind == 2 ? 0 : 1);
    }
}

static void showing_is_checked(void **state)
{
    (void)state;
    struct table t;
    char hand0[] = "6-6 5-5 1-2 1-3 1-4 1-5 1-6";
    start(&t, 6, 2, 1);
    put_rest(&t, put_hand(&t, 6, hand0, 0));
    struct move m = laying(&t, 0, read_tile(6, "1-2"), 0);
    assert_int_equal(play(&t, 0, m), VERDICT_MUST_OPEN_DOUBLE);
    m.kind = MOVE_SHOW;
    assert_int_equal(play(&t, 0, m), VERDICT_SHOW_DOUBLE);
    m.value = 0;
    assert_int_equal(play(&t, 0, m), VERDICT_TILE_UNKNOWN);
    m.value = 29;
    assert_int_equal(play(&t, 0, m), VERDICT_TILE_UNKNOWN);
    m.value = read_tile(6, "6-6");
    m.places[0] = t.game.hand[1][0];
    assert_int_equal(play(&t, 0, m), VERDICT_TILE_NOT_IN_HAND);
    m.places_n = 2;
    assert_int_equal(play(&t, 0, m), VERDICT_FIELD_RANGE);
    assert_int_equal(play(&t, 0, drawing), VERDICT_NOT_STARTED);
    assert_int_equal(play(&t, 0, passing), VERDICT_NOT_STARTED);
    m = showing(&t, 0);
    assert_int_equal(play(&t, 1, m), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(play(&t, 0, m), VERDICT_OK);
}

static void check_tiles(const struct table *t)
{
    unsigned seen[TILES_MAX] = {0};
    const struct game *g = &t->game;
    for (unsigned seat = 0; seat < g->seats; seat++)
        for (unsigned i = 0; i < g->hand_n[seat]; i++)
            seen[g->hand[seat][i]]++;
    for (unsigned i = g->bag_at; i < g->bag_n; i++)
        seen[g->bag[i]]++;
    for (unsigned i = 0; i < g->dom.laid_n; i++)
        seen[g->dom.laid[i].place]++;
    for (unsigned place = 0; place < g->tiles; place++)
        assert_int_equal(seen[place], 1);
}

/* Doubles aside, each number stands an even number of times in the line if the ends are equal;
 * else exactly the two ends stand an odd number of times. */
static void check_line(const struct table *t)
{
    const struct dominoes *d = &t->game.dom;
    unsigned count[PIPS_MAX + 1] = {0};
    for (unsigned i = 0; i < d->laid_n; i++) {
        uint8_t half[2];
        assert_true(dominoes_halves(t->game.terms.set, t->value[d->laid[i].place], half));
        if (half[0] != half[1]) {
            count[half[0]]++;
            count[half[1]]++;
        }
    }
    for (unsigned x = 0; d->arms == 2 && x <= PIPS_MAX; x++) {
        bool is_end = d->open[0] != d->open[1] && (d->open[0] == x || d->open[1] == x);
        assert_int_equal(count[x] % 2, is_end);
    }
}

static struct move any_move(struct table *t)
{
    const struct game *g = &t->game;
    if (g->dom.phase == DOMINO_SHOW)
        return showing(t, g->turn);
    if (g->bag_at < g->bag_n && table_below(t, 10) == 0)
        return drawing;
    for (unsigned i = 0; i < g->hand_n[g->turn]; i++)
        for (unsigned end = 0; end < g->dom.arms; end++) {
            struct move m = laying(t, g->turn, t->value[g->hand[g->turn][i]], end);
            if (game_check(g, g->turn, &m) == VERDICT_OK)
                return m;
        }
    return g->bag_at < g->bag_n ? drawing : passing;
}

static void random_matches(void **state)
{
    (void)state;
    static const uint8_t sets[] = {6, 9, 12};
    for (unsigned number = 0; number < 120; number++) {
        struct table t;
        start(&t, sets[number % 3], 2 + number / 3 % 3, number);
        t.game.terms.abkhaz = number % 2;
        shuffle(&t);
        while (t.game.ending == ENDING_NONE) {
            if (t.game.dom.phase == DOMINO_REVEAL) {
                struct domino_result r;
                assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
                r = t.game.dom.last;
                assert_int_equal(r.forfeit, 0);
                if (r.how == ROUND_OUT)
                    assert_int_equal(r.tiles[r.winner], 0);
                game_dealt(&t.game);
                shuffle(&t);
                continue;
            }
            struct move m = any_move(&t);
            assert_int_equal(play(&t, t.game.turn, m), VERDICT_OK);
            if (t.game.dom.phase == DOMINO_REVEAL && t.game.dom.laid_n == 0)
                continue;
            check_tiles(&t);
            check_line(&t);
        }
        assert_int_equal(t.game.ending, ENDING_ROUNDS);
        assert_int_equal(t.game.dom.won[t.game.winner], 5);
        for (unsigned seat = 0; seat < t.game.seats; seat++)
            assert_true(seat == t.game.winner || t.game.dom.won[seat] < 5);
    }
}

/* What the practice player does with a view is allowed, honest, and better the higher the level;
 * the view does not depend on tiles the seat cannot know. */
static void practice_player_and_views(void **state)
{
    (void)state;
    static struct choice list[OPTIONS_MAX];
    unsigned wins = 0, games = 60;
    for (unsigned number = 0; number < games; number++) {
        struct table t;
        unsigned strong = number % 2;
        start(&t, number % 3 == 0 ? 9 : 6, 2, number);
        shuffle(&t);
        while (t.game.ending == ENDING_NONE) {
            struct view view, other;
            struct choice choice;
            struct move m;
            unsigned seat = t.game.turn;
            if (t.game.dom.phase == DOMINO_REVEAL) {
                assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
                assert_int_equal(t.game.dom.last.forfeit, 0);
                game_dealt(&t.game);
                shuffle(&t);
                continue;
            }
            uint8_t own[TILES_MAX] = {0};
            for (unsigned i = 0; i < t.game.hand_n[seat]; i++)
                own[t.game.hand[seat][i]] = t.value[t.game.hand[seat][i]];
            view_make(&t.game, seat, t.value, &view);
            view_make(&t.game, seat, own, &other);
            assert_memory_equal(&view, &other, sizeof view);
            unsigned n = options_list(&view, list, OPTIONS_MAX);
            assert_true(n > 0);
            for (unsigned i = 0; i < n; i++) {
                assert_int_equal(move_find(&t.game, seat, own, &list[i], &m), VERDICT_OK);
                assert_int_equal(game_check(&t.game, seat, &m), VERDICT_OK);
            }
            struct hash seed = table_coin(number);
            choose_move(&view, seed.b, seat == strong ? 3 : 1, &choice);
            assert_int_equal(move_find(&t.game, seat, own, &choice, &m), VERDICT_OK);
            assert_int_equal(play(&t, seat, m), VERDICT_OK);
        }
        wins += t.game.winner == strong;
    }
    print_message("strong won %u of %u matches\n", wins, games);
    assert_true(wins * 5 >= games * 4);
}

struct typed { enum move_kind kind; const char *text, *written; };

static void moves_are_read_and_written(void **state)
{
    (void)state;
    static const struct typed list[] = {
        {MOVE_TILE, "3-5 right", "place 3-5 right"}, {MOVE_TILE, "5-3 r", "place 3-5 right"},
        {MOVE_TILE, "35 left", "place 3-5 left"},    {MOVE_TILE, "3|5", "place 3-5 right"},
        {MOVE_TILE, "2-3", "place 2-3 left"},        {MOVE_TILE, "3-5 at 5", "place 3-5 right"},
        {MOVE_SHOW, "6-6", "show 6-6"},              {MOVE_SHOW, "none", "show none"},
        {MOVE_DRAW, "", "draw tile"},                {MOVE_PASS, " ", "pass"},
    };
    static const struct { enum move_kind kind; const char *text; enum verdict verdict; } bad[] = {
        {MOVE_TILE, "", VERDICT_USAGE},          {MOVE_TILE, "3-", VERDICT_USAGE},
        {MOVE_TILE, "3", VERDICT_USAGE},         {MOVE_TILE, "3-7", VERDICT_TILE_UNKNOWN},
        {MOVE_TILE, "3-5 up", VERDICT_USAGE},    {MOVE_TILE, "3-5 at 4", VERDICT_NO_MATCH},
        {MOVE_TILE, "3-5 at", VERDICT_USAGE},    {MOVE_TILE, "3-5 left x", VERDICT_USAGE},
        {MOVE_TILE, "3-555", VERDICT_USAGE},     {MOVE_TILE, "3-5-6", VERDICT_USAGE},
        {MOVE_SHOW, "", VERDICT_USAGE},          {MOVE_SHOW, "6-6 5-5", VERDICT_USAGE},
        {MOVE_DRAW, "1", VERDICT_USAGE},         {MOVE_PASS, "x", VERDICT_USAGE},
    };
    struct table t;
    struct view view;
    situation(&t, 2, 5, "3-5 2-3", "0-0", "");
    view_make(&t.game, 0, t.value, &view);
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct choice c;
        char storage[MOVE_TEXT_MAX];
        struct text out = text_over(storage, sizeof storage);
        assert_int_equal(move_read(list[i].kind, span_text(list[i].text), &view, &c), VERDICT_OK);
        move_write(&c, 6, &out);
        assert_string_equal(storage, list[i].written);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct choice c;
        enum verdict v = move_read(bad[i].kind, span_text(bad[i].text), &view, &c);
        if (v != bad[i].verdict)
            print_error("'%s'\n", bad[i].text);
        assert_int_equal(v, bad[i].verdict);
    }
    struct choice pass_ = {.kind = MOVE_PASS, .cell = NO_CELL};
    struct move m;
    assert_int_equal(move_find(&t.game, 0, t.value, &pass_, &m), VERDICT_FALSE_PASS);
}

static void lists_of_tiles_are_checked(void **state)
{
    (void)state;
    struct table t;
    struct move m = {.places_n = 1};
    static const uint8_t kinds[] = {MOVE_DRAW, MOVE_PASS, MOVE_LOST};
    situation(&t, 2, 3, "2-4 0-0", "5-5 5-6", "1-1");
    for (unsigned i = 0; i < 3; i++) {
        m.kind = kinds[i];
        assert_int_equal(play(&t, 0, m), VERDICT_FIELD_RANGE);
    }
    m = laying(&t, 0, read_tile(6, "2-4"), 0);
    m.places_n = 2;
    assert_int_equal(play(&t, 0, m), VERDICT_FIELD_RANGE);
    static const uint8_t unknown[] = {0,        MOVE_PLACE, MOVE_CLAIM, MOVE_SWAP,
                                      MOVE_PIE, MOVE_SHOW,  255};
    for (unsigned i = 0; i < sizeof unknown; i++)
        assert_int_equal(play(&t, 0, (struct move){.kind = unknown[i]}), VERDICT_MOVE_UNKNOWN);
    t.game.shown[t.game.hand[0][1]] = read_tile(6, "0-0");
    m = laying(&t, 0, read_tile(6, "0-0"), 0);
    m.value = read_tile(6, "2-2"); /* everybody has seen that it is another one */
    assert_int_equal(play(&t, 0, m), VERDICT_WRONG_TILE);
    m = (struct move){.kind = MOVE_LOST};
    assert_int_equal(play(&t, 0, m), VERDICT_OK); /* by */
    assert_int_equal(t.game.turn, 1);
    assert_int_equal(t.game.dom.passed, 0);
}

/* Every field of the state of dominoes changed alone gives another digest. */
static void digest_notices_everything(void **state)
{
    (void)state;
    struct table t;
    start(&t, 9, 3, 4);
    shuffle(&t);
    while (t.game.dom.laid_n < 5)
        assert_int_equal(play(&t, t.game.turn, any_move(&t)), VERDICT_OK);
    const struct game g = t.game;
    const struct hash before = game_digest(&g);
#define CHANGED(field)                                                                           \
    do {                                                                                         \
        struct game c = g;                                                                       \
        c.field ^= 1;                                                                            \
        struct hash now = game_digest(&c);                                                       \
        assert_false(hash_equal(&now, &before));                                                 \
    } while (0)
    CHANGED(hand[2][0]);
    CHANGED(shown[g.dom.laid[4].place]);
    CHANGED(dom.phase);
    CHANGED(dom.round);
    CHANGED(dom.won[2]);
    CHANGED(dom.showed[1]);
    CHANGED(dom.open[1]);
    CHANGED(dom.laid_n);
    CHANGED(dom.laid[4].place);
    CHANGED(dom.laid[4].end);
    CHANGED(dom.laid[4].seat);
    CHANGED(dom.passed);
    CHANGED(dom.lacks[2]);
    CHANGED(dom.broke);
    CHANGED(dom.out);
    CHANGED(dom.youngest);
}

static void who_leaves_loses(void **state)
{
    (void)state;
    struct table t;
    start(&t, 6, 3, 1);
    t.game.dom.won[2] = 2;
    t.game.dom.won[0] = 1;
    struct game g = t.game;
    assert_int_equal(game_resign(&g, 0), VERDICT_OK);
    assert_int_equal(g.winner, 2);
    g = t.game;
    assert_int_equal(game_resign(&g, 2), VERDICT_OK);
    assert_int_equal(g.winner, 0);
    g = t.game;
    g.dom.won[1] = 1;
    assert_int_equal(game_resign(&g, 2), VERDICT_OK);
    assert_int_equal(g.winner, NO_SEAT);
    assert_int_equal(game_offer_draw(&t.game, 0), VERDICT_NOT_IMPLEMENTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_halves),  cmocka_unit_test(who_opens),
        cmocka_unit_test(blocked_rounds),     cmocka_unit_test(recorded_rounds),
        cmocka_unit_test(false_passes),       cmocka_unit_test(blocked_and_honest),
        cmocka_unit_test(false_shows),        cmocka_unit_test(showing_is_checked),
        cmocka_unit_test(random_matches),
        cmocka_unit_test(who_leaves_loses),   cmocka_unit_test(practice_player_and_views),
        cmocka_unit_test(moves_are_read_and_written),
        cmocka_unit_test(lists_of_tiles_are_checked), cmocka_unit_test(digest_notices_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
