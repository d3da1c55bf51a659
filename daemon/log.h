/* log.h - messages of the daemon: one line each, to stderr or the log file, never contents of
 * messages, never keys.  `fatal` stops the process: better than signing on in the dark. */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include <stdbool.h>

/* Log to this open descriptor from now on (default 2); debug lines only if `debug`. */
void log_to(int fd, bool debug);

/* The descriptor is this file: when it has grown to LOG_FILE_MAX bytes, at a moment that is checked
 * now and then, it becomes PATH.old (in place of the one before) and a new one is begun.  What is
 * logged comes from outside, too: nobody may fill the disk with it. */
enum { LOG_FILE_MAX = 4 * 1024 * 1024 };
void log_bound(const char *path);

void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* log_warn adds the text of errno, log_warnx does not; the same for fatal and fatalx. */
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warnx(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fatalx(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
