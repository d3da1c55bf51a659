/* One thing a turn of the loop: after each it looks again at what needs it most. */
#include "daemon/bot.h"

#include "daemon/log.h"
#include "daemon/store_games.h"
#include "keys/files.h"
#include "rules/choose.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    WATCH_MS = 1000,   /* how often to look whether the other daemon still lives */
    IDLE_MS = 30000,   /* without an open game that long: stop */
    AGAIN_MS = 3000,   /* after a failure */
    LEVEL_USUAL = 2
};

struct bot {
    struct node *node;
    pid_t parent;
    uint64_t busy_ms; /* tick of the last time there was an open game */
    bool woken;
    unsigned watch, again;
    struct game_row rows[ROWS_MAX];
    struct view view;
    char invitation[PATHS_MAX + 16], level[PATHS_MAX + 16];
};

void bot_set_parent(struct store *store, const char *address)
{
    sqlite3_stmt *st = store_sql(store, "UPDATE contacts SET addresses = ?1");
    store_bind_text(st, 1, address);
    if (store_run(store, st) != VERDICT_OK)
        log_warnx("practice: cannot note the address");
}

/* How strong to play: what the daemon that started us wrote down last. */
static unsigned level(const struct bot *b)
{
    uint8_t text[8];
    struct buf buf = buf_over(text, sizeof text);
    if (file_read(b->level, &buf) != VERDICT_OK || buf.len == 0 || text[0] < '0' + LEVEL_MIN ||
        text[0] > '0' + LEVEL_MAX)
        return LEVEL_USUAL;
    return (unsigned)(text[0] - '0');
}

static enum verdict play(struct bot *b, const struct game_row *row)
{
    struct choice choice;
    uint8_t seed[32];
    enum verdict v = games_view(b->node->games, row->number, &b->view);
    if (v != VERDICT_OK)
        return v;
    randombytes_buf(seed, sizeof seed);
    choose_move(&b->view, seed, level(b), &choice);
    if (choice.kind == 0)
        return VERDICT_NOT_YOUR_TURN;
    struct wish wish = {row->number, ENTRY_MOVE, &choice, NULL, NULL};
    return games_wish(b->node->games, &wish);
}

static enum verdict act(struct bot *b, const struct game_row *row)
{
    struct wish accept = {row->number, ENTRY_ACCEPTANCE, NULL, NULL, NULL};
    return row->state == GAME_MY_TURN ? play(b, row) : games_wish(b->node->games, &accept);
}

static void try_again(void *self)
{
    struct bot *b = self;
    b->again = 0;
    bot_wake(b);
}

static void turn(void *self)
{
    struct bot *b = self;
    uint32_t more;
    b->woken = false;
    unsigned n = games_list(b->node->games, 0, b->rows, &more);
    for (unsigned i = 0; i < n; i++) {
        if (b->rows[i].state != GAME_MY_TURN && b->rows[i].state != GAME_OFFERED_TO_ME)
            continue;
        enum verdict v = act(b, &b->rows[i]);
        if (v == VERDICT_OK) {
            bot_wake(b);
            return;
        }
        log_warnx("practice: game=%u: %s", b->rows[i].number, verdict_name(v));
        if (b->again == 0)
            b->again = loop_after(b->node->loop, AGAIN_MS, try_again, b);
    }
}

void bot_wake(struct bot *b)
{
    if (!b->woken)
        loop_soon(b->node->loop, turn, b);
    b->woken = true;
}

/* Nothing open, and everything that ended is known to the other side. */
static bool nothing_left(struct bot *b)
{
    uint32_t more;
    unsigned n = games_list(b->node->games, 0, b->rows, &more);
    for (unsigned i = 0; i < n; i++) {
        uint32_t state = b->rows[i].state;
        bool ended = state == GAME_FINISHED || state == GAME_DECLINED || state == GAME_DISPUTED;
        if (!ended || (state != GAME_DISPUTED && b->rows[i].unsent > 0))
            return false;
    }
    return true;
}

static void watch(void *self)
{
    struct bot *b = self;
    uint64_t now = loop_tick_ms(b->node->loop);
    if (!nothing_left(b))
        b->busy_ms = now;
    if (getppid() != b->parent || now - b->busy_ms > IDLE_MS) {
        log_info("practice: nothing left to do");
        loop_stop(b->node->loop);
        return;
    }
    b->watch = loop_after(b->node->loop, WATCH_MS, watch, b);
}

static void join(struct bot *b)
{
    static uint8_t text[TICKET_TEXT_MAX + 1];
    struct buf buf = buf_over(text, sizeof text);
    struct friend_info friend;
    if (file_read(b->invitation, &buf) != VERDICT_OK)
        return;
    enum verdict v = people_join(b->node->people, buf_span(&buf), "", &friend);
    if (v == VERDICT_ALREADY_FRIENDS && people_remove(b->node->people, friend.name) == VERDICT_OK)
        v = people_join(b->node->people, buf_span(&buf), "", &friend);
    if (v != VERDICT_OK)
        log_warnx("practice: cannot join: %s", verdict_name(v));
}

void bot_on_friend(struct bot *b, bool joined)
{
    if (joined)
        unlink(b->invitation);
    bot_wake(b);
}

struct bot *bot_new(struct node *node)
{
    struct bot *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->node = node;
    b->parent = getppid();
    b->busy_ms = loop_tick_ms(node->loop);
    snprintf(b->invitation, sizeof b->invitation, "%s/invitation", node->config->paths.data);
    snprintf(b->level, sizeof b->level, "%s/level", node->config->paths.data);
    b->watch = loop_after(node->loop, WATCH_MS, watch, b);
    join(b);
    bot_wake(b);
    return b;
}

void bot_free(struct bot *b)
{
    if (b == NULL)
        return;
    loop_cancel(b->node->loop, b->watch);
    loop_cancel(b->node->loop, b->again);
    free(b);
}
