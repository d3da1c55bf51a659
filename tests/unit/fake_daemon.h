/* fake_daemon.h - for tests of the command line: answers the control socket with one Bridge game
 * against the practice player, who moves at once.  No keys, no peers, no disk. */
#ifndef TESTS_FAKE_DAEMON_H
#define TESTS_FAKE_DAEMON_H

#include "table.h"

#include "rules/choose.h"
#include "rules/view.h"
#include "wire/control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FAKE_GAME = 7, FAKE_FRAME = 5 * 1024 * 1024 };

struct fake {
    int fd;
    bool following, moves_alone; /* the other side answers by itself */
    uint64_t events;
    struct table table;
    struct request request;
    struct reply reply;
    uint8_t frame[FAKE_FRAME];
};

static inline bool fake_read(int fd, uint8_t *out, size_t len)
{
    while (len > 0) {
        ssize_t n = read(fd, out, len);
        if (n <= 0)
            return false;
        out += n;
        len -= (size_t)n;
    }
    return true;
}

static inline void fake_send(struct fake *f, const struct reply *reply)
{
    struct buf b = buf_over(f->frame + 4, FAKE_FRAME - 4);
    bool packed = control_pack_reply(reply, &b);
    assert(packed);
    for (unsigned i = 0; i < 4; i++)
        f->frame[i] = (uint8_t)(b.len >> (24 - 8 * i));
    ssize_t n = packed ? send(f->fd, f->frame, b.len + 4, MSG_NOSIGNAL) : 0;
    (void)n;
}

static inline void fake_show(struct fake *f, struct reply *r)
{
    struct game_show *show = &r->show;
    const struct game *g = &f->table.game;

    r->has_show = 1;
    view_make(g, 0, f->table.value, &show->view);
    show->started = 1;
    show->row = (struct game_row){.number = FAKE_GAME, .state = GAME_MY_TURN, .link = LINK_UP,
                                  .preset = PRESET_BRIDGE, .game = GAME_BRIDGE,
                                  .moves = g->moves, .my_seat = 0, .ending = g->ending,
                                  .winner = g->winner};
    if (g->ending != ENDING_NONE)
        show->row.state = GAME_FINISHED;
    else if (g->turn != 0)
        show->row.state = GAME_THEIR_TURN;
    strcpy(show->row.opponent, "ann");
    strcpy(show->seat_name[0], "ben");
    strcpy(show->seat_name[1], "ann");
    show->head = (struct hash){{(uint8_t)g->moves, 1}};
    show->clock[g->turn & 1].running = g->ending == ENDING_NONE;
}

static inline void fake_event(struct fake *f, struct event event)
{
    static struct reply news;

    event.number = ++f->events;
    event.game = FAKE_GAME;
    strcpy(event.name, "ann");
    news = (struct reply){.events_n = 1};
    news.events[0] = event;
    if (f->following)
        fake_send(f, &news);
}

/* The move of a seat, and its news. */
static inline enum verdict fake_play(struct fake *f, unsigned seat, const struct choice *choice)
{
    struct move move;
    struct game *g = &f->table.game;
    enum verdict v = move_find(g, seat, f->table.value, choice, &move);

    if (v == VERDICT_OK)
        v = table_play(&f->table, seat, &move);
    if (v != VERDICT_OK)
        return v;
    struct event e = {.kind = EVENT_MOVE, .mine = seat == 0, .value = g->nb.board.n};
    e.move.seat = seat;
    e.move.choice = *choice;
    e.move.right = choice->kind == MOVE_PLACE && g->nb.closed[choice->cell];
    fake_event(f, e);
    if (g->ending != ENDING_NONE)
        fake_event(f, (struct event){.kind = EVENT_OVER, .value = g->ending, .seat = g->winner,
                                     .mine = g->winner == 0});
    return VERDICT_OK;
}

static inline void fake_choose(const struct fake *f, unsigned seat, struct choice *out)
{
    static const uint8_t seed[32] = {1};
    struct view view;
    view_make(&f->table.game, seat, f->table.value, &view);
    choose_move(&view, seed, 1, out);
}

static inline void fake_other_moves(struct fake *f)
{
    struct choice choice;

    while (f->moves_alone && f->table.game.ending == ENDING_NONE && f->table.game.turn == 1) {
        fake_choose(f, 1, &choice);
        if (fake_play(f, 1, &choice) != VERDICT_OK)
            return;
        if (f->table.game.turn == 0)
            fake_event(f, (struct event){.kind = EVENT_YOUR_TURN});
    }
}

static inline enum verdict fake_move(struct fake *f, const struct request *in)
{
    const struct hash head = {{(uint8_t)f->table.game.moves, 1}};

    if (in->has_head && !hash_equal(&head, &in->head))
        return VERDICT_HEAD_CHANGED;
    return fake_play(f, 0, &in->choice);
}

static inline void fake_answer(struct fake *f, const struct request *in, struct reply *out)
{
    enum verdict v = VERDICT_OK;

    switch ((int)in->kind) {
    case REQ_HELLO:
    case REQ_STATUS:
        out->has_status = 1;
        out->status = (struct status){.state = DAEMON_READY, .pid = 1, .games_my_turn = 1};
        v = in->kind == REQ_HELLO && in->number != CONTROL_VERSION ? VERDICT_CONTROL_VERSION : v;
        break;
    case REQ_FRIENDS:
        out->friends_n = 1;
        strcpy(out->friends[0].name, "ann");
        out->friends[0].link = LINK_UP;
        out->friends[0].joined = 1;
        break;
    case REQ_PRACTICE:
    case REQ_GAMES:
        fake_show(f, out);
        out->games_n = 1;
        out->games[0] = out->show.row;
        break;
    case REQ_SHOW:
        v = in->game != 0 && in->game != FAKE_GAME ? VERDICT_NO_SUCH_GAME : VERDICT_OK;
        fake_show(f, out);
        break;
    case REQ_SUGGEST:
        fake_choose(f, 0, &out->choice);
        fake_show(f, out);
        break;
    case REQ_MOVE:
        v = fake_move(f, in);
        fake_show(f, out);
        break;
    case REQ_RESIGN:
        if (!in->dry_run)
            v = game_resign(&f->table.game, 0);
        fake_show(f, out);
        break;
    case REQ_EVENTS:
        f->following = f->following || in->number == 1;
        break;
    default:
        v = VERDICT_NOT_IMPLEMENTED;
    }
    out->verdict = (uint32_t)v;
}

/* Serve one connection to its end. */
static inline void fake_serve(struct fake *f, int fd)
{
    uint8_t head[4];

    f->fd = fd;
    while (fake_read(fd, head, 4)) {
        size_t len = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (len > FAKE_FRAME || !fake_read(fd, f->frame, len)
            || control_unpack_request(span_of(f->frame, len), &f->request) != VERDICT_OK)
            return;
        f->reply = (struct reply){.id = f->request.id};
        fake_answer(f, &f->request, &f->reply);
        fake_send(f, &f->reply);
        fake_other_moves(f);
    }
}

/* Listen at a path; returns the socket. */
static inline int fake_listen(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4) != 0)
        return -1;
    return fd;
}

/* A game with seat 0 = "me". */
static inline struct fake *fake_new(uint64_t number)
{
    struct fake *f = calloc(1, sizeof *f);
    struct terms terms;

    assert(f);
    terms_preset(PRESET_BRIDGE, &terms);
    terms.size = 6;
    terms.givens = 12;
    terms.hand = 4;
    table_start(&f->table, &terms, number);
    f->moves_alone = true;
    return f;
}

#endif
