/* Notice of files that arrive, so that a friend's move does not wait for the next look.  It is a
 * hint and nothing more: what counts is what a look finds, and one comes anyway every few seconds,
 * for some file systems (those of other machines) give no notice. */
#include "daemon/roads_part.h"

#include "daemon/log.h"

#include <sys/inotify.h>
#include <unistd.h>

enum { WATCHED = IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR };

static void on_notice(void *self)
{
    struct roads *r = self;
    uint8_t notices[4096];

    /* Whatever they say; what does not fit is read in the next turn. */
    if (read(r->notice_fd, notices, sizeof notices) > 0)
        roads_look_soon(r);
}

void watch_start(struct roads *r)
{
    r->notice_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (r->notice_fd >= 0)
        r->notice = loop_watch_fd(r->p.loop, r->notice_fd, on_notice, NULL, r);
    if (r->notice == 0)
        log_warn("no notice is given of files in shared folders: they are looked at by the clock");
}

void watch_stop(struct roads *r)
{
    loop_unwatch(r->p.loop, r->notice);
    if (r->notice_fd >= 0)
        close(r->notice_fd);
    r->notice_fd = -1;
    r->notice = 0;
}

void watch_folder(struct roads *r, const char *path)
{
    /* The same one twice is one; one that is not there yet is tried at the next look. */
    if (r->notice != 0)
        (void)inotify_add_watch(r->notice_fd, path, WATCHED);
}
