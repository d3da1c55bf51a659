/* Exports are read by people and programs of any language, years later: English, and fixed.  The
 * sentences of the prompt stand in sentence.c and are translated. */
#include "cli/verify_english.h"

#include "cli/train_facts.h"
#include "rules/cell.h"
#include "rules/domino_move.h"

#include <string.h>

#define WORD_OF(table, i) ((i) < sizeof(table) / sizeof(table)[0] && (table)[i] ? (table)[i] : "?")

const char *english_side(unsigned game, unsigned seat)
{
    static const char *const sides[] = {"Blue", "Red"};
    static const char *const seats[] = {"Seat 1", "Seat 2", "Seat 3", "Seat 4"};

    if (game != GAME_DOMINOES && seat < 2)
        return sides[seat];
    return seat < SEATS_MAX ? seats[seat] : "Nobody";
}

const char *english_game(unsigned game)
{
    static const char *const names[] = {
        [GAME_BRIDGE] = "Bridge", [GAME_DOMAINS] = "Domains", [GAME_DOMINOES] = "Dominoes"};
    return WORD_OF(names, game);
}

const char *english_ending(unsigned ending)
{
    static const char *const names[] = {
        [ENDING_NONE] = "none",         [ENDING_CHAIN] = "chain",
        [ENDING_BLOCKS] = "blocks",     [ENDING_ROUNDS] = "rounds",
        [ENDING_RESIGNED] = "resigned", [ENDING_DRAW] = "draw",
        [ENDING_CLOCK] = "clock",       [ENDING_ABANDONED] = "abandoned"};
    return WORD_OF(names, ending);
}

void english_player(const struct story *s, unsigned seat, struct text *out)
{
    unsigned game = s->end.end.terms.game;
    const char *side = english_side(game, seat);

    if (seat >= SEATS_MAX) {
        text_add(out, side);
        return;
    }
    text_add(out, s->name[seat]);
    if (game == GAME_DOMINOES || strcmp(s->name[seat], side) == 0)
        return;
    text_add(out, " (");
    text_add(out, side);
    text_add(out, ")");
}

static void add_cell(const struct scene *scene, struct text *out)
{
    char name[CELL_TEXT] = "?";
    unsigned n = scene->view.n;

    if (n > 0 && scene->choice.cell < n * n)
        cell_write(scene->choice.cell, n, name);
    text_add(out, name);
}

/* A digit or tile; "?" while it is hidden. */
static void add_value(const struct view *v, unsigned value, struct text *out)
{
    if (value == 0)
        text_add(out, "?");
    else if (v->terms.game == GAME_DOMINOES)
        domino_tile_write(v->terms.set, value, out);
    else
        text_add_number(out, value);
}

static void add_values(const struct view *v, const uint8_t *values, unsigned n,
                       const char *between, struct text *out)
{
    for (unsigned i = 0; i < n; i++) {
        text_add(out, i > 0 ? between : "");
        add_value(v, values[i], out);
    }
}

/* ---- deeds --------------------------------------------------------------------------------- */

static bool all_known(const struct choice *c)
{
    for (unsigned i = 0; i < c->values_n; i++)
        if (c->values[i] == 0)
            return false;
    return c->values_n > 0;
}

/* "two tiles", or which as soon as that is known. */
static void add_tiles(const struct scene *scene, struct text *out)
{
    const struct choice *c = &scene->choice;

    if (all_known(c)) {
        add_values(&scene->view, c->values, c->values_n, " ", out);
        return;
    }
    text_add_number(out, c->values_n);
    text_add(out, c->values_n == 1 ? " hidden tile" : " hidden tiles");
}

static void add_claim(const struct scene *scene, struct text *out)
{
    text_add(out, " claimed the given ");
    if (scene->view.n > 0 && scene->choice.cell < CELLS_MAX)
        text_add_number(out, scene->view.given[scene->choice.cell]);
    text_add(out, " on ");
    add_cell(scene, out);
    if (scene->choice.values_n == 0)
        return;
    text_add(out, " for ");
    add_tiles(scene, out);
}

static void add_place(const struct scene *scene, struct text *out)
{
    text_add(out, " placed ");
    add_value(&scene->view, scene->choice.values[0], out);
    text_add(out, " on ");
    add_cell(scene, out);
    text_add(out, scene->right ? "" : ", the wrong digit");
}

static void add_tile(const struct scene *scene, struct text *out)
{
    static const char *const where[ARMS_MAX] = {" on the left", " on the right", " above",
                                                " below"};
    text_add(out, " laid ");
    add_value(&scene->view, scene->choice.values[0], out);
    text_add(out, where[scene->choice.end % ARMS_MAX]);
}

static void add_shown(const struct scene *scene, struct text *out)
{
    bool some = scene->choice.values_n > 0;

    text_add(out, some ? " showed " : " showed no double");
    if (some)
        add_value(&scene->view, scene->choice.values[0], out);
}

static void add_swap(const struct scene *scene, struct text *out)
{
    text_add(out, " swapped ");
    add_tiles(scene, out);
}

static void add_move(const struct scene *scene, struct text *out)
{
    static void (*const adders[])(const struct scene *scene, struct text *out) = {
        [MOVE_PLACE] = add_place, [MOVE_CLAIM] = add_claim, [MOVE_SWAP] = add_swap,
        [MOVE_SHOW] = add_shown,  [MOVE_TILE] = add_tile};
    static const char *const words[] = {[MOVE_PIE] = " took the first stone",
                                        [MOVE_LOST] = " lost a turn on the clock",
                                        [MOVE_DRAW] = " drew a tile",
                                        [MOVE_PASS] = " passed"};
    unsigned kind = scene->choice.kind;

    if (kind < sizeof adders / sizeof adders[0] && adders[kind])
        adders[kind](scene, out);
    else
        text_add(out, WORD_OF(words, kind));
}

static void add_said(const struct scene *scene, struct text *out)
{
    static const char *const words[ENTRY_KIND_COUNT] = {
        [ENTRY_RESIGN] = " resigned",
        [ENTRY_OFFER_DRAW] = " offered a draw",
        [ENTRY_ACCEPT_DRAW] = " accepted the draw",
        [ENTRY_FLAG] = " gave the game up: the clock has run out",
        [ENTRY_WARNING] = " warned that the time is up",
        [ENTRY_CLAIM] = " claimed the game on time",
        [ENTRY_ADD_TIME] = " gave the other more time",
        [ENTRY_PAUSE] = " asked for a pause",
        [ENTRY_RESUME] = " let the clocks run again",
        [ENTRY_LEAVE] = " took leave",
    };
    bool end = scene->view.terms.game == GAME_DOMINOES;

    if (end && scene->kind == ENTRY_OFFER_DRAW)
        text_add(out, " wants to end the game without a result");
    else if (end && scene->kind == ENTRY_ACCEPT_DRAW)
        text_add(out, " agreed to end the game without a result");
    else
        text_add(out, WORD_OF(words, scene->kind));
    if (scene->amount == 0)
        return;
    text_add(out, ": ");
    text_add_number(out, scene->amount);
    text_add(out, scene->kind == ENTRY_LEAVE ? " days" : " seconds");
}

/* How a round of dominoes ended, once its seeds are open. */
static void add_round(const struct story *s, const struct view *v, unsigned round,
                      struct text *out)
{
    static const char *const hows[] = {[ROUND_NONE] = "", [ROUND_OUT] = ", all tiles laid",
                                       [ROUND_BLOCKED] = ", the line is blocked",
                                       [ROUND_VOID] = ", no double was shown"};
    text_add(out, "Round ");
    text_add_number(out, round);
    text_add(out, " goes to ");
    if (v->dom.last.winner < SEATS_MAX)
        english_player(s, v->dom.last.winner, out);
    else
        text_add(out, "nobody");
    text_add(out, WORD_OF(hows, v->dom.last.how));
    for (unsigned seat = 0; seat < v->seats; seat++)
        if (v->dom.last.forfeit >> seat & 1) {
            text_add(out, "; forfeited by ");
            english_player(s, seat, out);
        }
}

static void add_deal(const struct story *s, const struct view *v, struct text *out)
{
    if (v->terms.game == GAME_DOMINOES && v->dom.last.how != ROUND_NONE) {
        add_round(s, v, v->dom.round - 1U, out);
        text_add(out, ". ");
    }
    text_add(out, "The hands are dealt");
    if (v->terms.game != GAME_DOMINOES)
        return;
    text_add(out, ": round ");
    text_add_number(out, v->dom.round);
}

void english_deed(const struct story *s, const struct scene *scene, struct text *out)
{
    const struct view *v = &scene->view;

    if (scene->kind == ENTRY_SEED) {
        add_round(s, v, v->dom.round, out);
    } else if (scene->kind == ENTRY_SHARES || scene->kind == ENTRY_SHUFFLE) {
        add_deal(s, v, out);
    } else {
        english_player(s, scene->seat, out);
        if (scene->kind == ENTRY_MOVE)
            add_move(scene, out);
        else
            add_said(scene, out);
    }
    text_add(out, ".");
}

/* ---- signs --------------------------------------------------------------------------------- */

static void sign_move(const struct scene *scene, struct text *out)
{
    static const char *const words[] = {
        [MOVE_PLACE] = "",    [MOVE_CLAIM] = "",     [MOVE_SWAP] = "swap:",
        [MOVE_PIE] = "pie",   [MOVE_LOST] = "lost",  [MOVE_SHOW] = "show:",
        [MOVE_TILE] = "",     [MOVE_DRAW] = "draw",  [MOVE_PASS] = "pass"};
    const struct choice *c = &scene->choice;
    bool on_cell = c->kind == MOVE_PLACE || c->kind == MOVE_CLAIM;

    text_add(out, WORD_OF(words, c->kind));
    if (on_cell)
        add_cell(scene, out);
    text_add(out, c->kind == MOVE_PLACE ? "=" : c->kind == MOVE_CLAIM ? ":" : "");
    if (c->kind != MOVE_DRAW && c->kind != MOVE_PIE)
        add_values(&scene->view, c->values, c->values_n, "", out);
    if (c->kind == MOVE_PLACE && !scene->right)
        text_add(out, "?");
    if (c->kind == MOVE_SHOW && c->values_n == 0)
        text_add(out, "none");
    if (c->kind == MOVE_TILE) {
        text_add(out, ":");
        text_add(out, train_facts_end(c->end));
    }
}

void english_sign(const struct scene *scene, struct text *out)
{
    static const char *const words[ENTRY_KIND_COUNT] = {
        [ENTRY_SHUFFLE] = "deal",       [ENTRY_SHARES] = "deal",
        [ENTRY_RESIGN] = "resign",      [ENTRY_OFFER_DRAW] = "offer",
        [ENTRY_ACCEPT_DRAW] = "agree",  [ENTRY_SEED] = "judge",
        [ENTRY_FLAG] = "flag",          [ENTRY_WARNING] = "warn",
        [ENTRY_CLAIM] = "claim-time",   [ENTRY_ADD_TIME] = "add-time:",
        [ENTRY_PAUSE] = "pause",        [ENTRY_RESUME] = "resume",
        [ENTRY_LEAVE] = "leave:",
    };
    if (scene->kind == ENTRY_MOVE) {
        sign_move(scene, out);
        return;
    }
    text_add(out, WORD_OF(words, scene->kind));
    if (scene->amount != 0)
        text_add_number(out, scene->amount);
}

/* ---- positions ----------------------------------------------------------------------------- */

void english_result(const struct story *s, const struct view *v, struct text *out)
{
    static const char *const how[] = {
        [ENDING_NONE] = "",
        [ENDING_CHAIN] = ": the sides are joined",
        [ENDING_BLOCKS] = ": the blocks cannot be caught up with",
        [ENDING_ROUNDS] = ": enough rounds are won",
        [ENDING_RESIGNED] = " by resignation",
        [ENDING_DRAW] = "",
        [ENDING_CLOCK] = " on the clock",
        [ENDING_ABANDONED] = "",
    };
    if (v->ending == ENDING_NONE)
        return;
    if (v->ending == ENDING_DRAW || v->winner >= SEATS_MAX) {
        text_add(out, v->ending == ENDING_DRAW ? "Drawn by agreement." : "Ended without a winner.");
        return;
    }
    english_player(s, v->winner, out);
    text_add(out, " won");
    text_add(out, WORD_OF(how, v->ending));
    text_add(out, ".");
}

void english_outcome(const struct story *s, struct text *out)
{
    unsigned winner = logfile_winner(&s->end);

    if (s->end.rulings == 0) {
        english_result(s, &s->scene[s->n - 1].view, out);
    } else if (s->end.rulings > 1) {
        text_add(out, "The arbiter has ruled in more than one way.");
    } else {
        text_add(out, "The arbiter has ruled: ");
        if (winner < SEATS_MAX)
            english_player(s, winner, out);
        else
            text_add(out, "nobody");
        text_add(out, " has won.");
    }
}

void english_cell(const struct view *v, unsigned cell, struct text *out)
{
    static const char *const owners[] = {"", " Blue", " Red"};
    const char *between = ", not ";

    if (v->digit[cell] == 0) {
        text_add(out, "open");
        for (unsigned digit = 1; digit <= v->n; digit++) {
            if (!(v->ruled_out[cell] >> digit & 1))
                continue;
            text_add(out, between);
            text_add_number(out, digit);
            between = " or ";
        }
        return;
    }
    text_add(out, v->given[cell] ? "given " : "");
    text_add_number(out, v->digit[cell]);
    text_add(out, WORD_OF(owners, v->owner[cell]));
}

static void add_hand(const struct story *s, const struct scene *scene, unsigned seat,
                     struct text *out)
{
    const struct view *v = &scene->view;

    english_player(s, seat, out);
    text_add(out, " holds ");
    text_add_number(out, v->hand_n[seat]);
    text_add(out, v->hand_n[seat] == 1 ? " tile" : " tiles");
    if (scene->open && v->hand_n[seat] > 0) {
        text_add(out, ": ");
        add_values(v, scene->hand[seat], v->hand_n[seat], " ", out);
    }
    if (v->terms.game == GAME_DOMINOES) {
        text_add(out, "; rounds won: ");
        text_add_number(out, v->dom.won[seat]);
    }
    text_add(out, ".\n");
}

static void add_blocks(const struct view *v, struct text *out)
{
    static const char *const names[] = {"undecided ", "Blocks: Blue ", ", Red "};
    static const unsigned order[] = {1, 2, 0};

    for (unsigned i = 0; i < 3; i++) {
        unsigned count = 0;
        for (unsigned block = 0; block < v->n; block++)
            count += v->block_owner[block] == order[i];
        text_add(out, order[i] == 0 ? ", " : "");
        text_add(out, names[order[i]]);
        text_add_number(out, count);
    }
    text_add(out, ".\n");
}

static void add_arm(const struct view *v, unsigned end, struct text *out)
{
    struct train_piece pieces[TILES_MAX];
    unsigned n = train_facts_arm(v, end, pieces);

    text_add(out, end == 2 ? "Upwards:" : "Downwards:");
    for (unsigned i = 0; i < n; i++) {
        text_add(out, " ");
        text_add_number(out, pieces[i].half[0]);
        text_add(out, "-");
        text_add_number(out, pieces[i].half[1]);
    }
    text_add(out, n == 0 ? " no tile.\n" : ".\n");
}

static void add_line(const struct view *v, struct text *out)
{
    text_add(out, v->dom.laid_n > 0 ? "The line: " : "No tile is laid.");
    english_line(v, out);
    text_add(out, v->dom.laid_n > 0 ? ".\n" : "\n");
    for (unsigned end = 2; v->dom.laid_n > 0 && end < v->dom.arms; end++)
        add_arm(v, end, out);
}

void english_facts(const struct story *s, const struct scene *scene, struct text *out)
{
    const struct view *v = &scene->view;
    bool dominoes = v->terms.game == GAME_DOMINOES;

    if (dominoes)
        add_line(v, out);
    if (v->terms.game == GAME_DOMAINS)
        add_blocks(v, out);
    for (unsigned seat = 0; seat < v->seats; seat++)
        add_hand(s, scene, seat, out);
    text_add(out, dominoes ? "Boneyard: " : "Bag: ");
    text_add_number(out, v->bag_n);
    if (!dominoes) {
        text_add(out, ", discards: ");
        text_add_number(out, v->discards_n);
    }
    text_add(out, ".\n");
    size_t before = out->len;
    if (story_is_last(s, scene))
        english_outcome(s, out);
    else
        english_result(s, v, out);
    text_add(out, out->len > before ? "\n" : "");
}

void english_line(const struct view *v, struct text *out)
{
    struct train_piece pieces[TILES_MAX];
    unsigned n = train_facts_line(v, pieces);

    for (unsigned i = 0; i < n; i++) {
        text_add(out, i > 0 ? " " : "");
        text_add_number(out, pieces[i].half[0]);
        text_add(out, "-");
        text_add_number(out, pieces[i].half[1]);
    }
}

/* ---- terms --------------------------------------------------------------------------------- */

void english_terms(const struct terms *t, struct text *out)
{
    unsigned n;
    const struct term_row *rows = terms_rows(&n);
    bool any = false;

    for (unsigned i = 0; i < n; i++) {
        char value[64];
        struct text text = text_over(value, sizeof value);
        if (!terms_value(t, rows[i].name, &text))
            continue;
        text_add(out, any ? " " : "");
        text_add(out, rows[i].name);
        text_add(out, "=");
        text_add(out, value);
        any = true;
    }
}

/* "Bridge", "Bridge (blitz)": named like the game, a preset says nothing more. */
static void add_preset(const struct terms *t, struct text *out)
{
    const char *preset = terms_preset_name((enum preset)t->preset), *game = english_game(t->game);

    text_add(out, game);
    if (strcmp(preset + 1, game + 1) == 0)
        return;
    text_add(out, " (");
    text_add(out, preset);
    text_add(out, ")");
}

void english_title(const struct terms *t, struct text *out)
{
    add_preset(t, out);
    if (t->game == GAME_DOMINOES) {
        text_add(out, t->abkhaz ? ", Abkhaz, double-" : ", double-");
        text_add_number(out, t->set);
        return;
    }
    text_add(out, " ");
    text_add_number(out, t->size);
    text_add(out, "x");
    text_add_number(out, t->size);
    text_add(out, t->blocks == BLOCKS_IRREGULAR ? ", irregular blocks" : "");
}

void english_heading(const struct story *s, struct text *out)
{
    english_title(&s->end.end.terms, out);
    for (unsigned seat = 0; seat < s->end.end.players; seat++) {
        text_add(out, seat == 0 ? ": " : seat == 1 ? " against " : ", ");
        english_player(s, seat, out);
    }
}

void english_moment(const struct story *s, const struct scene *scene, struct text *out)
{
    if (story_move(scene) > 0) {
        text_add(out, "Move ");
        text_add_number(out, story_move(scene));
        text_add(out, ": ");
    }
    english_deed(s, scene, out);
}
