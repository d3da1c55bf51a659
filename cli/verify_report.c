/* What is said about a file comes from the state its entries lead to, never from anything the file
 * says about itself. */
#include "cli/verify_report.h"

#include "base/buf.h"
#include "chain/logfile.h"
#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/verify_words.h"
#include "keys/files.h"

#include <limits.h>
#include <stdlib.h>

enum { JSON_VERSION = 1, ESCAPED_MAX = 6 };

/* ---- words for programs -------------------------------------------------------------------- */

static void add_hex(struct text *out, const uint8_t *bytes, size_t len)
{
    char hex[2 * ID_LEN + 1];
    hex_write(span_of(bytes, len), hex);
    text_add(out, hex);
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

const char *report_grade(const struct finding *f)
{
    static const char *const names[] = {
        [GRADE_NONE] = "none",       [GRADE_AGREED] = "agreed",   [GRADE_WITNESSED] = "witnessed",
        [GRADE_RULED] = "ruled",     [GRADE_CLAIMED] = "claimed", [GRADE_DISPUTED] = "disputed",
    };
    bool contested = f->rulings == 0 && f->evidence && f->evidence_why == VERDICT_CONTESTED;
    return contested ? "contested" : names[logfile_grade(f)];
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

/* As of every program here. */
static void json_error(struct text *out, enum verdict v, enum exit_code code)
{
    json_number(out, "exit", code);
    if (code == EXIT_DONE)
        return;
    text_add(out, ",\"error\":{\"code\":");
    text_add_number(out, code);
    json_word(out, "name", verdict_name(v));
    json_word(out, "message", verdict_text(v));
    text_add(out, ",\"hint\":null}");
}

static void write_json(struct text *out, const struct finding *f, enum verdict v,
                       enum exit_code code)
{
    json_error(out, v, code);
    json_word(out, "verdict", verdict_name(v));
    json_word(out, "sentence", verdict_text(v));
    json_number(out, "entries", f->entries);
    if (f->bad_entry > 0)
        json_number(out, "bad_entry", f->bad_entry);
    if (f->bad_entry > 0 && f->bad_author != NO_SEAT)
        json_number(out, "bad_player", f->bad_author + 1U);
    if (f->end.phase != PHASE_EMPTY)
        json_game(out, f);
    json_word(out, "grade", report_grade(f));
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

static void cut_end(struct text *t)
{
    while (t->len > 0 && (t->data[t->len - 1] == ' ' || t->data[t->len - 1] == '\n'))
        t->data[--t->len] = '\0';
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
        write_json(&t, &f, v, out->code);
    else if (out->code == EXIT_UNKNOWN || out->code == EXIT_LOCAL)
        text_add(&t, _(verdict_text(v)));
    else if (form == REPORT_SHORT)
        verify_words_short(&t, &f, v);
    else
        verify_words_long(&t, &f, v);
    cut_end(&t);
    replay_wipe(&f.end);
}

void report_finding(const struct finding *f, enum report_form form, struct report *out)
{
    struct text t = text_over(out->text, sizeof out->text);
    out->code = EXIT_DONE;
    if (form == REPORT_JSON)
        write_json(&t, f, VERDICT_OK, EXIT_DONE);
    else if (form == REPORT_SHORT)
        verify_words_short(&t, f, VERDICT_OK);
    else
        verify_words_long(&t, f, VERDICT_OK);
    cut_end(&t);
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
    char shown[ESCAPED_MAX * PATH_MAX] = "";
    struct text name = text_over(shown, sizeof shown);

    if (form == REPORT_JSON) {
        text_add(out, "{\"v\":1,\"version\":");
        text_add_number(out, JSON_VERSION);
        text_add(out, ",\"file\":\"");
        json_name(path, out);
        text_add(out, "\"");
        text_add(out, report->text);
        text_add(out, "}");
        return;
    }
    report_name(path, &name);
    fill_add(out, _("{file}: {text}"), fill_text("file", shown), fill_text("text", report->text));
}
