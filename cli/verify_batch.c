/* The number of the next file lies in a pipe: whoever takes it out puts the next one in and judges
 * his.  So no process waits for another, however long one file takes.  Reports come back through a
 * second pipe, each in one piece, since a write up to PIPE_BUF is never torn. */
#include "cli/verify_batch.h"

#include "cli/fill.h"
#include "cli/lang.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKERS_MAX = 64, LINE_MAX_LEN = 3 * REPORT_TEXT_MAX + 6 * PATH_MAX };

struct message {
    uint32_t number;
    struct report report;
};
_Static_assert(sizeof(struct message) <= PIPE_BUF, "a report goes through the pipe in one piece");

struct run {
    const struct batch *batch;
    struct report **report; /* by number; NULL = not here yet */
    size_t printed, here, refused, unread, failed;
    int next[2], results[2];
    unsigned workers;
};

/* ---- in the workers ------------------------------------------------------------------------ */

static bool read_whole(int fd, void *data, size_t len)
{
    uint8_t *at = data;
    while (len > 0) {
        ssize_t n = read(fd, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static bool write_whole(int fd, const void *data, size_t len)
{
    ssize_t n;
    do
        n = write(fd, data, len);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)len;
}

static bool take_number(const struct run *run, uint32_t *number)
{
    if (!read_whole(run->next[0], number, sizeof *number))
        return false;
    uint32_t following = *number + 1;
    return write_whole(run->next[1], &following, sizeof following) &&
           *number < run->batch->list->n;
}

static int work(const struct run *run)
{
    struct message m;
    memset(&m, 0, sizeof m);
    while (take_number(run, &m.number)) {
        report_file(run->batch->list->path[m.number], run->batch->check, run->batch->form,
                    &m.report);
        if (!write_whole(run->results[1], &m, sizeof m))
            return 1;
    }
    return 0;
}

/* ---- in the parent ------------------------------------------------------------------------- */

static void progress(const struct run *run)
{
    if (!isatty(STDERR_FILENO))
        return;
    fputc('\r', stderr);
    fprintf(stderr, _("%zu of %zu, %zu refused "), run->here, run->batch->list->n,
            run->refused);
    if (run->here == run->batch->list->n)
        fprintf(stderr, "\r%60s\r", "");
    fflush(stderr);
}

static void print_one(const struct run *run, size_t number)
{
    static char line[LINE_MAX_LEN];
    const struct report *r = run->report[number];
    struct text t = text_over(line, sizeof line);
    if (run->batch->quiet && r->code == EXIT_DONE)
        return;
    report_line(run->batch->list->path[number], r, run->batch->form, &t);
    puts(line);
}

/* Print what is due: reports come in any order, and go out in that of the list. */
static void print_ready(struct run *run)
{
    while (run->printed < run->batch->list->n && run->report[run->printed] != NULL)
        print_one(run, run->printed++);
}

static void count(struct run *run, enum exit_code code)
{
    run->here++;
    run->refused += code == EXIT_NOT_VERIFIED;
    run->unread += code == EXIT_UNKNOWN;
    run->failed += code == EXIT_LOCAL;
}

static bool keep(struct run *run, size_t number, const struct report *report)
{
    struct report *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return false;
    *copy = *report;
    run->report[number] = copy;
    count(run, report->code);
    return true;
}

static void collect(struct run *run)
{
    struct message m;
    while (read_whole(run->results[0], &m, sizeof m)) {
        if (m.number >= run->batch->list->n || run->report[m.number] != NULL ||
            !keep(run, m.number, &m.report))
            break;
        print_ready(run);
        progress(run);
    }
}

/* Files whose process died are not forgotten. */
static void fill_gaps(struct run *run)
{
    struct report lost = {.code = EXIT_LOCAL};
    struct text t = text_over(lost.text, sizeof lost.text);
    text_add(&t, run->batch->form == REPORT_JSON
                     ? ",\"verdict\":\"STOPPED\""
                     : _("could not be judged: the process that read it stopped."));
    for (size_t i = 0; i < run->batch->list->n; i++)
        if (run->report[i] == NULL && !keep(run, i, &lost))
            return;
    print_ready(run);
}

static void start_workers(struct run *run)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (size_t)cores;
    uint32_t first = 0;
    if (wanted > run->batch->list->n)
        wanted = run->batch->list->n;
    fflush(stdout);
    for (size_t i = 0; i < wanted; i++) {
        pid_t pid = fork();
        if (pid == 0)
            _exit(work(run));
        run->workers += pid > 0;
    }
    bool began = write_whole(run->next[1], &first, sizeof first);
    close(run->next[0]);
    close(run->next[1]);
    close(run->results[1]);
    if (!began)
        run->failed++;
}

static void summary(const struct run *run)
{
    size_t n = run->batch->list->n;
    if (run->batch->quiet || run->batch->form == REPORT_JSON)
        return;
    fill_print(stdout, ngettext("{count} file: {good} hold, {bad} refused",
                                "{count} files: {good} hold, {bad} refused", n),
               fill_number("count", n),
               fill_number("good", n - run->refused - run->unread - run->failed),
               fill_number("bad", run->refused));
    if (run->unread > 0)
        fill_print(stdout, ngettext(", {count} could not be read", ", {count} could not be read",
                                    run->unread), fill_number("count", run->unread));
    if (run->failed > 0)
        fill_print(stdout, ngettext(", {count} could not be judged",
                                    ", {count} could not be judged", run->failed),
                   fill_number("count", run->failed));
    puts(".");
}

static enum exit_code outcome(const struct run *run)
{
    if (run->refused > 0)
        return EXIT_NOT_VERIFIED;
    if (run->failed > 0)
        return EXIT_LOCAL;
    return run->unread > 0 ? EXIT_UNKNOWN : EXIT_DONE;
}

enum exit_code verify_batch(const struct batch *b)
{
    struct run run = {.batch = b};
    run.report = calloc(b->list->n, sizeof *run.report);
    if (run.report == NULL || pipe(run.next) != 0 || pipe(run.results) != 0) {
        free(run.report);
        return EXIT_LOCAL;
    }
    start_workers(&run);
    collect(&run);
    close(run.results[0]);
    while (run.workers-- > 0)
        wait(NULL);
    fill_gaps(&run);
    summary(&run);
    for (size_t i = 0; i < b->list->n; i++)
        free(run.report[i]);
    free(run.report);
    return outcome(&run);
}
