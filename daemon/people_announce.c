/* Where we are changes while we run: an interface comes or goes, a router gives us a port. */
#include <string.h>

#include "base/version.h"
#include "daemon/people_part.h"

unsigned people_announced(const struct people *p, struct address out[ANNOUNCED_MAX])
{
    struct address found[ANNOUNCED_MAX];
    unsigned n = announce_addresses(p->announce, p->listen, transport_port(p->transport), found);
    unsigned all = 0;

    /* What the user says is all; else what the router says comes first, and whatever has room. */
    if (p->mapped.text[0] != '\0' && p->announce[0] == '\0')
        out[all++] = p->mapped;
    for (unsigned i = 0; i < n && all < ANNOUNCED_MAX; i++)
        if (all == 0 || strcmp(found[i].text, out[0].text) != 0)
            out[all++] = found[i];
    return all;
}

void people_send_hello(struct people *p, const struct player_key *to)
{
    people_begin(p, PEER_HELLO);
    p->out.sent_ms = loop_wall_ms(p->loop);
    memcpy(p->out.text, NUMBRIDGE_VERSION, sizeof NUMBRIDGE_VERSION);
    (void)people_send_frame(p, to, &p->out);
}

static bool is_news(const struct people *p, const struct address *now, unsigned n)
{
    if (n != p->announced_n)
        return true;
    for (unsigned i = 0; i < n; i++)
        if (strcmp(now[i].text, p->announced[i].text) != 0)
            return true;
    return false;
}

/* [P-9.5] When its own addresses change, a daemon says HELLO again on every link that is up. */
void people_announce_tick(struct people *p)
{
    struct address now[ANNOUNCED_MAX];
    unsigned n = people_announced(p, now);
    bool first = p->announced_n == 0;

    if (!is_news(p, now, n))
        return;
    memcpy(p->announced, now, n * sizeof now[0]);
    p->announced_n = n;
    for (unsigned i = 0; !first && i < p->persons_n; i++)
        if (p->persons[i].c.joined
            && transport_link(p->transport, &p->persons[i].c.key) == LINK_UP)
            people_send_hello(p, &p->persons[i].c.key);
}

void people_set_mapped(struct people *p, const char *address)
{
    if (address_read(span_text(address), &p->mapped) != VERDICT_OK)
        p->mapped.text[0] = '\0';
    people_announce_tick(p);
}
