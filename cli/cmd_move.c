/* What changes a game, each against the position that was last seen; and questions about it. */
#include "cli/board.h"
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/reader.h"
#include "cli/seen.h"
#include "cli/sentence.h"
#include "cli/train_facts.h"
#include "rules/cell.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_TEXT_MAX = 256, ANSWER_LOOKS = 4, ANSWER_MS = 100 };

/* Make sure there is a position to decide by: of --game, of the current game, or of the one that
 * most needs me. */
static enum verdict have_show(struct session *s)
{
    uint32_t wanted = s->opt.game != 0 ? s->opt.game : s->game;

    if (s->has_show && wanted != 0 && s->show.row.number == wanted)
        return VERDICT_OK;
    return session_look(s, wanted);
}

/* The same for what is typed against a board: it must be the one that was shown last, be it at
 * this prompt or by a command before. */
typedef bool seen_test(const char *path, const struct game_show *show);
static enum verdict have_seen(struct session *s, seen_test *changed)
{
    bool fresh = !s->has_show;
    enum verdict v = have_show(s);

    if (v == VERDICT_OK && fresh && changed(s->seen_path, &s->show))
        return VERDICT_HEAD_CHANGED;
    if (v != VERDICT_OK || s->show.started)
        return v;
    return s->show.row.state == GAME_DECLINED ? VERDICT_DECLINED : VERDICT_NOT_STARTED;
}

/* Send the request with the head of the position last seen.  Programs exchange entries that change
 * nothing on the screen (shares of tiles): then the command is sent again with the new head. */
static enum verdict call_on_head(struct session *s, enum request_kind kind,
                                 const struct choice *choice, uint64_t number)
{
    static struct game_show seen;
    enum verdict v = VERDICT_HEAD_CHANGED;

    seen = s->show;
    for (unsigned tries = 0; tries < 3 && v == VERDICT_HEAD_CHANGED; tries++) {
        struct request *r = session_ask(s, kind);
        r->game = s->show.row.number;
        r->has_head = 1;
        r->head = s->show.head;
        r->number = number;
        r->dry_run = s->opt.dry_run;
        if (choice)
            r->choice = *choice;
        v = session_call(s);
        if (v != VERDICT_HEAD_CHANGED)
            break;
        enum verdict looked = session_look(s, seen.row.number);
        if (looked != VERDICT_OK)
            return looked;
        if (!seen_same(&seen, &s->show))
            break;
    }
    return v;
}

/* At the prompt a quick answer of the other side is awaited, so that one board shows both moves. */
static enum verdict see_answer(struct session *s)
{
    enum verdict v = VERDICT_OK;

    for (unsigned i = 0; i < ANSWER_LOOKS && v == VERDICT_OK && !s->show.view.may_move; i++) {
        v = client_wait(&s->client, ANSWER_MS);
        if (v == VERDICT_OK)
            v = session_look(s, s->game);
    }
    return v;
}

static int refuse_price(struct session *s)
{
    static const char *const costs[] = {N_("a claim is free here: claim CELL"),
                                        N_("it costs one tile: claim CELL with DIGIT"),
                                        N_("it costs two tiles: claim CELL with DIGIT DIGIT")};
    unsigned price = s->show.view.terms.claim;

    return session_refuse(s, VERDICT_CLAIM_PRICE, price < 3 ? _(costs[price]) : "");
}

static int finish(struct session *s, enum verdict v)
{
    if (v == VERDICT_HEAD_CHANGED && s->prompt) {
        session_show(s);
        return session_refuse(s, v, "");
    }
    if (v == VERDICT_CLAIM_PRICE)
        return refuse_price(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (s->opt.dry_run)
        return session_dry(s);
    session_seen(s);
    if (s->opt.wait)
        return cmd_wait_for(s, s->game, s->opt.wait_s);
    if (s->prompt && s->following && s->show.view.ending == ENDING_NONE)
        v = see_answer(s);
    session_show(s);
    return v == VERDICT_OK ? EXIT_DONE : session_refuse(s, v, s->reply.detail);
}

int cmd_move_send(struct session *s, const struct choice *choice)
{
    return finish(s, call_on_head(s, REQ_MOVE, choice, 0));
}

static enum verdict have_started(struct session *s)
{
    return have_seen(s, seen_changed);
}

int cmd_send_number(struct session *s, enum request_kind kind, uint64_t number)
{
    enum verdict v = have_started(s);

    if (v == VERDICT_OK && kind == REQ_ADD_TIME && s->show.row.state == GAME_MY_TURN)
        v = VERDICT_OWN_TIME;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return finish(s, call_on_head(s, kind, NULL, number));
}

/* A tile that fits at several ends is not laid at one of them unasked. */
static bool is_ambiguous(const struct session *s, const struct choice *choice, const char *text)
{
    return choice->kind == MOVE_TILE && !strchr(text, ' ')
        && train_facts_two_ends(&s->show.view, choice->values[0]);
}

/* The words from `from` on as a move of that kind. */
static int move_from_words(struct session *s, enum move_kind kind, unsigned from)
{
    char text[ARGUMENT_TEXT_MAX];
    struct choice choice;
    enum verdict v = have_started(s);

    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    words_rest(&s->words, from, text, sizeof text);
    v = move_read(kind, span_text(text), &s->show.view, &choice);
    if (v == VERDICT_USAGE)
        return session_usage(s);
    if (v == VERDICT_OK && is_ambiguous(s, &choice, text))
        return session_refuse(s, VERDICT_USAGE,
                              _("that tile fits at more than one end: say which, as in 'place "
                                "3-5 left'"));
    if (v != VERDICT_OK)
        return session_refuse(s, v, text);
    return cmd_move_send(s, &choice);
}

bool cmd_is_tile(const char *word)
{
    size_t first = strspn(word, "0123456789");
    size_t second = word[first] == '-' ? strspn(word + first + 1, "0123456789") : 0;

    return first > 0 && second > 0 && word[first + 1 + second] == '\0';
}

/* Dominoes before the first tile: doubles are shown, and nothing else is done. */
static bool is_showing(const struct session *s)
{
    return s->show.view.terms.game == GAME_DOMINOES && s->show.view.dom.phase == DOMINO_SHOW;
}

static int refuse_showing(struct session *s, enum verdict v)
{
    return session_refuse(s, v,
                          _("the highest double is shown first: 'show 6-6' shows one, 'show none' "
                            "says that you hold none"));
}

bool cmd_is_double(const struct session *s, const char *word)
{
    bool is_short = strlen(word) == 2 && word[0] == word[1] && word[0] >= '0' && word[0] <= '9';

    return cmd_is_tile(word) || strcmp(word, "none") == 0
        || (is_short && s->has_show && is_showing(s));
}

int cmd_show_double(struct session *s)
{
    return move_from_words(s, MOVE_SHOW, 1);
}

int cmd_pass(struct session *s)
{
    if (s->words.n > 1)
        return session_usage(s);
    enum verdict v = have_started(s);
    if (v == VERDICT_OK && is_showing(s))
        return refuse_showing(s, VERDICT_MUST_OPEN_DOUBLE);
    return move_from_words(s, MOVE_PASS, 1);
}

int cmd_place(struct session *s)
{
    const char *word = s->words.word[0];
    unsigned from = strchr(word, '=') || cmd_is_tile(word) ? 0 : 1;
    enum verdict v = have_started(s);

    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (is_showing(s))
        return refuse_showing(s, VERDICT_MUST_OPEN_DOUBLE);
    bool dominoes = s->show.view.terms.game == GAME_DOMINOES;
    return move_from_words(s, dominoes ? MOVE_TILE : MOVE_PLACE, from);
}

int cmd_claim(struct session *s)
{
    if (s->words.n >= 2 && strcmp(s->words.word[1], "time") == 0)
        return cmd_claim_time(s);
    return move_from_words(s, MOVE_CLAIM, 1);
}

int cmd_swap(struct session *s)
{
    return move_from_words(s, MOVE_SWAP, 1);
}

int cmd_pie(struct session *s)
{
    return s->words.n > 1 ? session_usage(s) : move_from_words(s, MOVE_PIE, 1);
}

/* Nobody is asked whether to do what would be refused.  (A witness may turn the refusal of a claim
 * into one that is kept.) */
static enum verdict try_out(struct session *s, enum request_kind kind)
{
    bool dry = s->opt.dry_run;

    if (kind == REQ_CLAIM_TIME && s->show.view.terms.clock == CLOCK_WITNESS)
        return VERDICT_OK;
    s->opt.dry_run = true;
    enum verdict v = call_on_head(s, kind, NULL, 0);
    s->opt.dry_run = dry;
    return v;
}

int cmd_offer(struct session *s, enum request_kind kind, const char *question)
{
    char asked[512];
    struct text t = text_over(asked, sizeof asked);
    bool gives_up = kind == REQ_RESIGN; /* whatever tiles have come meanwhile */
    enum verdict v = have_seen(s, gives_up ? seen_changed_but_hand : seen_changed);

    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (question)
        fill_add(&t, question, fill_number("game", s->show.row.number),
                 fill_text("name", s->show.row.opponent));
    if (question && (v = try_out(s, kind)) == VERDICT_OK && !session_sure(s, asked))
        return EXIT_NO;
    if (v == VERDICT_OK)
        v = call_on_head(s, kind, NULL, 0);
    if (v == VERDICT_NOT_YOUR_TURN && kind != REQ_CLAIM_TIME && s->show.view.seats > 2)
        return session_refuse(s, v, _("out of turn, the player after the one whose turn it is says "
                                      "this first, then the next"));
    return finish(s, v);
}

/* At dominoes a tile is drawn; the offer of a draw is 'end' there. */
int cmd_draw(struct session *s)
{
    bool tile = s->words.n == 2 && strcmp(s->words.word[1], "tile") == 0;

    if (s->words.n > 2 || (s->words.n == 2 && !tile))
        return session_usage(s);
    enum verdict v = have_started(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (!tile && s->show.view.terms.game != GAME_DOMINOES)
        return cmd_offer(s, REQ_OFFER_DRAW, NULL);
    return cmd_move_send(s, &(struct choice){.kind = MOVE_DRAW, .cell = NO_CELL});
}

/* Does somebody else's wish to end the game stand? */
static bool is_wished(const struct view *v)
{
    unsigned mine = v->seat < SEATS_MAX ? 1u << v->seat : 0;

    if (v->seats > 2)
        return v->agreed != 0 && !(v->agreed & mine);
    return v->draw_by != NO_SEAT && v->draw_by != v->seat;
}

int cmd_end(struct session *s)
{
    if (s->words.n > 1)
        return session_usage(s);
    enum verdict v = have_started(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (!is_wished(&s->show.view))
        return cmd_offer(s, REQ_OFFER_DRAW, NULL);
    return cmd_offer(s, REQ_ACCEPT_DRAW,
                 _("Game {game} with {name}: it ends without a winner. Agree?"));
}

int cmd_accept_draw(struct session *s)
{
    uint32_t game = 0;

    if (s->words.n > 3)
        return session_usage(s);
    if (s->words.n == 3) {
        enum verdict v = session_game(s, s->words.word[2], &game);
        if (v != VERDICT_OK)
            return session_refuse(s, v, s->reply.detail);
        s->opt.game = game;
    }
    enum verdict v = have_started(s);
    if (v == VERDICT_OK && !is_wished(&s->show.view))
        v = VERDICT_NO_DRAW_OFFER; /* before anything is asked */
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return cmd_offer(s, REQ_ACCEPT_DRAW, _("Game {game} with {name}: accept the draw?"));
}

int cmd_resign(struct session *s)
{
    return s->words.n > 1 ? session_usage(s)
                          : cmd_offer(s, REQ_RESIGN,
                                      _("Game {game} with {name}: you lose, and it is over. "
                                        "Resign?"));
}

int cmd_hint(struct session *s)
{
    char words[MOVE_TEXT_MAX];
    struct text t = text_over(words, sizeof words);
    enum verdict v = have_show(s);

    if (v == VERDICT_OK) {
        session_ask(s, REQ_SUGGEST)->game = s->show.row.number;
        v = session_call(s);
    }
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    struct choice choice = s->reply.choice;
    session_seen(s);
    move_write(&choice, sentence_scale(&s->show.view), &t);
    if (s->opt.play)
        return cmd_move_send(s, &choice);
    json_t *move = json_choice(&choice, sentence_scale(&s->show.view));
    return session_done(s, words, json_under("move", move));
}

/* Fetch the position for a question about it. */
static enum verdict look_for_question(struct session *s)
{
    uint32_t game = s->opt.game != 0 ? s->opt.game : s->game;
    enum verdict v = session_look(s, game);

    if (v == VERDICT_OK && s->show.view.terms.game == GAME_DOMINOES)
        return VERDICT_MOVE_UNKNOWN; /* there are no cells */
    if (v != VERDICT_OK || s->show.started)
        return v;
    return s->show.row.state == GAME_DECLINED ? VERDICT_DECLINED : VERDICT_NOT_STARTED;
}

static bool is_drawn(const struct session *s)
{
    return s->opt.output == OUTPUT_TEXT && !s->term.reader && !s->opt.reader;
}

/* Below a board there is little room: several short lines are one paragraph. */
static void join_lines(const struct session *s, char *text)
{
    size_t to = 0;

    for (size_t from = 0; text[from] != '\0'; from++) {
        bool blank = text[from] == ' ' || (text[from] == '\n' && text[from + 1] != '\0');
        if (!blank)
            text[to++] = text[from];
        else if (to > 0 && text[to - 1] != ' ')
            text[to++] = ' ';
    }
    text[to] = '\0';
    session_fold(s, text);
}

static void print_marked(struct session *s, const struct board_marks *marks)
{
    static char text[BOARD_TEXT_MAX];
    struct text out = text_over(text, sizeof text);

    if (!is_drawn(s))
        return;
    board_draw(&s->show, &s->term, marks, &out);
    fputs(text, stdout);
}

static int answer(struct session *s, char *text)
{
    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("answer", json_string(text)));
    } else {
        session_fold(s, text);
        fputs(text, stdout);
    }
    fflush(stdout);
    return EXIT_DONE;
}

int cmd_candidates(struct session *s)
{
    char text[1024];
    struct text out = text_over(text, sizeof text);
    uint64_t digit;

    if (s->words.n != 2 || !text_read_number(span_text(s->words.word[1]), BOARD_MAX, &digit)
        || digit == 0)
        return session_usage(s);
    enum verdict v = look_for_question(s);
    if (v == VERDICT_OK && !s->show.view.terms.candidates)
        v = VERDICT_CANDIDATES_OFF;
    if (v == VERDICT_OK && digit > s->show.view.n)
        v = VERDICT_TILE_UNKNOWN;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    print_marked(s, &(struct board_marks){(uint8_t)digit, NO_CELL});
    reader_candidates(&s->show.view, (unsigned)digit, &out);
    return answer(s, text);
}

int cmd_near(struct session *s)
{
    char text[1024];
    struct text out = text_over(text, sizeof text);
    uint8_t cell;

    if (s->words.n != 2)
        return session_usage(s);
    enum verdict v = look_for_question(s);
    if (v == VERDICT_OK && !cell_read(span_text(s->words.word[1]), s->show.view.n, &cell))
        v = VERDICT_NO_SUCH_CELL;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    print_marked(s, &(struct board_marks){0, cell});
    reader_near(&s->show.view, cell, &out);
    if (is_drawn(s))
        join_lines(s, text);
    return answer(s, text);
}

int cmd_ruled(struct session *s)
{
    static char text[8192];
    struct text out = text_over(text, sizeof text);

    if (s->words.n != 1)
        return session_usage(s);
    enum verdict v = look_for_question(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    reader_ruled_out(&s->show.view, &out);
    return answer(s, text);
}
