/* steps.h - what each kind of entry does to the state: one function a kind, in a table.
 * Only chain/replay.c calls this.  Rules: docs/protocol.md section 3.
 * Pure.  Errors: enum verdict; *r may then be half changed (the caller works on a copy). */
#ifndef CHAIN_STEPS_H
#define CHAIN_STEPS_H

#include "chain/replay.h"

/* Carry out the step of `e`, whose place, author and kind have been checked, on *r. */
enum verdict steps_apply(struct replay *r, const struct entry *e)
    __attribute__((warn_unused_result));

#endif
