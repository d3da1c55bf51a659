/* A folder that some program shares with a friend: Syncthing, a cloud, a stick.  One sub-folder for
 * each direction, so that each has one writer; files are named by what is in them and never
 * changed, so that it does not matter when and how often they are copied.  Everything in his
 * sub-folder is as hostile as what strangers send. */
#include "daemon/roads_part.h"

#include "daemon/log.h"
#include "keys/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_DIGITS = 64,
    KEY_DIGITS = 16,          /* of a key in the name of a sub-folder */
    LOOKED_AT_MAX = 4096,     /* names in one look */
    READ_MAX = 64,            /* files in one look */
    PATH_SIZE = TARGET_MAX + 256
};
static const char ending[] = ".nbm";

/* [P-8.10] The sub-folder of what A writes for B has the name A-to-B: of each key the first 16
 * hex digits. */
static void folder_of(const struct stored_road *road, const struct player_key *from,
                      const struct player_key *to, char out[PATH_SIZE])
{
    char a[2 * 32 + 1], b[2 * 32 + 1];

    hex_write(span_of(from->b, sizeof from->b), a);
    hex_write(span_of(to->b, sizeof to->b), b);
    snprintf(out, PATH_SIZE, "%s/%.*s-to-%.*s", road->target, KEY_DIGITS, a, KEY_DIGITS, b);
}

static void file_of(const char *folder, const struct hash *name, char out[PATH_SIZE])
{
    char hex[NAME_DIGITS + 1];

    hex_write(span_of(name->b, sizeof name->b), hex);
    snprintf(out, PATH_SIZE, "%.*s/%s%s", TARGET_MAX + 64, folder, hex, ending);
}

/* ---- his files ----------------------------------------------------------------------------- */

/* [P-8.11] A name is 64 hex digits and .nbm. All others are passed over: conflict copies, temporary
 * and hidden files. */
static bool read_name(const char *name, struct hash *out)
{
    return strlen(name) == NAME_DIGITS + sizeof ending - 1
        && strcmp(name + NAME_DIGITS, ending) == 0
        && strspn(name, "0123456789abcdef") == NAME_DIGITS
        && hex_read(span_of(name, NAME_DIGITS), out->b, sizeof out->b);
}

static uint64_t mark_of(const struct hash *name)
{
    uint64_t mark;
    memcpy(&mark, name->b, sizeof mark);
    return mark;
}

static bool is_seen(const struct road_state *s, const struct hash *name)
{
    for (unsigned i = 0; i < s->seen_n; i++)
        if (s->seen[i] == mark_of(name))
            return true;
    return false;
}

/* The oldest half is forgotten when there is no room: to read something twice does no harm. */
static void note_seen(struct road_state *s, const struct hash *name)
{
    if (s->seen_n == SEEN_MAX) {
        s->seen_n = SEEN_MAX / 2;
        memmove(s->seen, s->seen + SEEN_MAX / 2, SEEN_MAX / 2 * sizeof s->seen[0]);
    }
    s->seen[s->seen_n++] = mark_of(name);
}

/* False: no more can be taken now. */
static bool read_file(struct roads *r, struct road_state *s, const char *folder,
                      const struct hash *name)
{
    char path[PATH_SIZE];
    struct buf sealed = buf_over(r->sealed, sizeof r->sealed);

    file_of(folder, name, path);
    if (file_read(path, &sealed) != VERDICT_OK)
        return true;
    struct hash is = envelope_name(buf_span(&sealed));
    if (!hash_equal(&is, name))
        return true; /* half copied, or not what it says: perhaps the next time */
    enum verdict v = roads_take(r, buf_span(&sealed), &s->friend, NULL, NULL);
    if (v == VERDICT_TOO_MANY_OPEN || v == VERDICT_MEMORY)
        return false;
    if (store_trouble(r->p.store) != VERDICT_OK)
        return true; /* it is read again when there is room for what it brings */
    if (v != VERDICT_OK)
        log_info("a file in a shared folder is refused: %s", verdict_name(v));
    note_seen(s, name);
    return true;
}

static void read_folder(struct roads *r, struct road_state *s, const char *path)
{
    unsigned names = 0, files = 0;
    struct hash name;
    struct dirent *entry;
    DIR *dir = opendir(path);

    if (!dir)
        return; /* he has not written anything yet */
    while (names++ < LOOKED_AT_MAX && files < READ_MAX && (entry = readdir(dir)) != NULL) {
        if (!read_name(entry->d_name, &name) || is_seen(s, &name))
            continue;
        files++;
        if (!read_file(r, s, path, &name))
            break;
    }
    closedir(dir);
}

/* ---- our files ----------------------------------------------------------------------------- */

static enum verdict write_parts(struct roads *r, const struct stored_road *road,
                                const char *folder, uint64_t batch)
{
    struct buf letters = buf_over(r->letters, sizeof r->letters);
    struct span sealed;
    char path[PATH_SIZE];
    unsigned parts;
    size_t at = 0;

    enum verdict v = roads_letters(r, &road->friend, &letters, &parts);
    while (v == VERDICT_OK && roads_next(buf_span(&letters), &at, &sealed)) {
        struct spool_file file = {envelope_name(sealed), batch};
        file_of(folder, &file.name, path);
        /* First the note that it is ours: what is noted and not there is nothing to worry. */
        v = store_spool_add(r->p.store, &road->friend, &file);
        if (v == VERDICT_OK)
            v = file_write(path, sealed, FILE_REPLACE, FILE_SHARED);
    }
    return v;
}

/* [P-8.12] Own files are deleted when everything in them has been received, all but those of the
 * newest letter; and the oldest when there are too many, for the newest holds all that is not
 * received. */
static void tidy(struct roads *r, const struct stored_road *road, const char *folder)
{
    struct spool_file file[SPOOL_FILES_MAX];
    unsigned n = store_spool(r->p.store, &road->friend, file, SPOOL_FILES_MAX);
    uint64_t newest = 0;
    char path[PATH_SIZE];

    for (unsigned i = 0; i < n; i++)
        newest = file[i].batch > newest ? file[i].batch : newest;
    bool received = n > 1 && roads_all_received(r, &road->friend);
    for (unsigned i = 0; i < n; i++) {
        if (file[i].batch == newest || (!received && n - i <= SPOOL_FILES_MAX / 2))
            continue;
        file_of(folder, &file[i].name, path);
        if ((unlink(path) == 0 || errno == ENOENT)
            && store_spool_delete(r->p.store, &road->friend, &file[i].name) != VERDICT_OK)
            return;
    }
}

static enum verdict write_folder(struct roads *r, struct stored_road *road, const char *folder)
{
    static const struct hash nothing;
    struct hash print = roads_print(r, &road->friend);

    if (hash_equal(&print, &nothing) || hash_equal(&print, &road->print)
        || people_link(r->p.people, &road->friend) == LINK_UP)
        return VERDICT_OK;
    if (mkdir(folder, 0755) != 0 && errno != EEXIST)
        return errno == ENOENT ? VERDICT_NO_FILE : VERDICT_PERMISSION;
    enum verdict v = write_parts(r, road, folder, loop_wall_ms(r->p.loop));
    if (v == VERDICT_OK)
        roads_went(r, road, &print);
    return v;
}

void spool_look(struct roads *r, struct stored_road *road)
{
    struct road_state *s = roads_state(r, &road->friend, ROAD_SPOOL);
    char folder[PATH_SIZE];

    if (!s)
        return;
    folder_of(road, &road->friend, &r->p.me->public, folder);
    watch_folder(r, road->target);
    watch_folder(r, folder);
    read_folder(r, s, folder);
    folder_of(road, &r->p.me->public, &road->friend, folder);
    s->trouble = write_folder(r, road, folder);
    tidy(r, road, folder);
}
