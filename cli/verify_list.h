/* verify_list.h - which files to verify: names, the files of folders, the lines of a list.
 * Not pure: reads folders and files.  Memory: verify_list_free gives everything back.
 * Errors: enum verdict. */
#ifndef CLI_VERIFY_LIST_H
#define CLI_VERIFY_LIST_H

#include "base/verdict.h"

#include <stddef.h>

enum { VERIFY_FILES_MAX = 1000000 };

struct verify_list {
    char **path;
    size_t n, room;
};

void verify_list_init(struct verify_list *list);
void verify_list_free(struct verify_list *list);

/* Add a file, or all files of a folder in order of their names (but hidden ones and folders in
 * it).  A name that is not there is added as it is: who reads it will say so.
 * VERDICT_MEMORY; VERDICT_TOO_MANY; VERDICT_NO_FILE: a folder that cannot be read. */
enum verdict verify_list_add(struct verify_list *list, const char *path)
    __attribute__((warn_unused_result));

/* Add what the lines of a text file name; empty lines are left out.  As above, and VERDICT_NO_FILE
 * if the list itself cannot be read. */
enum verdict verify_list_add_lines(struct verify_list *list, const char *path)
    __attribute__((warn_unused_result));

#endif
