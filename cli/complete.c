/* Candidates come from the table of commands and from the position last seen; only names and
 * numbers are asked for, and an answer that takes longer than a second is done without. */
#include "cli/complete.h"
#include "cli/proposal.h"

#include "cli/commands.h"
#include "rules/cell.h"
#include "rules/domino_move.h"
#include "rules/dominoes.h"
#include "rules/options.h"

#include <stdio.h>
#include <string.h>

enum { ASK_SECONDS = 1 };

static void add(struct completions *out, const char *begins, const char *word)
{
    size_t len = strlen(word);

    if (strncmp(word, begins, strlen(begins)) != 0 || len >= COMPLETE_LEN
        || out->n == COMPLETE_MAX)
        return;
    for (unsigned i = 0; i < out->n; i++)
        if (strcmp(out->word[i], word) == 0)
            return;
    memcpy(out->word[out->n++], word, len + 1);
}

static void add_number(struct completions *out, const char *begins, unsigned number)
{
    char word[16];
    snprintf(word, sizeof word, "%u", number);
    add(out, begins, word);
}

static void add_commands(struct completions *out, const char *begins)
{
    unsigned count;
    const struct command *table = commands_table(&count);

    for (unsigned i = 0; i < count; i++)
        if (table[i].help[0] != '\0')
            add(out, begins, table[i].name);
}

static void add_help(struct completions *out, const char *begins)
{
    add_commands(out, begins);
    for (unsigned i = 0; cmd_help_topic(i); i++)
        add(out, begins, cmd_help_topic(i));
}

static bool asked(struct session *s, enum request_kind kind)
{
    if (s->client.fd < 0)
        return false;
    return client_call(&s->client, session_ask(s, kind), &s->reply, ASK_SECONDS) == VERDICT_OK;
}

static void add_friends(struct session *s, struct completions *out, const char *begins)
{
    if (!asked(s, REQ_FRIENDS))
        return;
    /* after "ann," the next friend, in one word with those before */
    const char *comma = strrchr(begins, ',');
    int before = comma ? (int)(comma + 1 - begins) : 0;
    for (unsigned i = 0; i < s->reply.friends_n; i++) {
        char word[COMPLETE_LEN];
        int len = snprintf(word, sizeof word, "%.*s%s", before, begins, s->reply.friends[i].name);
        if (len > 0 && len < COMPLETE_LEN)
            add(out, begins, word);
    }
}

static void add_games(struct session *s, struct completions *out, const char *begins)
{
    if (!asked(s, REQ_GAMES))
        return;
    for (unsigned i = 0; i < s->reply.games_n; i++)
        add_number(out, begins, s->reply.games[i].number);
}

static void add_presets(struct completions *out, const char *begins)
{
    for (unsigned preset = PRESET_BRIDGE; preset <= PRESET_DOMINOES; preset++)
        add(out, begins, terms_preset_name((enum preset)preset));
}

static void add_settings(struct completions *out, const char *begins)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    add(out, begins, "correspondence");
    if (out->n > 0 && begins[0] == 'c' && begins[1] == 'o')
        return; /* a whole word, no key */
    for (unsigned i = 0; i < count; i++) {
        char word[COMPLETE_LEN];
        snprintf(word, sizeof word, "%s=", rows[i].name);
        add(out, begins, word);
    }
    out->open = true;
}

/* The name of a friend after "witness=" and "arbiter=". */
static void add_helpers(struct session *s, struct completions *out, const char *begins)
{
    for (unsigned i = 0; i < PROPOSAL_HELPERS; i++) {
        char word[COMPLETE_LEN];
        int key = snprintf(word, sizeof word, "%s=", proposal_helpers[i].name);
        if (strncmp(begins, word, (size_t)key) != 0) {
            add(out, begins, word);
            continue;
        }
        if (!asked(s, REQ_FRIENDS))
            return;
        out->open = false;
        for (unsigned k = 0; k < s->reply.friends_n; k++) {
            snprintf(word + key, sizeof word - (size_t)key, "%s", s->reply.friends[k].name);
            add(out, begins, word);
        }
    }
}

static void add_hand(const struct session *s, struct completions *out, const char *begins)
{
    const struct view *v = &s->show.view;

    for (unsigned i = 0; v->seat < SEATS_MAX && i < v->hand_n[v->seat] && i < HAND_MAX; i++)
        if (v->hand[i] != 0)
            add_number(out, begins, v->hand[i]);
}

/* Cells for which `wanted` says yes. */
typedef bool cell_wanted(const struct view *v, unsigned cell, unsigned digit);

static bool any_cell(const struct view *v, unsigned cell, unsigned digit)
{
    (void)v;
    (void)cell;
    (void)digit;
    return true;
}

static bool free_given(const struct view *v, unsigned cell, unsigned digit)
{
    (void)digit;
    return v->given[cell] != 0 && v->owner[cell] == 0;
}

/* Where the digit may go; all open cells where the terms do not allow candidates. */
static bool fits(const struct view *v, unsigned cell, unsigned digit)
{
    if (v->digit[cell] != 0)
        return false;
    return !v->terms.candidates || digit == 0 || (view_candidates(v, cell) >> digit & 1);
}

static void add_cells(const struct session *s, struct completions *out, const char *begins,
                      cell_wanted *wanted, unsigned digit)
{
    const struct view *v = &s->show.view;
    char name[CELL_TEXT];

    for (unsigned cell = 0; s->has_show && cell < (unsigned)v->n * v->n; cell++) {
        if (!wanted(v, cell, digit))
            continue;
        cell_write(cell, v->n, name);
        add(out, begins, name);
    }
}

static bool at_dominoes(const struct session *s)
{
    return s->has_show && s->show.view.terms.game == GAME_DOMINOES;
}

/* The second or third word of the moves of that kind that fit as far as the seat knows; with
 * `tile` only of those with that tile. */
static void add_tiles(const struct session *s, struct completions *out, const char *begins,
                      enum move_kind kind, const char *tile)
{
    static struct choice options[OPTIONS_MAX];
    static const char *const ends[ARMS_MAX] = {"left", "right", "up", "down"};
    unsigned n = s->has_show ? options_list(&s->show.view, options, OPTIONS_MAX) : 0;

    for (unsigned i = 0; i < n; i++) {
        char word[16];
        struct text t = text_over(word, sizeof word);
        if (options[i].kind != kind)
            continue;
        if (options[i].values_n > 0)
            domino_tile_write(s->show.view.terms.set, options[i].values[0], &t);
        else
            text_add(&t, "none");
        if (!tile)
            add(out, begins, word);
        else if (strcmp(tile, word) == 0)
            add(out, begins, ends[options[i].end % ARMS_MAX]);
    }
}

/* Of "place 3-5 left", or of "3-5 left". */
static void add_laying(const struct session *s, const struct words *w, struct completions *out,
                       const char *begins)
{
    unsigned tile = cmd_is_tile(w->word[0]) ? 0 : 1;

    if (w->n == tile)
        add_tiles(s, out, begins, MOVE_TILE, NULL);
    else if (w->n == tile + 1)
        add_tiles(s, out, begins, MOVE_TILE, w->word[tile]);
}

static void add_place(const struct session *s, const struct words *w, struct completions *out,
                      const char *begins)
{
    uint64_t digit = 0;

    if (at_dominoes(s)) {
        add_laying(s, w, out, begins);
        return;
    }
    if (w->n == 1)
        add_hand(s, out, begins);
    else if (w->n == 2 && text_read_number(span_text(w->word[1]), BOARD_MAX, &digit))
        add_cells(s, out, begins, fits, (unsigned)digit);
}

static void add_claim(const struct session *s, const struct words *w, struct completions *out,
                      const char *begins)
{
    if (w->n == 1) {
        add_cells(s, out, begins, free_given, 0);
        if (s->has_show && s->show.warned_mine)
            add(out, begins, "time");
    } else if (w->n == 2)
        add(out, begins, "with");
    else
        add_hand(s, out, begins);
}

static void add_play(struct session *s, const struct words *w, struct completions *out,
                     const char *begins)
{
    if (w->n == 1)
        add_friends(s, out, begins);
    else if (w->n == 2)
        add_presets(out, begins);
    else {
        add_settings(out, begins);
        add_helpers(s, out, begins);
    }
}

static void add_digits(const struct session *s, struct completions *out, const char *begins)
{
    for (unsigned digit = 1; digit <= (s->has_show ? s->show.view.n : BOARD_MAX); digit++)
        add_number(out, begins, digit);
}

static void add_questions(const struct words *w, struct completions *out, const char *begins)
{
    for (unsigned i = 0; w->n == 1 && cmd_read_word(i); i++)
        add(out, begins, cmd_read_word(i));
}

static void add_shown(struct session *s, struct completions *out, const char *begins)
{
    if (at_dominoes(s))
        add_tiles(s, out, begins, MOVE_SHOW, NULL);
    add_games(s, out, begins);
}

static void add_times(struct completions *out, const char *begins)
{
    add(out, begins, "5m");
    add(out, begins, "1h");
    add(out, begins, "1d");
}

/* Behind the files. */
static void add_results(struct session *s, const struct words *w, struct completions *out,
                        const char *begins)
{
    if (w->n < 2)
        return;
    add(out, begins, "blue");
    add(out, begins, "red");
    add(out, begins, "none");
    add_friends(s, out, begins);
}

static void add_argument(struct session *s, const struct words *w, const struct command *c,
                         struct completions *out, const char *begins)
{
    switch (c->complete) {
    case ARGUMENT_NONE:
        break;
    case ARGUMENT_COMMAND:
        add_help(out, begins);
        break;
    case ARGUMENT_FRIEND:
        add_friends(s, out, begins);
        break;
    case ARGUMENT_ACCEPT:
        add(out, begins, "draw");
        add_games(s, out, begins);
        break;
    case ARGUMENT_SHOW:
        add_shown(s, out, begins);
        break;
    case ARGUMENT_READ:
        add_questions(w, out, begins);
        break;
    case ARGUMENT_DRAW:
        if (at_dominoes(s))
            add(out, begins, "tile");
        break;
    case ARGUMENT_TIME:
        add_times(out, begins);
        break;
    case ARGUMENT_RULE:
        add_results(s, w, out, begins);
        break;
    case ARGUMENT_GAME:
    case ARGUMENT_GAME_FILE:
        add_games(s, out, begins);
        break;
    case ARGUMENT_PLAY:
        add_play(s, w, out, begins);
        break;
    case ARGUMENT_PRACTICE:
        if (w->n == 1)
            add_presets(out, begins);
        else
            add_settings(out, begins);
        break;
    case ARGUMENT_PLACE:
        add_place(s, w, out, begins);
        break;
    case ARGUMENT_CLAIM:
        add_claim(s, w, out, begins);
        break;
    case ARGUMENT_TILES:
        add_hand(s, out, begins);
        add(out, begins, "all");
        break;
    case ARGUMENT_DIGIT:
        add_digits(s, out, begins);
        break;
    case ARGUMENT_CELL:
        add_cells(s, out, begins, any_cell, 0);
        break;
    }
}

void complete_list(struct session *s, const char *line, const char *begins,
                   struct completions *out)
{
    static struct words before;

    out->n = 0;
    out->open = false;
    if (!words_split(line, &before))
        return;
    if (before.n == 0) {
        add_commands(out, begins);
        return;
    }
    const struct command *c = commands_find(before.word[0]);
    if (c)
        add_argument(s, &before, c, out, begins);
}
