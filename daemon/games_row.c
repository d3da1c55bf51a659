/* From the machine of a game to what is listed, told and logged about it. */
#include "daemon/games_part.h"

static uint32_t state_of(const struct match *m)
{
    struct debt debt = replay_debt(&m->now);
    if (m->disputed)
        return GAME_DISPUTED;
    switch ((enum phase)m->now.phase) {
    case PHASE_EMPTY:
    case PHASE_OFFERED:
        return m->me == 0 ? GAME_OFFERED_BY_ME : GAME_OFFERED_TO_ME;
    case PHASE_SETUP:
        return GAME_SETTING_UP;
    case PHASE_PLAY:
        return debt.kind == DEBT_MOVE && debt.player == m->me ? GAME_MY_TURN : GAME_THEIR_TURN;
    case PHASE_CLOSING:
        return GAME_CLOSING;
    case PHASE_FINISHED:
        return GAME_FINISHED;
    case PHASE_DECLINED:
        return GAME_DECLINED;
    }
    return GAME_DISPUTED;
}

void games_summary(const struct games *g, struct live *l)
{
    const struct match *m = &l->m;
    const struct replay *r = &m->now;
    struct game_row *row = &l->stored.row;
    struct debt debt = replay_debt(r);
    (void)g;
    row->id = r->id;
    row->state = state_of(m);
    row->preset = r->terms.preset;
    row->game = r->terms.game;
    row->moves = r->started ? r->game.moves : 0;
    row->entries = r->number;
    row->my_seat = match_seat(m);
    row->ending = r->started ? r->game.ending : ENDING_NONE;
    row->winner = r->started ? r->game.winner : NO_SEAT;
    row->waits_for = m->disputed ? DEBT_NONE : debt.kind;
    row->waits_for_me = row->waits_for != DEBT_NONE && debt.player == m->me;
    if (m->disputed)
        row->refusal = m->why;
    else if (row->state == GAME_DECLINED)
        row->refusal = VERDICT_DECLINED;
    else
        row->refusal = VERDICT_OK; /* if he refused something, it goes on now */
    l->stored.me = m->me;
    l->stored.wish = m->wish;
}

/* What everybody saw of a move: digits that were opened, and how many tiles went. */
static void public_choice(const struct match *m, const struct move *move, struct move_row *out)
{
    const struct game *game = &m->now.game;
    out->choice.kind = move->kind;
    out->choice.cell = move->cell;
    out->choice.end = move->end;
    out->choice.values_n = move->places_n <= HAND_MAX ? move->places_n : HAND_MAX;
    if (move->value != 0)
        out->choice.values[0] = move->value;
    if (move->kind == MOVE_PLACE && m->now.started && move->cell < CELLS_MAX)
        out->right = game->nb.board.solution[move->cell] == move->value;
}

void games_move_row(const struct match *m, const struct entry *e, struct move_row *out)
{
    memset(out, 0, sizeof *out);
    out->number = e->number;
    out->kind = e->kind;
    out->sent_ms = e->times.sent_ms;
    out->seat = m->now.started && e->author < m->now.players ? m->now.seat_of[e->author]
                                                             : NO_SEAT;
    if (e->kind == ENTRY_MOVE)
        public_choice(m, &e->u.move.move, out);
}

static uint32_t event_of(unsigned notice)
{
    switch ((enum notice_kind)notice) {
    case NOTICE_OFFER: return EVENT_OFFER;
    case NOTICE_ACCEPTED: return EVENT_ACCEPTED;
    case NOTICE_DECLINED: return EVENT_DECLINED;
    case NOTICE_STARTED: return EVENT_STARTED;
    case NOTICE_MOVE: return EVENT_MOVE;
    case NOTICE_YOUR_TURN: return EVENT_YOUR_TURN;
    case NOTICE_DRAW_OFFERED: return EVENT_DRAW_OFFERED;
    case NOTICE_OVER: return EVENT_OVER;
    case NOTICE_FINISHED: return EVENT_FINISHED;
    case NOTICE_DISPUTED: return EVENT_DISPUTED;
    case NOTICE_ROUND: return EVENT_ROUND;
    case NOTICE_NONE: break;
    }
    return EVENT_LOCAL;
}

/* g->plain is the entry that brought the notice. */
void games_news(struct games *g, const struct live *l, unsigned notice, struct event *out)
{
    const struct replay *r = &l->m.now;
    struct friend_info who;
    memset(out, 0, sizeof *out);
    out->time_ms = loop_wall_ms(g->loop);
    out->kind = event_of(notice);
    out->game = l->stored.row.number;
    out->mine = g->fx.mine;
    bool known = g->people != NULL && people_by_key(g->people, &l->stored.opponent, &who);
    struct text name = text_over(out->name, sizeof out->name);
    text_add(&name, known ? who.name : l->stored.row.opponent);
    if (out->kind == EVENT_MOVE) {
        games_move_row(&l->m, &g->plain, &out->move);
        out->seat = out->move.seat;
        out->value = r->game.terms.size;
    } else if (out->kind == EVENT_OVER) {
        out->value = r->game.ending;
        out->seat = r->game.winner;
        out->mine = r->game.winner == match_seat(&l->m);
    } else if (out->kind == EVENT_DISPUTED) {
        out->verdict = l->m.why;
    }
}
