/* The game in words, whole or piece by piece: for people who see no board. */
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/questions.h"
#include "cli/reader.h"
#include "cli/seen.h"
#include "cli/sentence.h"
#include "rules/cell.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>

enum { ANSWER_MAX = 32 * 1024, ROWS_KEPT = 64 };

/* What happened last, the oldest first. */
struct recent {
    unsigned n;
    struct move_row row[ROWS_KEPT];
};

/* What persons do; programs also shuffle, open and give shares. */
static bool is_told(const struct move_row *m)
{
    return m->kind == ENTRY_MOVE || m->kind == ENTRY_RESIGN
        || (m->kind >= ENTRY_OFFER_DRAW && m->kind != ENTRY_SEED);
}

static void keep(struct recent *r, const struct move_row *m)
{
    if (r->n == ROWS_KEPT)
        memmove(r->row, r->row + 1, --r->n * sizeof r->row[0]);
    r->row[r->n++] = *m;
}

/* Since the last move of mine, that one not included; `last`: just the newest. */
static enum verdict fetch(struct session *s, bool last, struct recent *r)
{
    uint64_t from = 0;

    r->n = 0;
    do {
        struct request *ask = session_ask(s, REQ_LOG);
        ask->game = s->game;
        ask->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK)
            return v;
        for (unsigned i = 0; i < s->reply.moves_n; i++) {
            const struct move_row *m = &s->reply.moves[i];
            if (!is_told(m))
                continue;
            bool mine = m->kind == ENTRY_MOVE && m->seat == s->show.view.seat;
            if (last || mine)
                r->n = 0;
            if (last || !mine)
                keep(r, m);
        }
        from = s->reply.next;
    } while (s->reply.more);
    return VERDICT_OK;
}

static void tell(const struct session *s, const struct move_row *m, struct text *out)
{
    const struct game_show *show = &s->show;
    const char *who = m->seat < SEATS_MAX ? show->seat_name[m->seat] : "?";

    if (m->seat == show->view.seat)
        who = NULL;
    if (show->view.terms.game != GAME_DOMINOES || !sentence_end(m->kind, who, out))
        sentence_move(m, sentence_scale(&show->view), who, out);
    text_add(out, "\n");
}

static enum verdict happened(struct session *s, bool last, struct text *out)
{
    static struct recent recent;
    enum verdict v = fetch(s, last, &recent);

    if (v != VERDICT_OK)
        return v;
    for (unsigned i = 0; i < recent.n; i++)
        tell(s, &recent.row[i], out);
    if (recent.n == 0)
        text_add(out, last ? _("No move has been made yet.\n")
                           : _("Nothing has happened since your last move.\n"));
    return VERDICT_OK;
}

static enum verdict all(struct session *s, const char *what, struct text *out)
{
    (void)what;
    if (s->seen_path[0] != '\0')
        seen_store(s->seen_path, &s->show);
    reader_board(&s->show, out);
    return VERDICT_OK;
}

static enum verdict last(struct session *s, const char *what, struct text *out)
{
    (void)what;
    return happened(s, true, out);
}

static enum verdict changes(struct session *s, const char *what, struct text *out)
{
    (void)what;
    return happened(s, false, out);
}

static enum verdict row(struct session *s, const char *what, struct text *out)
{
    uint64_t number;

    if (!text_read_number(span_text(what), s->show.view.n, &number) || number == 0)
        return VERDICT_NO_SUCH_CELL;
    questions_row(&s->show.view, (unsigned)number - 1, out);
    return VERDICT_OK;
}

static enum verdict column(struct session *s, const char *what, struct text *out)
{
    unsigned letter = (unsigned char)what[0] | 0x20u;

    if (what[0] == '\0' || what[1] != '\0' || letter < 'a'
        || letter - 'a' >= s->show.view.n)
        return VERDICT_NO_SUCH_CELL;
    questions_column(&s->show.view, letter - 'a', out);
    return VERDICT_OK;
}

/* By its number, or by a cell in it. */
static enum verdict block(struct session *s, const char *what, struct text *out)
{
    const struct view *v = &s->show.view;
    uint64_t number;
    uint8_t cell;

    if (text_read_number(span_text(what), v->n, &number) && number > 0)
        questions_block(v, (unsigned)number - 1, out);
    else if (cell_read(span_text(what), v->n, &cell))
        questions_block(v, v->block[cell], out);
    else
        return VERDICT_NO_SUCH_CELL;
    return VERDICT_OK;
}

static enum verdict blocks(struct session *s, const char *what, struct text *out)
{
    (void)what;
    return questions_blocks(&s->show.view, out) ? VERDICT_OK : VERDICT_MOVE_UNKNOWN;
}

static enum verdict givens(struct session *s, const char *what, struct text *out)
{
    (void)what;
    return questions_givens(&s->show.view, out) ? VERDICT_OK : VERDICT_MOVE_UNKNOWN;
}

static enum verdict hand(struct session *s, const char *what, struct text *out)
{
    (void)what;
    questions_hand(&s->show, out);
    return VERDICT_OK;
}

static enum verdict clocks(struct session *s, const char *what, struct text *out)
{
    (void)what;
    questions_clocks(&s->show, out);
    return VERDICT_OK;
}

static enum verdict offers(struct session *s, const char *what, struct text *out)
{
    (void)what;
    questions_offers(&s->show, out);
    return VERDICT_OK;
}

static const struct question {
    const char *name;
    bool of; /* a word after it says which */
    enum verdict (*answer)(struct session *s, const char *what, struct text *out);
} questions[] = {
    {"all", false, all},         {"last", false, last},       {"changes", false, changes},
    {"hand", false, hand},       {"clocks", false, clocks},   {"offers", false, offers},
    {"row", true, row},          {"column", true, column},    {"block", true, block},
    {"blocks", false, blocks},   {"givens", false, givens},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

const char *cmd_read_word(unsigned i)
{
    return i < QUESTIONS ? questions[i].name : NULL;
}

/* The first that begins so: "l" is the last move. */
static const struct question *find(const char *word, bool of)
{
    for (unsigned i = 0; i < QUESTIONS; i++)
        if (questions[i].of == of && strncmp(questions[i].name, word, strlen(word)) == 0)
            return &questions[i];
    return NULL;
}

/* A move that is typed next is bound to the position that is here now: say so if it is another
 * than the one that was read before. */
static void note_changes(const struct session *s, const struct game_show *before,
                         struct text *out)
{
    if (before->row.number == s->game && !seen_same(before, &s->show))
        text_add(out, _("Something has happened since you read it: 'read changes'.\n"));
}

int cmd_read(struct session *s)
{
    static struct game_show before;
    static char text[ANSWER_MAX];
    struct text out = text_over(text, sizeof text);
    const struct question *q = find(s->words.n > 1 ? s->words.word[1] : "all", s->words.n == 3);

    if (!q || s->words.n > 3)
        return session_usage(s);
    before = s->show;
    enum verdict v = session_look(s, s->opt.game != 0 ? s->opt.game : s->game);
    if (v == VERDICT_OK && !s->show.started)
        v = VERDICT_NOT_STARTED;
    if (v == VERDICT_OK && q->of && s->show.view.terms.game == GAME_DOMINOES)
        v = VERDICT_MOVE_UNKNOWN; /* there are no cells */
    if (v == VERDICT_OK && s->prompt && q->answer != all && q->answer != changes)
        note_changes(s, &before, &out);
    if (v == VERDICT_OK)
        v = q->answer(s, s->words.n == 3 ? s->words.word[2] : "", &out);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_under("answer", json_string(text)));
    else {
        session_fold(s, text);
        fputs(text, stdout);
    }
    fflush(stdout);
    return EXIT_DONE;
}
