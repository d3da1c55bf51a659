/* numbridged - the process that stays.  This file: options, going to the background, the log. */
#include "daemon/backup.h"
#include "daemon/config.h"
#include "daemon/log.h"
#include "daemon/node.h"

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The parent of a detached daemon: waits until that is ready and says what became of it. */
static int wait_until_ready(int fd, const struct config *config)
{
    int number;
    if (read(fd, &number, sizeof number) != sizeof number) {
        fprintf(stderr, "numbridged: ended while it started; see %s\n", config->paths.log);
        return EXIT_LOCAL;
    }
    if (number != VERDICT_OK)
        fprintf(stderr, "numbridged: %s\n", verdict_text((enum verdict)number));
    return (int)verdict_exit((enum verdict)number);
}

/* Everything that was written to the terminal goes to the log file from now on.  Where none can be
 * written the start goes on without, to find out why. */
static bool leave_terminal(const struct config *config)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int log = open(config->paths.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(log < 0 ? null : log, 2) < 0)
        return false;
    close(null);
    if (log >= 0)
        close(log);
    return setsid() >= 0 && chdir("/") == 0;
}

/* Before any thread, lock or database: none of them goes over a fork.  Twice, so that the daemon
 * can never get a terminal again. */
static int detach(const struct config *config, int *exit_code)
{
    int ends[2];
    enum verdict v = paths_create(&config->paths);
    if (v != VERDICT_OK) {
        fprintf(stderr, "numbridged: %s\n", verdict_text(v));
        *exit_code = (int)verdict_exit(v);
        return -1;
    }
    if (pipe(ends) != 0)
        fatal("cannot start in the background");
    pid_t child = fork();
    if (child < 0)
        fatal("fork");
    if (child > 0) {
        close(ends[1]);
        *exit_code = wait_until_ready(ends[0], config);
        return -1;
    }
    close(ends[0]);
    if (!leave_terminal(config))
        fatal("cannot leave the terminal");
    child = fork();
    if (child != 0)
        _exit(child < 0 ? EXIT_LOCAL : 0);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return ends[1];
}

int main(int argc, char **argv)
{
    static struct config config;
    int exit_code = EXIT_DONE, ready = -1;
    umask(077);
    if (!config_read(&config, argc, argv, &exit_code))
        return exit_code;
    if (config.mode == RUN_DETACHED) {
        ready = detach(&config, &exit_code);
        if (ready < 0)
            return exit_code;
    }
    log_to(2, config.debug);
    if (config.mode == RUN_DETACHED || config.practice)
        log_bound(config.paths.log);
    /* A file that may not grow any more is a full disk, no reason to die. */
    signal(SIGXFSZ, SIG_IGN);
    if (sodium_init() < 0)
        fatalx("libsodium does not start");
    if (config.mode == RUN_RESTORE)
        return backup_restore_run(&config);
    return node_run(&config, ready);
}
