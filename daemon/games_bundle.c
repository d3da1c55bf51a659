/* What a letter to a friend says about games and notes.  It is cumulative: any single one that
 * arrives is enough, whatever became of those before it; and it may arrive twice. */
#include "base/hash.h"
#include "daemon/games_part.h"
#include "daemon/log.h"
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
    g->out.number = store_notes_whole(g->store, friend);
    if (g->out.number > 0)
        take(context, &g->out);
    sodium_memzero(&game, sizeof game);
}

/* ---- what was refused ---------------------------------------------------------------------- */

/* [P-8.13] a refusal is remembered only if there is no link to tell it by */
void games_owe_refusal(struct games *g, const struct player_key *to)
{
    struct owed_refusal r = {g->out.game, (uint32_t)g->out.number, g->out.verdict};

    if (g->out.kind != PEER_REFUSE && g->out.kind != PEER_UNKNOWN_GAME)
        return;
    if (store_refusal_put(g->store, to, &r, loop_wall_ms(g->loop)) != VERDICT_OK)
        return; /* what is refused comes again, and is refused again */
}

/* It has been accepted since, or the game has become known. */
static bool is_stale(struct games *g, const struct owed_refusal *r)
{
    struct stored_game game;
    uint32_t number;

    if (store_game_find(g->store, &r->game, &number) != VERDICT_OK
        || store_game_get(g->store, number, &game) != VERDICT_OK)
        return false;
    bool stale = game.row.state != GAME_DISPUTED && game.row.entries >= r->number;
    sodium_memzero(&game, sizeof game);
    return stale;
}

/* Those that still stand. */
static unsigned standing_refusals(struct games *g, const struct player_key *friend,
                                  struct owed_refusal out[REFUSALS_MAX])
{
    unsigned all = store_refusals(g->store, friend, out), n = 0;

    for (unsigned i = 0; i < all; i++)
        if (!is_stale(g, &out[i]))
            out[n++] = out[i];
        else if (store_refusal_delete(g->store, friend, &out[i].game) != VERDICT_OK)
            log_warnx("an old refusal stays");
    return n;
}

static void tell_refusals(struct games *g, const struct player_key *friend, games_tell *take,
                          void *context)
{
    struct owed_refusal r[REFUSALS_MAX];
    unsigned n = standing_refusals(g, friend, r);

    for (unsigned i = 0; i < n; i++) {
        begin(g, r[i].verdict == VERDICT_OK ? PEER_UNKNOWN_GAME : PEER_REFUSE);
        g->out.game = r[i].game;
        g->out.number = r[i].number;
        g->out.verdict = r[i].verdict;
        take(context, &g->out);
    }
}

/* ---- all of it ----------------------------------------------------------------------------- */

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
    tell_refusals(g, friend, take, context);
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
    hash_bytes(&p->h, span_of(game->row.id.b, sizeof game->row.id.b));
    hash_number(&p->h, game->row.entries);
    hash_number(&p->h, game->other[at].has == 0); /* what a refusal of the game may reset */
    p->things++;
}

struct hash games_print(struct games *g, const struct player_key *friend)
{
    struct printing p = {.things = 0};
    uint64_t mine = store_notes_newest(g->store, friend, true);
    uint64_t his = store_notes_whole(g->store, friend);
    struct owed_refusal r[REFUSALS_MAX];
    unsigned refusals_n = standing_refusals(g, friend, r);

    hash_start(&p.h, TAG_SEALED);
    all_games(g, friend, print_each, &p);
    hash_number(&p.h, mine);
    hash_number(&p.h, his);
    for (unsigned i = 0; i < refusals_n; i++) {
        hash_bytes(&p.h, span_of(r[i].game.b, sizeof r[i].game.b));
        hash_number(&p.h, r[i].number);
        hash_number(&p.h, r[i].verdict);
    }
    struct hash print = hash_end(&p.h);
    return p.things + refusals_n > 0 || mine > 0 || his > 0 ? print : (struct hash){{0}};
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

/* Notes are marked under the number of no game. */
static void mark_notes(struct games *g, const struct player_key *friend, uint32_t road)
{
    uint64_t newest = store_notes_newest(g->store, friend, true);
    struct sent_mark mark = {road, (uint32_t)newest, loop_wall_ms(g->loop)};
    struct stored_note note;

    if (newest > UINT32_MAX || !store_note_unsent(g->store, friend, 0, &note))
        return;
    if (store_sent(g->store, friend, 0, &mark) != VERDICT_OK)
        return; /* only for display */
}

void games_note_sent(struct games *g, const struct player_key *friend, uint32_t road)
{
    all_games(g, friend, mark_each, &road);
    mark_notes(g, friend, road);
}

struct listing {
    const struct player_key *friend;
    uint64_t *skip;
    struct outbox_row *rows;
    unsigned n, max;
    bool up;
};

/* NULL: it is skipped, or there is no room. */
static struct outbox_row *next_row(struct listing *l)
{
    if (*l->skip > 0) {
        --*l->skip;
        return NULL;
    }
    if (l->n == l->max)
        return NULL;
    memset(&l->rows[l->n], 0, sizeof l->rows[0]);
    return &l->rows[l->n++];
}

/* How entry or note `number` has gone; notes are marked under the number of no game. */
static void tell_road(struct games *g, const struct listing *l, struct outbox_row *row,
                      uint32_t game, uint64_t number)
{
    struct sent_mark mark;

    if (l->up)
        row->road = ROAD_DIRECT;
    else if (number <= UINT32_MAX
             && store_sent_get(g->store, l->friend, game, (uint32_t)number, &mark)) {
        row->road = mark.kind;
        row->sent_ms = mark.time_ms;
    }
}

/* The entry in g->entry. */
static void list_entry(struct games *g, uint32_t game, uint32_t number, struct listing *l)
{
    struct outbox_row *row = next_row(l);

    if (!row)
        return;
    row->game = game;
    row->number = number;
    row->written_ms = g->entry.seen_ms;
    if (entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) == VERDICT_OK)
        row->kind = g->plain.kind;
    tell_road(g, l, row, game, number);
}

static void list_each(struct games *g, const struct stored_game *game, unsigned at, void *context)
{
    for (uint32_t n = game->other[at].has + 1; n <= game->row.entries; n++)
        if (store_entry_get(g->store, game->row.number, n, &g->entry)
            && g->entry.author == game->me)
            list_entry(g, game->row.number, n, context);
}

static void list_notes(struct games *g, struct listing *l)
{
    struct stored_note note = {.number = 0};

    while (l->n < l->max && store_note_unsent(g->store, l->friend, note.number, &note)) {
        struct outbox_row *row = next_row(l);
        if (!row)
            continue;
        row->game = note.game;
        row->note = note.number;
        row->written_ms = note.sent_ms;
        tell_road(g, l, row, 0, note.number);
    }
}

unsigned games_outbox(struct games *g, const struct player_key *friend, uint64_t *skip,
                      struct outbox_row *rows, unsigned max)
{
    struct listing l = {.friend = friend, .skip = skip, .rows = rows, .max = max};

    l.up = g->people != NULL && people_link(g->people, friend) == LINK_UP;
    all_games(g, friend, list_each, &l);
    list_notes(g, &l);
    return l.n;
}
