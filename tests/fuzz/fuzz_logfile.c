/* Any bytes as the records of a game file get a judgement; the checksum is put right first, or
 * nothing would get past it.  Judging twice gives the same. */
#include "fuzz.h"

#include "chain/logfile.h"

#include <string.h>

enum { RECORDS_MAX = 1 << 18 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t storage[RECORDS_MAX + 256];
    static struct finding first, second;
    if (size > RECORDS_MAX)
        return 0;
    struct buf b = buf_over(storage, sizeof storage);
    (void)!logfile_judge(span_of(data, size), 0, &first);
    buf_add(&b, span_of(data, size));
    logfile_end(&b);
    HOLDS(buf_ok(&b));
    enum verdict v = logfile_judge(buf_span(&b), 0, &first);
    HOLDS(logfile_judge(buf_span(&b), 0, &second) == v);
    HOLDS(first.entries == second.entries && first.bad_entry == second.bad_entry);
    HOLDS(hash_equal(&first.end.head, &second.end.head));
    HOLDS(v != VERDICT_OK || first.entries > 0 || first.bad_entry == 0);
    return 0;
}
