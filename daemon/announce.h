/* announce.h - where we tell friends to find us.
 * Not pure: asks the system for its interfaces.  Memory: plain values. */
#ifndef DAEMON_ANNOUNCE_H
#define DAEMON_ANNOUNCE_H

#include "base/address.h"

enum { ANNOUNCED_MAX = 4 };

/* Fill in at most ANNOUNCED_MAX addresses, return how many.  `announce` (blank-separated
 * addresses, may be empty) is taken if there is anything in it; else the host we listen at
 * ("HOST:PORT"); else, listening everywhere, those of this machine's interfaces that others may
 * reach, with that port; and if there are none, the loopback. */
unsigned announce_addresses(const char *announce, const char *listen, unsigned port,
                            struct address out[ANNOUNCED_MAX]);

#endif
