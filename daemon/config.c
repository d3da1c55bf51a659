/* Options are collected first, because --home says where the settings file is; then they are set
 * over what it says. */
#include "daemon/config.h"

#include "base/verdict.h"
#include "base/version.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_MAX = 16 };

static const char help[] =
    "usage: numbridged [OPTION...]\n"
    "The daemon of Numbridge: holds your identity and your games, talks to your friends.\n"
    "'numbridge' starts it by itself; see numbridged(8).\n"
    "\n"
    "  --home DIR            keep everything below DIR (also NUMBRIDGE_HOME)\n"
    "  --listen HOST:PORT    wait for friends there (default: any address, a port of its own)\n"
    "  --announce HOST:PORT  address that invitations name; up to four times\n"
    "  --nick NAME           name proposed to friends\n"
    "  --socks HOST:PORT     SOCKS5 proxy for onion addresses\n"
    "  --socks-only          reach everybody through it and nobody without\n"
    "  --no-map              do not ask the router to forward the port\n"
    "  --detach              go to the background when ready; log to a file\n"
    "  --foreground          stay (default); log to standard error\n"
    "  --restore FILE        take over a backup, and leave; --aside: what is there gives way\n"
    "  --move-in FILE        the same with the file of 'move-out'\n"
    "  --debug               log more\n"
    "  --version, --help     say so and leave\n";

enum option_id { OPT_HOME = 1, OPT_SETTING, OPT_DETACH, OPT_FOREGROUND, OPT_DEBUG, OPT_PRACTICE,
                 OPT_VERSION, OPT_HELP, OPT_RESTORE, OPT_MOVE_IN, OPT_ASIDE };
static const struct option options[] = {
    {"home", required_argument, NULL, OPT_HOME},
    {"listen", required_argument, NULL, OPT_SETTING},
    {"announce", required_argument, NULL, OPT_SETTING},
    {"nick", required_argument, NULL, OPT_SETTING},
    {"socks", required_argument, NULL, OPT_SETTING},
    {"socks-only", no_argument, NULL, OPT_SETTING},
    {"no-map", no_argument, NULL, OPT_SETTING},
    {"detach", no_argument, NULL, OPT_DETACH},
    {"foreground", no_argument, NULL, OPT_FOREGROUND},
    {"debug", no_argument, NULL, OPT_DEBUG},
    {"practice", required_argument, NULL, OPT_PRACTICE}, /* for our own use */
    {"restore", required_argument, NULL, OPT_RESTORE},
    {"move-in", required_argument, NULL, OPT_MOVE_IN},
    {"aside", no_argument, NULL, OPT_ASIDE},
    {"version", no_argument, NULL, OPT_VERSION},
    {"help", no_argument, NULL, OPT_HELP},
    {NULL, 0, NULL, 0},
};

/* The options that are settings, in the order they came. */
struct given {
    unsigned n;
    const char *name[OPTION_MAX], *value[OPTION_MAX];
    const char *home;
};

static bool say(const char *what, enum verdict v, int *exit_code)
{
    fprintf(stderr, "numbridged: %s: %s\n", what, verdict_text(v));
    *exit_code = (int)verdict_exit(v);
    return false;
}

static bool usage(int *exit_code)
{
    fputs("Try 'numbridged --help'.\n", stderr);
    *exit_code = EXIT_USAGE;
    return false;
}

static bool take_practice(struct config *c, int *exit_code)
{
    struct address a;
    enum verdict v = address_read(span_text(optarg), &a);
    if (v != VERDICT_OK)
        return say(optarg, v, exit_code);
    memcpy(c->parent, a.text, sizeof c->parent);
    c->practice = true;
    return true;
}

static bool take(struct config *c, struct given *g, int id, int at)
{
    switch ((enum option_id)id) {
    case OPT_HOME:
        g->home = optarg;
        return true;
    case OPT_SETTING:
        if (g->n == OPTION_MAX)
            return false;
        bool no = strncmp(options[at].name, "no-", 3) == 0;
        g->name[g->n] = options[at].name + (no ? 3 : 0);
        g->value[g->n++] = optarg ? optarg : no ? "no" : "yes";
        return true;
    case OPT_DETACH:
    case OPT_FOREGROUND:
        c->mode = id == OPT_DETACH ? RUN_DETACHED : RUN_FOREGROUND;
        return true;
    case OPT_DEBUG:
        c->debug = true;
        return true;
    case OPT_RESTORE:
    case OPT_MOVE_IN:
        c->mode = RUN_RESTORE;
        c->restore_move = id == OPT_MOVE_IN;
        return snprintf(c->restore, sizeof c->restore, "%s", optarg) < (int)sizeof c->restore;
    case OPT_ASIDE:
        c->aside = true;
        return true;
    case OPT_PRACTICE:
    case OPT_VERSION:
    case OPT_HELP:
        break;
    }
    return false;
}

static bool read_options(struct config *c, struct given *g, char **argv, int *exit_code)
{
    int argc = 0, at = 0, id;
    while (argv[argc] != NULL)
        argc++;
    *exit_code = EXIT_DONE;
    while ((id = getopt_long(argc, argv, "", options, &at)) != -1) {
        if (id == OPT_HELP || id == OPT_VERSION) {
            fputs(id == OPT_HELP ? help : "numbridged " NUMBRIDGE_VERSION "\n", stdout);
            return false;
        }
        if (id == OPT_PRACTICE ? !take_practice(c, exit_code) : !take(c, g, id, at))
            return *exit_code == EXIT_DONE ? usage(exit_code) : false;
    }
    return optind == argc || usage(exit_code);
}

static bool apply(struct config *c, const struct given *g, int *exit_code)
{
    bool announced = false;
    for (unsigned i = 0; i < g->n; i++) {
        if (strcmp(g->name[i], "announce") == 0 && !announced) {
            c->settings.announce_n = 0; /* in place of those of the file */
            announced = true;
        }
        enum verdict v = settings_set(&c->settings, g->name[i], g->value[i]);
        if (v != VERDICT_OK)
            return say(g->value[i], v, exit_code);
    }
    return true;
}

bool config_read(struct config *c, int argc, char **argv, int *exit_code)
{
    struct given given = {0};
    int line = 0;
    (void)argc;
    memset(c, 0, sizeof *c);
    c->mode = RUN_FOREGROUND;
    settings_init(&c->settings);
    if (!read_options(c, &given, argv, exit_code))
        return false;
    enum verdict v = paths_find(given.home, &c->paths);
    if (v != VERDICT_OK)
        return say("folder", v, exit_code);
    v = settings_load(&c->settings, c->paths.settings, &line);
    if (v != VERDICT_OK) {
        char where[PATHS_MAX + 16];
        snprintf(where, sizeof where, "%s:%d", c->paths.settings, line);
        return say(where, v, exit_code);
    }
    if (!apply(c, &given, exit_code))
        return false;
    /* Never a way around the proxy, not even by leaving it out. */
    if (c->settings.socks_only && c->settings.socks[0] == '\0')
        return say("socks-only without socks", VERDICT_SETTING_MALFORMED, exit_code);
    return true;
}
