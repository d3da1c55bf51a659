/* Entries as the table has them go into files through the program's own writer; a changed one is
 * signed anew, so that nothing is wrong with it but the change. */
#include "tests/tools/game_files.h"

#include "keys/files.h"
#include "rules/choose.h"

const char *game_folder;
struct entry scratch;

/* ---- files --------------------------------------------------------------------------------- */

static void write_file(const char *kind, const char *name, struct span bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s-%s.nblog", game_folder, kind, name);
    if (file_write(path, bytes, FILE_REPLACE, FILE_SHARED) != VERDICT_OK) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(12);
    }
}

/* All records of a file but its end. */
struct records {
    const struct ruled_game *game;
    enum record_kind last; /* of the evidence */
    const struct span *rulings;
    unsigned rulings_n;
};

static void write_records(const char *kind, const char *name, const struct records *r)
{
    const struct ruled_game *g = r->game;
    size_t max = 1024 + (size_t)(g->n + 2) * (ENTRY_RECORD_MAX + 5);
    uint8_t *bytes = malloc(max);
    if (bytes == NULL)
        abort();
    struct buf out = buf_over(bytes, max);
    logfile_begin(&out);
    for (uint32_t i = 0; i < g->n; i++)
        logfile_add(&out, RECORD_ENTRY, &g->source->entry[i]);
    if (g->evidence != NULL)
        logfile_add(&out, r->last, g->evidence);
    for (unsigned i = 0; i < r->rulings_n; i++)
        logfile_add_ruling(&out, r->rulings[i]);
    logfile_end(&out);
    write_file(kind, name, buf_span(&out));
    free(bytes);
}

void write_game(const char *kind, const char *name, const struct source *s, uint32_t n,
                const struct signed_entry *more, enum record_kind last)
{
    struct ruled_game g = {s, n, more};
    write_records(kind, name, &(struct records){&g, last, NULL, 0});
}

void write_game_ruled(const char *kind, const char *name, const struct ruled_game *g,
                      const struct span *rulings, unsigned rulings_n)
{
    struct records all = {g, RECORD_EVIDENCE, rulings, rulings_n};
    write_records(kind, name, &all);
}

/* ---- games --------------------------------------------------------------------------------- */

void set_term(struct terms *t, const char *name, const char *value)
{
    if (terms_set(t, span_text(name), span_text(value)) != VERDICT_OK)
        abort();
}

struct terms terms_of(enum preset preset, const char *size, const char *blocks)
{
    struct terms t;
    terms_preset(preset, &t);
    set_term(&t, "size", size);
    set_term(&t, "blocks", blocks);
    return t;
}

struct source begin(unsigned seed, const struct terms *terms)
{
    struct source s = {table_new(terms->players, seed), NULL, 0};
    table_begin(s.table, terms);
    return s;
}

void finish(struct source *s)
{
    s->entry = s->table->peer[0].stored;
    s->n = s->table->peer[0].n;
}

static struct choice choose(struct sim_table *t, unsigned p)
{
    static const uint8_t seed[32];
    struct view view;
    struct choice c;
    if (t->peer[p].match.now.terms.game != GAME_DOMINOES)
        return table_choice(t, p);
    if (!match_view(&t->peer[p].match, &view))
        abort();
    choose_move(&view, seed, 2, &c);
    return c;
}

void play(struct source *s, unsigned moves_max)
{
    for (unsigned i = 0; i < moves_max; i++) {
        unsigned p = table_to_move(s->table);
        if (p == NO_SEAT)
            break;
        enum verdict v;
        do { /* a choice may be against the rules of Domains: then another */
            struct choice c = choose(s->table, p);
            v = table_wish(s->table, p, ENTRY_MOVE, &c);
        } while (v != VERDICT_OK);
        table_settle(s->table);
    }
    finish(s);
}

/* Seat by seat the practice player; player 2 passes at the first chance he need not, and player 1
 * draws until it comes. */
void play_with_false_pass(struct source *s)
{
    const struct move pass = {.kind = MOVE_PASS, .cell = NO_CELL, .end = NO_CELL};
    struct choice draw = {.kind = MOVE_DRAW};
    bool passed = false;
    for (unsigned p; (p = table_to_move(s->table)) != NO_SEAT; table_settle(s->table)) {
        const struct game *g = &s->table->peer[p].match.now.game;
        const bool playing = g->dom.phase == DOMINO_PLAY, empty = g->bag_at == g->bag_n;
        struct choice c = choose(s->table, p);
        if (p == 1 && playing && empty && !passed && c.kind == MOVE_TILE) {
            table_forge_move(s->table, p, &c, &pass);
            passed = true;
            continue;
        }
        const bool draws = p == 0 && playing && !empty;
        enum verdict v = table_wish(s->table, p, ENTRY_MOVE, draws ? &draw : &c);
        assert(v == VERDICT_OK);
        (void)v;
    }
    assert(passed);
    finish(s);
}

void say(struct source *s, unsigned player, unsigned kind)
{
    enum verdict v = table_wish(s->table, player, kind, NULL);
    assert(v == VERDICT_OK);
    (void)v;
    table_settle(s->table);
    finish(s);
}

/* ---- forgeries ----------------------------------------------------------------------------- */

void sign_anew(const struct source *s, struct signed_entry *out, unsigned author)
{
    struct buf b = buf_over(out->body, sizeof out->body);
    bool fits = entry_pack(&scratch, &b);
    assert(fits);
    (void)fits;
    out->len = (uint16_t)b.len;
    chain_sign(out, s->table->peer[author].secret);
}

uint32_t find(const struct source *s, unsigned kind, unsigned which)
{
    for (uint32_t i = 0; i < s->n; i++) {
        enum verdict v = entry_unpack(span_of(s->entry[i].body, s->entry[i].len), &scratch);
        assert(v == VERDICT_OK);
        (void)v;
        if (scratch.kind == kind && which-- == 0)
            return i;
    }
    abort();
}

void forged(const struct source *s, const char *name, uint32_t i, enum shows shows)
{
    struct signed_entry e;
    sign_anew(s, &e, scratch.author);
    write_game("bad", name, s, i, &e, RECORD_ENTRY);
    char as_evidence[64];
    snprintf(as_evidence, sizeof as_evidence, "evidence-%s", name);
    write_game(shows == EVIDENCE ? "good" : "bad", as_evidence, s, i, &e, RECORD_EVIDENCE);
}
