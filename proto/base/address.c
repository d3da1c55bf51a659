/* Addresses come from friends, tickets and settings files; what passes here may be dialled.  A
 * strict reader of our own, since those of the libraries take schemes, paths, short forms of IPv4
 * ("127.1") and ports above 65535. */
#include "base/address.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <stdbool.h>

enum { ONION_LEN = 56, ONION_NAME_LEN = 56 + 6 };

static char lower(uint8_t c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool name_char(char c)
{
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_' || c == '.';
}

/* A name whose last label is all digits would be taken for an IPv4 address by some library. */
static bool looks_like_number(const char *host)
{
    const char *label = strrchr(host, '.');
    label = label ? label + 1 : host;
    while (is_digit(*label))
        label++;
    return *label == '\0';
}

static bool name_ok(const char *host)
{
    size_t len = strlen(host);
    if (len == 0 || host[0] == '.' || host[0] == '-' || host[len - 1] == '.')
        return false;
    if (strstr(host, "..") || looks_like_number(host))
        return false;
    for (size_t i = 0; i < len; i++)
        if (!name_char(host[i]))
            return false;
    return true;
}

/* The host in its normal form; `host` holds ADDRESS_HOST_MAX + 1 characters. */
static bool host_normal(char *host, bool bracketed)
{
    struct in6_addr six;
    struct in_addr four;
    if (bracketed)
        return inet_pton(AF_INET6, host, &six) == 1 &&
               inet_ntop(AF_INET6, &six, host, ADDRESS_HOST_MAX + 1) != NULL;
    return inet_pton(AF_INET, host, &four) == 1 || name_ok(host);
}

/* Take text apart at the last colon; brackets come off. */
static bool split(struct span text, char *host, uint64_t *port, bool *bracketed)
{
    size_t colon = text.len;
    while (colon > 0 && text.data[colon - 1] != ':')
        colon--;
    if (colon < 2)
        return false;
    struct span name = span_of(text.data, colon - 1);
    if (!text_read_number(span_of(text.data + colon, text.len - colon), 65535, port) || *port == 0)
        return false;
    *bracketed = name.data[0] == '[';
    if (*bracketed) {
        if (name.len < 2 || name.data[name.len - 1] != ']')
            return false;
        name = span_of(name.data + 1, name.len - 2);
    }
    if (name.len > ADDRESS_HOST_MAX)
        return false;
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i] == '\0')
            return false;
        host[i] = lower(name.data[i]);
    }
    host[name.len] = '\0';
    return true;
}

enum verdict address_read(struct span text, struct address *out)
{
    char host[ADDRESS_HOST_MAX + 1];
    uint64_t port = 0;
    bool bracketed = false;
    if (!split(text, host, &port, &bracketed) || !host_normal(host, bracketed))
        return VERDICT_ADDRESS_MALFORMED;
    struct text t = text_over(out->text, sizeof out->text);
    text_add(&t, bracketed ? "[" : "");
    text_add(&t, host);
    text_add(&t, bracketed ? "]:" : ":");
    text_add_number(&t, port);
    return VERDICT_OK;
}

enum verdict address_check(struct span text)
{
    struct address ignored;
    return address_read(text, &ignored);
}

static bool is_onion(const char *host)
{
    if (strlen(host) != ONION_NAME_LEN || strcmp(host + ONION_LEN, ".onion") != 0)
        return false;
    for (size_t i = 0; i < ONION_LEN; i++)
        if (!((host[i] >= 'a' && host[i] <= 'z') || (host[i] >= '2' && host[i] <= '7')))
            return false;
    return true;
}

enum address_kind address_kind(const struct address *a)
{
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;
    struct in_addr four;
    if (a->text[0] == '[')
        return ADDRESS_IPV6;
    address_split(a, host, &port);
    if (inet_pton(AF_INET, host, &four) == 1)
        return ADDRESS_IPV4;
    return is_onion(host) ? ADDRESS_ONION : ADDRESS_NAME;
}

void address_split(const struct address *a, char *host, uint16_t *port)
{
    uint64_t number = 0;
    bool bracketed = false;
    host[0] = '\0';
    *port = 0;
    if (split(span_text(a->text), host, &number, &bracketed))
        *port = (uint16_t)number;
}
