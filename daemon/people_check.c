/* Digits that a friend read aloud, and somebody here typed, are compared where both keys are. */
#include "daemon/people_part.h"

#include "keys/digits.h"

#include <string.h>

enum verdict people_check(struct people *p, const char *name, struct span typed,
                          char mine[DIGITS_SIZE], unsigned *group)
{
    char his[DIGITS_SIZE], heard[DIGITS_SIZE];
    struct friend_info who;
    enum verdict v = people_find(p, name, &who);

    if (v != VERDICT_OK)
        return v;
    digits_write(&p->me->public, &who.key, mine);
    digits_write(&who.key, &p->me->public, his);
    if (typed.len == 0)
        return VERDICT_OK;
    if (!digits_read(typed, heard))
        return VERDICT_DIGITS_MALFORMED;
    if (digits_differ(heard, mine) == 0)
        return VERDICT_DIGITS_OWN;
    *group = digits_differ(heard, his);
    if (*group != 0)
        return VERDICT_DIGITS_DIFFER;
    struct contact checked = people_person(p, &who.key)->c;
    checked.checked_ms = loop_wall_ms(p->loop);
    v = store_contact_put(p->store, &checked);
    if (v == VERDICT_OK)
        people_insert(p, &checked);
    return v;
}
