/* From the machine of a game to what is listed, told and logged about it. */
#include "daemon/games_part.h"

/* Who has said yes waits for the others' yes; that is no offer to him any more. */
static uint32_t offer_state(const struct live *l)
{
    if (l->m.me == 0)
        return GAME_OFFERED_BY_ME;
    bool said_yes = l->stored.agreed || l->m.me < l->m.now.next_player;
    return said_yes ? GAME_SETTING_UP : GAME_OFFERED_TO_ME;
}

static uint32_t state_of(const struct live *l)
{
    const struct match *m = &l->m;
    struct debt debt = replay_debt(&m->now);
    if (m->disputed)
        return GAME_DISPUTED;
    switch ((enum phase)m->now.phase) {
    case PHASE_EMPTY:
    case PHASE_OFFERED:
        return offer_state(l);
    case PHASE_SETUP:
        return GAME_SETTING_UP;
    case PHASE_PLAY:
        if (!m->now.dealt)
            return GAME_SETTING_UP; /* the next round */
        return debt.kind == DEBT_MOVE && debt.player == m->me ? GAME_MY_TURN : GAME_THEIR_TURN;
    case PHASE_CLOSING:
        return m->now.game.ending == ENDING_NONE ? GAME_SETTING_UP : GAME_CLOSING;
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
    row->state = state_of(l);
    row->players = r->players;
    row->preset = r->terms.preset;
    row->game = r->terms.game;
    row->moves = r->started ? r->game.moves : 0;
    row->entries = r->number;
    row->my_seat = match_seat(m);
    row->ending = r->started ? r->game.ending : ENDING_NONE;
    row->winner = r->started ? r->game.winner : NO_SEAT;
    row->grade = m->disputed ? GRADE_DISPUTED : replay_grade(r);
    row->waits_for = m->disputed ? DEBT_NONE : debt.kind;
    row->waits_for_me = row->waits_for != DEBT_NONE && debt.player == m->me;
    if (m->disputed)
        row->refusal = m->why;
    else if (row->state == GAME_DECLINED)
        row->refusal = VERDICT_DECLINED;
    else
        row->refusal = VERDICT_OK; /* if he refused something, it goes on now */
    games_ruling_row(l, row);
    l->stored.me = m->me;
    l->claims = l->claims && games_claim_stands(l);
    struct again again = m->wish;
    if (l->claims)
        again = (struct again){.kind = ENTRY_CLAIM};
    l->stored.wish = again_pack(&again);
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
    out->used_ms = e->times.used_ms;
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
    case NOTICE_WARNED: return EVENT_WARNED;
    case NOTICE_TIME_ADDED: return EVENT_TIME_ADDED;
    case NOTICE_PAUSE: return EVENT_PAUSE;
    case NOTICE_RESUMED: return EVENT_RESUMED;
    case NOTICE_LEAVE: return EVENT_LEAVE;
    case NOTICE_NONE: break;
    }
    return EVENT_LOCAL;
}

/* What a player is called: by his petname of today, or the name he had. */
static void name_player(const struct games *g, const struct live *l, unsigned player,
                        char out[NAME_MAX_LEN + 1])
{
    struct friend_info who;
    struct text name = text_over(out, NAME_MAX_LEN + 1);
    for (unsigned i = 0; i < l->stored.others_n; i++) {
        const struct opponent *o = &l->stored.other[i];
        if (o->player != player)
            continue;
        bool known = g->people != NULL && people_by_key(g->people, &o->key, &who);
        text_add(&name, known ? who.name : o->name);
    }
}

/* Whom the news names: the author of the entry, or, should I be that, the first of the others. */
static unsigned named_player(const struct games *g, const struct live *l)
{
    unsigned author = g->plain.author;
    return g->fx.n > 0 && author < l->m.now.players && author != l->m.me
               ? author
               : l->stored.other[0].player;
}

/* Of a round, or of a game with more than two players, who won it. */
static void name_winner(const struct games *g, const struct live *l, unsigned seat,
                        struct event *out)
{
    const struct replay *r = &l->m.now;
    out->seat = seat;
    out->mine = seat == match_seat(&l->m);
    if (r->players == 2 && out->kind == EVENT_OVER)
        return;
    out->name[0] = '\0';
    if (seat < r->players)
        name_player(g, l, r->player_of[seat], out->name);
}

/* The number that goes with what was said about time. */
static uint32_t time_value(const struct games *g, const struct replay *r, unsigned kind)
{
    if (kind == EVENT_WARNED)
        return (uint32_t)(clock_grace_ms(&r->terms) / 1000);
    if (kind == EVENT_PAUSE)
        return r->clock.paused;
    return kind == EVENT_TIME_ADDED || kind == EVENT_LEAVE ? g->plain.u.amount : 0;
}

/* g->plain is the entry that brought the notice. */
void games_news(struct games *g, const struct live *l, unsigned notice, struct event *out)
{
    const struct replay *r = &l->m.now;
    memset(out, 0, sizeof *out);
    out->time_ms = loop_wall_ms(g->loop);
    out->kind = event_of(notice);
    out->game = l->stored.row.number;
    out->mine = g->fx.mine;
    name_player(g, l, named_player(g, l), out->name);
    if (out->kind == EVENT_MOVE) {
        games_move_row(&l->m, &g->plain, &out->move);
        out->seat = out->move.seat;
        out->value = r->game.terms.game == GAME_DOMINOES ? r->game.terms.set
                                                         : r->game.terms.size;
    } else if (out->kind == EVENT_OVER) {
        out->value = r->game.ending;
        name_winner(g, l, r->game.winner, out);
    } else if (out->kind == EVENT_ROUND) {
        out->value = r->game.dom.last.how;
        name_winner(g, l, r->game.dom.last.winner, out);
    } else if (out->kind == EVENT_DRAW_OFFERED) {
        out->value = r->game.terms.game;
    } else if (out->kind == EVENT_DISPUTED) {
        out->verdict = l->m.why;
    } else if (out->kind >= EVENT_WARNED) {
        out->value = time_value(g, r, out->kind);
    }
}

void games_event(struct games *g, struct event *event)
{
    event->time_ms = loop_wall_ms(g->loop);
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return;
    v = store_event_add(g->store, event);
    v = store_end(g->store, v);
    if (v == VERDICT_OK)
        g->owner.on_events(g->owner.self, event, 1);
}
