/* Games as a whole: proposing, answering, listing, looking, talking. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/panel.h"
#include "cli/proposal.h"
#include "cli/sentence.h"
#include "cli/width.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>

/* A proposal that was refused: which setting, and what it may be. */
static int refuse_terms(struct session *s, enum verdict v, const char *detail)
{
    char text[512];
    struct text t = text_over(text, sizeof text);

    if (v != VERDICT_TERM_RANGE && v != VERDICT_TERMS_CONFLICT)
        return session_refuse(s, v, detail);
    if (detail[0] == '\0') /* what does not go with a setting is how many friends are named */
        return session_refuse(s, v, _("players is the number of friends you name, and you"));
    text_add(&t, detail);
    text_add(&t, "; ");
    proposal_explain(&s->request, detail, &t);
    return session_refuse(s, v, text);
}

static int refuse_proposal(struct session *s, enum verdict v)
{
    if (v == VERDICT_PRESET_UNKNOWN)
        return session_refuse(s, v, _("the games are bridge, study, blitz, domains, dominoes"));
    if (v == VERDICT_TOO_MANY)
        return session_usage(s);
    return session_refuse(s, v, "");
}

static int proposed(struct session *s, const char *sentence)
{
    s->request.dry_run = s->opt.dry_run;
    enum verdict v = session_call(s);

    if (v == VERDICT_OK && s->opt.dry_run)
        return session_dry(s);
    if (v == VERDICT_OK && s->reply.games_n != 1)
        v = VERDICT_NOT_DECODABLE;
    if (v != VERDICT_OK)
        return refuse_terms(s, v, s->reply.detail);
    char line[512];
    s->game = s->reply.games[0].number;
    struct text t = text_over(line, sizeof line);
    fill_add(&t, sentence, fill_number("game", s->game));
    int code = session_done(s, line, json_under("game", json_game(&s->reply.games[0])));
    return s->opt.wait ? cmd_wait_for(s, s->game, s->opt.wait_s) : code;
}

int cmd_play(struct session *s)
{
    unsigned at = 1;

    if (s->words.n < 2)
        return session_usage(s);
    struct request *r = session_ask(s, REQ_PLAY);
    enum verdict v = proposal_friends(&s->words, &at, r);
    if (v == VERDICT_NO_SUCH_FRIEND)
        return session_refuse(s, v, s->words.word[1]);
    if (v == VERDICT_OK)
        v = proposal_terms(&s->words, at, s->opt.correspondence, r);
    if (v == VERDICT_OK && r->names_n > 0 && r->preset != PRESET_DOMINOES)
        return session_refuse(s, VERDICT_USAGE, _("only dominoes is for more than two players"));
    if (v != VERDICT_OK)
        return refuse_proposal(s, v);
    return proposed(s, r->names_n > 0
                           ? _("Game {game}: proposed; it starts when all others accept.")
                           : _("Game {game}: proposed; it starts when the other accepts."));
}

/* level=N is the practice player's, not a setting of the game. */
static bool take_level(struct request *r)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < r->settings_n; i++) {
        uint64_t level;
        if (strncmp(r->settings[i], "level=", 6) == 0) {
            if (!text_read_number(span_text(r->settings[i] + 6), 3, &level) || level == 0)
                return false;
            r->number = level;
        } else if (kept++ != i) {
            memmove(r->settings[kept - 1], r->settings[i], sizeof r->settings[i]);
        }
    }
    r->settings_n = kept;
    return true;
}

int cmd_practice(struct session *s)
{
    struct request *r = session_ask(s, REQ_PRACTICE);

    enum verdict v = proposal_terms(&s->words, 1, s->opt.correspondence, r);
    if (v != VERDICT_OK)
        return refuse_proposal(s, v);
    if (!take_level(r))
        return session_refuse(s, VERDICT_TERM_RANGE, _("level=1, 2 or 3"));
    return proposed(s, _("Game {game}: the practice player comes to the table."));
}

/* accept and decline: by number, by friend, or the only one that is open. */
static bool take_offer(const struct session *s, struct request *r)
{
    uint64_t number;

    r->game = s->opt.game;
    if (s->words.n < 2)
        return true;
    if (s->words.n > 2 || strlen(s->words.word[1]) > NAME_MAX_LEN)
        return false;
    if (text_read_number(span_text(s->words.word[1]), UINT32_MAX, &number))
        r->game = (uint32_t)number;
    else
        memcpy(r->name, s->words.word[1], strlen(s->words.word[1]) + 1);
    return true;
}

int cmd_accept(struct session *s)
{
    if (s->words.n >= 2 && strcmp(s->words.word[1], "draw") == 0)
        return cmd_accept_draw(s);
    if (!take_offer(s, session_ask(s, REQ_ACCEPT)))
        return session_usage(s);
    return proposed(s, _("Game {game}: accepted; the bag is being shuffled."));
}

int cmd_decline(struct session *s)
{
    uint32_t before = s->game;

    if (!take_offer(s, session_ask(s, REQ_DECLINE)))
        return session_usage(s);
    s->opt.wait = false;
    int code = proposed(s, _("Game {game}: declined."));
    if (code == EXIT_DONE) /* nothing can be done in what was declined */
        s->game = before == s->game ? 0 : before;
    return code;
}

static void print_game(const struct game_row *g)
{
    char state[128], changed[64], others[4 * NAME_MAX_LEN];
    struct text who = text_over(others, sizeof others), t = text_over(state, sizeof state);
    struct text c = text_over(changed, sizeof changed);

    sentence_state(g, &t);
    sentence_opponents(g, &who);
    sentence_stamp(g->changed_ms, &c);
    printf("%u\t%s\t%s\t%s\t%u\t%s\n", (unsigned)g->number, others,
           terms_preset_name((enum preset)g->preset), state, (unsigned)g->moves, changed);
}

/* When something changed, and what waits to be fetched. */
static void add_changed(const struct game_row *g, uint64_t now, struct text *out)
{
    char span[64], queued[128];
    struct text s = text_over(span, sizeof span), q = text_over(queued, sizeof queued);

    sentence_queued(g, now, &q);
    if (g->changed_ms > 0 && now >= g->changed_ms) {
        sentence_span(now - g->changed_ms, &s);
        fill_add(out, _("{time} ago"), fill_text("time", span));
        text_add(out, q.len > 0 ? ", " : "");
    }
    text_add(out, queued);
}

static void list_game(const struct session *s, const struct game_row *g, struct table *table)
{
    char number[16], state[192], others[4 * NAME_MAX_LEN], moves[64], changed[256];
    struct text t = text_over(state, sizeof state), who = text_over(others, sizeof others);
    struct text m = text_over(moves, sizeof moves), c = text_over(changed, sizeof changed);
    const char *const cells[] = {number, terms_preset_name((enum preset)g->preset), others, state,
                                 moves, changed};

    snprintf(number, sizeof number, "%c%3u", g->number == s->game ? '*' : ' ',
             (unsigned)g->number);
    sentence_state(g, &t);
    sentence_opponents(g, &who);
    fill_add(&m, ngettext("{count} move", "{count} moves", g->moves),
             fill_number("count", g->moves));
    add_changed(g, session_now_ms(), &c);
    table_row(table, cells);
}

/* A page of the list, in the form that is wanted. */
static void take_games(struct session *s, json_t *list, struct table *table)
{
    for (unsigned i = 0; i < s->reply.games_n; i++)
        if (s->opt.output == OUTPUT_JSON)
            json_array_append_new(list, json_game(&s->reply.games[i]));
        else if (s->opt.output == OUTPUT_PLAIN)
            print_game(&s->reply.games[i]);
        else
            list_game(s, &s->reply.games[i], table);
}

int cmd_games(struct session *s)
{
    json_t *list = json_array();
    struct table table;
    enum verdict v;
    uint64_t from = 0;
    unsigned count = 0;

    table_init(&table, 6);
    do {
        session_ask(s, REQ_GAMES)->from = from;
        v = session_call(s);
        if (v != VERDICT_OK)
            break;
        take_games(s, list, &table);
        count += s->reply.games_n;
        from = s->reply.next;
    } while (s->reply.more);
    table_print(&table, session_columns(s), stdout);
    if (v == VERDICT_OK && count == 0 && s->opt.output == OUTPUT_TEXT)
        width_printf(stderr, "%s\n",
                _("No games yet: 'practice bridge' starts one at once, 'play FRIEND bridge' "
                  "proposes one."));
    if (v == VERDICT_OK && s->opt.output == OUTPUT_JSON)
        json_line(json_under("games", list));
    else
        json_decref(list);
    return v == VERDICT_OK ? EXIT_DONE : session_refuse(s, v, s->reply.detail);
}

int cmd_show(struct session *s)
{
    uint32_t game = 0;

    if (s->words.n == 2 && cmd_is_double(s, s->words.word[1]))
        return cmd_show_double(s);
    if (s->words.n > 2)
        return session_usage(s);
    enum verdict v = session_game(s, s->words.n == 2 ? s->words.word[1] : NULL, &game);
    if (v == VERDICT_OK)
        v = session_look(s, game);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    session_show(s);
    if (s->show.row.conditions > 0)
        cmd_conditions_below(s, s->show.row.number);
    return EXIT_DONE;
}

/* The first game that waits for me after the current one in the list, else the first at all. */
static enum verdict find_next(struct session *s, uint32_t *game)
{
    uint32_t first = 0, after = 0;
    bool passed = false;
    uint64_t from = 0;

    do {
        session_ask(s, REQ_GAMES)->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK)
            return v;
        for (unsigned i = 0; i < s->reply.games_n; i++) {
            const struct game_row *g = &s->reply.games[i];
            bool wants = g->state == GAME_MY_TURN || g->state == GAME_OFFERED_TO_ME;
            if (wants && g->number != s->game && first == 0)
                first = g->number;
            if (wants && passed && after == 0)
                after = g->number;
            passed = passed || g->number == s->game;
        }
        from = s->reply.next;
    } while (s->reply.more && after == 0);
    *game = after != 0 ? after : first;
    return VERDICT_OK;
}

int cmd_next(struct session *s)
{
    uint32_t game = 0;
    enum verdict v = find_next(s, &game);

    if (v == VERDICT_OK && game == 0)
        return session_done(s, _("No other game waits for you."), NULL);
    if (v == VERDICT_OK)
        v = session_look(s, game);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    session_show(s);
    return EXIT_DONE;
}

int cmd_use(struct session *s)
{
    uint32_t game = 0;
    char line[256], others[4 * NAME_MAX_LEN];
    struct text who = text_over(others, sizeof others);

    if (s->words.n != 2)
        return session_usage(s);
    enum verdict v = session_game(s, s->words.word[1], &game);
    if (v == VERDICT_OK)
        v = session_look(s, game);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    sentence_opponents(&s->show.row, &who);
    struct text t = text_over(line, sizeof line);
    fill_add(&t, _("The current game is {game}, with {names}."), fill_number("game", s->game),
             fill_text("names", others));
    return session_done(s, line, NULL);
}

int cmd_say(struct session *s)
{
    uint32_t game = 0;

    if (s->words.n < 2)
        return session_usage(s);
    enum verdict v = session_game(s, NULL, &game);
    if (v == VERDICT_OK && game == 0)
        v = session_look(s, 0);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    struct request *r = session_ask(s, REQ_SAY);
    r->game = game != 0 ? game : s->game;
    words_rest(&s->words, 1, r->text, sizeof r->text);
    if (strlen(r->text) > NOTE_MAX)
        return session_refuse(s, VERDICT_TEXT_MALFORMED, "");
    v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return s->prompt ? EXIT_DONE : session_done(s, P_("note", "Said."), NULL);
}

static void print_note(struct session *s, const struct event *e)
{
    const char *who = e->mine ? P_("who did it", "you") : e->name;
    char when[80];
    struct text t = text_over(when, sizeof when);

    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("event", json_event(e)));
    } else if (s->opt.output == OUTPUT_PLAIN) {
        sentence_stamp(e->time_ms, &t);
        printf("%s\t%s\t%s\n", when, who, e->text);
    } else {
        sentence_day(e->time_ms, session_now_ms(), &t);
        fill_print(stdout, _("{time}  {name}: {text}\n"), fill_text("time", when),
                   fill_text("name", who), fill_text("text", e->text));
    }
}

/* What a log for people leaves out, and how far its moves are counted. */
struct log_print {
    unsigned moves, left_out;
};

/* Entries that programs write by themselves. */
static bool is_automatic(uint32_t kind)
{
    return kind == ENTRY_COIN || kind == ENTRY_SHUFFLE || kind == ENTRY_SHARES
        || kind == ENTRY_SEED;
}

static void log_sentence(const struct session *s, const struct move_row *m, struct text *out)
{
    const char *who = m->seat < SEATS_MAX && s->show.seat_name[m->seat][0] != '\0'
                          ? s->show.seat_name[m->seat]
                          : P_("who did it", "one player");

    if (m->seat == s->show.view.seat)
        who = NULL;
    if (s->show.view.terms.game != GAME_DOMINOES || !sentence_end(m->kind, who, out))
        sentence_move(m, sentence_scale(&s->show.view), who, out);
}

/* Number of the move (with --all of the entry), when, how long it took, what. */
static void print_log_line(const struct session *s, const struct move_row *m, unsigned move)
{
    char line[256] = "", day[64] = "", used[40] = "", number[16] = "", head[128], row[512] = "";
    struct text t = text_over(line, sizeof line), d = text_over(day, sizeof day);
    struct text r = text_over(row, sizeof row);
    struct text u = text_over(used, sizeof used), n = text_over(number, sizeof number);

    log_sentence(s, m, &t);
    sentence_day(m->sent_ms, session_now_ms(), &d);
    if (m->kind == ENTRY_MOVE)
        panel_time(m->used_ms, &u);
    if (s->opt.all || m->kind == ENTRY_MOVE)
        text_add_number(&n, s->opt.all ? m->number : move);
    snprintf(head, sizeof head, "%4s  %s  %6s  ", number, day, used);
    if (s->term.out_tty) {
        width_row(&r, head, width_columns(head), line);
        fputs(row, stdout);
    } else {
        printf("%s%s\n", head, line);
    }
}

static void print_log_row(struct session *s, const struct move_row *m, struct log_print *log)
{
    char line[256] = "", stamp[40] = "";
    struct text t = text_over(line, sizeof line), u = text_over(stamp, sizeof stamp);

    log->moves += m->kind == ENTRY_MOVE;
    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("entry", json_move(m, sentence_scale(&s->show.view))));
    } else if (s->opt.output == OUTPUT_PLAIN) {
        log_sentence(s, m, &t);
        sentence_stamp(m->sent_ms, &u);
        printf("%u\t%s\t%s\n", (unsigned)m->number, stamp, line);
    } else if (s->opt.all || !is_automatic(m->kind)) {
        print_log_line(s, m, log->moves);
    } else {
        log->left_out++;
    }
}

typedef void print_function(struct session *s, void *arg);

static void print_notes(struct session *s, void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < s->reply.events_n; i++)
        print_note(s, &s->reply.events[i]);
}

static void print_log(struct session *s, void *arg)
{
    for (unsigned i = 0; i < s->reply.moves_n; i++)
        print_log_row(s, &s->reply.moves[i], arg);
}

/* All pages of something about the game that the words name, or the one at hand. */
static int all_pages(struct session *s, enum request_kind kind, print_function *print,
                     void *arg)
{
    uint32_t game = 0;
    uint64_t from = 0;

    if (s->words.n > 2)
        return session_usage(s);
    enum verdict v = session_game(s, s->words.n == 2 ? s->words.word[1] : NULL, &game);
    if (v == VERDICT_OK)
        v = session_look(s, game);
    while (v == VERDICT_OK) {
        struct request *r = session_ask(s, kind);
        r->game = s->game;
        r->from = from;
        v = session_call(s);
        if (v != VERDICT_OK)
            break;
        print(s, arg);
        from = s->reply.next;
        if (!s->reply.more)
            return EXIT_DONE;
    }
    return session_refuse(s, v, s->reply.detail);
}

int cmd_notes(struct session *s)
{
    return all_pages(s, REQ_NOTES, print_notes, NULL);
}

/* The last line, of somebody who writes no entries. */
static void print_ruling(const struct session *s)
{
    const struct game_show *show = &s->show;

    if (show->row.grade != GRADE_RULED)
        return;
    if (s->opt.output == OUTPUT_JSON) {
        json_t *o = json_under("entry", json_string("RULING"));
        json_object_set_new(o, "winner", show->row.winner == NO_SEAT
                                             ? json_null() : json_integer(show->row.winner));
        json_line(json_under("ruled", o));
    } else if (s->opt.output == OUTPUT_TEXT) {
        fill_print(stdout, _("The arbiter, {name}, has ruled the game.\n"),
                   fill_text("name", show->arbiter));
    }
}

static void print_left_out(unsigned count)
{
    fill_print(stdout,
               ngettext("One entry that a program wrote by itself is left out; '--all' shows it.",
                        "{count} entries that programs wrote by themselves are left out; '--all' "
                        "shows them.",
                        count),
               fill_number("count", count));
    printf("\n");
}

int cmd_log(struct session *s)
{
    struct log_print log = {0, 0};
    int code = all_pages(s, REQ_LOG, print_log, &log);

    if (log.left_out > 0)
        print_left_out(log.left_out);
    if (code == EXIT_DONE)
        print_ruling(s);
    return code;
}
