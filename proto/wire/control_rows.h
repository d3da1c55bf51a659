/* control_rows.h - the rows of control replies, between the structs of wire/control.h and the
 * generated ones.  Inside of wire/control.c; nobody else includes this.
 * put: the parts borrow from *in and point into themselves: do not copy or move them.
 * take: faults go to the sieve; *out is then meaningless. */
#ifndef WIRE_CONTROL_ROWS_H
#define WIRE_CONTROL_ROWS_H

#include "wire/control.h"
#include "wire/sieve.h"

#include "control.pb-c.h"

enum { ANNOUNCED_MAX = 4 };

struct status_parts {
    Control__Status status;
    char *announced[ANNOUNCED_MAX];
};
struct row_parts {
    Control__GameRow row;
    char *others[OTHERS_MAX - 1];
};
struct move_parts {
    Control__MoveRow row;
    Control__Choice choice;
};
struct event_parts {
    Control__Event event;
    struct move_parts move;
};

void put_status(const struct status *in, struct status_parts *out);
void put_invitation(const struct invitation_row *in, Control__Invitation *out);
void put_friend(const struct friend_row *in, Control__Friend *out);
void put_game_row(const struct game_row *in, struct row_parts *parts);
void put_move_row(const struct move_row *in, struct move_parts *out);
void put_event(const struct event *in, struct event_parts *out);
void put_condition(const struct condition_row *in, Control__Condition *out);
void put_road(const struct road_row *in, Control__Road *out);
void put_check(const struct check_row *in, Control__Check *out);
void put_outbox(const struct outbox_row *in, Control__Outbox *out);

/* NULL if there is no choice (kind 0), else `out`. */
Control__Choice *put_choice(const struct choice *in, Control__Choice *out);

void take_status(struct sieve *s, const Control__Status *in, struct status *out);
void take_invitation(struct sieve *s, const Control__Invitation *in, struct invitation_row *out);
void take_friend(struct sieve *s, const Control__Friend *in, struct friend_row *out);
void take_game_row(struct sieve *s, const Control__GameRow *in, struct game_row *out);
void take_move_row(struct sieve *s, const Control__MoveRow *in, struct move_row *out);
void take_event(struct sieve *s, const Control__Event *in, struct event *out);
void take_condition(struct sieve *s, const Control__Condition *in, struct condition_row *out);
void take_road(struct sieve *s, const Control__Road *in, struct road_row *out);
void take_check(struct sieve *s, const Control__Check *in, struct check_row *out);
void take_outbox(struct sieve *s, const Control__Outbox *in, struct outbox_row *out);

/* `in` may be NULL: no choice. */
void take_choice(struct sieve *s, const Control__Choice *in, struct choice *out);

#endif
