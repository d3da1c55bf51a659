/* readline reads its keys here, from what was read in one go: only so can a paste be known as one
 * before its first line has been run. */
#include "cli/typed.h"

#include "wire/armour.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/readline.h>

enum { KEYS = 4096, QUIET_MS = 100, LOST_MS = 2000 };

#define PASTE_BEGINS "\033[200~"
#define PASTE_ENDS "\033[201~"

static struct {
    char key[KEYS];
    size_t n, next;
} keys;

static struct {
    char *text; /* KEPT + 1 bytes; NULL: no memory */
    size_t len;
} paste;
enum { KEPT = ARMOUR_TEXT_MAX - 1 };

static typed_paste *handler;

static bool ready_within(int ms)
{
    struct pollfd p = {STDIN_FILENO, POLLIN, 0};
    return poll(&p, 1, ms) > 0;
}

/* At most so many.  False at the end of the input. */
static bool read_keys(size_t max)
{
    ssize_t n;

    do
        n = read(STDIN_FILENO, keys.key, max);
    while (n < 0 && errno == EINTR);
    keys.next = 0;
    keys.n = n > 0 ? (size_t)n : 0;
    return n > 0;
}

static int next_key(FILE *stream)
{
    (void)stream;
    if (keys.next == keys.n && !read_keys(1))
        return EOF;
    return (unsigned char)keys.key[keys.next++];
}

static bool is_end(char c)
{
    return c == '\r' || c == '\n';
}

static void keep(const char *bytes, size_t len)
{
    if (!paste.text)
        paste.text = malloc(KEPT + 1);
    if (!paste.text)
        return;
    if (len > KEPT - paste.len)
        len = KEPT - paste.len;
    memcpy(paste.text + paste.len, bytes, len);
    paste.len += len;
    paste.text[paste.len] = '\0';
}

/* Every end of a line is one '\n'; what would act on a terminal is a blank. */
static void clean(void)
{
    size_t to = 0;

    for (size_t from = 0; from < paste.len; from++) {
        char c = paste.text[from];
        if (c == '\r' && from + 1 < paste.len && paste.text[from + 1] == '\n')
            continue;
        if (is_end(c))
            c = '\n';
        else if ((unsigned char)c < ' ' || c == 0x7f)
            c = ' ';
        paste.text[to++] = c;
    }
    paste.len = to;
    paste.text[to] = '\0';
}

/* Several lines go to the handler; one is typed for the person. */
static void hand_on(void)
{
    if (!paste.text)
        return;
    clean();
    size_t line = strcspn(paste.text, "\n");
    if (line + strspn(paste.text + line, "\n") == paste.len) {
        paste.text[line] = '\0';
        rl_insert_text(paste.text);
    } else {
        rl_clear_visible_line();
        handler(paste.text, paste.len);
        rl_on_new_line();
        rl_redisplay();
    }
    free(paste.text);
    paste.text = NULL;
    paste.len = 0;
}

/* readline calls this for what stands before a paste. */
static int take_bracketed(int count, int key)
{
    static const char end[] = PASTE_ENDS;
    size_t matched = 0;

    (void)count;
    (void)key;
    while (end[matched] != '\0') {
        if (keys.next == keys.n && !ready_within(LOST_MS))
            break;
        int c = next_key(NULL);
        if (c == EOF)
            break;
        if ((char)c != end[matched]) {
            keep(end, matched);
            matched = 0;
        }
        if ((char)c == end[matched])
            matched++;
        else
            keep(&(char){(char)c}, 1);
    }
    hand_on();
    return 0;
}

void typed_install(typed_paste *taken)
{
    handler = taken;
    rl_getc_function = next_key;
    rl_bind_keyseq_in_map(PASTE_BEGINS, take_bracketed, emacs_standard_keymap);
    rl_bind_keyseq_in_map(PASTE_BEGINS, take_bracketed, vi_insertion_keymap);
}

bool typed_waits(void)
{
    return ready_within(0);
}

/* Somebody who types ends a line with one key, and what he types next comes later. */
static bool goes_on_behind_a_line(void)
{
    for (size_t i = keys.next; i + 1 < keys.n; i++)
        if (is_end(keys.key[i]) && !(keys.key[i] == '\r' && keys.key[i + 1] == '\n'
                                     && i + 2 == keys.n))
            return true;
    return false;
}

static bool has_escape(void)
{
    return memchr(keys.key + keys.next, '\033', keys.n - keys.next) != NULL;
}

void typed_take(bool idle)
{
    /* What was typed ahead may answer a question that the first line asks: not all is ours. */
    if (!read_keys(idle ? sizeof keys.key : 1)) {
        rl_callback_read_char(); /* which finds the end as well */
        return;
    }
    if (idle && !has_escape() && goes_on_behind_a_line()) {
        do
            keep(keys.key, keys.n);
        while (ready_within(QUIET_MS) && read_keys(sizeof keys.key));
        keys.n = keys.next = 0;
        hand_on();
    }
    while (keys.next < keys.n)
        rl_callback_read_char();
}
