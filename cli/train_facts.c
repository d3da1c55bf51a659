/* The line is kept in the order in which it was laid; here it is put in the order in which it
 * lies: the left arm backwards, the first tile, the right arm.  Arms grow outwards, so that a
 * tile's half towards the middle is always the number the arm showed before. */
#include "cli/train_facts.h"

#include "cli/fill.h"
#include "cli/lang.h"
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

/* "left 5 and right 6": the words are those of the command. */
static void add_ends(const struct view *v, struct text *out)
{
    char list[96], last[32];
    struct text l = text_over(list, sizeof list), t = text_over(last, sizeof last);

    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        bool is_last = end + 1 == v->dom.arms;
        fill_add(is_last ? &t : &l, end == 0 || is_last ? "{end} {pips}" : ", {end} {pips}",
                 fill_text("end", train_facts_end(end)), fill_number("pips", v->dom.open[end]));
    }
    fill_add(out, _("{ends} and {last}"), fill_text("ends", list), fill_text("last", last));
}

const char *train_facts_name(const struct game_show *show, unsigned seat)
{
    return seat == show->view.seat ? P_("who did it", "you") : panel_side(show, seat);
}

void train_facts_ends(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    unsigned n = v->dom.laid_n;
    char ends[160], tile[16];
    struct text e = text_over(ends, sizeof ends), t = text_over(tile, sizeof tile);

    if (n == 0)
        return;
    add_ends(v, &e);
    fill_add(out, ngettext("The line has {count} tile; its ends: {ends}.",
                           "The line has {count} tiles; its ends: {ends}.", n),
             fill_number("count", n), fill_text("ends", ends));
    text_add(out, v->dom.arms > 2 || v->seats > 2 ? "\n" : " ");
    domino_tile_write(v->terms.set, v->dom.laid[n - 1].value, &t);
    fill_add(out, v->dom.laid[n - 1].seat == v->seat ? _("Last laid: {tile} by you.\n")
                                                     : _("Last laid: {tile} by {name}.\n"),
             fill_text("tile", tile),
             fill_text("name", train_facts_name(show, v->dom.laid[n - 1].seat)));
}

static void add_shown(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct view *v = &show->view;
    unsigned value = v->dom.showed[seat];

    if (v->dom.phase == DOMINO_SHOW && seat >= v->turn) {
        text_add(out, _("yet to show a double"));
    } else if (value == SHOWED_LOST) {
        text_add(out, _("lost that turn"));
    } else if (value == 0) {
        text_add(out, _("showed no double"));
    } else {
        char tile[16];
        struct text t = text_over(tile, sizeof tile);
        domino_tile_write(v->terms.set, value, &t);
        fill_add(out, _("showed {tile}"), fill_text("tile", tile));
    }
}

void train_facts_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct domino_view *d = &show->view.dom;
    char lacks[4 * (PIPS_MAX + 1)] = "";
    struct text l = text_over(lacks, sizeof lacks);

    add_shown(show, seat, out);
    if (d->passed >> seat & 1)
        text_add(out, _(", passed"));
    for (unsigned pips = 0; pips <= PIPS_MAX; pips++) {
        if (!(d->lacks[seat] >> pips & 1))
            continue;
        text_add(&l, l.len > 0 ? " " : "");
        text_add_number(&l, pips);
    }
    if (l.len > 0)
        fill_add(out, _(", without {numbers}"), fill_text("numbers", lacks));
}

static void add_left(const struct game_show *show, struct text *out)
{
    const struct domino_result *r = &show->view.dom.last;
    char list[SEATS_MAX * (NAME_MAX_LEN + 32)];
    struct text t = text_over(list, sizeof list);

    for (unsigned seat = 0; seat < show->view.seats; seat++)
        fill_add(&t, seat > 0 ? ", {name} {tiles} ({pips})" : "{name} {tiles} ({pips})",
                 fill_text("name", train_facts_name(show, seat)),
                 fill_number("tiles", r->tiles[seat]), fill_number("pips", r->pips[seat]));
    fill_add(out, _("  Tiles left, with their pips: {list}.\n"), fill_text("list", list));
}

static void add_forfeits(const struct game_show *show, struct text *out)
{
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        if (show->view.dom.last.forfeit >> seat & 1)
            fill_add(out, _("  Forfeited, by a false pass or a double not shown: {name}.\n"),
                     fill_text("name", train_facts_name(show, seat)));
}

/* By me, by another, by nobody. */
static const char *const results[][3] = {
    [ROUND_NONE] = {"", "", ""},
    [ROUND_OUT] = {N_("Round {round}: won by you; all tiles laid.\n"),
                   N_("Round {round}: won by {name}; all tiles laid.\n"),
                   N_("Round {round}: won by nobody; all tiles laid.\n")},
    [ROUND_BLOCKED] = {N_("Round {round}: won by you; blocked.\n"),
                       N_("Round {round}: won by {name}; blocked.\n"),
                       N_("Round {round}: won by nobody; blocked.\n")},
    [ROUND_VOID] = {N_("Round {round}: won by you; no double shown.\n"),
                    N_("Round {round}: won by {name}; no double shown.\n"),
                    N_("Round {round}: won by nobody; no double shown.\n")},
};

void train_facts_last(const struct game_show *show, struct text *out)
{
    const struct domino_view *d = &show->view.dom;
    const struct domino_result *r = &d->last;
    unsigned by = r->winner >= SEATS_MAX ? 2 : r->winner == show->view.seat ? 0 : 1;

    if (r->how == ROUND_NONE || r->how > ROUND_VOID)
        return;
    fill_add(out, _(results[r->how][by]),
             fill_number("round", show->view.ending == ENDING_ROUNDS ? d->round : d->round - 1u),
             fill_text("name", by == 1 ? train_facts_name(show, r->winner) : ""));
    if (r->how != ROUND_VOID)
        add_left(show, out);
    add_forfeits(show, out);
}

void train_facts_title(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    char names[4 * NAME_MAX_LEN];
    struct text n = text_over(names, sizeof names);

    sentence_opponents(&show->row, &n);
    if (show->row.link != LINK_UP)
        text_add(&n, _(" (away)"));
    fill_add(out, v->terms.abkhaz ? _("Game {game}, Abkhaz dominoes with {names}")
                                  : _("Game {game}, dominoes with {names}"),
             fill_number("game", show->row.number), fill_text("names", names));
    fill_add(out,
             v->seats > 2 ? ngettext(".\nDouble-{set} set, round {round}; {count} round wins.\n",
                                     ".\nDouble-{set} set, round {round}; {count} rounds win.\n",
                                     v->terms.rounds)
                          : ngettext(": double-{set} set, round {round}; {count} round wins.\n",
                                     ": double-{set} set, round {round}; {count} rounds win.\n",
                                     v->terms.rounds),
             fill_number("set", v->terms.set), fill_number("round", v->dom.round),
             fill_number("count", v->terms.rounds));
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
        text_add(out, _("The round is over: all its tiles are being opened.\n"));
        return;
    }
    if (v->turn == v->seat) {
        text_add(out, v->may_move ? _("It is your turn.\n") : _("It is your turn in a moment.\n"));
        return;
    }
    fill_add(out, _("It is {name}'s turn.\n"), fill_text("name", panel_side(show, v->turn)));
}

void train_facts_boneyard(const struct view *v, struct text *out)
{
    fill_add(out, ngettext("Boneyard: {count} tile.\n", "Boneyard: {count} tiles.\n", v->bag_n),
             fill_number("count", v->bag_n));
}
