/* A growing array of names; folders are sorted so that the same folder gives the same output. */
#include "cli/verify_list.h"

#include "keys/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LIST_BYTES_MAX = 64 * 1024 * 1024 };

void verify_list_init(struct verify_list *list)
{
    *list = (struct verify_list){NULL, 0, 0};
}

void verify_list_free(struct verify_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->path[i]);
    free(list->path);
    verify_list_init(list);
}

static enum verdict grow(struct verify_list *list)
{
    size_t room = list->room == 0 ? 64 : 2 * list->room;
    if (list->n < list->room)
        return VERDICT_OK;
    if (list->n >= VERIFY_FILES_MAX)
        return VERDICT_TOO_MANY;
    char **more = realloc(list->path, room * sizeof *more);
    if (more == NULL)
        return VERDICT_MEMORY;
    list->path = more;
    list->room = room;
    return VERDICT_OK;
}

/* "folder/name", or just the name. */
static enum verdict add(struct verify_list *list, const char *folder, const char *name)
{
    enum verdict v = grow(list);
    size_t folder_len = folder ? strlen(folder) + 1 : 0;
    if (v != VERDICT_OK)
        return v;
    char *path = malloc(folder_len + strlen(name) + 1);
    if (path == NULL)
        return VERDICT_MEMORY;
    if (folder) {
        memcpy(path, folder, folder_len - 1);
        path[folder_len - 1] = '/';
    }
    memcpy(path + folder_len, name, strlen(name) + 1);
    list->path[list->n++] = path;
    return VERDICT_OK;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void drop_last(struct verify_list *list)
{
    free(list->path[--list->n]);
}

static enum verdict add_entry(struct verify_list *list, const char *folder, const char *name)
{
    if (name[0] == '.')
        return VERDICT_OK;
    enum verdict v = add(list, folder, name);
    if (v == VERDICT_OK && is_folder(list->path[list->n - 1]))
        drop_last(list);
    return v;
}

static int by_name(const void *a, const void *b)
{
    const char *const *left = a, *const *right = b;
    return strcmp(*left, *right);
}

static enum verdict add_folder(struct verify_list *list, const char *folder)
{
    size_t first = list->n;
    struct dirent *entry;
    enum verdict v = VERDICT_OK;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return VERDICT_NO_FILE;
    while (v == VERDICT_OK && (entry = readdir(dir)) != NULL)
        v = add_entry(list, folder, entry->d_name);
    closedir(dir);
    if (list->n > first)
        qsort(list->path + first, list->n - first, sizeof *list->path, by_name);
    return v;
}

enum verdict verify_list_add(struct verify_list *list, const char *path)
{
    return is_folder(path) ? add_folder(list, path) : add(list, NULL, path);
}

enum verdict verify_list_add_lines(struct verify_list *list, const char *path)
{
    uint8_t *bytes;
    size_t len;
    enum verdict v = file_read_new(path, LIST_BYTES_MAX, &bytes, &len);
    if (v != VERDICT_OK)
        return v;
    char *line = (char *)bytes;
    while (v == VERDICT_OK && line < (char *)bytes + len) {
        size_t line_len = strcspn(line, "\n");
        line[line_len] = '\0';
        if (line_len > 0)
            v = verify_list_add(list, line);
        line += line_len + 1;
    }
    free(bytes);
    return v;
}
