/* One place that knows the folders, so that daemon and programs always look at the same ones. */
#include "keys/paths.h"

#include "keys/files.h"

#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* a + b + c; false if it does not fit. */
static bool join(char out[PATHS_MAX], const char *a, const char *b, const char *c)
{
    int n = snprintf(out, PATHS_MAX, "%s%s%s", a, b, c);
    return n >= 0 && n < PATHS_MAX;
}

/* A variable that holds an absolute path, as the XDG specification demands; else NULL. */
static const char *folder_from(const char *variable)
{
    const char *value = getenv(variable);
    return value && value[0] == '/' ? value : NULL;
}

static const char *user_home(void)
{
    const char *home = folder_from("HOME");
    if (home)
        return home;
    const struct passwd *user = getpwuid(geteuid());
    return user && user->pw_dir && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

static bool xdg_folder(char out[PATHS_MAX], const char *variable, const char *home,
                       const char *fallback)
{
    const char *base = folder_from(variable);
    return base ? join(out, base, "/numbridge", "") : join(out, home, fallback, "/numbridge");
}

static bool below_xdg(struct paths *p, const char *home)
{
    char config[PATHS_MAX];
    const char *runtime = folder_from("XDG_RUNTIME_DIR");
    return xdg_folder(p->data, "XDG_DATA_HOME", home, "/.local/share") &&
           xdg_folder(p->state, "XDG_STATE_HOME", home, "/.local/state") &&
           xdg_folder(config, "XDG_CONFIG_HOME", home, "/.config") &&
           join(p->settings, config, "/numbridge.conf", "") &&
           (runtime ? join(p->run, runtime, "/numbridge", "") : join(p->run, p->state, "/run", ""));
}

static bool below_home(struct paths *p, const char *home)
{
    char here[PATHS_MAX] = "";
    if (home[0] != '/' && (!getcwd(here, sizeof here - 1) || here[0] != '/'))
        return false;
    return join(p->data, here, home[0] == '/' ? "" : "/", home) &&
           join(p->state, p->data, "", "") && join(p->run, p->data, "/run", "") &&
           join(p->settings, p->data, "/numbridge.conf", "");
}

static bool name_files(struct paths *p)
{
    return join(p->database, p->data, "/numbridge.db", "") &&
           join(p->key, p->data, "/identity.key", "") && join(p->lock, p->data, "/lock", "") &&
           join(p->log, p->state, "/numbridged.log", "") &&
           join(p->history, p->state, "/history", "") && join(p->control, p->run, "/control", "") &&
           strlen(p->control) <= PATHS_SOCKET_LEN_MAX;
}

enum verdict paths_find(const char *home, struct paths *out)
{
    struct paths p = {0};
    bool fits;
    if (!home)
        home = getenv("NUMBRIDGE_HOME");
    if (home && home[0] != '\0') {
        fits = below_home(&p, home);
    } else {
        const char *user = user_home();
        if (!user)
            return VERDICT_NO_FILE;
        fits = below_xdg(&p, user);
    }
    if (!fits || !name_files(&p))
        return VERDICT_PATH_TOO_LONG;
    *out = p;
    return VERDICT_OK;
}

enum verdict paths_create(const struct paths *p)
{
    const char *const folders[] = {p->data, p->state, p->run};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        enum verdict v = folder_private(folders[i]);
        if (v != VERDICT_OK)
            return v;
    }
    return VERDICT_OK;
}
