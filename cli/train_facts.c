/* The line is kept in the order in which it was laid; here it is put in the order in which it
 * lies: the left arm backwards, the first tile, the right arm.  Arms grow outwards, so that a
 * tile's half towards the middle is always the number the arm showed before. */
#include "cli/train_facts.h"

#include "cli/panel.h"
#include "cli/sentence.h"
#include "rules/domino_move.h"
#include "rules/dominoes.h"

#include <string.h>

enum { LEFT = 0, RIGHT = 1 };

const char *train_facts_end(unsigned end)
{
    static const char *const names[ARMS_MAX] = {"left", "right", "up", "down"};
    return names[end % ARMS_MAX];
}

struct train_piece train_facts_piece(const struct view *v, unsigned i, unsigned inner)
{
    const struct laid_view *laid = &v->dom.laid[i];
    struct train_piece p = {.seat = laid->seat, .last = i + 1 == v->dom.laid_n};
    uint8_t half[2] = {0, 0};
    bool known = dominoes_halves(v->terms.set, laid->value, half);

    (void)known;
    bool turned = half[0] != inner;
    p.half[0] = half[turned];
    p.half[1] = half[!turned];
    return p;
}

unsigned train_facts_arm(const struct view *v, unsigned end, struct train_piece *out)
{
    uint8_t first[2] = {0, 0};
    unsigned n = 0;

    if (v->dom.laid_n == 0 || !dominoes_halves(v->terms.set, v->dom.laid[0].value, first))
        return 0;
    unsigned inner = first[end % 2];
    for (unsigned i = 1; i < v->dom.laid_n; i++) {
        if (v->dom.laid[i].end != end)
            continue;
        out[n] = train_facts_piece(v, i, inner);
        inner = out[n++].half[1];
    }
    return n;
}

unsigned train_facts_line(const struct view *v, struct train_piece out[TILES_MAX])
{
    struct train_piece arm[TILES_MAX];
    unsigned n = train_facts_arm(v, LEFT, arm), count = 0;

    if (v->dom.laid_n == 0)
        return 0;
    while (n-- > 0)
        out[count++] = (struct train_piece){
            {arm[n].half[1], arm[n].half[0]}, arm[n].seat, arm[n].last};
    out[count++] = train_facts_piece(v, 0, 0);
    n = train_facts_arm(v, RIGHT, arm);
    memcpy(out + count, arm, n * sizeof arm[0]);
    return count + n;
}

/* "5 on the left and 6 on the right" */
static void add_ends(const struct view *v, struct text *out)
{
    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        text_add(out, end == 0 ? "" : end + 1 == v->dom.arms ? " and " : ", ");
        text_add(out, train_facts_end(end));
        text_add(out, " ");
        text_add_number(out, v->dom.open[end]);
    }
}

const char *train_facts_name(const struct game_show *show, unsigned seat)
{
    return seat == show->view.seat ? "you" : panel_side(show, seat);
}

void train_facts_ends(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    unsigned n = v->dom.laid_n;

    if (n == 0)
        return;
    text_add(out, "The line has ");
    text_add_number(out, n);
    text_add(out, n == 1 ? " tile; its ends: " : " tiles; its ends: ");
    add_ends(v, out);
    text_add(out, v->dom.arms > 2 || v->seats > 2 ? ".\nLast laid: " : ". Last laid: ");
    domino_tile_write(v->terms.set, v->dom.laid[n - 1].value, out);
    text_add(out, " by ");
    text_add(out, train_facts_name(show, v->dom.laid[n - 1].seat));
    text_add(out, ".\n");
}

static void add_shown(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct view *v = &show->view;
    unsigned value = v->dom.showed[seat];

    if (v->dom.phase == DOMINO_SHOW && seat >= v->turn) {
        text_add(out, "yet to show a double");
    } else if (value == SHOWED_LOST) {
        text_add(out, "lost that turn");
    } else if (value == 0) {
        text_add(out, "showed no double");
    } else {
        text_add(out, "showed ");
        domino_tile_write(v->terms.set, value, out);
    }
}

void train_facts_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct domino_view *d = &show->view.dom;
    bool any = false;

    add_shown(show, seat, out);
    if (d->passed >> seat & 1)
        text_add(out, ", passed");
    for (unsigned pips = 0; pips <= PIPS_MAX; pips++) {
        if (!(d->lacks[seat] >> pips & 1))
            continue;
        text_add(out, any ? " " : ", without ");
        text_add_number(out, pips);
        any = true;
    }
}

static void add_left(const struct game_show *show, struct text *out)
{
    const struct domino_result *r = &show->view.dom.last;

    text_add(out, "  Tiles left, with their pips: ");
    for (unsigned seat = 0; seat < show->view.seats; seat++) {
        text_add(out, seat > 0 ? ", " : "");
        text_add(out, train_facts_name(show, seat));
        text_add(out, " ");
        text_add_number(out, r->tiles[seat]);
        text_add(out, " (");
        text_add_number(out, r->pips[seat]);
        text_add(out, ")");
    }
    text_add(out, ".\n");
}

static void add_forfeits(const struct game_show *show, struct text *out)
{
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        if (show->view.dom.last.forfeit >> seat & 1) {
            text_add(out, "  Forfeited, by a false pass or a double not shown: ");
            text_add(out, train_facts_name(show, seat));
            text_add(out, ".\n");
        }
}

void train_facts_last(const struct game_show *show, struct text *out)
{
    static const char *const hows[] = {"", "; all tiles laid", "; blocked", "; no double shown"};
    const struct domino_view *d = &show->view.dom;
    const struct domino_result *r = &d->last;

    if (r->how == ROUND_NONE || r->how > ROUND_VOID)
        return;
    text_add(out, "Round ");
    text_add_number(out, show->view.ending == ENDING_ROUNDS ? d->round : d->round - 1u);
    text_add(out, ": won by ");
    text_add(out, r->winner < SEATS_MAX ? train_facts_name(show, r->winner) : "nobody");
    text_add(out, hows[r->how]);
    text_add(out, ".\n");
    if (r->how != ROUND_VOID)
        add_left(show, out);
    add_forfeits(show, out);
}

void train_facts_title(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    text_add(out, "Game ");
    text_add_number(out, show->row.number);
    text_add(out, v->terms.abkhaz ? ", Abkhaz dominoes" : ", dominoes");
    text_add(out, " with ");
    sentence_opponents(&show->row, out);
    text_add(out, show->row.link != LINK_UP ? " (away)" : "");
    text_add(out, v->seats > 2 ? ".\nDouble-" : ": double-");
    text_add_number(out, v->terms.set);
    text_add(out, " set, round ");
    text_add_number(out, v->dom.round);
    text_add(out, "; ");
    text_add_number(out, v->terms.rounds);
    text_add(out, v->terms.rounds == 1 ? " round wins.\n" : " rounds win.\n");
}

unsigned train_facts_own(const struct view *v)
{
    unsigned n = v->seat < SEATS_MAX ? v->hand_n[v->seat] : 0;
    return n < TILES_MAX ? n : TILES_MAX;
}

bool train_facts_fits(const struct view *v, unsigned value)
{
    const uint8_t *own = v->dom.tiles;

    if (v->dom.phase == DOMINO_SHOW)
        return value != 0 && value == dominoes_highest(v->terms.set, own, train_facts_own(v));
    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++)
        if (v->dom.phase == DOMINO_PLAY && dominoes_fits(v->terms.set, value, v->dom.open[end]))
            return true;
    return false;
}

bool train_facts_two_ends(const struct view *v, unsigned value)
{
    unsigned found = PIPS_MAX + 1;

    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        if (!dominoes_fits(v->terms.set, value, v->dom.open[end]))
            continue;
        if (found <= PIPS_MAX && found != v->dom.open[end])
            return true;
        found = v->dom.open[end];
    }
    return false;
}

void train_facts_tile(const struct view *v, unsigned value, struct text *out)
{
    if (value == 0)
        text_add(out, "-");
    else
        domino_tile_write(v->terms.set, value, out);
}

void train_facts_turn(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->ending != ENDING_NONE)
        return;
    if (v->dom.phase == DOMINO_REVEAL) {
        text_add(out, "The round is over: all its tiles are being opened.\n");
        return;
    }
    if (v->turn == v->seat) {
        text_add(out, v->may_move ? "It is your turn.\n" : "It is your turn in a moment.\n");
        return;
    }
    text_add(out, "It is ");
    text_add(out, panel_side(show, v->turn));
    text_add(out, "'s turn.\n");
}

void train_facts_boneyard(const struct view *v, struct text *out)
{
    text_add(out, "Boneyard: ");
    text_add_number(out, v->bag_n);
    text_add(out, v->bag_n == 1 ? " tile.\n" : " tiles.\n");
}
