/* A course of a game ends with the last entry of a chain, or is an entry that stands beside it as
 * evidence.  Ends of chains are named first: a ruling has room for four. */
#include "cli/verify_ruling.h"

#include "base/buf.h"
#include "chain/logfile.h"
#include "keys/files.h"

#include <stdlib.h>

static bool has_head(const struct laid_out *all, const struct hash *head)
{
    for (unsigned i = 0; i < all->heads_n; i++)
        if (hash_equal(&all->heads[i].head, head))
            return true;
    return false;
}

static void add_end(struct laid_out *all, uint32_t number, const struct hash *head)
{
    unsigned kept = all->heads_n < RULING_HEADS_MAX ? all->heads_n : RULING_HEADS_MAX - 1;
    if (has_head(all, head))
        return;
    memmove(&all->heads[1], &all->heads[0], kept * sizeof all->heads[0]);
    all->heads[0].number = number;
    all->heads[0].head = *head;
    all->heads_n = kept + 1;
}

static void add_evidence(struct laid_out *all, uint32_t number, const struct hash *head)
{
    if (has_head(all, head) || all->heads_n == RULING_HEADS_MAX)
        return;
    all->heads[all->heads_n].number = number;
    all->heads[all->heads_n++].head = *head;
}

static void take_first(struct laid_out *all, const struct signed_entry *e)
{
    struct buf b = buf_over(all->first, sizeof all->first);
    all->first_len = entry_write(e, &b) ? b.len : 0;
}

static void take_game(struct laid_out *all, const struct replay *r)
{
    all->game = r->id;
    all->arbiter = r->arbiter;
    all->has_arbiter = !sodium_is_zero(r->arbiter.b, sizeof r->arbiter.b);
    all->kind = r->terms.game;
    all->players = r->players;
    all->started |= r->phase >= PHASE_PLAY;
    all->ended |= r->phase == PHASE_FINISHED || r->phase == PHASE_DECLINED;
    for (unsigned p = 0; p < r->players && r->started; p++)
        all->seated[r->seat_of[p]] = r->key[p];
}

static void take_records(struct span bytes, struct laid_out *all)
{
    static struct signed_entry e;
    static struct entry plain;
    struct logfile f;
    enum record_kind kind;
    if (logfile_open(&f, bytes) != VERDICT_OK)
        return;
    for (uint32_t n = 0; logfile_next(&f, &kind, &e) == VERDICT_OK && kind != RECORD_RULING; n++) {
        if (n == 0)
            take_first(all, &e);
        if (kind != RECORD_EVIDENCE ||
            entry_unpack(span_of(e.body, e.len), &plain) != VERDICT_OK)
            continue;
        struct hash hash = chain_hash(&e);
        add_evidence(all, plain.number, &hash);
    }
}

enum verdict ruling_lay_out(const char *path, struct laid_out *all)
{
    static struct finding f;
    uint8_t *bytes;
    size_t len;
    enum verdict v = file_read_new(path, LOGFILE_MAX, &bytes, &len);
    if (v != VERDICT_OK)
        return v;
    v = logfile_judge(span_of(bytes, len), 0, &f);
    if (v == VERDICT_OK && all->players > 0 && !game_id_equal(&all->game, &f.end.id))
        v = VERDICT_WRONG_GAME;
    if (v == VERDICT_OK) {
        take_game(all, &f.end);
        add_end(all, f.end.number, &f.end.head);
        take_records(span_of(bytes, len), all);
        report_finding(&f, REPORT_LONG, &all->report);
    }
    replay_wipe(&f.end);
    free(bytes);
    return v;
}
