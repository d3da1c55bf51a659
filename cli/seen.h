/* seen.h - what of each game was shown last, kept from one single command to the next: a move
 * typed against a board that a command before has shown is refused when that board has changed.
 * Not pure: one small file in the state folder.  Memory: plain.
 * Errors: none that matter: what cannot be read or written is as if nothing had been shown. */
#ifndef CLI_SEEN_H
#define CLI_SEEN_H

#include "wire/control.h"

#include <stdbool.h>

/* What a person decides by is the same in both positions, although entries may have been written
 * in between that change nothing on the screen (shares of tiles). */
bool seen_same(const struct game_show *a, const struct game_show *b);

/* Remember what was shown, in the file at `path`; the game not shown for longest is forgotten
 * when there are too many. */
void seen_store(const char *path, const struct game_show *show);

/* This is not what was shown of the game last; false also when nothing was. */
bool seen_changed(const char *path, const struct game_show *show);

/* The same, but tiles that have come into the hand meanwhile do not count. */
bool seen_changed_but_hand(const char *path, const struct game_show *show);

#endif
