/* One line a game, the latest first: number, then the facts that seen_same compares. */
#include "cli/seen.h"

#include "base/text.h"
#include "keys/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 64, LINE_SIZE = 96, FILE_BYTES_MAX = GAMES_MAX * LINE_SIZE };

bool seen_same(const struct game_show *a, const struct game_show *b)
{
    return a->row.number == b->row.number && a->view.moves == b->view.moves
        && a->view.turn == b->view.turn && a->view.draw_by == b->view.draw_by
        && a->view.ending == b->view.ending && a->view.may_pie == b->view.may_pie
        && a->view.agreed == b->view.agreed && a->view.dom.round == b->view.dom.round
        && a->view.dom.phase == b->view.dom.phase
        && memcmp(a->view.hand, b->view.hand, sizeof a->view.hand) == 0;
}

static void line_of(const struct game_show *show, char out[LINE_SIZE])
{
    const struct view *v = &show->view;
    char hand[2 * HAND_MAX + 1];

    hex_write(span_of(v->hand, sizeof v->hand), hand);
    snprintf(out, LINE_SIZE, "%u %u %u %u %u %u %u %u %u %s\n", (unsigned)show->row.number,
             (unsigned)v->moves, (unsigned)v->turn, (unsigned)v->draw_by, (unsigned)v->ending,
             (unsigned)v->may_pie, (unsigned)v->agreed, (unsigned)v->dom.round,
             (unsigned)v->dom.phase, hand);
}

/* The line of the same game as `line` in the file's text; NULL: none. */
static const char *find_line(const char *text, const char *line)
{
    size_t key = strcspn(line, " ") + 1;

    while (*text != '\0') {
        if (strncmp(text, line, key) == 0)
            return text;
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return NULL;
}

static char *read_all(const char *path)
{
    uint8_t *data;
    size_t len;

    if (file_read_new(path, FILE_BYTES_MAX, &data, &len) != VERDICT_OK)
        return NULL;
    return (char *)data;
}

void seen_store(const char *path, const struct game_show *show)
{
    static char now[FILE_BYTES_MAX + LINE_SIZE];
    char line[LINE_SIZE], *before = read_all(path);
    struct text out = text_over(now, sizeof now);
    unsigned kept = 1;

    line_of(show, line);
    text_add(&out, line);
    const char *same = before ? find_line(before, line) : NULL;
    for (const char *at = before; at && *at != '\0' && kept < GAMES_MAX;) {
        size_t len = strcspn(at, "\n") + 1;
        char copy[LINE_SIZE] = "";
        if (at != same && len < LINE_SIZE) {
            memcpy(copy, at, len);
            text_add(&out, copy);
            kept++;
        }
        at += at[len - 1] == '\0' ? len - 1 : len;
    }
    free(before);
    enum verdict v = file_write(path, span_text(now), FILE_REPLACE, FILE_PRIVATE);
    (void)v;
}

/* The last fact of the line is the hand. */
static size_t but_hand(const char *line)
{
    return (size_t)(strrchr(line, ' ') - line);
}

static bool differs(const char *path, const struct game_show *show, size_t length(const char *))
{
    char line[LINE_SIZE], *before = read_all(path);

    line_of(show, line);
    const char *same = before ? find_line(before, line) : NULL;
    bool changed = same && strncmp(same, line, length(line)) != 0;
    free(before);
    return changed;
}

bool seen_changed(const char *path, const struct game_show *show)
{
    return differs(path, show, strlen);
}

bool seen_changed_but_hand(const char *path, const struct game_show *show)
{
    return differs(path, show, but_hand);
}
