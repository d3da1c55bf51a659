/* settings.h - the optional settings file numbridge.conf: lines `name = value`.
 * Rules: docs/numbridge.5.  Not pure: reads the file.  Memory: plain value.
 * Errors: enum verdict; anything but VERDICT_OK leaves *s as it was.
 *
 *   listen    HOST:PORT   where the daemon waits for friends; HOST may be *, PORT may be 0 (any)
 *   announce  HOST:PORT   what invitations say; up to four, one a line
 *   nick      NAME        the name proposed to friends
 *   socks     HOST:PORT   a SOCKS5 proxy (Tor) for onion addresses
 *   socks-only yes|no     reach everybody through it and nobody without
 *   map       yes|no      ask the router to forward the port
 *   spool     DIR         a folder that a synchroniser shares with friends
 *   relay     yes|no      keep sealed letters of friends for friends
 *   on_event  PROGRAM     run for each event
 *   reader    yes|no      sentences instead of drawings
 *   color     auto|always|never
 *   notify    all|turns|off  which news the prompt shows
 *   bell      yes|no         and a bell with them */
#ifndef KEYS_SETTINGS_H
#define KEYS_SETTINGS_H

#include "base/address.h"
#include "base/verdict.h"

#include <stdbool.h>

enum { SETTINGS_ANNOUNCE_MAX = 4, SETTINGS_PATH_MAX = 1024, SETTINGS_NICK_MAX = 16 };

enum settings_color { SETTINGS_COLOR_AUTO, SETTINGS_COLOR_ALWAYS, SETTINGS_COLOR_NEVER };

enum settings_notify { SETTINGS_NOTIFY_ALL, SETTINGS_NOTIFY_TURNS, SETTINGS_NOTIFY_OFF };

struct settings {
    char listen[ADDRESS_TEXT_SIZE]; /* "" if not set */
    unsigned announce_n;
    struct address announce[SETTINGS_ANNOUNCE_MAX];
    char nick[SETTINGS_NICK_MAX + 1];
    char socks[ADDRESS_TEXT_SIZE];
    bool socks_only;
    bool no_map;
    char spool[SETTINGS_PATH_MAX];
    bool relay;
    char on_event[SETTINGS_PATH_MAX]; /* an absolute path; "" if not set */
    bool reader;
    enum settings_color color;
    enum settings_notify notify;
    bool bell;
};

/* Nothing set. */
void settings_init(struct settings *s);

/* Set one by name, as the file or an option of a program does: `announce` adds.
 * VERDICT_SETTING_MALFORMED: no such name, or the value is not one; VERDICT_ADDRESS_MALFORMED,
 * VERDICT_NAME_MALFORMED; VERDICT_TOO_MANY: a fifth announce. */
__attribute__((warn_unused_result)) enum verdict settings_set(struct settings *s,
                                                              const char *name,
                                                              const char *value);

/* Add what the file says; a file that is not there says nothing.  On a refusal *line is the
 * number of the line, 0 if it is none (VERDICT_NO_FILE: cannot be read). */
__attribute__((warn_unused_result)) enum verdict settings_load(struct settings *s,
                                                               const char *path, int *line);

#endif
