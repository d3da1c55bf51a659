/* Requests about backups, moving, games that are held, and conditional moves. */
#include "daemon/handlers.h"

#include "daemon/backup.h"

static enum answer write_backup(struct node *n, const struct request *in, bool moves,
                                struct reply *out)
{
    struct text detail = text_over(out->detail, sizeof out->detail);
    const struct backup_wish wish = {in->text, n->config->paths.key, in->number == 1, moves};
    out->verdict = n->config->practice ? VERDICT_NOT_IMPLEMENTED : backup_write(n->store, &wish);
    text_add(&detail, in->text);
    return ANSWER_NOW;
}

static enum answer on_backup(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    return write_backup(n, in, false, out);
}

static enum answer on_move_out(struct node *n, const struct asker *who, const struct request *in,
                               struct reply *out)
{
    (void)who;
    write_backup(n, in, true, out);
    if (out->verdict == VERDICT_OK)
        node_retire(n);
    return ANSWER_NOW;
}

static enum answer show_after(struct node *n, uint32_t game, struct reply *out)
{
    if (out->verdict == VERDICT_OK)
        out->verdict = games_show(n->games, game, &out->show);
    out->has_show = out->verdict == VERDICT_OK;
    return ANSWER_NOW;
}

static enum answer on_catch_up(struct node *n, const struct asker *who, const struct request *in,
                               struct reply *out)
{
    (void)who;
    out->verdict = in->dry_run ? games_may_catch_up(n->games, in->game)
                               : games_catch_up(n->games, in->game);
    return show_after(n, in->game, out);
}

static enum answer on_adopt(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    (void)who;
    out->verdict = in->dry_run ? games_may_adopt(n->games, in->game)
                               : games_adopt(n->games, in->game);
    return show_after(n, in->game, out);
}

/* --- conditional moves ------------------------------------------------------------------------ */

static enum answer on_if(struct node *n, const struct asker *who, const struct request *in,
                         struct reply *out)
{
    struct text detail = text_over(out->detail, sizeof out->detail);
    struct wish wish = {.game = in->game, .kind = ENTRY_MOVE,
                        .head = in->has_head ? &in->head : NULL,
                        .dry = in->dry_run ? &out->moves[0] : NULL};
    (void)who;
    out->verdict = games_if(n->games, &wish, in->text, &out->conditions[0], &detail);
    out->moves_n = in->dry_run;
    out->conditions_n = out->verdict == VERDICT_OK;
    return ANSWER_NOW;
}

static enum answer on_conditions(struct node *n, const struct asker *who,
                                 const struct request *in, struct reply *out)
{
    (void)who;
    out->conditions_n = games_conditions(n->games, in->game, in->from, out->conditions);
    if (out->conditions_n > 0)
        out->next = out->conditions[out->conditions_n - 1].number;
    out->more = out->conditions_n == ROWS_MAX;
    return ANSWER_NOW;
}

static enum answer on_cancel(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    out->verdict = games_if_cancel(n->games, in->game, in->number);
    return ANSWER_NOW;
}

const struct handler handlers_safety[] = {
    {REQ_BACKUP, on_backup, NEEDS_KEY},
    {REQ_MOVE_OUT, on_move_out, NEEDS_KEY},
    {REQ_CATCH_UP, on_catch_up, NEEDS_KEY},
    {REQ_ADOPT, on_adopt, NEEDS_KEY},
    {REQ_IF, on_if, NEEDS_KEY},
    {REQ_CONDITIONS, on_conditions, NEEDS_KEY},
    {REQ_CANCEL, on_cancel, NEEDS_KEY},
    {0, NULL, NEEDS_NOTHING},
};
