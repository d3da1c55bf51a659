/* The judge deep inside a game: the input is bodies of entries, each with 2 bytes of length (LE)
 * before it.  Each is put in order - game, number, previous hash, signature of its author, whose
 * key the target knows - and given to the judge.  What it takes, a second judge that started from
 * the same state takes too, and reaches the same state; what it refuses changes nothing. */
#include "fuzz.h"

#include "tests/sim/table.h"

#include <string.h>

static struct replay now, before, other;
static struct entry e;
static struct signed_entry s;

static void one(struct span body, const struct sim_table *keys)
{
    if (entry_unpack(body, &e) != VERDICT_OK || e.author >= keys->players)
        return;
    before = now;
    enum verdict v = replay_write(&now, e.author, keys->peer[e.author].secret, &e, &s);
    if (v != VERDICT_OK) {
        struct hash a = replay_state(&before), b = replay_state(&now);
        HOLDS(hash_equal(&a, &b) && before.number == now.number);
        HOLDS(hash_equal(&before.head, &now.head));
        return;
    }
    other = before;
    v = replay_add(&other, &s);
    if (v != VERDICT_OK)
        fprintf(stderr, "entry %u of kind %u by %u: %s\n", (unsigned)e.number, (unsigned)e.kind,
                (unsigned)e.author, verdict_name(v));
    HOLDS(v == VERDICT_OK);
    struct hash a = replay_state(&other), b = replay_state(&now);
    HOLDS(hash_equal(&a, &b) && hash_equal(&other.head, &now.head));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sim_table *keys;
    if (!keys)
        keys = table_new(2, 1);
    replay_init(&now);
    for (size_t at = 0; at + 2 <= size;) {
        size_t len = (size_t)(data[at] | data[at + 1] << 8);
        at += 2;
        if (len > size - at)
            len = size - at;
        one(span_of(data + at, len), keys);
        at += len;
    }
    return 0;
}
