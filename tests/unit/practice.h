/* practice.h - for tests and measurements: whole games between practice players, counted. */
#ifndef TESTS_PRACTICE_H
#define TESTS_PRACTICE_H

#include "rules/choose.h"
#include "table.h"

struct practice {
    unsigned moves;   /* of the whole game */
    unsigned places, claims, swaps, errors, pies, draws, passes;
    unsigned reshuffles, rounds, blocked, voids;
    uint8_t winner;   /* seat or NO_SEAT */
    uint8_t ending;   /* enum ending; ENDING_NONE if something was refused or it took too long */
};

enum { PRACTICE_MOVES_MAX = 4000 };

static inline void practice_count(struct practice *p, const struct table *t, const struct move *m)
{
    p->moves++;
    p->claims += m->kind == MOVE_CLAIM;
    p->swaps += m->kind == MOVE_SWAP;
    p->pies += m->kind == MOVE_PIE;
    p->draws += m->kind == MOVE_DRAW;
    p->passes += m->kind == MOVE_PASS;
    p->places += m->kind == MOVE_PLACE || m->kind == MOVE_TILE;
    p->errors += m->kind == MOVE_PLACE && t->game.nb.board.solution[m->cell] != m->value;
}

/* As table_serve, and counts. */
static inline void practice_serve(struct practice *p, struct table *t)
{
    game_dealt(&t->game);
    while (t->game.reshuffle) {
        p->reshuffles++;
        table_shuffle(t, t->game.discards, t->game.discards_n);
        game_reshuffled(&t->game);
        game_dealt(&t->game);
    }
    if (t->game.dom.phase != DOMINO_REVEAL || t->game.ending != ENDING_NONE)
        return;
    table_reveal(t);
    p->rounds++;
    p->blocked += t->game.dom.last.how == ROUND_BLOCKED;
    p->voids += t->game.dom.last.how == ROUND_VOID;
}

/* One move of the seat whose turn it is; false if it was refused. */
static inline bool practice_move(struct practice *p, struct table *t, uint64_t number,
                                 unsigned level)
{
    struct view view;
    struct choice choice;
    struct move move;
    const unsigned seat = t->game.turn;
    struct hash seed = table_coin(number * SEATS_MAX + seat + 1000000);
    view_make(&t->game, seat, t->value, &view);
    choose_move(&view, seed.b, level, &choice);
    if (move_find(&t->game, seat, t->value, &choice, &move) != VERDICT_OK)
        return false;
    practice_count(p, t, &move);
    if (game_apply(&t->game, seat, &move, &t->game) != VERDICT_OK)
        return false;
    practice_serve(p, t);
    return true;
}

/* The whole game `number` under these terms; seat s plays at level[s]. */
static inline struct practice practice_game(const struct terms *terms, uint64_t number,
                                            const unsigned *level)
{
    struct practice p = {.winner = NO_SEAT};
    static struct table t;
    table_start(&t, terms, number);
    while (t.game.ending == ENDING_NONE) {
        if (p.moves == PRACTICE_MOVES_MAX || !practice_move(&p, &t, number, level[t.game.turn]))
            return p;
    }
    p.winner = t.game.winner;
    p.ending = t.game.ending;
    return p;
}

#endif
