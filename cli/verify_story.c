/* The judge tells of every entry; what programs do by themselves (shuffles, shares, seeds) changes
 * nothing that can be seen and is left out. */
#include "cli/verify_story.h"

#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/verify_english.h"
#include "cli/verify_report.h"
#include "keys/files.h"

#include <stdlib.h>

/* Deeds of people: each makes a scene. */
static bool is_deed(unsigned kind)
{
    return kind == ENTRY_MOVE || kind == ENTRY_RESIGN || kind == ENTRY_FLAG
        || (kind >= ENTRY_OFFER_DRAW && entry_kind_is_loose(kind));
}

static bool is_scene(const struct logfile_step *step)
{
    const struct replay *a = step->before, *b = step->after;
    bool starts = b->dealt && !a->dealt;
    bool judged = step->entry->kind == ENTRY_SEED && b->game.ending != a->game.ending;

    return b->started && (starts || judged || is_deed(step->entry->kind));
}

static struct scene *more(struct story *s)
{
    if (s->n == s->room) {
        unsigned room = s->room == 0 ? 64 : 2 * s->room;
        struct scene *scene = realloc(s->scene, room * sizeof *scene);
        if (scene == NULL) {
            s->no_memory = true;
            return NULL;
        }
        s->scene = scene;
        s->room = room;
    }
    memset(&s->scene[s->n], 0, sizeof s->scene[0]);
    return &s->scene[s->n++];
}

static bool is_open(const struct replay *r)
{
    return (r->bag.check & BAG_BY_SEEDS) != 0;
}

static void insert(uint8_t *hand, unsigned n, uint8_t value)
{
    for (; n > 0 && hand[n - 1] > value; n--)
        hand[n] = hand[n - 1];
    hand[n] = value;
}

static void open_hands(const struct replay *r, struct scene *out)
{
    out->open = 1;
    for (unsigned seat = 0; seat < r->game.seats; seat++)
        for (unsigned i = 0; i < r->game.hand_n[seat] && i < TILES_MAX; i++)
            insert(out->hand[seat], i, r->bag.value[r->game.hand[seat][i] % TILES_MAX]);
}

static void take_move(const struct logfile_step *step, struct scene *out)
{
    const struct move *m = &step->entry->u.move.move;

    move_public(m, &out->choice);
    if (m->kind == MOVE_PLACE && m->cell < CELLS_MAX)
        out->right = step->after->game.nb.closed[m->cell];
    for (unsigned i = 0; is_open(step->before) && i < out->choice.values_n; i++)
        out->choice.values[i] = step->before->bag.value[m->places[i] % TILES_MAX];
}

static void take_step(void *arg, const struct logfile_step *step)
{
    static const uint8_t nothing[TILES_MAX];
    struct story *s = arg;
    const struct entry *e = step->entry;

    if (e->number == 1) {
        s->n = 0;
        s->began_ms = e->times.sent_ms;
    }
    struct scene *scene = is_scene(step) ? more(s) : NULL;
    if (scene == NULL)
        return;
    scene->number = e->number;
    scene->kind = e->kind;
    scene->times = e->times;
    scene->seat = step->after->seat_of[e->author % PLAYERS_MAX];
    if (e->kind == ENTRY_ADD_TIME || e->kind == ENTRY_LEAVE)
        scene->amount = e->u.amount;
    view_make(&step->after->game, SEAT_WATCHER, nothing, &scene->view);
    if (e->kind == ENTRY_MOVE)
        take_move(step, scene);
    if (is_open(step->after))
        open_hands(step->after, scene);
}

/* One that is too long ends with a whole character. */
static void add_name(const char *name, struct text *out)
{
    report_name(name, out);
    while (out->len > 0 && !text_is_showable(span_of(out->data, out->len)))
        out->data[--out->len] = '\0';
}

static void take_names(struct story *s, const char *const *names, unsigned names_n)
{
    const struct replay *r = &s->end.end;

    for (unsigned seat = 0; seat < r->players && seat < SEATS_MAX; seat++) {
        struct text t = text_over(s->name[seat], sizeof s->name[seat]);
        if (seat < names_n && names[seat][0] != '\0')
            add_name(names[seat], &t);
        else
            text_add(&t, english_side(r->terms.game, seat));
    }
}

static enum exit_code refused(enum verdict v, bool was_read, const struct story *s,
                              struct text *problem)
{
    if (was_read && s->end.bad_entry > 0)
        fill_add(problem, _("Entry {number} is refused. {why}"),
                 fill_number("number", s->end.bad_entry), fill_text("why", _(verdict_text(v))));
    else
        text_add(problem, _(verdict_text(v)));
    if (v == VERDICT_MEMORY)
        return EXIT_LOCAL;
    return was_read ? EXIT_NOT_VERIFIED : EXIT_UNKNOWN;
}

enum exit_code story_read(struct story *s, const char *path, const char *const *names,
                          unsigned names_n, struct text *problem)
{
    struct logfile_watcher watcher = {take_step, s};
    uint8_t *bytes;
    size_t len;

    memset(s, 0, sizeof *s);
    enum verdict v = file_read_new(path, LOGFILE_MAX, &bytes, &len);
    bool was_read = v == VERDICT_OK;
    if (was_read)
        v = logfile_watch(span_of(bytes, len), 0, &watcher, &s->end);
    free(bytes);
    if (v == VERDICT_OK && s->no_memory)
        v = VERDICT_MEMORY;
    if (v != VERDICT_OK)
        return refused(v, was_read, s, problem);
    take_names(s, names, names_n);
    if (s->n > 0)
        return EXIT_DONE;
    text_add(problem, _("There is no board yet: the game has not begun."));
    return EXIT_NOT_NOW;
}

void story_free(struct story *s)
{
    free(s->scene);
    replay_wipe(&s->end.end);
    memset(s, 0, sizeof *s);
}

const struct scene *story_at(const struct story *s, unsigned moves)
{
    for (unsigned i = 0; i < s->n; i++)
        if (s->scene[i].view.moves == moves)
            return &s->scene[i];
    return NULL;
}

bool story_is_last(const struct story *s, const struct scene *scene)
{
    return scene == &s->scene[s->n - 1];
}

unsigned story_move(const struct scene *scene)
{
    return scene->kind == ENTRY_MOVE ? scene->view.moves : 0;
}
