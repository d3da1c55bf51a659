/* Rulings: an arbiter gives one about games that players sent him as files; players take it. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/sentence.h"
#include "cli/verify_ruling.h"
#include "cli/width.h"
#include "keys/files.h"
#include "wire/seek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- as an arbiter ------------------------------------------------------------------------- */

static struct laid_out all;
static char names[SEATS_MAX][NAME_MAX_LEN + 1]; /* by seat; "" = no friend of mine */

static void name_seat(const struct friend_row *friend)
{
    for (unsigned seat = 0; seat < all.players; seat++)
        if (friend->joined && player_key_equal(&friend->key, &all.seated[seat]))
            memcpy(names[seat], friend->name, sizeof names[seat]);
}

static enum verdict find_names(struct session *s)
{
    uint64_t from = 0;
    memset(names, 0, sizeof names);
    do {
        session_ask(s, REQ_FRIENDS)->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK)
            return v;
        for (unsigned i = 0; i < s->reply.friends_n; i++)
            name_seat(&s->reply.friends[i]);
        from = s->reply.next;
    } while (s->reply.more);
    return VERDICT_OK;
}

static bool is_number(const char *word, unsigned seat)
{
    uint64_t number;
    return text_read_number(span_text(word), SEATS_MAX, &number) && number == seat + 1;
}

/* Whom a word means: a colour, a seat of dominoes, a friend; "none". */
static bool read_result(const char *word, uint8_t *winner)
{
    static const char *const colours[] = {"blue", "red"};
    *winner = NO_SEAT;
    if (strcmp(word, "none") == 0 || strcmp(word, "nobody") == 0)
        return true;
    for (unsigned seat = 0; seat < all.players; seat++) {
        bool colour = all.kind != GAME_DOMINOES && strcmp(word, colours[seat]) == 0;
        bool place = all.kind == GAME_DOMINOES && is_number(word, seat);
        if (colour || place || (names[seat][0] != '\0' && strcmp(word, names[seat]) == 0))
            *winner = (uint8_t)seat;
    }
    return *winner != NO_SEAT;
}

/* "Blue (ann)", "seat 2". */
static void add_seat(unsigned seat, struct text *out)
{
    if (all.kind == GAME_DOMINOES)
        fill_add(out, _("seat {number}"), fill_number("number", seat + 1));
    else
        text_add(out, seat == 0 ? _("Blue") : _("Red"));
    if (names[seat][0] == '\0')
        return;
    text_add(out, " (");
    text_add(out, names[seat]);
    text_add(out, ")");
}

/* What the file shows, for who has to decide. */
static void print_report(const struct session *s, const char *path)
{
    if (s->opt.output != OUTPUT_TEXT)
        return;
    fill_print(stderr, _("{file}: {text}"), fill_text("file", path),
               fill_text("text", all.report.text));
    fputs("\n", stderr);
}

/* The files that the words name, all but the last word. */
static enum verdict lay_out(struct session *s, const char **bad)
{
    memset(&all, 0, sizeof all);
    for (unsigned i = 1; i + 1 < s->words.n; i++) {
        *bad = s->words.word[i];
        enum verdict v = ruling_lay_out(*bad, &all);
        if (v != VERDICT_OK)
            return v;
        print_report(s, *bad);
    }
    *bad = "";
    return VERDICT_OK;
}

static enum verdict may_rule(struct session *s)
{
    session_ask(s, REQ_STATUS);
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return v;
    if (!all.has_arbiter)
        return VERDICT_NO_ARBITER;
    if (!player_key_equal(&all.arbiter, &s->reply.status.key))
        return VERDICT_NOT_ARBITER;
    if (all.ended)
        return VERDICT_RULED_AGREED;
    return all.started ? find_names(s) : VERDICT_NOT_STARTED;
}

static bool is_sure(struct session *s, uint8_t winner)
{
    char asked[512], seat[64];
    struct text t = text_over(asked, sizeof asked), who = text_over(seat, sizeof seat);
    if (winner != NO_SEAT)
        add_seat(winner, &who);
    if (all.heads_n == 1 && s->opt.output == OUTPUT_TEXT)
        width_printf(stderr, "%s\n",
                _("Only one course of the game is laid out. Ask the other player for his file too: "
                  "he may have written something that is not in this one."));
    fill_add(&t, winner == NO_SEAT
                     ? _("Nobody shall have won this game? A ruling cannot be taken back.")
                     : _("{seat} shall have won this game? A ruling cannot be taken back."),
             fill_text("seat", seat));
    return session_sure(s, asked);
}

static enum verdict ask_for_ruling(struct session *s, uint8_t winner)
{
    struct ruling r = {.game = all.game, .winner = winner, .heads_n = all.heads_n};
    struct request *q = session_ask(s, REQ_RULE);
    struct text t = text_over(q->text, sizeof q->text);
    memcpy(r.heads, all.heads, sizeof r.heads);
    ruling_order(&r);
    if (!ruling_text(&r, &t) || all.first_len > sizeof q->data)
        return VERDICT_TOO_LONG;
    memcpy(q->data, all.first, all.first_len);
    q->data_len = all.first_len;
    q->dry_run = s->opt.dry_run;
    return session_call(s);
}

static json_t *json_winner(uint8_t winner)
{
    return winner == NO_SEAT ? json_null() : json_integer(winner);
}

static int print_ruling(struct session *s, uint8_t winner)
{
    char line[RULING_TEXT_SIZE] = "";
    if (s->reply.data_len < sizeof line)
        memcpy(line, s->reply.data, s->reply.data_len);
    if (s->opt.output == OUTPUT_JSON) {
        json_t *o = json_under("ruling", json_string(line));
        json_object_set_new(o, "winner", json_winner(winner));
        return session_done(s, "", o);
    }
    printf("%s\n", line);
    fflush(stdout);
    if (s->opt.output == OUTPUT_TEXT)
        width_printf(stderr, "%s\n",
                _("Send this line to the players by any channel; each of them types 'ruling' and "
                  "the line. Those who are your friends are sent it at once."));
    return EXIT_DONE;
}

int cmd_rule(struct session *s)
{
    const char *bad = "";
    uint8_t winner;
    if (s->words.n < 3)
        return session_usage(s);
    enum verdict v = lay_out(s, &bad);
    if (v == VERDICT_OK)
        v = may_rule(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, bad);
    const char *word = s->words.word[s->words.n - 1];
    if (!read_result(word, &winner))
        return session_refuse(s, VERDICT_NO_RESULT, word);
    if (!is_sure(s, winner))
        return EXIT_NO;
    v = ask_for_ruling(s, winner);
    if (v == VERDICT_OK && s->opt.dry_run)
        return session_would(s, word, json_under("winner", json_winner(winner)));
    return v == VERDICT_OK ? print_ruling(s, winner) : session_refuse(s, v, s->reply.detail);
}

/* ---- as a player --------------------------------------------------------------------------- */

static int take(struct session *s, const struct ruling *r)
{
    char sentence[256], state[128];
    struct text t = text_over(sentence, sizeof sentence), of = text_over(state, sizeof state);
    struct request *q = session_ask(s, REQ_RULING);
    struct text text = text_over(q->text, sizeof q->text);
    if (!ruling_text(r, &text))
        return session_refuse(s, VERDICT_RULING_MALFORMED, "");
    enum verdict v = session_call(s);
    if (v == VERDICT_OK && s->reply.games_n != 1)
        v = VERDICT_NOT_DECODABLE;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    const struct game_row *row = &s->reply.games[0];
    if (row->refusal == VERDICT_RULINGS_DIFFER)
        return session_refuse(s, VERDICT_RULINGS_DIFFER, "");
    sentence_state(row, &of);
    fill_add(&t, _("The ruling holds. Game {game}: {state}."), fill_number("game", row->number),
             fill_text("state", state));
    return session_done(s, sentence, json_under("game", json_game(row)));
}

bool cmd_ruling_text(struct session *s, const uint8_t *text, size_t len, int *code)
{
    struct ruling r;
    enum verdict v = ruling_find(span_of(text, len), &r);
    if (v == VERDICT_OK)
        *code = take(s, &r);
    else if (v == VERDICT_RULING_VERSION)
        *code = session_refuse(s, v, "");
    return v == VERDICT_OK || v == VERDICT_RULING_VERSION;
}

static int take_text(struct session *s, const uint8_t *text, size_t len)
{
    int code;
    if (cmd_ruling_text(s, text, len, &code))
        return code;
    return session_refuse(s, VERDICT_RULING_MALFORMED, "");
}

/* Damaged or cut short it is still no name of a file. */
static bool looks_like_one(const char *words)
{
    return (words[0] == 'n' || words[0] == 'N') && (words[1] == 'b' || words[1] == 'B') &&
           strlen(words) > 100;
}

int cmd_ruling(struct session *s)
{
    static char words[SEEK_TEXT_MAX];
    uint8_t *text = NULL;
    size_t len = 0;
    int code;
    words_rest(&s->words, 1, words, sizeof words);
    if (cmd_ruling_text(s, (const uint8_t *)words, strlen(words), &code))
        return code;
    if (looks_like_one(words))
        return session_refuse(s, VERDICT_RULING_MALFORMED, "");
    enum verdict v = cmd_read_paste(s, words, &text, &len);
    if (v != VERDICT_OK)
        return v == VERDICT_USAGE ? EXIT_USAGE : session_refuse(s, v, words);
    code = take_text(s, text, len);
    free(text);
    return code;
}
