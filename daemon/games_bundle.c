/* What a letter to a friend says about games and notes.  It is cumulative: any single one that
 * arrives is enough, whatever became of those before it; and it may arrive twice. */
#include "base/hash.h"
#include "daemon/games_part.h"
#include "daemon/store_roads.h"

#include <sodium.h>

enum {
    GAMES_A_LETTER = 128,
    /* Bytes of entries of one message: letters are filled better with small ones. */
    ENTRIES_A_MESSAGE = 16 * 1024,
    NOTES_A_LETTER = 64
};

static void begin(struct games *g, uint32_t kind)
{
    memset(&g->out, 0, offsetof(struct peer_message, entries));
    g->out.kind = kind;
}

/* Entries from `number` on; returns the next one that is still to be told. */
static uint32_t tell_entries(struct games *g, const struct stored_game *game, uint32_t number,
                             games_tell *take, void *context)
{
    begin(g, PEER_ENTRIES);
    g->out.game = game->row.id;
    g->out.number = number;
    while (number <= game->row.entries && g->out.entries_len < ENTRIES_A_MESSAGE
           && store_entry_get(g->store, game->row.number, number, &g->entry)
           && (g->out.entries_len == 0
               || g->out.entries_len + g->entry.e.len < ENTRIES_A_MESSAGE)
           && peer_add_entry(&g->out, &g->entry.e))
        number++;
    if (g->out.entries_len > 0)
        take(context, &g->out);
    return g->out.entries_len > 0 ? number : game->row.entries + 1;
}

static void tell_game(struct games *g, const struct stored_game *game, unsigned at,
                      games_tell *take, void *context)
{
    uint32_t number = game->other[at].has + 1;

    while (number <= game->row.entries)
        number = tell_entries(g, game, number, take, context);
    /* What we hold comes after what we bring: it is compared with what he has by then. */
    begin(g, PEER_HAVE);
    g->out.game = game->row.id;
    g->out.number = game->row.entries;
    if (game->row.entries == 0
        || store_entry_hash(g->store, game->row.number, game->row.entries, &g->out.head))
        take(context, &g->out);
}

static void tell_notes(struct games *g, const struct player_key *friend, games_tell *take,
                       void *context)
{
    struct stored_note note = {.number = 0};
    struct stored_game game;

    for (unsigned i = 0; i < NOTES_A_LETTER
                         && store_note_unsent(g->store, friend, note.number, &note); i++) {
        begin(g, PEER_NOTE);
        if (note.game != 0 && store_game_get(g->store, note.game, &game) == VERDICT_OK)
            g->out.game = game.row.id;
        g->out.number = note.number;
        g->out.sent_ms = note.sent_ms;
        memcpy(g->out.text, note.text, sizeof g->out.text);
        take(context, &g->out);
    }
    begin(g, PEER_NOTE_ACK);
    g->out.number = store_notes_newest(g->store, friend, false);
    if (g->out.number > 0)
        take(context, &g->out);
    sodium_memzero(&game, sizeof game);
}

/* Calls back with every game with this friend that letters speak of. */
typedef void each_game(struct games *g, const struct stored_game *game, unsigned at,
                       void *context);

static void all_games(struct games *g, const struct player_key *friend, each_game *each,
                      void *context)
{
    uint32_t number[GAMES_A_LETTER];
    struct stored_game game;
    unsigned n = store_games_to_tell(g->store, friend, number, GAMES_A_LETTER), at;

    for (unsigned i = 0; i < n; i++)
        if (store_game_get(g->store, number[i], &game) == VERDICT_OK
            && games_place_of(&game, friend, &at))
            each(g, &game, at, context);
    sodium_memzero(&game, sizeof game);
}

struct telling {
    games_tell *take;
    void *context;
};

static void tell_each(struct games *g, const struct stored_game *game, unsigned at, void *context)
{
    const struct telling *t = context;
    tell_game(g, game, at, t->take, t->context);
}

void games_bundle(struct games *g, const struct player_key *friend, games_tell *take,
                  void *context)
{
    struct telling t = {take, context};

    all_games(g, friend, tell_each, &t);
    tell_notes(g, friend, take, context);
}

/* ---- what there is to tell ----------------------------------------------------------------- */

struct printing {
    struct hasher h;
    unsigned things;
};

static void print_each(struct games *g, const struct stored_game *game, unsigned at, void *context)
{
    struct printing *p = context;

    (void)g;
    (void)at;
    hash_bytes(&p->h, span_of(game->row.id.b, sizeof game->row.id.b));
    hash_number(&p->h, game->row.entries);
    p->things++;
}

struct hash games_print(struct games *g, const struct player_key *friend)
{
    struct printing p = {.things = 0};
    uint64_t mine = store_notes_newest(g->store, friend, true);
    uint64_t his = store_notes_newest(g->store, friend, false);

    hash_start(&p.h, TAG_SEALED);
    all_games(g, friend, print_each, &p);
    hash_number(&p.h, mine);
    hash_number(&p.h, his);
    struct hash print = hash_end(&p.h);
    return p.things > 0 || mine > 0 || his > 0 ? print : (struct hash){{0}};
}

bool games_busy(const struct games *g)
{
    return g->parked.busy || g->making.busy || g->going != 0;
}

/* ---- what has gone ------------------------------------------------------------------------- */

static void mark_each(struct games *g, const struct stored_game *game, unsigned at, void *context)
{
    const uint32_t *road = context;
    struct sent_mark mark = {*road, game->row.entries, loop_wall_ms(g->loop)};

    if (game->other[at].has < game->row.entries
        && store_sent(g->store, &game->other[at].key, game->row.number, &mark) != VERDICT_OK)
        return; /* only for display */
}

void games_note_sent(struct games *g, const struct player_key *friend, uint32_t road)
{
    all_games(g, friend, mark_each, &road);
}

struct listing {
    uint64_t *skip;
    struct outbox_row *rows;
    unsigned n, max;
    bool up;
};

/* The entry in g->entry. */
static void list_entry(struct games *g, const struct stored_game *game, unsigned at,
                       uint32_t number, struct listing *l)
{
    struct sent_mark mark;

    if (*l->skip > 0) {
        --*l->skip;
        return;
    }
    if (l->n == l->max)
        return;
    struct outbox_row *row = &l->rows[l->n++];
    *row = (struct outbox_row){.game = game->row.number, .number = number};
    row->written_ms = g->entry.seen_ms;
    if (entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) == VERDICT_OK)
        row->kind = g->plain.kind;
    if (l->up)
        row->road = ROAD_DIRECT;
    else if (store_sent_get(g->store, &game->other[at].key, game->row.number, number, &mark)) {
        row->road = mark.kind;
        row->sent_ms = mark.time_ms;
    }
}

static void list_each(struct games *g, const struct stored_game *game, unsigned at, void *context)
{
    for (uint32_t n = game->other[at].has + 1; n <= game->row.entries; n++)
        if (store_entry_get(g->store, game->row.number, n, &g->entry)
            && g->entry.author == game->me)
            list_entry(g, game, at, n, context);
}

unsigned games_outbox(struct games *g, const struct player_key *friend, uint64_t *skip,
                      struct outbox_row *rows, unsigned max)
{
    struct listing l = {.skip = skip, .rows = rows, .max = max};

    l.up = g->people != NULL && people_link(g->people, friend) == LINK_UP;
    all_games(g, friend, list_each, &l);
    return l.n;
}
