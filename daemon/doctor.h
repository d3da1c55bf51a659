/* doctor.h - looks at everything that may be wrong and says it in sentences, with what to type.
 * Not pure.  Memory: doctor_new/doctor_free.  The proxy and a friend are asked and given some
 * seconds; all else is known at once. */
#ifndef DAEMON_DOCTOR_H
#define DAEMON_DOCTOR_H

#include "daemon/control.h"

struct doctor;
struct node;

/* NULL: no memory. */
struct doctor *doctor_new(struct node *n);
void doctor_free(struct doctor *d);

/* Examine; control_answer brings `checks` to this client.  False: too many wait for it. */
bool doctor_examine(struct doctor *d, const struct asker *who);

#endif
