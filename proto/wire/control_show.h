/* control_show.h - a game as it is shown, between struct game_show and the generated structs.
 * Inside of wire/control.c; nobody else includes this.  put and take as in control_rows.h. */
#ifndef WIRE_CONTROL_SHOW_H
#define WIRE_CONTROL_SHOW_H

#include "wire/control_rows.h"

struct show_parts {
    Control__Show show;
    struct row_parts row;
    Control__View view;
    uint8_t terms[TERMS_BYTES];
    uint8_t ruled_out[2 * CELLS_MAX];
    Control__Dominoes dominoes;
    uint8_t laid[3 * TILES_MAX];
    uint8_t lacks[2 * SEATS_MAX], pips[2 * SEATS_MAX];
    Control__SeatClock clocks[SEATS_MAX];
    Control__SeatClock *clock_list[SEATS_MAX];
    char *names[SEATS_MAX];
};

void put_show(const struct game_show *in, struct show_parts *out);
void take_show(struct sieve *s, const Control__Show *in, struct game_show *out);

#endif
