/* make_corpus - writes the first inputs of the fuzz targets below the folder named: whole small
 * games, their entries, frames around them, requests and replies, tickets, key files, words.  Run
 * by `make corpus` when a format changes; always writes the same. */
#include "base/bech32.h"
#include "chain/logfile.h"
#include "keys/files.h"
#include "keys/keyfile.h"
#include "rules/options.h"
#include "tests/sim/table.h"
#include "wire/control.h"
#include "wire/peer.h"
#include "wire/ruling.h"
#include "wire/ticket.h"

#include <stdio.h>
#include <string.h>

static const char *root;
static uint8_t storage[CONTROL_FRAME_MAX];

static void put(const char *target, const char *name, struct span bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", root, target);
    if (folder_private(path) != VERDICT_OK)
        abort();
    snprintf(path, sizeof path, "%s/%s/%s", root, target, name);
    if (file_write(path, bytes, FILE_REPLACE, FILE_SHARED) != VERDICT_OK)
        abort();
}

static void put_text(const char *target, const char *name, const char *text)
{
    put(target, name, span_text(text));
}

/* --- games ------------------------------------------------------------------------------------ */

static void put_frame(const char *name, uint32_t kind, const struct signed_entry *e)
{
    static struct peer_message m;
    struct buf b = buf_over(storage, PEER_FRAME_MAX);
    memset(&m, 0, sizeof m);
    m.kind = kind;
    m.protocol = PROTOCOL_VERSION;
    m.number = 3;
    m.verdict = VERDICT_BAD_SHARE;
    m.sent_ms = 1800000000000;
    memset(m.game.b, 7, sizeof m.game.b);
    memset(m.token, 9, sizeof m.token);
    memset(m.card.identity.b, 5, sizeof m.card.identity.b);
    strcpy(m.card.nick, "Ann");
    strcpy(m.card.addresses[0], "192.0.2.1:4000");
    m.card.addresses_n = 1;
    strcpy(m.text, "Good luck!");
    if (kind == PEER_REDEEMED)
        m.verdict = VERDICT_OK;
    if ((e && !peer_add_entry(&m, e)) || !peer_pack(&m, &b))
        fprintf(stderr, "frame %s left out\n", name);
    else
        put("peer", name, buf_span(&b));
}

/* One entry of each kind: its body, its record, and a frame around it. */
static void put_entries(const struct sim_table *t)
{
    static struct entry e;
    unsigned seen = 0;
    for (uint32_t i = 0; i < t->peer[0].n; i++) {
        const struct signed_entry *s = &t->peer[0].stored[i];
        char name[32];
        struct buf b = buf_over(storage, sizeof storage);
        if (entry_unpack(span_of(s->body, s->len), &e) != VERDICT_OK)
            abort();
        if (seen & 1U << e.kind)
            continue;
        seen |= 1U << e.kind;
        snprintf(name, sizeof name, "body-%02u", (unsigned)e.kind);
        put("entry", name, span_of(s->body, s->len));
        snprintf(name, sizeof name, "record-%02u", (unsigned)e.kind);
        if (e.kind != ENTRY_SHUFFLE && entry_write(s, &b))
            put("entry", name, buf_span(&b));
        if (e.kind == ENTRY_SHARES)
            put_frame("entries", PEER_ENTRIES, s);
    }
}

/* The bodies one after another, as fuzz_replay reads them. */
static void put_replay(const struct sim_table *t, const char *name)
{
    struct buf b = buf_over(storage, sizeof storage);
    for (uint32_t i = 0; i < t->peer[0].n; i++) {
        const struct signed_entry *s = &t->peer[0].stored[i];
        buf_add_le(&b, s->len, 2);
        buf_add(&b, span_of(s->body, s->len));
    }
    put("replay", name, buf_span(&b));
}

/* What somebody does who is dealt these tiles: at dominoes the first thing he may try. */
static struct choice next_choice(struct sim_table *t, unsigned who)
{
    static struct choice options[OPTIONS_MAX];
    struct view view;
    if (!match_view(&t->peer[who].match, &view))
        abort();
    if (view.terms.game != GAME_DOMINOES)
        return table_choice(t, who);
    if (options_list(&view, options, OPTIONS_MAX) == 0)
        abort();
    return options[0];
}

/* A game of at most `moves` moves; resigned by the next player then. */
static void play(const char *name, const char *preset, unsigned moves)
{
    struct sim_table *t = table_new(2, 1);
    struct terms terms;
    enum preset p;
    if (!terms_preset_read(span_text(preset), &p))
        abort();
    terms_preset(p, &terms);
    const char *bad;
    if (terms_check(&terms, &bad) != VERDICT_OK) {
        fprintf(stderr, "%s: not offered\n", preset);
        return;
    }
    table_begin(t, &terms);
    for (unsigned i = 0; i < moves && table_to_move(t) != NO_SEAT; i++) {
        unsigned who = table_to_move(t);
        struct choice c = next_choice(t, who);
        if (table_wish(t, who, ENTRY_MOVE, &c) != VERDICT_OK)
            break;
        table_settle(t);
    }
    if (table_to_move(t) != NO_SEAT && moves < 100) {
        (void)!table_wish(t, table_to_move(t), ENTRY_RESIGN, NULL);
        table_settle(t);
    }
    struct span file = table_export(t, 0);
    put("logfile", name, file);
    put_replay(t, name);
    put_entries(t);
    free((void *)(uintptr_t)file.data);
    table_free(t);
}

/* --- frames and requests ---------------------------------------------------------------------- */

static void frames(void)
{
    put_frame("hello", PEER_HELLO, NULL);
    put_frame("redeem", PEER_REDEEM, NULL);
    put_frame("redeemed", PEER_REDEEMED, NULL);
    put_frame("have", PEER_HAVE, NULL);
    put_frame("refuse", PEER_REFUSE, NULL);
    put_frame("note", PEER_NOTE, NULL);
    put_frame("note-ack", PEER_NOTE_ACK, NULL);
    put_frame("unknown-game", PEER_UNKNOWN_GAME, NULL);
}

static void requests(void)
{
    static struct request r;
    for (uint32_t kind = REQ_HELLO; kind <= REQ_NOTES; kind++) {
        char name[32];
        struct buf b = buf_over(storage, sizeof storage);
        memset(&r, 0, sizeof r);
        r.kind = kind;
        r.id = kind;
        r.number = 1;
        if (kind == REQ_PLAY || kind == REQ_RENAME || kind == REQ_SAY)
            strcpy(r.name, "ann");
        if (kind == REQ_PLAY) {
            r.preset = PRESET_BRIDGE;
            strcpy(r.settings[r.settings_n++], "givens=30");
            strcpy(r.settings[r.settings_n++], "per-move=3d");
        }
        if (kind == REQ_MOVE) {
            r.game = 3;
            r.has_head = 1;
            r.choice = (struct choice){.kind = MOVE_PLACE, .cell = 7, .values_n = 1, .values = {5}};
        }
        if (kind == REQ_JOIN || kind == REQ_SAY || kind == REQ_RENAME)
            strcpy(r.text, "nbi1 text");
        snprintf(name, sizeof name, "request-%02u", (unsigned)kind);
        if (control_pack_request(&r, &b))
            put("control", name, buf_span(&b));
    }
}

static void replies(void)
{
    static struct reply r;
    struct buf b = buf_over(storage, sizeof storage);
    r.id = 9;
    r.verdict = VERDICT_OK;
    r.has_status = 1;
    r.status.state = DAEMON_READY;
    strcpy(r.status.version, "0.1");
    strcpy(r.status.nick, "Ann");
    r.invitations_n = r.friends_n = r.games_n = r.moves_n = r.events_n = 1;
    r.invitations[0].state = INVITATION_OPEN;
    strcpy(r.friends[0].name, "ben");
    r.friends[0].link = LINK_UP;
    r.games[0].number = 1;
    r.games[0].state = GAME_MY_TURN;
    strcpy(r.games[0].opponent, "ben");
    r.events[0].number = 1;
    r.events[0].kind = EVENT_MOVE;
    if (control_pack_reply(&r, &b))
        put("control", "reply-rows", buf_span(&b));
    memset(&r, 0, sizeof r);
    r.id = 1;
    r.verdict = VERDICT_NO_SUCH_GAME;
    b = buf_over(storage, sizeof storage);
    if (control_pack_reply(&r, &b))
        put("control", "reply-no", buf_span(&b));
    r.has_show = 1;
    b = buf_over(storage, sizeof storage);
    if (control_pack_reply(&r, &b))
        put("control", "reply-show", buf_span(&b));
}

/* --- tickets, keys, words --------------------------------------------------------------------- */

static void tickets(void)
{
    static struct ticket t = {.expires = 1800000000, .addresses_n = 4, .nick = "Ann"};
    char text[TICKET_TEXT_SIZE], mail[2 * TICKET_TEXT_SIZE];
    memset(t.identity.b, 3, sizeof t.identity.b);
    strcpy(t.addresses[0].text, "192.0.2.1:4000");
    strcpy(t.addresses[1].text, "[2001:db8::1]:65535");
    strcpy(t.addresses[2].text,
           "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwx.onion:9");
    strcpy(t.addresses[3].text, "games.example.org:7");
    for (unsigned n = 0; n <= 4; n += 4) {
        struct text out = text_over(text, sizeof text);
        t.addresses_n = n;
        if (ticket_write(&t, TICKET_INVITATION, &out) != VERDICT_OK)
            abort();
        put_text("ticket", n ? "invitation" : "invitation-short", text);
    }
    snprintf(mail, sizeof mail, "> Hi\r\n> <numbridge:%.90s\r\n> \xc2\xad%s>\r\n", text, text + 90);
    put_text("ticket", "mail", mail);
    struct text out = text_over(text, sizeof text);
    if (ticket_write(&t, TICKET_CARD, &out) != VERDICT_OK)
        abort();
    put_text("ticket", "card", text);
    out = text_over(text, sizeof text);
    if (!bech32_write("nbi", span_of("\x21\0new", 5), &out))
        abort();
    put_text("ticket", "newer", text);
}

static void rulings(void)
{
    static char text[RULING_TEXT_SIZE], mail[2 * RULING_TEXT_SIZE];
    uint8_t bytes[RULING_BYTES_MAX];
    for (unsigned n = 1; n <= RULING_HEADS_MAX; n += RULING_HEADS_MAX - 1) {
        struct ruling r = {.winner = n == 1 ? NO_SEAT : 1, .time_ms = 1800000000000,
                           .heads_n = n};
        struct buf b = buf_over(bytes, sizeof bytes);
        struct text out = text_over(text, sizeof text);
        memset(r.game.b, 3, sizeof r.game.b);
        for (unsigned i = 0; i < n; i++) {
            r.heads[i].number = 12 + i;
            memset(r.heads[i].head.b, (int)(7 + i), sizeof r.heads[i].head.b);
        }
        if (!ruling_write(&r, &b) || !ruling_text(&r, &out))
            abort();
        put("ruling", n == 1 ? "one" : "four", buf_span(&b));
        put_text("ruling", n == 1 ? "text-one" : "text-four", text);
    }
    snprintf(mail, sizeof mail, "> He says\r\n> <%.60s\r\n> \xc2\xad%s>\r\n", text, text + 60);
    put_text("ruling", "mail", mail);
}

static void key_files(void)
{
    /* The same key in both forms; the locked one has passphrase "p". */
    put_text("keyfile", "magic", "numbridge-key 1\npublic ");
    put_text("keyfile", "newer", "numbridge-key 2\n");
}

static void words(void)
{
    put_text("move", "place", "\20" "7 e5");
    put_text("move", "place-equals", "\20" "e5=7");
    put_text("move", "place-on", "\20" "7 on a1");
    put_text("move", "claim", "\21" "c3 with 4 5");
    put_text("move", "claim-bare", "\21" "c3");
    put_text("move", "swap", "\22" "1 1 9");
    put_text("move", "swap-together", "\22" "119");
    put_text("move", "swap-all", "\22" "all");
    put_text("move", "pie", "\23");
    put_text("gtp", "move", "= place 7 e5\n\n");
    put_text("gtp", "refused", "\r\n? cannot\nmore\n\n");
    put_text("gtp", "tile", "= 3-5 left\n\n");
    put_text("gtp", "garbage", "= \033[2J\n\n");
    put_text("gtp", "half", "= swap 1 1");
    put_text("terms", "all",
             "bridge\nsize=7\ngivens=16\nblocks=irregular\nhand=4\nclaim=1\ncandidates=yes\n"
             "rated=no\nper-move=3d\nper-game=2h\nclock=claim\nfirst=coin\n");
    put_text("terms", "domains", "domains\nsize=9\ngivens=26\nper-move=60s\n");
    put_text("terms", "dominoes",
             "dominoes\nplayers=4\nset=9\nrounds=3\nyoungest=2\nabkhaz=no\nper-move=none\n");
    put_text("terms", "blitz", "blitz\nper-move=15m\n");
    put_text("text", "ipv4", "192.0.2.1:4000");
    put_text("text", "ipv6", "[2001:db8::1]:65535");
    put_text("text", "name", "games.example.org:7");
    put_text("text", "bech32m", "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx");
    put_text("text", "number", "299");
    put_text("text", "hex", "000102030405060708090a0b0c0d0e0f");
    put_text("text", "utf8", "d\xc3\xa9j\xc3\xa0 \xe6\xa3\x8b \xf0\x9f\x8e\xb2");
    put_text("text", "listen", "listen=*:0");
    put_text("text", "announce", "announce=[::1]:8");
    put_text("text", "color", "color=never");
}

static void command_lines(void)
{
    put_text("commands", "place", "place 7 e5 --game 3 --yes");
    put_text("commands", "equals", "e5=7");
    put_text("commands", "json", "games --json=1 --plain --wait=30");
    put_text("commands", "say", "say ann Good luck -- have fun --json");
    put_text("commands", "join", "join numbridge:nbi1qqqq ann");
    put_text("commands", "blanks", " \t  show\r\n 12  ");
    put_text("commands", "end", "-- --home /x");
    put_text("commands", "home", "--home=/tmp/x status --color never --ascii --reader");
    put_text("commands", "events", "events --follow --since 12");
    put_text("commands", "short", "pl");
}

int main(int argc, char **argv)
{
    if (argc != 2 || sodium_init() < 0)
        return 2;
    root = argv[1];
    play("blitz-short", "blitz", 6);
    play("bridge-short", "bridge", 2);
    play("domains-short", "domains", 3);
    play("dominoes-short", "dominoes", 9);
    play("dominoes", "dominoes", 30);
    frames();
    requests();
    replies();
    tickets();
    rulings();
    key_files();
    words();
    command_lines();
    return 0;
}
