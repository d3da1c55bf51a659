/* Requests about rulings: to give one as an arbiter, to take one as a player. */
#include "daemon/handlers.h"

#include "wire/ruling.h"

#include <string.h>

static enum answer on_rule(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    static struct signed_entry first;
    struct ruling wanted, given;
    char line[RULING_TEXT_SIZE];
    struct text text = text_over(line, sizeof line);
    (void)who;
    out->verdict = n->config->practice ? VERDICT_NOT_IMPLEMENTED
                                       : ruling_find(span_text(in->text), &wanted);
    if (out->verdict == VERDICT_OK)
        out->verdict = entry_read(span_of(in->data, in->data_len), &first);
    if (out->verdict == VERDICT_OK)
        out->verdict = in->dry_run ? games_may_rule(n->games, &wanted, &first)
                                   : games_rule(n->games, &wanted, &first, &given);
    if (out->verdict != VERDICT_OK || in->dry_run)
        return ANSWER_NOW;
    if (!ruling_text(&given, &text)) {
        out->verdict = VERDICT_TOO_LONG;
        return ANSWER_NOW;
    }
    out->data_len = text.len;
    memcpy(out->data, line, text.len);
    return ANSWER_NOW;
}

static enum answer on_ruling(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    struct ruling r;
    uint32_t number;
    (void)who;
    out->verdict = ruling_find(span_text(in->text), &r);
    if (out->verdict == VERDICT_OK)
        out->verdict = games_take_ruling(n->games, &r, &number);
    if (out->verdict == VERDICT_OK)
        out->verdict = games_row(n->games, number, &out->games[0]);
    out->games_n = out->verdict == VERDICT_OK;
    return ANSWER_NOW;
}

const struct handler handlers_rulings[] = {
    {REQ_RULE, on_rule, NEEDS_KEY},
    {REQ_RULING, on_ruling, NEEDS_KEY},
    {0, NULL, NEEDS_NOTHING},
};
