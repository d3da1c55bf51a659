/* What friends' daemons say about games, and what is said to them.  Nothing here is remembered
 * between two messages: who has what is found out by naming number and hash of an entry (HAVE),
 * and everything may be lost, doubled or reordered on the way.  What to answer is decided in
 * chain/sync.h; here it is carried out. */
#include "daemon/games_part.h"

#include "chain/sync.h"
#include "daemon/log.h"
#include "daemon/store_hold.h"

#include <sodium.h>

enum { LINK_UP_GAMES_MAX = 256, DAY_MS = 86400000 };

static void start_message(struct games *g, uint32_t kind, const struct game_id *game)
{
    /* The field of 64 kB at the end is read only as far as entries_len says. */
    memset(&g->out, 0, offsetof(struct peer_message, entries));
    g->out.kind = kind;
    if (game != NULL)
        g->out.game = *game;
}

static void send_message(struct games *g, const struct player_key *to)
{
    /* If it does not go now, LINK_UP, the next HAVE or a letter brings it again. */
    if (g->people != NULL && !people_send(g->people, to, &g->out))
        games_owe_refusal(g, to);
}

/* To one, or to everybody who plays: those who are no friends of ours get it from others. */
static void send_to_players(struct games *g, const struct stored_game *game,
                            const struct player_key *to)
{
    for (unsigned i = 0; i < game->others_n; i++)
        if (to == NULL || player_key_equal(to, &game->other[i].key))
            send_message(g, &game->other[i].key);
}

void games_send_have(struct games *g, const struct stored_game *game, const struct player_key *to)
{
    start_message(g, PEER_HAVE, &game->row.id);
    g->out.number = game->row.entries;
    if (g->out.number > 0 &&
        !store_entry_hash(g->store, game->row.number, game->row.entries, &g->out.head))
        return;
    send_to_players(g, game, to);
}

void games_ask_have(struct games *g, const struct stored_game *game)
{
    start_message(g, PEER_HAVE, &game->row.id);
    g->out.number = ENTRIES_MAX;
    send_to_players(g, game, NULL);
}

void games_send_from(struct games *g, const struct stored_game *game, uint32_t number,
                     const struct player_key *to)
{
    start_message(g, PEER_ENTRIES, &game->row.id);
    g->out.number = number;
    for (uint32_t n = number; n <= game->row.entries; n++)
        if (!store_entry_get(g->store, game->row.number, n, &g->entry) ||
            !peer_add_entry(&g->out, &g->entry.e))
            break;
    if (g->out.entries_len > 0)
        send_message(g, to);
}

void games_send_written(struct games *g, const struct live *l)
{
    start_message(g, PEER_ENTRIES, &l->m.now.id);
    g->out.number = g->fx.number[0];
    if (peer_add_entry(&g->out, &g->fx.entry[0]))
        send_to_players(g, &l->stored, NULL);
}

static void send_refusal(struct games *g, const struct live *l, uint32_t number, enum verdict why)
{
    start_message(g, PEER_REFUSE, &l->m.now.id);
    g->out.number = number;
    g->out.verdict = why;
    send_message(g, g->from);
}

/* --- HAVE ------------------------------------------------------------------------------------- */

/* What is known of another player, durable and in memory. */
static void keep_receipt(struct games *g, struct stored_game *game, unsigned at)
{
    if (store_game_receipt(g->store, game, at) != VERDICT_OK)
        return;
    for (unsigned i = 0; i < LIVE_MAX; i++) {
        struct live *l = g->live[i];
        if (l != NULL && l->stored.row.number == game->row.number)
            l->stored.other[at] = game->other[at];
    }
}

static void acknowledged(struct games *g, struct stored_game *game, unsigned at, uint32_t number)
{
    struct opponent *o = &game->other[at];
    if (number <= o->has && o->direct)
        return;
    if (number > o->has)
        o->has = number;
    o->direct = 1;
    keep_receipt(g, game, at);
}

/* He has lost the game, and says so by letter: the next letter to him holds all of it. */
static void knows_nothing(struct games *g, struct stored_game *game, unsigned at)
{
    game->other[at].has = 0;
    keep_receipt(g, game, at);
}

/* The stored log of a game, for chain/sync. */
struct stored_log { struct games *g; uint32_t game; };

static bool held_at(void *context, uint32_t number, struct held *out)
{
    const struct stored_log *log = context;
    struct games *g = log->g;
    memset(out, 0, sizeof *out);
    if (!store_entry_get(g->store, log->game, number, &g->entry) ||
        (number > 1 && !store_entry_hash(g->store, log->game, number - 1, &out->prev)))
        return false;
    out->hash = g->entry.hash;
    out->author = g->entry.author;
    return true;
}

static void carry_out(struct games *g, const struct live *l, const struct sync_answer *answer,
                      const struct player_key *to)
{
    switch (answer->act) {
    case SYNC_NOTHING:
        break;
    case SYNC_HAVE:
        start_message(g, PEER_HAVE, &l->m.now.id);
        g->out.number = answer->number;
        g->out.head = answer->head;
        send_message(g, to);
        break;
    case SYNC_ENTRIES:
        games_send_from(g, &l->stored, answer->number, to);
        break;
    }
}

/* Left undone, perhaps by a crash: a step that the program does without being asked. */
static bool owes_by_itself(const struct stored_game *game)
{
    const struct game_row *row = &game->row;
    bool a_persons = row->waits_for == DEBT_NONE || row->waits_for == DEBT_PROPOSAL ||
                     row->waits_for == DEBT_ACCEPTANCE || row->waits_for == DEBT_MOVE;
    bool said_yes = game->agreed && row->waits_for == DEBT_ACCEPTANCE;
    return game->wish != 0 || (row->waits_for_me && (!a_persons || said_yes));
}

/* He holds all of it: whatever he refused before, he does no longer. */
static void nothing_refused(struct games *g, const struct stored_game *game)
{
    struct live *l;
    if (game->row.refusal == VERDICT_OK || game->row.state == GAME_DISPUTED ||
        game->row.state == GAME_DECLINED || games_live(g, game->row.number, &l) != VERDICT_OK)
        return;
    l->stored.row.refusal = VERDICT_OK;
    if (store_game_save(g->store, &l->stored) != VERDICT_OK)
        return; /* the next entry tells */
}

static void compare(struct games *g, struct stored_game *game, unsigned at,
                    const struct peer_message *m)
{
    struct hash ours;
    struct live *l;
    struct stored_log context = {g, game->row.number};
    struct sync_log log = {held_at, &context};
    games_heard(g, game->row.number);
    uint32_t theirs = m->number <= ENTRIES_MAX ? (uint32_t)m->number : ENTRIES_MAX + 1;
    if (theirs > 0 && store_entry_hash(g->store, game->row.number, theirs, &ours) &&
        hash_equal(&ours, &m->head)) {
        acknowledged(g, game, at, theirs);
        if (theirs == game->row.entries)
            nothing_refused(g, game);
        if (theirs == game->row.entries && !owes_by_itself(game) &&
            store_line_count(g->store, game->row.number) == 0)
            return; /* the usual case, without loading the game */
    }
    if (games_live(g, game->row.number, &l) != VERDICT_OK)
        return;
    struct sync_answer answer = sync_have(&l->m, &log, theirs, &m->head);
    carry_out(g, l, &answer, &game->other[at].key);
    if (answer.act == SYNC_NOTHING)
        (void)games_go(g, l);
}

/* The game a friend speaks of, if he plays in it; *at is his place there. */
static enum verdict game_of(struct games *g, const struct friend_info *from,
                            const struct peer_message *m, struct stored_game *out, unsigned *at)
{
    uint32_t number;
    enum verdict v = store_game_find(g->store, &m->game, &number);
    if (v == VERDICT_OK)
        v = store_game_get(g->store, number, out);
    if (v == VERDICT_OK && !games_place_of(out, &from->key, at))
        v = VERDICT_WRONG_GAME;
    return v;
}

static void take_have(struct games *g, const struct friend_info *from,
                      const struct peer_message *m)
{
    struct stored_game game;
    unsigned at;
    enum verdict v = game_of(g, from, m, &game, &at);
    if (v == VERDICT_OK) {
        games_hold_have(g, &game, m, from->letter_ms);
        compare(g, &game, at, m);
        sodium_memzero(&game, sizeof game);
    } else if (v == VERDICT_NO_SUCH_GAME && m->number > 0 &&
               !games_witness_knows(g, &m->game)) {
        start_message(g, PEER_UNKNOWN_GAME, &m->game);
        send_message(g, &from->key);
    }
}

static void take_unknown_game(struct games *g, const struct friend_info *from,
                              const struct peer_message *m)
{
    struct stored_game game;
    unsigned at;
    if (game_of(g, from, m, &game, &at) != VERDICT_OK)
        return;
    if (from->letter_ms != 0)
        knows_nothing(g, &game, at);
    else
        games_send_from(g, &game, 1, &from->key);
    sodium_memzero(&game, sizeof game);
}

/* --- ENTRIES ---------------------------------------------------------------------------------- */

/* What became of an entry. */
enum fate {
    FATE_TAKEN, /* new, or known before: go on */
    FATE_STOP,  /* no more of this message */
    FATE_GONE   /* could not be stored: the game has been forgotten, nothing is said */
};

/* Bytes that were hurt on the way, or that nobody vouches for: not worth an answer, the entry
 * itself will come again. */
static bool is_damage(enum verdict v)
{
    return v == VERDICT_BAD_SIGNATURE || v == VERDICT_NOT_DECODABLE || v == VERDICT_TOO_LONG ||
           v == VERDICT_WRONG_GAME || v == VERDICT_WRONG_NUMBER || v == VERDICT_MEMORY;
}

static uint32_t number_of(struct games *g, const struct signed_entry *e)
{
    bool good = entry_unpack(span_of(e->body, e->len), &g->plain) == VERDICT_OK;
    return good ? g->plain.number : 0;
}

/* The entry in g->incoming.  *answer is what to say, if nothing better comes after it. */
static enum fate take_entry(struct games *g, struct live *l, struct sync_answer *answer)
{
    struct moment now = games_moment(g);
    struct stored_log context = {g, l->stored.row.number};
    struct sync_log log = {held_at, &context};
    struct elsewhere other;
    bool later = games_hold_peek(g, l, &other);
    if (later && other.place != 0) {
        games_hold_elsewhere(g, l, &other);
        return FATE_STOP;
    }
    games_ruling_lift(l);
    enum verdict v = sync_entry(&l->m, &g->incoming, &log, &now, &g->fx);
    games_ruling_lay(g, l);
    if (v == VERDICT_OK && games_keep(g, l) != VERDICT_OK)
        return FATE_GONE;
    if (v == VERDICT_OK)
        games_hold_secrets(g, l);
    if (v == VERDICT_OK && later)
        games_hold_elsewhere(g, l, &other);
    struct sync_answer receipt = sync_receipt(&l->m, &g->incoming, &log, v);
    sync_join(answer, &receipt);
    if (v == VERDICT_OK || v == VERDICT_KNOWN)
        return FATE_TAKEN;
    log_info("game=%u: %s", l->stored.row.number, verdict_name(v));
    /* What follows may still matter: a claim after the warning that lost its place. */
    if (v == VERDICT_GAP || v == VERDICT_SUPERSEDED)
        return FATE_TAKEN;
    if (g->fx.evidence && games_keep(g, l) != VERDICT_OK)
        return FATE_GONE;
    if (!is_damage(v))
        send_refusal(g, l, number_of(g, &g->incoming),
                     v == VERDICT_DISPUTED && l->m.why != 0 ? (enum verdict)l->m.why : v);
    return FATE_STOP;
}

/* News for the other players: what they do not hold as far as we know they are told of; who has
 * it from elsewhere says so, and nothing more is sent. */
static void tell_others(struct games *g, const struct live *l, const struct player_key *from)
{
    const struct stored_game *s = &l->stored;
    for (unsigned i = 0; i < s->others_n; i++)
        if (s->other[i].has < s->row.entries && !player_key_equal(&s->other[i].key, from))
            games_send_have(g, s, &s->other[i].key);
}

void games_take_entries(struct games *g, struct live *l, const struct player_key *from,
                        const struct peer_message *m, size_t at)
{
    struct sync_answer answer = at > 0 ? sync_mine(&l->m) : (struct sync_answer){0};
    struct hash head = l->m.now.head;
    enum fate fate = FATE_TAKEN;
    g->from = from;
    for (size_t here = at; fate == FATE_TAKEN; here = at) {
        if (peer_next_entry(m, &at, &g->incoming) != VERDICT_OK ||
            games_park(g, l, from, m, here))
            break;
        fate = take_entry(g, l, &answer);
    }
    g->from = NULL;
    if (fate == FATE_GONE)
        return;
    games_hold_taken(g, l);
    carry_out(g, l, &answer, from);
    bool news = !hash_equal(&head, &l->m.now.head);
    uint32_t number = l->stored.row.entries;
    /* An entry of ours that goes to everybody tells them as well. */
    if (games_go(g, l) == VERDICT_OK && news && l->stored.row.entries == number)
        tell_others(g, l, from);
}

/* Unfinished games, and those he proposed and broke off again: every one of them is kept. */
static bool too_many_proposed(struct games *g, const struct player_key *friend)
{
    struct game_counts counts;
    uint64_t now_ms = loop_wall_ms(g->loop);
    store_game_counts(g->store, friend, &counts);
    return counts.open >= OPEN_WITH_FRIEND_MAX ||
           store_games_broken_off(g->store, friend, now_ms > DAY_MS ? now_ms - DAY_MS : 0) >=
               BROKEN_OFF_MAX;
}

/* A proposal: of a friend who plays, to me, and not too many. */
static enum verdict take_proposal(struct games *g, const struct friend_info *from,
                                  struct live **out)
{
    unsigned at;
    if (too_many_proposed(g, &from->key))
        return VERDICT_TOO_MANY_OPEN;
    struct live *l = games_fresh(g);
    struct moment now = games_moment(g);
    if (l == NULL)
        return VERDICT_MEMORY;
    enum verdict v = match_entry(&l->m, &g->incoming, NULL, &now, &g->fx);
    if (v == VERDICT_OK) {
        games_seat(g, l);
        /* One of mine that I do not know: its secrets are lost. */
        if (l->m.me == 0 || !games_place_of(&l->stored, &from->key, &at))
            v = VERDICT_WRONG_AUTHOR;
    }
    if (v != VERDICT_OK) {
        games_forget(g, l);
        return v;
    }
    *out = l;
    g->from = &from->key;
    v = games_keep(g, l);
    g->from = NULL;
    return v;
}

static void take_new_game(struct games *g, const struct friend_info *from,
                          const struct peer_message *m)
{
    struct live *l;
    size_t at = 0;
    enum verdict v = peer_next_entry(m, &at, &g->incoming);
    if (v == VERDICT_OK)
        v = take_proposal(g, from, &l);
    if (v == VERDICT_OK) {
        tell_others(g, l, &from->key);
        games_take_entries(g, l, &from->key, m, at);
        return;
    }
    log_info("peer=%s: proposal refused: %s", from->name, verdict_name(v));
    if (v == VERDICT_DISK || v == VERDICT_MEMORY)
        return;
    start_message(g, PEER_REFUSE, &m->game);
    g->out.number = 1;
    g->out.verdict = v;
    send_message(g, &from->key);
}

static void take_entries(struct games *g, const struct friend_info *from,
                         const struct peer_message *m)
{
    struct stored_game game;
    struct live *l;
    unsigned at;
    enum verdict v = game_of(g, from, m, &game, &at);
    if (v == VERDICT_WRONG_GAME && games_live(g, game.row.number, &l) == VERDICT_OK &&
        games_is_witness(l, from)) {
        games_take_entries(g, l, &from->key, m, 0); /* what came while I was away */
    } else if (v == VERDICT_NO_SUCH_GAME && m->number == 1) {
        take_new_game(g, from, m);
    } else if (v == VERDICT_NO_SUCH_GAME) {
        start_message(g, PEER_UNKNOWN_GAME, &m->game);
        send_message(g, &from->key);
    } else if (v == VERDICT_OK && games_live(g, game.row.number, &l) == VERDICT_OK) {
        games_heard(g, game.row.number);
        games_take_entries(g, l, &from->key, m, 0);
    }
    sodium_memzero(&game, sizeof game);
}

/* The other side stops at an entry of ours: told once. */
static void take_refusal(struct games *g, const struct friend_info *from,
                         const struct peer_message *m)
{
    struct stored_game game;
    struct live *l;
    unsigned at;
    if (game_of(g, from, m, &game, &at) != VERDICT_OK ||
        games_live(g, game.row.number, &l) != VERDICT_OK)
        return;
    bool old = from->letter_ms != 0 && m->number <= game.other[at].has; /* he has taken it since */
    sodium_memzero(&game, sizeof game);
    if (old || l->stored.row.refusal == m->verdict || l->stored.row.state == GAME_DISPUTED)
        return;
    log_info("game=%u seq=%llu: refused by %s: %s", l->stored.row.number,
             (unsigned long long)m->number, from->name, verdict_name((enum verdict)m->verdict));
    l->stored.row.refusal = m->verdict;
    if (store_game_save(g->store, &l->stored) != VERDICT_OK)
        return;
    struct event event = {.kind = EVENT_DISPUTED, .game = l->stored.row.number,
                          .verdict = m->verdict};
    memcpy(event.name, from->name, sizeof event.name);
    games_event(g, &event);
}

/* --- notes ------------------------------------------------------------------------------------ */

void games_send_notes(struct games *g, const struct player_key *friend, uint64_t after)
{
    struct stored_note note;
    struct stored_game game;
    if (!store_note_unsent(g->store, friend, after, &note))
        return;
    start_message(g, PEER_NOTE, NULL);
    if (note.game != 0 && store_game_get(g->store, note.game, &game) == VERDICT_OK) {
        g->out.game = game.row.id;
        sodium_memzero(&game, sizeof game);
    }
    g->out.number = note.number;
    g->out.sent_ms = note.sent_ms;
    memcpy(g->out.text, note.text, sizeof g->out.text);
    send_message(g, friend);
}

enum verdict games_keep_note(struct games *g, struct stored_note *note, struct event *event)
{
    event->time_ms = loop_wall_ms(g->loop);
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    v = store_note_add(g->store, note);
    if (v == VERDICT_OK)
        v = store_event_add(g->store, event);
    return store_end(g->store, v);
}

enum verdict games_say(struct games *g, const struct player_key *friend, uint32_t game,
                       const char *text)
{
    struct stored_note note = {.friend = *friend, .mine = true, .game = game,
                               .sent_ms = loop_wall_ms(g->loop)};
    struct event event = {.kind = EVENT_NOTE, .game = game, .mine = 1};
    struct friend_info who;
    if (text[0] == '\0' || strlen(text) > NOTE_MAX || !text_is_showable(span_text(text)))
        return VERDICT_TEXT_MALFORMED;
    memcpy(note.text, text, strlen(text) + 1);
    memcpy(event.text, note.text, sizeof event.text);
    if (g->people != NULL && people_by_key(g->people, friend, &who))
        memcpy(event.name, who.name, sizeof event.name);
    enum verdict v = games_keep_note(g, &note, &event);
    if (v == VERDICT_OK) {
        games_send_notes(g, friend, note.number - 1);
        g->owner.on_events(g->owner.self, &event, 1);
    }
    return v;
}

static void take_note(struct games *g, const struct friend_info *from,
                      const struct peer_message *m)
{
    struct stored_note note = {.friend = from->key, .number = m->number, .sent_ms = m->sent_ms};
    struct event event = {.kind = EVENT_NOTE};
    if (m->text[0] == '\0' || m->number == 0)
        return;
    if (store_game_find(g->store, &m->game, &note.game) != VERDICT_OK)
        note.game = 0; /* about no game, or none that we know */
    event.game = note.game;
    memcpy(event.name, from->name, sizeof event.name);
    memcpy(event.text, m->text, sizeof event.text);
    memcpy(note.text, m->text, sizeof note.text);
    enum verdict v = games_keep_note(g, &note, &event);
    if (v != VERDICT_OK && v != VERDICT_KNOWN)
        return;
    start_message(g, PEER_NOTE_ACK, NULL);
    g->out.number = note.number;
    send_message(g, &from->key);
    if (v != VERDICT_OK)
        return;
    g->owner.on_events(g->owner.self, &event, 1);
    games_ruling_in_note(g, event.text);
}

static void take_note_ack(struct games *g, const struct friend_info *from,
                          const struct peer_message *m)
{
    if (store_note_stored(g->store, &from->key, m->number) == VERDICT_OK)
        games_send_notes(g, &from->key, m->number);
}

/* --- the way in ------------------------------------------------------------------------------- */

void games_on_message(struct games *g, const struct friend_info *from,
                      const struct peer_message *m)
{
    switch ((enum peer_kind)m->kind) {
    case PEER_HAVE:
        take_have(g, from, m);
        break;
    case PEER_ENTRIES:
        take_entries(g, from, m);
        break;
    case PEER_REFUSE:
        take_refusal(g, from, m);
        break;
    case PEER_NOTE:
        take_note(g, from, m);
        break;
    case PEER_NOTE_ACK:
        take_note_ack(g, from, m);
        break;
    case PEER_UNKNOWN_GAME:
        take_unknown_game(g, from, m);
        break;
    case PEER_WITNESS:
        games_witness_take(g, from, m);
        break;
    case PEER_WITNESSED:
        games_witness_answer(g, from, m);
        break;
    case PEER_HELLO:
    case PEER_REDEEM:
    case PEER_REDEEMED:
    case PEER_DEPOSIT:
    case PEER_DEPOSITED:
    case PEER_PARCEL:
    case PEER_PARCEL_TAKEN:
    case PEER_CALL:
    case PEER_CALLED:
        break; /* of people and roads */
    }
}

void games_on_link(struct games *g, const struct friend_info *who, enum link_state state)
{
    uint32_t number[LINK_UP_GAMES_MAX];
    struct stored_game game;
    if (state != LINK_UP)
        return;
    unsigned n = store_games_with(g->store, &who->key, number, LINK_UP_GAMES_MAX);
    for (unsigned i = 0; i < n; i++) {
        unsigned at;
        if (store_game_get(g->store, number[i], &game) != VERDICT_OK ||
            !games_place_of(&game, &who->key, &at))
            continue;
        /* He may have it all and only his receipt was lost: then he, whose game is over, would
         * not answer to being told the head, but does to an entry. */
        if (game.row.state == GAME_FINISHED && game.other[at].has < game.row.entries)
            games_send_from(g, &game, game.other[at].has + 1, &who->key);
        else
            games_send_have(g, &game, &who->key);
    }
    sodium_memzero(&game, sizeof game);
    games_send_notes(g, &who->key, 0);
    games_witness_link(g, who);
}
