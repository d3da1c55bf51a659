/* address.h - where a daemon can be reached: HOST:PORT, checked before anything is done with it.
 * Rules: docs/formats.md [F-6.1].  Pure: no name is ever looked up here.
 * Memory: plain value.  Errors: VERDICT_ADDRESS_MALFORMED, outputs as they were.
 *
 * TCP only: no scheme, no path, no interface.  HOST is an IPv4 address, an IPv6 address in
 * brackets, or a name of at most 255 letters, digits, dashes, underlines and dots that does not
 * look like a number; PORT is 1 to 65535 in decimal. */
#ifndef BASE_ADDRESS_H
#define BASE_ADDRESS_H

#include "base/span.h"
#include "base/verdict.h"

enum { ADDRESS_HOST_MAX = 255, ADDRESS_TEXT_SIZE = ADDRESS_HOST_MAX + 1 + 5 + 1 };

enum address_kind { ADDRESS_IPV4 = 1, ADDRESS_IPV6 = 2, ADDRESS_ONION = 3, ADDRESS_NAME = 4 };

/* Always in the one normal form that address_read gives: lower case, shortest IPv6. */
struct address {
    char text[ADDRESS_TEXT_SIZE];
};

/* Read and normalise; the whole text must be one address. */
__attribute__((warn_unused_result)) enum verdict address_read(struct span text,
                                                              struct address *out);

/* Only say whether address_read would take it. */
__attribute__((warn_unused_result)) enum verdict address_check(struct span text);

/* What kind of host it is; a name of 56 base32 characters before ".onion" is ADDRESS_ONION. */
enum address_kind address_kind(const struct address *a);

/* The host without brackets (host holds ADDRESS_HOST_MAX + 1 characters), and the port. */
void address_split(const struct address *a, char *host, uint16_t *port);

#endif
