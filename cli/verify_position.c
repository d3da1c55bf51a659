/* Written by hand: the verifier needs no library for it. */
#include "cli/verify_position.h"

#include "cli/sentence.h"
#include "cli/verify_english.h"
#include "cli/verify_escape.h"
#include "cli/verify_report.h"
#include "rules/cell.h"
#include "rules/dominoes.h"

#include <ctype.h>
#include <string.h>

enum { JSON_VERSION = 1 };

static void number(FILE *out, const char *name, uint64_t value)
{
    fprintf(out, ",\"%s\":%llu", name, (unsigned long long)value);
}

static void text(FILE *out, const char *name, const char *value)
{
    fprintf(out, ",\"%s\":", name);
    escape_json(out, value);
}

/* A seat, or null for nobody. */
static void seat(FILE *out, const char *name, unsigned value)
{
    if (value < SEATS_MAX)
        number(out, name, value);
    else
        fprintf(out, ",\"%s\":null", name);
}

static void numbers(FILE *out, const char *name, const uint8_t *value, unsigned n)
{
    fprintf(out, ",\"%s\":[", name);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "%s%u", i > 0 ? "," : "", (unsigned)value[i]);
    fputc(']', out);
}

static void cell_text(FILE *out, const char *name, unsigned cell, unsigned n)
{
    char words[CELL_TEXT];

    if (cell >= n * n) {
        fprintf(out, ",\"%s\":null", name);
        return;
    }
    cell_write(cell, n, words);
    text(out, name, words);
}

/* "chain" as "CHAIN". */
static void capitals(FILE *out, const char *name, const char *word)
{
    fprintf(out, ",\"%s\":\"", name);
    for (; *word != '\0'; word++)
        fputc(*word == '-' ? '_' : toupper((unsigned char)*word), out);
    fputc('"', out);
}

static void one_cell(FILE *out, const struct view *v, unsigned cell)
{
    const char *between = "";
    char name[CELL_TEXT];

    cell_write(cell, v->n, name);
    fprintf(out, "%s{\"cell\":\"%s\",\"block\":%u,\"digit\":%u,\"given\":%s", cell > 0 ? "," : "",
            name, (unsigned)v->block[cell], (unsigned)v->digit[cell],
            v->given[cell] ? "true" : "false");
    seat(out, "owner", v->owner[cell] == 0 ? NO_SEAT : v->owner[cell] - 1U);
    fputs(",\"ruled_out\":[", out);
    for (unsigned digit = 1; digit <= v->n; digit++)
        if (v->ruled_out[cell] >> digit & 1) {
            fprintf(out, "%s%u", between, digit);
            between = ",";
        }
    fputs("]}", out);
}

static void board(FILE *out, const struct view *v)
{
    number(out, "size", v->n);
    fputs(",\"cells\":[", out);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        one_cell(out, v, cell);
    fputc(']', out);
    cell_text(out, "last_cell", v->last_cell, v->n);
    number(out, "last_digit", v->last_digit);
    numbers(out, "block_owner", v->block_owner, v->n);
    number(out, "discards", v->discards_n);
}

/* A tile as its two halves. */
static void tile(FILE *out, const struct view *v, unsigned value)
{
    uint8_t half[2];

    if (dominoes_halves(v->terms.set, value, half))
        fprintf(out, "[%u,%u]", (unsigned)half[0], (unsigned)half[1]);
    else
        fputs("null", out);
}

static void dominoes(FILE *out, const struct view *v)
{
    static const char *const ends[ARMS_MAX] = {"LEFT", "RIGHT", "UP", "DOWN"};

    number(out, "round", v->dom.round);
    numbers(out, "won", v->dom.won, v->seats);
    numbers(out, "ends", v->dom.open, v->dom.laid_n > 0 ? v->dom.arms : 0);
    fputs(",\"line\":[", out);
    for (unsigned i = 0; i < v->dom.laid_n; i++) {
        fputs(i > 0 ? ",{\"tile\":" : "{\"tile\":", out);
        tile(out, v, v->dom.laid[i].value);
        text(out, "end", ends[v->dom.laid[i].end % ARMS_MAX]);
        seat(out, "seat", v->dom.laid[i].seat);
        fputc('}', out);
    }
    fputc(']', out);
}

/* By seat; null where they are not open. */
static void hands(FILE *out, const struct scene *scene)
{
    const struct view *v = &scene->view;

    numbers(out, "hand_counts", v->hand_n, v->seats);
    fputs(scene->open ? ",\"hands\":[" : ",\"hands\":null", out);
    for (unsigned s = 0; scene->open && s < v->seats; s++) {
        fputs(s > 0 ? ",[" : "[", out);
        for (unsigned i = 0; i < v->hand_n[s] && i < TILES_MAX; i++) {
            fputs(i > 0 ? "," : "", out);
            if (v->terms.game == GAME_DOMINOES)
                tile(out, v, scene->hand[s][i]);
            else
                fprintf(out, "%u", (unsigned)scene->hand[s][i]);
        }
        fputc(']', out);
    }
    fputs(scene->open ? "]" : "", out);
}

static void deed(FILE *out, const struct story *s, const struct scene *scene)
{
    char words[512], stamp[40];
    struct text t = text_over(words, sizeof words), u = text_over(stamp, sizeof stamp);
    bool dealt = scene->kind == ENTRY_SHARES || scene->kind == ENTRY_SHUFFLE;

    number(out, "entry", scene->number);
    seat(out, "seat", dealt || scene->kind == ENTRY_SEED ? NO_SEAT : scene->seat);
    english_sign(scene, &t);
    text(out, "sign", words);
    t = text_over(words, sizeof words);
    english_deed(s, scene, &t);
    text(out, "deed", words);
    sentence_moment(scene->times.sent_ms, &u);
    text(out, "sent", stamp);
    number(out, "used_ms", scene->times.used_ms);
    number(out, "bank_ms", scene->times.bank_ms);
}

void position_json(FILE *out, const struct story *s, unsigned i)
{
    const struct scene *scene = &s->scene[i];
    const struct view *v = &scene->view;

    fprintf(out, "{\"v\":%d,\"position\":{\"step\":%u,\"steps\":%u", JSON_VERSION, i, s->n - 1);
    number(out, "move", story_move(scene));
    deed(out, s, scene);
    number(out, "moves", v->moves);
    seat(out, "turn", v->turn);
    seat(out, "draw_by", v->draw_by);
    bool last = story_is_last(s, scene);
    unsigned winner = v->ending == ENDING_NONE ? NO_SEAT : v->winner;
    capitals(out, "ending", english_ending(v->ending));
    seat(out, "winner", last && s->end.rulings > 0 ? logfile_winner(&s->end) : winner);
    capitals(out, "grade", last ? report_grade(&s->end) : "none");
    capitals(out, "game", english_game(v->terms.game));
    if (v->n > 0)
        board(out, v);
    else
        dominoes(out, v);
    number(out, "bag", v->bag_n);
    hands(out, scene);
    fputs("}}\n", out);
}
