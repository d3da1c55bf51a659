/* log.h - messages of the daemon: one line each, to stderr or the log file, never contents of
 * messages, never keys.  `fatal` stops the process: better than signing on in the dark. */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include <stdbool.h>

/* Log to this open descriptor from now on (default 2); debug lines only if `debug`. */
void log_to(int fd, bool debug);

void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* log_warn adds the text of errno, log_warnx does not; the same for fatal and fatalx. */
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warnx(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fatalx(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
