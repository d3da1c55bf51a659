/* What is said about a file comes from the state its entries lead to, never from anything the file
 * says about itself.  Players are called by number and by the beginning of their key: a file has
 * no names. */
#include "cli/verify_report.h"

#include "base/buf.h"
#include "chain/logfile.h"
#include "keys/files.h"

#include <stdlib.h>

enum { JSON_VERSION = 1, SHORT_ID = 6, SHORT_KEY = 8 };

/* ---- pieces of sentences ------------------------------------------------------------------- */

static void add_hex(struct text *out, const uint8_t *bytes, size_t len)
{
    char hex[2 * ID_LEN + 1];
    hex_write(span_of(bytes, len), hex);
    text_add(out, hex);
}

static void add_count(struct text *out, uint64_t n, const char *one, const char *many)
{
    text_add_number(out, n);
    text_add(out, n == 1 ? one : many);
}

static const char *side_name(const struct replay *r, unsigned seat)
{
    static const char *const numbridge[] = {"Blue", "Red"};
    static const char *const other[] = {"seat 1", "seat 2", "seat 3", "seat 4"};
    if (seat >= SEATS_MAX)
        return "nobody";
    return r->terms.game != GAME_DOMINOES && seat < 2 ? numbridge[seat] : other[seat];
}

/* "player 2 (Red)", or "player 2" while nobody sits yet. */
static void add_player(struct text *out, const struct replay *r, unsigned player)
{
    text_add(out, "player ");
    text_add_number(out, player + 1);
    if (!r->started || player >= r->players)
        return;
    text_add(out, " (");
    text_add(out, side_name(r, r->seat_of[player]));
    text_add(out, ")");
}

static const char *debt_text(unsigned kind)
{
    static const char *const texts[] = {
        [DEBT_NONE] = "nothing",
        [DEBT_PROPOSAL] = "a proposal",
        [DEBT_ACCEPTANCE] = "an answer to the proposal",
        [DEBT_COIN] = "the opening of a contribution to the coin",
        [DEBT_SHUFFLE] = "a shuffle of the bag",
        [DEBT_SHARES] = "shares of tiles",
        [DEBT_MOVE] = "a move",
        [DEBT_SEED] = "the opening of a seed",
    };
    return kind < sizeof texts / sizeof texts[0] ? texts[kind] : "something";
}

static const char *ending_name(unsigned ending)
{
    static const char *const names[] = {
        [ENDING_NONE] = "none",         [ENDING_CHAIN] = "chain",
        [ENDING_BLOCKS] = "blocks",     [ENDING_ROUNDS] = "rounds",
        [ENDING_RESIGNED] = "resigned", [ENDING_DRAW] = "draw",
        [ENDING_CLOCK] = "clock",       [ENDING_ABANDONED] = "abandoned",
    };
    return ending < sizeof names / sizeof names[0] ? names[ending] : "unknown";
}

static const char *ending_reason(unsigned ending)
{
    static const char *const reasons[] = {
        [ENDING_NONE] = "",
        [ENDING_CHAIN] = " by joining the two sides",
        [ENDING_BLOCKS] = " by blocks that cannot be caught up with",
        [ENDING_ROUNDS] = " by rounds",
        [ENDING_RESIGNED] = ": the other side resigned",
        [ENDING_DRAW] = "",
        [ENDING_CLOCK] = " on the clock",
        [ENDING_ABANDONED] = "",
    };
    return ending < sizeof reasons / sizeof reasons[0] ? reasons[ending] : "";
}

static void add_result(struct text *out, const struct replay *r)
{
    if (r->game.ending == ENDING_DRAW) {
        text_add(out, "drawn by agreement");
    } else if (r->game.ending == ENDING_ABANDONED || r->game.winner >= r->players) {
        text_add(out, "ended without a winner");
    } else {
        add_player(out, r, r->player_of[r->game.winner]);
        text_add(out, " won");
        text_add(out, ending_reason(r->game.ending));
    }
}

/* Whose entry is missing for the game to go on. */
static void add_owed(struct text *out, const struct replay *r)
{
    struct debt debt = replay_debt(r);
    text_add(out, "next comes ");
    text_add(out, debt_text(debt.kind));
    text_add(out, " of ");
    add_player(out, r, debt.player);
}

static const char *grade_name(const struct finding *f)
{
    static const char *const names[] = {
        [GRADE_NONE] = "none",       [GRADE_AGREED] = "agreed",   [GRADE_WITNESSED] = "witnessed",
        [GRADE_RULED] = "ruled",     [GRADE_CLAIMED] = "claimed", [GRADE_DISPUTED] = "disputed",
    };
    bool contested = f->rulings == 0 && f->evidence && f->evidence_why == VERDICT_CONTESTED;
    return contested ? "contested" : names[logfile_grade(f)];
}

/* What a result on time rests on while not everybody has confirmed it. */
static const char *claim_text(const struct replay *r)
{
    enum grade grade = replay_grade(r);
    return grade == GRADE_WITNESSED ? "; claimed, and confirmed by the witness's statements"
           : grade == GRADE_CLAIMED ? "; claimed, and not confirmed"
                                    : "";
}

static void add_status(struct text *out, const struct replay *r)
{
    switch ((enum phase)r->phase) {
    case PHASE_EMPTY:
        text_add(out, "Nothing in it.");
        return;
    case PHASE_DECLINED:
        text_add(out, "Declined or taken back before the first move.");
        return;
    case PHASE_FINISHED:
        text_add(out, "Finished: ");
        add_result(out, r);
        text_add(out, "; agreed, all seeds are opened.");
        return;
    case PHASE_CLOSING:
        text_add(out, "Over: ");
        add_result(out, r);
        text_add(out, claim_text(r));
        text_add(out, "; not all seeds are opened, ");
        break;
    case PHASE_OFFERED:
    case PHASE_SETUP:
    case PHASE_PLAY:
        text_add(out, "Unfinished: ");
        break;
    }
    text_add(out, "proven up to entry ");
    text_add_number(out, r->number);
    text_add(out, ", ");
    add_owed(out, r);
    text_add(out, ".");
}

/* Dominoes: what the opened seeds showed of rounds that are over. */
static void add_forfeits(struct text *out, const struct finding *f, const char *before)
{
    for (unsigned seat = 0; seat < f->end.game.seats; seat++) {
        if (f->forfeited[seat] == 0)
            continue;
        text_add(out, before);
        add_player(out, &f->end, f->end.player_of[seat]);
        text_add(out, " forfeited ");
        add_count(out, f->forfeited[seat], " round", " rounds");
        text_add(out, " by a false pass or a double not shown.");
    }
}

static void add_dispute(struct text *out, const struct finding *f)
{
    if (f->evidence_why == VERDICT_CONTESTED) {
        text_add(out, "Contested: ");
        add_player(out, &f->end, f->evidence_author);
        text_add(out, " claimed the game on time, and the other had moved in time by his own "
                      "record. ");
        return;
    }
    text_add(out, "Disputed: the evidence against ");
    add_player(out, &f->end, f->evidence_author);
    text_add(out, " holds. ");
    text_add(out, verdict_text((enum verdict)f->evidence_why));
}

/* The newest entry of this chain that the arbiter saw; 0: only what stands here as evidence. */
static uint32_t ruled_up_to(const struct finding *f)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < f->ruling.heads_n; i++)
        if (f->ruling.heads[i].number <= f->entries)
            number = f->ruling.heads[i].number;
    return number;
}

static void add_ruling(struct text *out, const struct finding *f)
{
    if (f->rulings > 1) {
        text_add(out, "Disputed: ");
        text_add(out, verdict_text(VERDICT_RULINGS_DIFFER));
        return;
    }
    text_add(out, "Ruled: ");
    if (f->ruling.winner == NO_SEAT)
        text_add(out, "nobody has won");
    else
        add_player(out, &f->end, f->end.player_of[f->ruling.winner]);
    text_add(out, f->ruling.winner == NO_SEAT ? "" : " has won");
    text_add(out, ", by the word of the arbiter that the terms name; he saw ");
    add_count(out, f->ruling.heads_n, " course of the game", " courses of the game");
    text_add(out, ".");
}

static const char *how_checked(const struct finding *f)
{
    if (f->by_seeds && f->by_proofs)
        return "by all proofs and by recomputing the bag from the opened seeds; both agree";
    return f->by_seeds ? "by recomputing the bag from the opened seeds"
                       : "by the proofs of the bag";
}

/* Whose entry was refused: known only if it could be read and its author exists. */
static void add_blame(struct text *out, const struct finding *f, enum verdict why)
{
    if (f->bad_entry > 0) {
        text_add(out, "Entry ");
        text_add_number(out, f->bad_entry);
        if (f->bad_author != NO_SEAT) {
            text_add(out, ", in the name of ");
            add_player(out, &f->end, f->bad_author);
            text_add(out, ",");
        }
        text_add(out, " is refused. ");
    }
    text_add(out, verdict_text(why));
}

/* ---- the three forms ----------------------------------------------------------------------- */

static void add_terms(struct text *out, const struct terms *t)
{
    static const char *const games[] = {"", "Bridge", "Domains", "dominoes"};
    text_add(out, t->game <= GAME_DOMINOES ? games[t->game] : "");
    if (t->game == GAME_DOMINOES)
        return;
    text_add(out, ", ");
    text_add_number(out, t->size);
    text_add(out, "x");
    text_add_number(out, t->size);
    text_add(out, ", ");
    text_add_number(out, t->givens);
    text_add(out, t->blocks == BLOCKS_REGULAR ? " givens, regular blocks"
                                              : " givens, irregular blocks");
}

static void add_players(struct text *out, const struct replay *r)
{
    for (unsigned p = 0; p < r->players; p++) {
        text_add(out, p == 0 ? "\n  Players: " : "; ");
        add_player(out, r, p);
        text_add(out, " key ");
        add_hex(out, r->key[p].b, SHORT_KEY);
    }
}

static void add_sums(struct text *out, const struct finding *f)
{
    add_count(out, f->entries, " entry, ", " entries, ");
    add_count(out, f->end.game.moves, " move", " moves");
}

static void write_long(struct text *out, const struct finding *f, enum verdict v)
{
    const struct replay *r = &f->end;
    text_add(out, v == VERDICT_OK ? "The game holds." : "REFUSED. ");
    if (v != VERDICT_OK)
        add_blame(out, f, v);
    if (r->phase == PHASE_EMPTY)
        return;
    text_add(out, "\n  Game ");
    add_hex(out, r->id.b, SHORT_ID);
    text_add(out, ": ");
    add_terms(out, &r->terms);
    add_players(out, r);
    text_add(out, v == VERDICT_OK ? "\n  Contents: " : "\n  Good before that: ");
    add_sums(out, f);
    text_add(out, "\n  ");
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
    add_status(out, r);
    add_forfeits(out, f, "\n  Forfeits: ");
    text_add(out, "\n  Checked: signatures, order, rules, board and coin; tiles ");
    text_add(out, how_checked(f));
    text_add(out, ".");
}

static void write_short(struct text *out, const struct finding *f, enum verdict v)
{
    if (v != VERDICT_OK) {
        text_add(out, "REFUSED. ");
        add_blame(out, f, v);
        return;
    }
    text_add(out, "holds, ");
    add_sums(out, f);
    text_add(out, ". ");
    if (f->rulings > 0)
        add_ruling(out, f);
    else if (f->evidence)
        add_dispute(out, f);
    else
        add_status(out, &f->end);
    add_forfeits(out, f, " Forfeits: ");
}

static void json_number(struct text *out, const char *key, uint64_t number)
{
    text_add(out, ",\"");
    text_add(out, key);
    text_add(out, "\":");
    text_add_number(out, number);
}

/* For our own words and names only: nothing in them needs to be escaped. */
static void json_word(struct text *out, const char *key, const char *word)
{
    text_add(out, ",\"");
    text_add(out, key);
    text_add(out, "\":\"");
    text_add(out, word);
    text_add(out, "\"");
}

static void json_players(struct text *out, const struct replay *r)
{
    text_add(out, ",\"players\":[");
    for (unsigned p = 0; p < r->players; p++) {
        text_add(out, p == 0 ? "{\"key\":\"" : ",{\"key\":\"");
        add_hex(out, r->key[p].b, sizeof r->key[p].b);
        text_add(out, "\"");
        if (r->started)
            json_number(out, "seat", r->seat_of[p]);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static const char *phase_name(unsigned phase)
{
    static const char *const names[] = {
        [PHASE_EMPTY] = "empty",     [PHASE_OFFERED] = "offered",
        [PHASE_SETUP] = "setup",     [PHASE_PLAY] = "play",
        [PHASE_CLOSING] = "closing", [PHASE_FINISHED] = "finished",
        [PHASE_DECLINED] = "declined",
    };
    return phase < sizeof names / sizeof names[0] ? names[phase] : "unknown";
}

/* By player number: rounds forfeited, at dominoes. */
static void json_forfeits(struct text *out, const struct finding *f)
{
    if (f->end.terms.game != GAME_DOMINOES || !f->end.started)
        return;
    text_add(out, ",\"forfeited\":");
    for (unsigned p = 0; p < f->end.players; p++) {
        text_add(out, p == 0 ? "[" : ",");
        text_add_number(out, f->forfeited[f->end.seat_of[p]]);
    }
    text_add(out, "]");
}

/* Who may rule, and what he has ruled; a winner is a player number, 0 = nobody. */
static void json_ruling(struct text *out, const struct finding *f)
{
    const struct ruling *r = &f->ruling;
    if (sodium_is_zero(f->end.arbiter.b, sizeof f->end.arbiter.b))
        return;
    text_add(out, ",\"arbiter\":\"");
    add_hex(out, f->end.arbiter.b, sizeof f->end.arbiter.b);
    text_add(out, "\"");
    if (f->rulings == 0)
        return;
    text_add(out, ",\"ruling\":{\"rulings\":");
    text_add_number(out, f->rulings);
    json_number(out, "winner", r->winner == NO_SEAT ? 0 : f->end.player_of[r->winner] + 1U);
    json_number(out, "time_ms", r->time_ms);
    json_number(out, "courses", r->heads_n);
    json_number(out, "up_to", ruled_up_to(f));
    text_add(out, "}");
}

static void json_game(struct text *out, const struct finding *f)
{
    const struct replay *r = &f->end;
    text_add(out, ",\"game\":\"");
    add_hex(out, r->id.b, sizeof r->id.b);
    text_add(out, "\"");
    json_players(out, r);
    json_number(out, "moves", r->game.moves);
    json_word(out, "phase", phase_name(r->phase));
    json_word(out, "ending", f->rulings == 1 ? "ruled" : ending_name(r->game.ending));
    if (r->started && logfile_winner(f) < r->players)
        json_number(out, "winner", r->player_of[logfile_winner(f)] + 1U);
    json_forfeits(out, f);
    json_ruling(out, f);
    text_add(out, ",\"head\":\"");
    add_hex(out, r->head.b, sizeof r->head.b);
    text_add(out, "\"");
}

static void write_json(struct text *out, const struct finding *f, enum verdict v)
{
    json_word(out, "verdict", verdict_name(v));
    json_word(out, "sentence", verdict_text(v));
    json_number(out, "entries", f->entries);
    if (f->bad_entry > 0)
        json_number(out, "bad_entry", f->bad_entry);
    if (f->bad_entry > 0 && f->bad_author != NO_SEAT)
        json_number(out, "bad_player", f->bad_author + 1U);
    if (f->end.phase != PHASE_EMPTY)
        json_game(out, f);
    json_word(out, "grade", grade_name(f));
    text_add(out, f->by_proofs ? ",\"by_proofs\":true" : ",\"by_proofs\":false");
    text_add(out, f->by_seeds ? ",\"by_seeds\":true" : ",\"by_seeds\":false");
    if (f->evidence) {
        json_word(out, "evidence", verdict_name((enum verdict)f->evidence_why));
        json_number(out, "evidence_player", f->evidence_author + 1U);
    }
}

/* ---- exported ------------------------------------------------------------------------------ */

static enum exit_code code_of(enum verdict v, bool was_read)
{
    if (v == VERDICT_OK)
        return EXIT_DONE;
    if (v == VERDICT_MEMORY)
        return EXIT_LOCAL;
    return v == VERDICT_NO_FILE && !was_read ? EXIT_UNKNOWN : EXIT_NOT_VERIFIED;
}

void report_file(const char *path, unsigned check, enum report_form form, struct report *out)
{
    static struct finding f;
    uint8_t *bytes;
    size_t len;
    struct text t = text_over(out->text, sizeof out->text);
    memset(&f, 0, sizeof f);
    enum verdict v = file_read_new(path, LOGFILE_MAX, &bytes, &len);
    bool was_read = v == VERDICT_OK;
    if (was_read)
        v = logfile_judge(span_of(bytes, len), check, &f);
    free(bytes);
    out->code = code_of(v, was_read);
    if (form == REPORT_JSON)
        write_json(&t, &f, v);
    else if (out->code == EXIT_UNKNOWN || out->code == EXIT_LOCAL)
        text_add(&t, verdict_text(v));
    else if (form == REPORT_SHORT)
        write_short(&t, &f, v);
    else
        write_long(&t, &f, v);
    while (t.len > 0 && (out->text[t.len - 1] == ' ' || out->text[t.len - 1] == '\n'))
        out->text[--t.len] = '\0';
    replay_wipe(&f.end);
}

void report_name(const char *path, struct text *out)
{
    bool showable = text_is_showable(span_text(path));
    for (; *path != '\0'; path++) {
        char c[2] = {*path, '\0'};
        if (!showable && (*path < ' ' || *path > '~'))
            c[0] = '?';
        text_add(out, c);
    }
}

/* Bytes that are not plain ASCII of a name that is no good UTF-8 become the code point of the
 * same number: so every name makes valid JSON. */
static void json_name(const char *path, struct text *out)
{
    static const char digits[] = "0123456789abcdef";
    bool showable = text_is_showable(span_text(path));
    for (; *path != '\0'; path++) {
        unsigned char byte = (unsigned char)*path;
        char plain[2] = {*path, '\0'};
        char escaped[7] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15], '\0'};
        bool as_is = byte >= ' ' && byte != '"' && byte != '\\' && (showable || byte <= '~');
        text_add(out, as_is ? plain : escaped);
    }
}

void report_line(const char *path, const struct report *report, enum report_form form,
                 struct text *out)
{
    if (form == REPORT_JSON) {
        text_add(out, "{\"version\":");
        text_add_number(out, JSON_VERSION);
        text_add(out, ",\"file\":\"");
        json_name(path, out);
        text_add(out, "\"");
        text_add(out, report->text);
        text_add(out, "}");
        return;
    }
    report_name(path, out);
    text_add(out, ": ");
    text_add(out, report->text);
}
