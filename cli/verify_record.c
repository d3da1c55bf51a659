/* Movetext is a row of words and comments, broken between two of them before 80 columns. */
#include "cli/verify_record.h"

#include "cli/verify_escape.h"
#include "cli/verify_report.h"
#include "cli/verify_english.h"
#include "rules/cell.h"

#include <string.h>
#include <time.h>

enum { RECORD_WIDTH = 80, WORD_MAX = 640 };

/* ---- tags ---------------------------------------------------------------------------------- */

static void tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s ", name);
    escape_tag(out, value);
    fputs("]\n", out);
}

static void tag_hex(FILE *out, const char *name, const uint8_t *bytes)
{
    char hex[2 * ID_LEN + 1];

    hex_write(span_of(bytes, ID_LEN), hex);
    tag(out, name, hex);
}

static void tag_number(FILE *out, const char *name, uint64_t number)
{
    char digits[24];
    struct text t = text_over(digits, sizeof digits);

    text_add_number(&t, number);
    tag(out, name, digits);
}

/* "2031-05-04", with another sign between its parts. */
static void write_day(uint64_t ms, char between, char *out, size_t size)
{
    time_t at = (time_t)(ms / 1000);
    struct tm tm;

    if (gmtime_r(&at, &tm))
        snprintf(out, size, "%04d%c%02d%c%02d", tm.tm_year + 1900, between, tm.tm_mon + 1, between,
                 tm.tm_mday);
    else
        snprintf(out, size, "?");
}

static void write_hour(uint64_t ms, char *out, size_t size)
{
    unsigned s = (unsigned)(ms / 1000 % 86400);

    snprintf(out, size, "%02u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
}

/* "Blue" and "BlueKey", at dominoes "Seat1" and "Seat1Key". */
static void tag_players(FILE *out, const struct story *s)
{
    const struct replay *r = &s->end.end;

    for (unsigned seat = 0; seat < r->players && seat < SEATS_MAX; seat++) {
        char name[24];
        const char *side = english_side(r->terms.game, seat);
        int len = (int)strcspn(side, " ");
        snprintf(name, sizeof name, "%.*s%s", len, side, side[len] ? side + len + 1 : "");
        tag(out, name, s->name[seat]);
        snprintf(name, sizeof name, "%.*s%sKey", len, side, side[len] ? side + len + 1 : "");
        tag_hex(out, name, r->key[r->player_of[seat]].b);
    }
}

/* In the manner of PGN; with more than two players the seat that won. */
static void add_result(const struct story *s, struct text *out)
{
    const struct view *v = &s->scene[s->n - 1].view;
    unsigned winner = logfile_winner(&s->end);

    if (v->ending == ENDING_DRAW && s->end.rulings == 0) {
        text_add(out, "1/2-1/2");
    } else if (winner >= v->seats) {
        text_add(out, "*");
    } else if (v->seats == 2) {
        text_add(out, winner == 0 ? "1-0" : "0-1");
    } else {
        text_add(out, "seat-");
        text_add_number(out, winner + 1U);
    }
}

/* Cells row by row, rows parted by a slash. */
static void tag_board(FILE *out, const struct view *v)
{
    char givens[2 * CELLS_MAX] = "", blocks[2 * CELLS_MAX] = "";
    struct text g = text_over(givens, sizeof givens), b = text_over(blocks, sizeof blocks);

    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++) {
        if (cell > 0 && cell % v->n == 0) {
            text_add(&g, "/");
            text_add(&b, "/");
        }
        if (v->given[cell] == 0)
            text_add(&g, ".");
        else
            text_add_number(&g, v->given[cell]);
        text_add_number(&b, v->block[cell] + 1U);
    }
    tag(out, "Givens", givens);
    tag(out, "Blocks", blocks);
}

static void write_tags(FILE *out, const struct story *s, const char *result)
{
    const struct replay *r = &s->end.end;
    char words[512], day[32], hour[32];
    struct text t = text_over(words, sizeof words);

    english_title(&r->terms, &t);
    write_day(s->began_ms, '.', day, sizeof day);
    write_hour(s->began_ms, hour, sizeof hour);
    tag(out, "Event", words);
    tag(out, "Site", "Numbridge, between the players' machines");
    tag(out, "Date", day);
    tag(out, "Round", "-");
    tag_players(out, s);
    tag(out, "Result", result);
    tag(out, "UTCTime", hour);
    tag(out, "Variant", english_game(r->terms.game));
    t = text_over(words, sizeof words);
    english_terms(&r->terms, &t);
    tag(out, "Terms", words);
    tag_number(out, "RulesVersion", r->terms.rules);
    tag(out, "Termination",
        s->end.rulings > 0 ? "ruled" : english_ending(s->scene[s->n - 1].view.ending));
    tag(out, "Grade", report_grade(&s->end));
    tag_hex(out, "Game", r->id.b);
    tag_number(out, "Entries", s->end.entries);
    tag_hex(out, "Head", r->head.b);
    if (s->scene[0].view.n > 0)
        tag_board(out, &s->scene[0].view);
}

/* ---- movetext ------------------------------------------------------------------------------ */

struct movetext {
    FILE *out;
    size_t column;
};

/* A blank before the next `len` bytes, or a new line if they would not fit on this one. */
static void make_room(struct movetext *m, size_t len)
{
    if (m->column > 0 && m->column + 1 + len > RECORD_WIDTH) {
        fputc('\n', m->out);
        m->column = 0;
    } else if (m->column > 0) {
        fputc(' ', m->out);
        m->column++;
    }
    m->column += len;
}

static void put(struct movetext *m, const char *word)
{
    make_room(m, strlen(word));
    fputs(word, m->out);
}

static void put_comment(struct movetext *m, const char *text)
{
    make_room(m, strlen(text) + 2);
    fputc('{', m->out);
    escape_comment(m->out, text);
    fputc('}', m->out);
}

static void add_span(uint64_t ms, struct text *out)
{
    char clock[40];

    snprintf(clock, sizeof clock, "%llu:%02llu:%02llu", (unsigned long long)(ms / 3600000),
             (unsigned long long)(ms / 60000 % 60), (unsigned long long)(ms / 1000 % 60));
    text_add(out, clock);
}

/* What the move took, and what its author's game clock shows after it. */
static void put_clock(struct movetext *m, const struct scene *scene)
{
    const struct terms *t = &scene->view.terms;
    char words[96] = "[%emt ";
    struct text text = {words, strlen(words), sizeof words - 1};

    if (t->clock == CLOCK_NONE)
        return;
    add_span(scene->times.used_ms, &text);
    text_add(&text, "]");
    if (t->game_s > 0) {
        text_add(&text, " [%clk ");
        add_span(scene->times.bank_ms, &text);
        text_add(&text, "]");
    }
    put_comment(m, words);
}

/* "12.Red" or "12.Seat3" */
static void put_number(struct movetext *m, const struct scene *scene)
{
    const char *side = english_side(scene->view.terms.game, scene->seat);
    char word[32];
    int len = (int)strcspn(side, " ");

    snprintf(word, sizeof word, "%u.%.*s%s", story_move(scene), len, side,
             side[len] ? side + len + 1 : "");
    put(m, word);
}

static void put_scene(struct movetext *m, const struct story *s, unsigned i)
{
    const struct scene *scene = &s->scene[i];
    char words[WORD_MAX];
    struct text t = text_over(words, sizeof words);

    if (story_move(scene) > 0) {
        english_sign(scene, &t);
        put_number(m, scene);
        put(m, words);
        put_clock(m, scene);
    } else if (i > 0 || scene->view.n == 0) {
        english_deed(s, scene, &t);
        put_comment(m, words);
    }
}

void record_write(FILE *out, const struct story *s)
{
    struct movetext m = {out, 0};
    char result[24];
    struct text t = text_over(result, sizeof result);

    add_result(s, &t);
    write_tags(out, s, result);
    fputc('\n', out);
    for (unsigned i = 0; i < s->n; i++)
        put_scene(&m, s, i);
    put(&m, result);
    fputc('\n', out);
}

/* ---- SGF ----------------------------------------------------------------------------------- */

static void property(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s[", name);
    escape_sgf(out, value);
    fputc(']', out);
}

static const char *sgf_result(const struct story *s)
{
    static const char *const won[][2] = {
        [ENDING_NONE] = {"?", "?"},           [ENDING_CHAIN] = {"B+", "W+"},
        [ENDING_BLOCKS] = {"B+", "W+"},       [ENDING_ROUNDS] = {"B+", "W+"},
        [ENDING_RESIGNED] = {"B+R", "W+R"},   [ENDING_DRAW] = {"0", "0"},
        [ENDING_CLOCK] = {"B+T", "W+T"},      [ENDING_ABANDONED] = {"Void", "Void"}};

    const struct view *v = &s->scene[s->n - 1].view;
    unsigned winner = logfile_winner(&s->end);

    if (s->end.rulings > 0)
        return winner == 0 ? "B+F" : winner == 1 ? "W+F" : "Void";
    if (v->ending >= sizeof won / sizeof won[0])
        return "?";
    if (v->ending == ENDING_NONE || v->ending == ENDING_DRAW || v->winner < 2)
        return won[v->ending][v->winner == 1];
    return "Void";
}

/* Blue joins top and bottom, as Black does there. */
static void write_root(FILE *out, const struct story *s)
{
    const struct replay *r = &s->end.end;
    char words[1024], day[32];
    struct text t = text_over(words, sizeof words);

    write_day(s->began_ms, '-', day, sizeof day);
    english_title(&r->terms, &t);
    fprintf(out, "(;FF[4]GM[11]CA[UTF-8]AP[Numbridge:%u]SZ[%u]\n", (unsigned)r->terms.rules,
            (unsigned)r->terms.size);
    property(out, "PB", s->name[0]);
    property(out, "PW", s->name[1]);
    property(out, "DT", day);
    property(out, "RE", sgf_result(s));
    property(out, "EV", words);
    t = text_over(words, sizeof words);
    text_add(&t, "A game of Numbridge: a stone is a cell with its right digit, or a given that was "
                 "claimed. Blue is Black, Red is White. Terms: ");
    english_terms(&r->terms, &t);
    fputc('\n', out);
    property(out, "C", words);
    fputc('\n', out);
}

static bool puts_stone(const struct scene *scene)
{
    return scene->choice.kind == MOVE_CLAIM
        || (scene->choice.kind == MOVE_PLACE && scene->right != 0);
}

/* The pie is no move of Hex: the cell changes its owner, the sides stay.  So it is a position that
 * is set up. */
static void write_node(FILE *out, const struct story *s, const struct scene *scene)
{
    char words[512], cell[CELL_TEXT] = "";
    struct text t = text_over(words, sizeof words);
    const struct view *v = &scene->view;
    bool pie = scene->choice.kind == MOVE_PIE;
    unsigned where = pie ? v->last_cell : scene->choice.cell;

    fputc(';', out);
    if ((pie || puts_stone(scene)) && where < (unsigned)v->n * v->n) {
        cell_write(where, v->n, cell);
        fprintf(out, pie ? "A%c[%s]" : "%c[%s]", scene->seat == 0 ? 'B' : 'W', cell);
    }
    if (pie)
        fprintf(out, "PL[%c]", scene->seat == 0 ? 'W' : 'B');
    english_moment(s, scene, &t);
    property(out, "C", words);
    fputc('\n', out);
}

void record_write_sgf(FILE *out, const struct story *s)
{
    write_root(out, s);
    for (unsigned i = 1; i < s->n; i++)
        write_node(out, s, &s->scene[i]);
    fputs(")\n", out);
}
