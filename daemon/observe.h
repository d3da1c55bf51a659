/* observe.h - where somebody who dialled us seems to be.
 * Not pure: asks the system about a connection.  Memory: plain values. */
#ifndef DAEMON_OBSERVE_H
#define DAEMON_OBSERVE_H

#include "base/address.h"

#include <stdbool.h>

/* The address that the connection `fd` comes from, with the first port of the `n` addresses that
 * he told us.  False: it is no TCP connection, comes from the loopback (a proxy or an onion service
 * of ours as likely as he) or from a link-local address, or he has told us that, or nothing. */
bool observe_address(int fd, const struct address *told, unsigned n, struct address *out)
    __attribute__((warn_unused_result));

#endif
