/* The tick runs through suspend, so that wall clock minus tick is constant as long as nobody sets
 * the wall clock: what is stored of it once is enough to notice a jump later. */
#include "daemon/machine.h"

#include "daemon/log.h"
#include "daemon/store_events.h"
#include "daemon/store_games.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOK_MS = 2000,
    JUMP_MS = LOOP_JUMP_MS,
    HOUR_MS = 3600 * 1000,
    DAY_MS = 24 * HOUR_MS
};
#define YEAR_MS (365ULL * DAY_MS)

struct machine {
    struct loop *loop;
    struct store *store;
    struct machine_owner owner;
    unsigned timer;
    struct clock_jump jump;
    bool doubtful;
    uint64_t doubt_until;      /* tick */
    uint64_t noted;            /* tick at which the clocks were stored last */
    int64_t owed_ms;           /* of jumps, not in the database yet */
    bool owes_news;            /* of a jump, not told yet */
    enum verdict trouble;      /* of the disk, as it was told last */
    uint64_t boot;             /* names this start of the machine; 0 = not known */
};

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* --- what is kept of the clocks --------------------------------------------------------------- */

static uint64_t read_boot(void)
{
    char text[64] = "";
    uint64_t boot = 0;
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    for (ssize_t i = 0; i < n; i++)
        boot = boot * 31 + (uint8_t)text[i];
    return boot >> 1; /* the database has signed numbers */
}

static uint64_t now_minus_tick(const struct machine *m)
{
    uint64_t wall = loop_wall_ms(m->loop), tick = loop_tick_ms(m->loop);
    return wall > tick ? wall - tick : 0;
}

static enum verdict put_clocks(struct machine *m)
{
    const struct { const char *name; uint64_t value; } kept[] = {
        {"clock_wall", loop_wall_ms(m->loop)}, {"clock_offset", now_minus_tick(m)},
        {"clock_boot", m->boot}, {"jump_before", m->jump.before_ms},
        {"jump_after", m->jump.after_ms}, {"jump_doubt", m->doubtful}};
    enum verdict v = VERDICT_OK;
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0] && v == VERDICT_OK; i++)
        v = store_set_meta(m->store, kept[i].name, kept[i].value);
    return v;
}

/* With the news, if there is any, in one transaction. */
static bool keep(struct machine *m, struct event *event)
{
    int64_t owed = m->owed_ms;
    enum verdict v = store_begin(m->store);
    if (v != VERDICT_OK)
        return false;
    v = put_clocks(m);
    if (v == VERDICT_OK && owed != 0)
        v = store_entries_seen_moved(m->store, owed);
    if (v == VERDICT_OK && event != NULL)
        v = store_event_add(m->store, event);
    if (store_end(m->store, v) != VERDICT_OK)
        return false;
    m->owed_ms = 0;
    m->noted = loop_tick_ms(m->loop);
    return true;
}

/* --- jumps ------------------------------------------------------------------------------------ */

/* The loop must know how far the clock may be ahead. */
static void doubt(struct machine *m)
{
    bool ahead = m->doubtful && m->jump.after_ms > m->jump.before_ms;
    loop_doubt_wall(m->loop, ahead ? m->jump.after_ms - m->jump.before_ms : 0);
}

/* The wall clock should say `before` now. */
static void note_jump(struct machine *m, uint64_t before)
{
    struct clock_jump jump = {before, loop_wall_ms(m->loop)};
    bool back_again = m->doubtful && distance(jump.after_ms + m->jump.after_ms,
                                              jump.before_ms + m->jump.before_ms) < JUMP_MS;
    log_warnx("the wall clock jumped %s by %llu seconds",
              jump.after_ms > before ? "ahead" : "back",
              (unsigned long long)(distance(jump.after_ms, before) / 1000));
    m->jump = jump;
    m->owed_ms += (int64_t)(jump.after_ms - jump.before_ms);
    m->doubtful = !back_again;
    m->doubt_until = loop_tick_ms(m->loop) + DAY_MS;
    m->owes_news = true;
    doubt(m);
}

static void on_jump(void *self, uint64_t should_ms)
{
    struct machine *m = self;
    note_jump(m, should_ms);
    m->owner.jumped(m->owner.self, (int64_t)(m->jump.after_ms - m->jump.before_ms));
}

/* What an earlier run has left. */
static void remember(struct machine *m)
{
    uint64_t wall = loop_wall_ms(m->loop), was = store_meta(m->store, "clock_wall", 0);
    bool same = m->boot != 0 && m->boot == store_meta(m->store, "clock_boot", 0);
    uint64_t should = store_meta(m->store, "clock_offset", 0) + loop_tick_ms(m->loop);
    m->jump.before_ms = store_meta(m->store, "jump_before", 0);
    m->jump.after_ms = store_meta(m->store, "jump_after", 0);
    m->doubtful = store_meta(m->store, "jump_doubt", 0) != 0;
    m->doubt_until = loop_tick_ms(m->loop) + DAY_MS;
    doubt(m);
    if (was == 0)
        return;
    if (same && distance(should, wall) >= JUMP_MS)
        note_jump(m, should);
    else if (!same && (wall + JUMP_MS < was || wall > was + YEAR_MS))
        note_jump(m, was);
}

static void tell_jump(struct machine *m)
{
    bool ahead = m->jump.after_ms > m->jump.before_ms;
    uint64_t seconds = distance(m->jump.after_ms, m->jump.before_ms) / 1000;
    struct event event = {.kind = EVENT_CLOCK, .time_ms = m->jump.after_ms, .seat = ahead,
                          .value = seconds < UINT32_MAX ? (uint32_t)seconds : UINT32_MAX};
    if (!keep(m, &event))
        return;
    m->owes_news = false;
    m->owner.told(m->owner.self, &event);
}

/* --- the disk --------------------------------------------------------------------------------- */

static void look_at_disk(struct machine *m)
{
    enum verdict trouble = store_trouble(m->store);
    struct event event = {.kind = EVENT_LOCAL, .time_ms = loop_wall_ms(m->loop),
                          .verdict = trouble};
    if (trouble == VERDICT_OK && m->trouble == VERDICT_OK)
        return;
    if (trouble != VERDICT_OK && trouble != m->trouble) {
        m->trouble = trouble;
        m->owner.told(m->owner.self, &event); /* no number: it cannot be stored */
        return;
    }
    event.verdict = VERDICT_OK;
    if (!keep(m, &event))
        return;
    m->trouble = VERDICT_OK;
    m->owner.told(m->owner.self, &event);
    m->owner.room(m->owner.self);
}

/* --- looking ---------------------------------------------------------------------------------- */

static void look(void *self)
{
    struct machine *m = self;
    uint64_t tick = loop_tick_ms(m->loop);
    if (m->doubtful && tick >= m->doubt_until) {
        m->doubtful = false;
        doubt(m);
    }
    look_at_disk(m);
    if (m->owes_news && m->trouble == VERDICT_OK)
        tell_jump(m);
    else if (m->trouble == VERDICT_OK && tick - m->noted >= HOUR_MS)
        (void)keep(m, NULL);
    m->timer = loop_after(m->loop, LOOK_MS, look, m);
}

struct machine *machine_start(struct loop *loop, struct store *store, struct machine_owner owner)
{
    struct machine *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->loop = loop;
    m->store = store;
    m->owner = owner;
    m->boot = read_boot();
    remember(m);
    (void)keep(m, NULL);
    loop_on_jump(loop, on_jump, m);
    m->timer = loop_after(loop, 0, look, m);
    return m;
}

void machine_stop(struct machine *m)
{
    if (m == NULL)
        return;
    loop_cancel(m->loop, m->timer);
    loop_on_jump(m->loop, NULL, NULL);
    (void)keep(m, NULL);
    free(m);
}

struct clock_jump machine_jump(const struct machine *m)
{
    return m->jump;
}

bool machine_clock_is_doubtful(const struct machine *m)
{
    return m->doubtful;
}
