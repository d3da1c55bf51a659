/* watcher.h - keeps `numbridge events --run PROGRAM` going for the setting on_event: an ordinary
 * client of the control socket, which alone forms what the program reads.  The daemon waits for
 * nothing it does.
 * Rules: docs/bots.md section 5.  Not pure: processes.  Memory: heap object. */
#ifndef DAEMON_WATCHER_H
#define DAEMON_WATCHER_H

#include "daemon/config.h"
#include "daemon/loop.h"

struct watcher;

/* From event `since` on; later ones only, should it have to be started again.  NULL: no memory. */
struct watcher *watcher_start(struct loop *loop, const struct config *config, uint64_t since);
void watcher_stop(struct watcher *w);

#endif
