/* Every command to the engine is formed here, and nothing goes into one that its seat may not
 * know. */
#include "cli/bot.h"

#include "cli/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LEN = 2048, FIRST_PAUSE_MS = 1000, LONGEST_PAUSE_MS = 60000, QUIT_MS = 2000,
       MOVE_LINE_MAX = 128 };

void bot_init(struct bot *b, char *const *argv, uint64_t engine_ms)
{
    memset(b, 0, sizeof *b);
    engine_init(&b->engine, argv);
    b->engine_ms = engine_ms;
}

/* --- starting --------------------------------------------------------------------------------- */

/* Who does not know his name is called by that of the program. */
static void take_name(struct bot *b, const char *said)
{
    const char *program = strrchr(b->engine.argv[0], '/');
    struct text t = text_over(b->name, sizeof b->name);

    program = program ? program + 1 : b->engine.argv[0];
    gtp_showable(said[0] != '\0' ? said : program, strlen(said[0] != '\0' ? said : program), &t);
}

bool bot_ready(struct bot *b, uint64_t now_ms)
{
    if (b->engine.pid != 0)
        return true;
    if (now_ms < b->not_before_ms)
        return false;
    uint64_t pause = FIRST_PAUSE_MS;
    for (uint32_t i = 0; i < b->in_vain && pause < LONGEST_PAUSE_MS; i++)
        pause *= 2;
    if (b->starts > 0)
        b->not_before_ms = now_ms + (pause < LONGEST_PAUSE_MS ? pause : LONGEST_PAUSE_MS);
    b->starts++;
    b->in_vain++;
    if (!engine_start(&b->engine)
        || engine_ask(&b->engine, "protocol_version\n", b->engine_ms) != ENGINE_DONE)
        return false;
    if (strcmp(gtp_text(&b->engine.reply), "1") != 0) {
        engine_end(&b->engine);
        return false;
    }
    enum engine_answer a = engine_ask(&b->engine, "name\n", b->engine_ms);
    if (a == ENGINE_DONE || a == ENGINE_REFUSED)
        take_name(b, a == ENGINE_DONE ? gtp_text(&b->engine.reply) : "");
    return a == ENGINE_DONE || a == ENGINE_REFUSED;
}

void bot_end(struct bot *b)
{
    if (b->engine.pid != 0)
        (void)engine_ask(&b->engine, "quit\n", QUIT_MS);
    engine_end(&b->engine);
}

/* --- games ------------------------------------------------------------------------------------ */

struct bot_game *bot_known(struct bot *b, uint32_t number)
{
    for (unsigned i = 0; i < BOT_GAMES_MAX; i++)
        if (b->game[i].number == number)
            return &b->game[i];
    return NULL;
}

struct bot_game *bot_place(struct bot *b, uint32_t number)
{
    struct bot_game *g = bot_known(b, number);

    g = g ? g : bot_known(b, 0);
    if (g && g->number == 0)
        *g = (struct bot_game){.number = number};
    return g;
}

static bool say(struct bot *b, const char *line)
{
    enum engine_answer a = engine_ask(&b->engine, line, b->engine_ms);
    return a == ENGINE_DONE || a == ENGINE_REFUSED;
}

static bool tell_game(struct bot *b, struct bot_game *g, const struct game_show *show)
{
    static const char *const names[] = {[GAME_BRIDGE] = "bridge", [GAME_DOMAINS] = "domains",
                                        [GAME_DOMINOES] = "dominoes"};
    const struct terms *terms = &show->view.terms;
    char line[LINE_MAX_LEN], number[16];
    struct text t = text_over(line, sizeof line);
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    if (g->told == b->starts)
        return true;
    snprintf(number, sizeof number, "%u ", (unsigned)g->number);
    text_add(&t, "newgame ");
    text_add(&t, number);
    text_add(&t, names[terms->game]);
    for (unsigned i = 0; i < count; i++) {
        char value[64];
        struct text v = text_over(value, sizeof value);
        if (!terms_value(terms, rows[i].name, &v))
            continue;
        text_add(&t, " ");
        text_add(&t, rows[i].name);
        text_add(&t, "=");
        text_add(&t, value);
    }
    text_add(&t, "\n");
    g->told = b->starts;
    return say(b, line);
}

static bool tell_view(struct bot *b, const struct bot_game *g, const struct game_show *show)
{
    json_t *o = json_seat(show);
    char *json = json_text(o);
    size_t size = json ? strlen(json) + 32 : 0;
    char *line = json ? malloc(size) : NULL;
    bool good = false;

    if (line) {
        snprintf(line, size, "view %u %s", (unsigned)g->number, json); /* ends its line itself */
        good = say(b, line);
    }
    free(line);
    free(json);
    json_decref(o);
    return good;
}

/* Time for the move: less when less is left on a clock that counts. */
static uint64_t time_for(const struct bot *b, const struct game_show *show)
{
    const struct view *v = &show->view;
    uint64_t ms = b->engine_ms;

    if (v->seat >= SEATS_MAX || show->paused)
        return ms;
    const struct seat_clock *c = &show->clock[v->seat];
    const uint64_t limits[] = {c->turn_ms, c->bank_ms};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t left = limits[i] > c->move_used_ms ? limits[i] - c->move_used_ms : 0;
        if (limits[i] > 0 && ms > left / 10 * 9)
            ms = left / 10 * 9;
    }
    return ms > 0 ? ms : 1;
}

const char *bot_move(struct bot *b, struct bot_game *g, const struct game_show *show)
{
    char line[64];
    uint64_t ms = time_for(b, show);

    if (!tell_game(b, g, show) || !tell_view(b, g, show))
        return NULL;
    snprintf(line, sizeof line, "genmove %u %llu\n", (unsigned)g->number, (unsigned long long)ms);
    return engine_ask(&b->engine, line, ms) == ENGINE_DONE ? gtp_text(&b->engine.reply) : NULL;
}

void bot_refused(struct bot *b, uint32_t number, enum verdict why, const char *move)
{
    char line[LINE_MAX_LEN];

    snprintf(line, sizeof line, "refused %u %s %.*s\n", (unsigned)number, verdict_name(why),
             MOVE_LINE_MAX, move);
    if (b->engine.pid != 0)
        (void)say(b, line);
}

void bot_moved(struct bot *b, struct bot_game *g)
{
    b->in_vain = 0;
    g->failures = 0;
    g->left = false;
}

void bot_result(struct bot *b, struct bot_game *g, const struct game_row *row)
{
    char line[128];
    bool won = row->winner == row->my_seat, lost = row->winner < SEATS_MAX && !won;
    const char *what = row->ending == ENDING_NONE || row->ending == ENDING_ABANDONED ? "none"
                     : row->ending == ENDING_DRAW ? "draw"
                     : won ? "win"
                     : lost ? "loss"
                            : "none";

    snprintf(line, sizeof line, "result %u %s %s\n", (unsigned)g->number, what,
             json_ending_name(row->ending));
    if (b->engine.pid != 0 && g->told == b->starts)
        (void)say(b, line);
    g->number = 0;
}

/* --- moves ------------------------------------------------------------------------------------ */

static bool begins(const char *words, const char *word, const char **rest)
{
    size_t len = strlen(word);

    if (strncmp(words, word, len) != 0 || (words[len] != ' ' && words[len] != '\0'))
        return false;
    *rest = words + len + (words[len] == ' ');
    return true;
}

/* [E-1.7] A move is written as at the prompt. */
enum verdict bot_read_move(const char *words, const struct view *view, struct choice *out)
{
    static const struct { const char *word; enum move_kind kind, at_dominoes; } rows[] = {
        {"place", MOVE_PLACE, MOVE_TILE}, {"claim", MOVE_CLAIM, MOVE_CLAIM},
        {"swap", MOVE_SWAP, MOVE_SWAP},   {"pie", MOVE_PIE, MOVE_PIE},
        {"show", MOVE_SHOW, MOVE_SHOW},   {"pass", MOVE_PASS, MOVE_PASS}};
    bool dominoes = view->terms.game == GAME_DOMINOES;
    const char *rest = words;

    memset(out, 0, sizeof *out);
    if (strcmp(words, "resign") == 0)
        return VERDICT_OK;
    if (strlen(words) > MOVE_LINE_MAX)
        return VERDICT_USAGE;
    if (begins(words, "draw", &rest)) {
        *out = (struct choice){.kind = MOVE_DRAW, .cell = NO_CELL};
        return VERDICT_OK;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (begins(words, rows[i].word, &rest))
            return move_read(dominoes ? rows[i].at_dominoes : rows[i].kind, span_text(rest), view,
                             out);
    return move_read(dominoes ? MOVE_TILE : MOVE_PLACE, span_text(words), view, out);
}
