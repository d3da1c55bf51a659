/* Small sentences are put into larger ones by name, so that every language may order them. */
#include "cli/verify_words.h"

#include "base/buf.h"
#include "cli/fill.h"
#include "cli/lang.h"

enum { SHORT_ID = 6, SHORT_KEY = 8, PLAYER_MAX = 96, PART_MAX = 512 };

static void write_hex(const uint8_t *bytes, size_t len, char out[2 * ID_LEN + 1])
{
    hex_write(span_of(bytes, len), out);
}

static const char *sentence(enum verdict v)
{
    return _(verdict_text(v));
}

static const char *side_name(const struct replay *r, unsigned seat)
{
    static const char *const other[] = {N_("seat 1"), N_("seat 2"), N_("seat 3"), N_("seat 4")};

    if (seat >= SEATS_MAX)
        return P_("who", "nobody");
    if (r->terms.game != GAME_DOMINOES && seat < 2)
        return seat == 0 ? _("Blue") : _("Red");
    return _(other[seat]);
}

/* A player in words that live as long as the struct. */
struct player {
    char text[PLAYER_MAX];
};

/* "player 2 (Red)", or "player 2" while nobody sits yet. */
static const char *player_of(const struct replay *r, unsigned number, struct player *p)
{
    struct text t = text_over(p->text, sizeof p->text);
    bool sits = r->started && number < r->players;

    fill_add(&t, sits ? _("player {number} ({side})") : _("player {number}"),
             fill_number("number", number + 1),
             fill_text("side", sits ? side_name(r, r->seat_of[number]) : ""));
    return p->text;
}

static const char *debt_text(unsigned kind)
{
    static const char *const texts[] = {
        [DEBT_NONE] = N_("next comes nothing of {player}"),
        [DEBT_PROPOSAL] = N_("next comes a proposal of {player}"),
        [DEBT_ACCEPTANCE] = N_("next comes an answer to the proposal of {player}"),
        [DEBT_COIN] = N_("next comes the opening of a contribution to the coin of {player}"),
        [DEBT_SHUFFLE] = N_("next comes a shuffle of the bag of {player}"),
        [DEBT_SHARES] = N_("next comes shares of tiles of {player}"),
        [DEBT_MOVE] = N_("next comes a move of {player}"),
        [DEBT_SEED] = N_("next comes the opening of a seed of {player}"),
    };
    return _(texts[kind < sizeof texts / sizeof texts[0] ? kind : DEBT_NONE]);
}

static const char *result_text(unsigned ending)
{
    static const char *const texts[] = {
        [ENDING_NONE] = N_("{player} won"),
        [ENDING_CHAIN] = N_("{player} won by joining the two sides"),
        [ENDING_BLOCKS] = N_("{player} won by blocks that cannot be caught up with"),
        [ENDING_ROUNDS] = N_("{player} won by rounds"),
        [ENDING_RESIGNED] = N_("{player} won: the other side resigned"),
        [ENDING_DRAW] = N_("drawn by agreement"),
        [ENDING_CLOCK] = N_("{player} won on the clock"),
        [ENDING_ABANDONED] = N_("ended without a winner"),
    };
    return _(texts[ending < sizeof texts / sizeof texts[0] ? ending : ENDING_NONE]);
}

static void add_result(struct text *out, const struct replay *r)
{
    bool won = r->game.ending != ENDING_DRAW && r->game.ending != ENDING_ABANDONED;
    struct player p = {""};

    if (won && r->game.winner >= r->players) {
        text_add(out, _("ended without a winner"));
        return;
    }
    fill_add(out, result_text(r->game.ending),
             fill_text("player", won ? player_of(r, r->player_of[r->game.winner], &p) : ""));
}

/* What a result on time rests on while not everybody has confirmed it. */
static const char *over_pattern(const struct replay *r)
{
    enum grade grade = replay_grade(r);

    if (grade == GRADE_WITNESSED)
        return _("Over: {result}; claimed, and confirmed by the witness's statements; not all "
                 "seeds are opened, proven up to entry {number}, {next}.");
    return grade == GRADE_CLAIMED
               ? _("Over: {result}; claimed, and not confirmed; not all seeds are opened, proven "
                   "up to entry {number}, {next}.")
               : _("Over: {result}; not all seeds are opened, proven up to entry {number}, "
                   "{next}.");
}

static const char *status_pattern(const struct replay *r)
{
    switch ((enum phase)r->phase) {
    case PHASE_EMPTY:
        return _("Nothing in it.");
    case PHASE_DECLINED:
        return _("Declined or taken back before the first move.");
    case PHASE_FINISHED:
        return _("Finished: {result}; agreed, all seeds are opened.");
    case PHASE_CLOSING:
        return over_pattern(r);
    case PHASE_OFFERED:
    case PHASE_SETUP:
    case PHASE_PLAY:
        break;
    }
    return _("Unfinished: proven up to entry {number}, {next}.");
}

static void add_status(struct text *out, const struct replay *r)
{
    char result[PART_MAX], next[PART_MAX];
    struct text res = text_over(result, sizeof result), n = text_over(next, sizeof next);
    struct debt debt = replay_debt(r);
    struct player p;

    if (r->phase == PHASE_FINISHED || r->phase == PHASE_CLOSING)
        add_result(&res, r);
    fill_add(&n, debt_text(debt.kind), fill_text("player", player_of(r, debt.player, &p)));
    fill_add(out, status_pattern(r), fill_text("result", result), fill_number("number", r->number),
             fill_text("next", next));
}

/* Dominoes: what the opened seeds showed of rounds that are over. */
static void add_forfeits(struct text *out, const struct finding *f, const char *before)
{
    for (unsigned seat = 0; seat < f->end.game.seats; seat++) {
        struct player p;
        if (f->forfeited[seat] == 0)
            continue;
        text_add(out, before);
        fill_add(out, ngettext("Forfeits: {player} forfeited {count} round by a false pass or a "
                               "double not shown.",
                               "Forfeits: {player} forfeited {count} rounds by a false pass or a "
                               "double not shown.", f->forfeited[seat]),
                 fill_text("player", player_of(&f->end, f->end.player_of[seat], &p)),
                 fill_number("count", f->forfeited[seat]));
    }
}

static void add_dispute(struct text *out, const struct finding *f)
{
    struct player p;

    fill_add(out, f->evidence_why == VERDICT_CONTESTED
                      ? _("Contested: {player} claimed the game on time, and the other had moved "
                          "in time by his own record.")
                      : _("Disputed: the evidence against {player} holds. {reason}"),
             fill_text("player", player_of(&f->end, f->evidence_author, &p)),
             fill_text("reason", sentence((enum verdict)f->evidence_why)));
}

static void add_ruling(struct text *out, const struct finding *f)
{
    bool nobody = f->ruling.winner == NO_SEAT;
    unsigned n = f->ruling.heads_n;
    struct player p = {""};

    if (f->rulings > 1) {
        fill_add(out, _("Disputed: {reason}"),
                 fill_text("reason", sentence(VERDICT_RULINGS_DIFFER)));
        return;
    }
    if (!nobody)
        player_of(&f->end, f->end.player_of[f->ruling.winner], &p);
    fill_add(out, nobody ? ngettext("Ruled: nobody has won, by the word of the arbiter that the "
                                    "terms name; he saw {count} course of the game.",
                                    "Ruled: nobody has won, by the word of the arbiter that the "
                                    "terms name; he saw {count} courses of the game.", n)
                         : ngettext("Ruled: {player} has won, by the word of the arbiter that the "
                                    "terms name; he saw {count} course of the game.",
                                    "Ruled: {player} has won, by the word of the arbiter that the "
                                    "terms name; he saw {count} courses of the game.", n),
             fill_text("player", p.text), fill_number("count", n));
}

static const char *how_checked(const struct finding *f)
{
    if (f->by_seeds && f->by_proofs)
        return _("Checked: signatures, order, rules, board and coin; tiles by all proofs and by "
                 "recomputing the bag from the opened seeds; both agree.");
    return f->by_seeds ? _("Checked: signatures, order, rules, board and coin; tiles by "
                           "recomputing the bag from the opened seeds.")
                       : _("Checked: signatures, order, rules, board and coin; tiles by the proofs "
                           "of the bag.");
}

/* Whose entry was refused: known only if it could be read and its author exists. */
static void add_blame(struct text *out, const struct finding *f, enum verdict why)
{
    struct player p = {""};
    bool named = f->bad_author != NO_SEAT;

    text_add(out, _("REFUSED. "));
    if (f->bad_entry > 0 && named)
        player_of(&f->end, f->bad_author, &p);
    if (f->bad_entry > 0)
        fill_add(out, named ? _("Entry {number}, in the name of {player}, is refused. {reason}")
                            : _("Entry {number} is refused. {reason}"),
                 fill_number("number", f->bad_entry), fill_text("player", p.text),
                 fill_text("reason", sentence(why)));
    else
        text_add(out, sentence(why));
}

static void add_terms(struct text *out, const struct terms *t)
{
    static const char *const games[] = {"", N_("Bridge"), N_("Domains"), N_("dominoes")};
    const char *game = t->game == 0 ? "" : t->game <= GAME_DOMINOES ? _(games[t->game]) : "";

    if (t->game == GAME_DOMINOES) {
        text_add(out, game);
        return;
    }
    fill_add(out, t->blocks == BLOCKS_REGULAR
                      ? _("{game}, {size}x{size}, {givens} givens, regular blocks")
                      : _("{game}, {size}x{size}, {givens} givens, irregular blocks"),
             fill_text("game", game), fill_number("size", t->size),
             fill_number("givens", t->givens));
}

static void add_players(struct text *out, const struct replay *r)
{
    char list[2 * PART_MAX], hex[2 * ID_LEN + 1];
    struct text t = text_over(list, sizeof list);

    for (unsigned i = 0; i < r->players; i++) {
        struct player p;
        write_hex(r->key[i].b, SHORT_KEY, hex);
        text_add(&t, i == 0 ? "" : "; ");
        fill_add(&t, _("{player} key {key}"), fill_text("player", player_of(r, i, &p)),
                 fill_text("key", hex));
    }
    fill_add(out, _("\n  Players: {list}"), fill_text("list", list));
}

static void add_sums(struct text *out, const struct finding *f)
{
    unsigned moves = f->end.game.moves;

    fill_add(out, ngettext("{count} entry", "{count} entries", f->entries),
             fill_number("count", f->entries));
    text_add(out, ", ");
    fill_add(out, ngettext("{count} move", "{count} moves", moves), fill_number("count", moves));
}

static void add_game(struct text *out, const struct finding *f, enum verdict v)
{
    const struct replay *r = &f->end;
    char hex[2 * ID_LEN + 1], terms[PART_MAX], sums[PART_MAX];
    struct text t = text_over(terms, sizeof terms), s = text_over(sums, sizeof sums);

    write_hex(r->id.b, SHORT_ID, hex);
    add_terms(&t, &r->terms);
    fill_add(out, _("\n  Game {id}: {terms}"), fill_text("id", hex), fill_text("terms", terms));
    add_players(out, r);
    add_sums(&s, f);
    fill_add(out, v == VERDICT_OK ? _("\n  Contents: {sums}\n  ")
                                  : _("\n  Good before that: {sums}\n  "),
             fill_text("sums", sums));
}

void verify_words_long(struct text *out, const struct finding *f, enum verdict v)
{
    if (v == VERDICT_OK)
        text_add(out, _("The game holds."));
    else
        add_blame(out, f, v);
    if (f->end.phase == PHASE_EMPTY)
        return;
    add_game(out, f, v);
    if (v != VERDICT_OK)
        return;
    if (f->rulings > 0) {
        add_ruling(out, f);
        text_add(out, "\n  ");
    }
    if (f->evidence) {
        add_dispute(out, f);
        text_add(out, "\n  ");
    }
    add_status(out, &f->end);
    add_forfeits(out, f, "\n  ");
    text_add(out, "\n  ");
    text_add(out, how_checked(f));
}

void verify_words_short(struct text *out, const struct finding *f, enum verdict v)
{
    char sums[PART_MAX];
    struct text s = text_over(sums, sizeof sums);

    if (v != VERDICT_OK) {
        add_blame(out, f, v);
        return;
    }
    add_sums(&s, f);
    fill_add(out, _("holds, {sums}. "), fill_text("sums", sums));
    if (f->rulings > 0)
        add_ruling(out, f);
    else if (f->evidence)
        add_dispute(out, f);
    else
        add_status(out, &f->end);
    add_forfeits(out, f, " ");
}
