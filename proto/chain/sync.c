/* Two logs that differ do so only in their last entries (somebody spoke out of turn), so the
 * common part is found by asking backwards, one entry at a time; from there on the entries
 * themselves decide, in match_entry. */
#include "chain/sync.h"

static struct sync_answer answer(enum sync_act act, uint32_t number, const struct hash *head)
{
    struct sync_answer a = {act, number, {{0}}};
    if (head != NULL)
        a.head = *head;
    return a;
}

struct sync_answer sync_mine(const struct match *m)
{
    return answer(SYNC_HAVE, m->now.number, &m->now.head);
}

/* Is `head` what I hold at `number`?  Before the first entry everybody holds the same. */
static bool is_mine(const struct sync_log *log, uint32_t number, const struct hash *head)
{
    struct held held;
    return number == 0 ||
           (log->held(log->context, number, &held) && hash_equal(&held.hash, head));
}

/* Ask about an entry further back. */
static struct sync_answer ask_at(const struct sync_log *log, uint32_t number)
{
    struct held held;
    if (number > 0 && log->held(log->context, number, &held))
        return answer(SYNC_HAVE, number, &held.hash);
    return answer(SYNC_HAVE, 0, NULL);
}

/* [P-4.3] To a `have` for a number with the hash that is his own there, a player's daemon answers
 * with the entries that follow, or is silent if there are none; if his own hash is another, with a
 * `have` for the number before it; if he holds fewer, with a `have` for his last. */
struct sync_answer sync_have(const struct match *m, const struct sync_log *log, uint32_t number,
                             const struct hash *head)
{
    if (number > m->now.number)
        return sync_mine(m);
    if (!is_mine(log, number, head))
        return ask_at(log, number - 1);
    if (number == m->now.number)
        return answer(SYNC_NOTHING, 0, NULL);
    return answer(SYNC_ENTRIES, number + 1, NULL);
}

enum verdict sync_entry(struct match *m, const struct signed_entry *bytes,
                        const struct sync_log *log, const struct moment *now, struct effects *out)
{
    struct entry e;
    struct held held;
    bool known = entry_unpack(span_of(bytes->body, bytes->len), &e) == VERDICT_OK &&
                 log->held(log->context, e.number, &held);
    return match_entry(m, bytes, known ? &held : NULL, now, out);
}

/* Ours goes before theirs: they get it, provided that both stand on the same entry. */
static struct sync_answer ours_stands(const struct signed_entry *bytes, const struct sync_log *log)
{
    struct entry e;
    if (entry_unpack(span_of(bytes->body, bytes->len), &e) != VERDICT_OK)
        return answer(SYNC_NOTHING, 0, NULL);
    if (is_mine(log, e.number - 1, &e.prev))
        return answer(SYNC_ENTRIES, e.number, NULL);
    return ask_at(log, e.number - 1);
}

struct sync_answer sync_receipt(const struct match *m, const struct signed_entry *e,
                                const struct sync_log *log, enum verdict v)
{
    if (v == VERDICT_OK || v == VERDICT_KNOWN || v == VERDICT_GAP)
        return sync_mine(m);
    if (v == VERDICT_SUPERSEDED)
        return ours_stands(e, log);
    return answer(SYNC_NOTHING, 0, NULL);
}

/* The first entries to send are what counts [P-4.4]. */
void sync_join(struct sync_answer *answer, const struct sync_answer *next)
{
    if (answer->act != SYNC_ENTRIES && next->act != SYNC_NOTHING)
        *answer = *next;
}
