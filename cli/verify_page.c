/* The style and the script are known beforehand, and the page allows these two alone, by their
 * hashes: whatever a name might smuggle in would not run. */
#include "cli/verify_page.h"

#include "cli/page.css.inc"
#include "cli/page.js.inc"
#include "cli/verify_escape.h"
#include "cli/verify_line.h"
#include "cli/verify_report.h"
#include "cli/verify_english.h"
#include "rules/cell.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
enum { HASH_TEXT = 64 };

/* ---- head ---------------------------------------------------------------------------------- */

static void hash_lines(crypto_hash_sha256_state *h, const char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        crypto_hash_sha256_update(h, (const unsigned char *)lines[i], strlen(lines[i]));
}

static void hash_end_text(crypto_hash_sha256_state *h, char out[HASH_TEXT])
{
    unsigned char hash[crypto_hash_sha256_BYTES];

    crypto_hash_sha256_final(h, hash);
    sodium_bin2base64(out, HASH_TEXT, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

static void write_policy(FILE *out)
{
    char style[HASH_TEXT], script[HASH_TEXT];
    crypto_hash_sha256_state h;
    const char *const *picture;
    size_t picture_n = svg_style_lines(&picture);

    crypto_hash_sha256_init(&h);
    hash_lines(&h, picture, picture_n);
    hash_lines(&h, page_css, COUNT(page_css));
    hash_end_text(&h, style);
    crypto_hash_sha256_init(&h);
    hash_lines(&h, page_js, COUNT(page_js));
    hash_end_text(&h, script);
    fprintf(out,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "script-src 'sha256-%s'; style-src 'sha256-%s'; base-uri 'none'; "
            "form-action 'none'\">\n",
            script, style);
}

static void write_lines(FILE *out, const char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fputs(lines[i], out);
}

static void write_head(FILE *out, const char *heading)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    write_policy(out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
          out);
    escape_xml(out, heading);
    fputs("</title>\n<style>", out);
    svg_style(out);
    write_lines(out, page_css, COUNT(page_css));
    fputs("</style>\n</head>\n<body>\n<h1>", out);
    escape_xml(out, heading);
    fputs("</h1>\n<main>\n", out);
}

/* ---- the board ----------------------------------------------------------------------------- */

static void open_svg(FILE *out, struct svg_size size)
{
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" role=\"img\" ",
            size.width, size.height);
}

static void write_board(FILE *out, const struct view *v)
{
    open_svg(out, svg_board_size(v));
    fputs("aria-label=\"The board; below it stands as a table.\">\n", out);
    svg_board(out, v, SVG_ALL);
    fputs("</svg>\n", out);
}

/* Every round is drawn as it was at its end. */
static void write_rounds(FILE *out, const struct story *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        const struct view *v = &s->scene[i].view;
        bool last = i + 1 == s->n || s->scene[i + 1].view.dom.round != v->dom.round;
        if (!last)
            continue;
        struct svg_size size = line_size(v);
        fprintf(out, "<h2 class=\"round\" data-round=\"%u\">Round %u</h2>\n",
                (unsigned)v->dom.round, (unsigned)v->dom.round);
        fprintf(out, "<div class=\"round\" data-round=\"%u\">", (unsigned)v->dom.round);
        open_svg(out, size);
        fputs("aria-label=\"The line of the round; below it stands in words.\">\n", out);
        line_draw(out, v);
        fputs("</svg></div>\n", out);
    }
}

static void write_table(FILE *out, const struct view *v)
{
    fputs("<details><summary>The board as a table</summary>\n<table>\n"
          "<caption>Each row lies half a cell further right than the one above.</caption>\n<tr>"
          "<td></td>",
          out);
    for (unsigned col = 0; col < v->n; col++)
        fprintf(out, "<th scope=\"col\">%c</th>", 'a' + (int)col);
    fputs("</tr>\n", out);
    for (unsigned row = 0; row < v->n; row++) {
        fprintf(out, "<tr><th scope=\"row\">%u</th>", row + 1);
        for (unsigned col = 0; col < v->n; col++) {
            char words[64], name[CELL_TEXT];
            struct text t = text_over(words, sizeof words);
            english_cell(v, row * v->n + col, &t);
            cell_write(row * v->n + col, v->n, name);
            fprintf(out, "<td id=\"t-%s\">%s</td>", name, words);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></details>\n", out);
}

static void write_controls(FILE *out, unsigned last)
{
    static const struct { const char *id, *sign, *name; } buttons[] = {
        {"first", "|&lt;", "First position"}, {"back", "&lt;", "One step back"},
        {"play", "&#9654;", "Play"},          {"next", "&gt;", "One step on"},
        {"last", "&gt;|", "Last position"}};

    fputs("<div id=\"keys\" role=\"group\" aria-label=\"Replay; the arrow keys do the same\" "
          "hidden>\n",
          out);
    for (size_t i = 0; i < COUNT(buttons); i++)
        fprintf(out,
                "<button type=\"button\" id=\"%s\" aria-label=\"%s\" title=\"%s\">%s</button>\n",
                buttons[i].id, buttons[i].name, buttons[i].name, buttons[i].sign);
    fprintf(out,
            "<input type=\"range\" id=\"slide\" min=\"0\" max=\"%u\" value=\"%u\" "
            "aria-label=\"Position\">\n<span id=\"count\"></span>\n</div>\n",
            last, last);
}

/* A paragraph of lines as items of a list. */
static void write_items(FILE *out, const char *lines)
{
    char line[ENGLISH_TEXT_MAX];

    for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        snprintf(line, sizeof line, "%.*s", (int)(end - lines), lines);
        fputs("<li>", out);
        escape_xml(out, line);
        fputs("</li>\n", out);
    }
}

static void write_position(FILE *out, const struct story *s, const struct scene *scene)
{
    static char words[ENGLISH_TEXT_MAX];
    struct text t = text_over(words, sizeof words);

    fputs("<section id=\"table\" aria-label=\"Position\">\n<p id=\"deed\" aria-live=\"polite\">",
          out);
    english_moment(s, scene, &t);
    escape_xml(out, words);
    fputs("</p>\n", out);
    if (scene->view.n > 0)
        write_board(out, &scene->view);
    else
        write_rounds(out, s);
    write_controls(out, s->n - 1);
    fputs("<ul id=\"facts\">\n", out);
    t = text_over(words, sizeof words);
    english_facts(s, scene, &t);
    write_items(out, words);
    fputs("</ul>\n", out);
    if (scene->view.n > 0)
        write_table(out, &scene->view);
    fputs("</section>\n", out);
}

/* ---- moves and facts ----------------------------------------------------------------------- */

static void write_moves(FILE *out, const struct story *s)
{
    fputs("<section id=\"moves\" aria-label=\"Moves\">\n<h2>Moves</h2>\n<ol id=\"list\">\n", out);
    for (unsigned i = 0; i < s->n; i++) {
        char words[512];
        struct text t = text_over(words, sizeof words);
        unsigned move = story_move(&s->scene[i]);
        english_deed(s, &s->scene[i], &t);
        fprintf(out, move > 0 ? "<li><a href=\"#move=%u\">%u. " : "<li><a href=\"#step=%u\">",
                move > 0 ? move : i, move);
        escape_xml(out, words);
        fputs("</a></li>\n", out);
    }
    fputs("</ol>\n", out);
}

static void write_fact(FILE *out, const char *name, const char *value)
{
    fprintf(out, "<dt>%s</dt><dd>", name);
    escape_xml(out, value);
    fputs("</dd>\n", out);
}

static void write_about(FILE *out, const struct story *s)
{
    const struct replay *r = &s->end.end;
    char words[1024], hex[2 * ID_LEN + 1], date[32] = "?";
    struct text t = text_over(words, sizeof words);
    time_t began = (time_t)(s->began_ms / 1000);
    struct tm tm;

    fputs("<h2>About this game</h2>\n<dl>\n", out);
    if (gmtime_r(&began, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    write_fact(out, "Began", date);
    english_outcome(s, &t);
    write_fact(out, "Result", words[0] ? words : "unfinished");
    write_fact(out, "Grade of the result", report_grade(&s->end));
    t = text_over(words, sizeof words);
    english_terms(&r->terms, &t);
    write_fact(out, "Terms", words);
    for (unsigned seat = 0; seat < r->players && seat < SEATS_MAX; seat++) {
        t = text_over(words, sizeof words);
        text_add(&t, "Key of ");
        english_player(s, seat, &t);
        hex_write(span_of(r->key[r->player_of[seat]].b, sizeof r->key[0].b), hex);
        fputs("<dt>", out);
        escape_xml(out, words);
        fprintf(out, "</dt><dd>%s</dd>\n", hex);
    }
    hex_write(span_of(r->id.b, sizeof r->id.b), hex);
    write_fact(out, "Game", hex);
    hex_write(span_of(r->head.b, sizeof r->head.b), hex);
    write_fact(out, "Head of the log", hex);
    fputs("</dl>\n<p>This page was made from the signed log and proves nothing by itself: "
          "the log does, with numbridge-verify.</p>\n</section>\n</main>\n",
          out);
}

/* ---- positions as data --------------------------------------------------------------------- */

static void data_cell(FILE *out, const struct view *v, unsigned cell)
{
    char class[40], not[32] = "", words[64];
    struct text c = text_over(class, sizeof class), n = text_over(not, sizeof not);
    struct text w = text_over(words, sizeof words);

    svg_cell_class(v, cell, &c);
    svg_cell_not(v, cell, &n);
    english_cell(v, cell, &w);
    fprintf(out, "[%u,\"%s\",\"", cell, class);
    if (v->digit[cell] != 0)
        fprintf(out, "%u", (unsigned)v->digit[cell]);
    fprintf(out, "\",\"%s\",\"%s\"]", not, words);
}

static bool same_cell(const struct view *a, const struct view *b, unsigned cell)
{
    return a->digit[cell] == b->digit[cell] && a->owner[cell] == b->owner[cell]
        && a->ruled_out[cell] == b->ruled_out[cell]
        && (a->last_cell == cell) == (b->last_cell == cell);
}

/* What differs from the position before; all of the first. */
static void data_cells(FILE *out, const struct view *v, const struct view *before)
{
    bool any = false;

    fputs(",\"cells\":[", out);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++) {
        if (before && same_cell(v, before, cell))
            continue;
        fputs(any ? "," : "", out);
        data_cell(out, v, cell);
        any = true;
    }
    fputc(']', out);
}

static void data_blocks(FILE *out, const struct view *v, const struct view *before)
{
    bool same = before && v->ending == before->ending
             && memcmp(v->block_owner, before->block_owner, sizeof v->block_owner) == 0;

    for (unsigned i = 0; v->terms.game == GAME_DOMAINS && !same && i < v->n; i++) {
        char class[32];
        struct text t = text_over(class, sizeof class);
        svg_block_class(v, i, &t);
        fprintf(out, "%s\"%s\"", i == 0 ? ",\"blocks\":[" : ",", class);
        fputs(i + 1U == v->n ? "]" : "", out);
    }
}

static void data_facts(FILE *out, const struct story *s, const struct scene *scene)
{
    static char words[ENGLISH_TEXT_MAX], line[ENGLISH_TEXT_MAX];
    struct text t = text_over(words, sizeof words);
    const char *at = words;

    english_facts(s, scene, &t);
    fputs(",\"facts\":[", out);
    for (const char *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        fputs(at == words ? "" : ",", out);
        escape_json(out, line);
    }
    fputc(']', out);
}

static void data_step(FILE *out, const struct story *s, unsigned i)
{
    const struct scene *scene = &s->scene[i];
    const struct view *before = i > 0 ? &s->scene[i - 1].view : NULL;
    char words[512];
    struct text t = text_over(words, sizeof words);

    english_moment(s, scene, &t);
    fprintf(out, "%s\n{\"move\":%u,\"entry\":%u,\"deed\":", i > 0 ? "," : "", story_move(scene),
            (unsigned)scene->number);
    escape_json(out, words);
    if (scene->view.n > 0) {
        data_cells(out, &scene->view, before);
        data_blocks(out, &scene->view, before);
    } else {
        fprintf(out, ",\"round\":%u,\"laid\":%u", (unsigned)scene->view.dom.round,
                (unsigned)scene->view.dom.laid_n);
    }
    data_facts(out, s, scene);
    fputc('}', out);
}

void page_write(FILE *out, const struct story *s, unsigned first)
{
    char heading[512];
    struct text t = text_over(heading, sizeof heading);

    english_heading(s, &t);
    write_head(out, heading);
    write_position(out, s, &s->scene[first]);
    write_moves(out, s);
    write_about(out, s);
    fprintf(out, "<script type=\"application/json\" id=\"game\">{\"n\":%u,\"first\":%u,\"steps\":[",
            (unsigned)s->scene[0].view.n, first);
    for (unsigned i = 0; i < s->n; i++)
        data_step(out, s, i);
    fputs("\n]}</script>\n<script>", out);
    write_lines(out, page_js, COUNT(page_js));
    fputs("</script>\n</body>\n</html>\n", out);
}
