/* A key file is a key, locked, or damaged; nothing else, whatever is in it.  (No passphrase is
 * tried: that takes half a second each.) */
#include "fuzz.h"

#include "keys/keyfile.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct identity id, again;
    memset(&id, 0x5a, sizeof id);
    enum verdict v = keyfile_parse(span_of(data, size), span_of("", 0), &id);
    HOLDS(v == VERDICT_OK || v == VERDICT_LOCKED || v == VERDICT_KEY_DAMAGED);
    if (v == VERDICT_OK) {
        identity_from_seed(&again, id.seed);
        HOLDS(memcmp(&id, &again, sizeof id) == 0);
    }
    return 0;
}
