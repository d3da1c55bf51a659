/* The kernel counts what has come over a connection.  The descriptor is libzmq's and may just have
 * been closed and given to something else: we only ask, and only end what has too many bytes. */
#include "daemon/flood.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

/* 0 if that is no TCP connection (any more). */
static uint64_t received(int fd)
{
    struct tcp_info info;
    socklen_t len = sizeof info;

    memset(&info, 0, sizeof info);
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) != 0)
        return 0;
    return info.tcpi_bytes_received;
}

void flood_start(struct flood *f, int fd)
{
    *f = (struct flood){true, false, fd, 0};
}

void flood_heard(struct flood *f)
{
    f->heard = true;
}

bool flood_over(struct flood *f)
{
    if (!f->watched)
        return false;
    uint64_t now = received(f->fd);
    if (f->heard || now < f->mark) {
        f->mark = now;
        f->heard = false;
    }
    if (now - f->mark <= FLOOD_MAX)
        return false;
    flood_cut(f);
    return true;
}

void flood_cut(const struct flood *f)
{
    if (f->watched)
        shutdown(f->fd, SHUT_RDWR);
}
