/* Proves: the command line and a daemon understand each other over a real socket: no news is lost,
 * whatever it arrives with; a daemon that is absent, silent, of another version or talks nonsense
 * ends in one verdict; commands play a whole game, bind moves to the board that was seen, and end
 * with the documented exit codes. */
#include "fake_daemon.h"

#include "cli/client.h"
#include "cli/commands.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

static char folder[64], path[96];
static struct session session;
static struct client client;
static struct request request;
static struct reply reply;
static pid_t child;
static unsigned news_count;

/* What a child does with each connection. */
typedef void served(int fd);

static void serve(served *how)
{
    int listening = fake_listen(path);

    assert_true(listening >= 0);
    child = fork();
    if (child == 0) {
        int fd = accept(listening, NULL, NULL);
        how(fd);
        _exit(0);
    }
    close(listening);
}

static void stop_serving(void)
{
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    child = 0;
    unlink(path);
}

static void play_fairly(int fd)
{
    fake_serve(fake_new(3), fd);
}

static void play_absently(int fd)
{
    struct fake *f = fake_new(3);
    f->moves_alone = false;
    fake_serve(f, fd);
}

static void hang_up_at_once(int fd)
{
    close(fd);
}

static void send_nonsense(int fd)
{
    static const uint8_t nonsense[] = {0, 0, 0, 3, 0xff, 0xff, 0xff};
    ssize_t n = write(fd, nonsense, sizeof nonsense);
    (void)n;
    pause();
}

static void send_too_much(int fd)
{
    static const uint8_t head[] = {0x7f, 0xff, 0xff, 0xff};
    ssize_t n = write(fd, head, sizeof head);
    (void)n;
    pause();
}

static void be_newer(int fd)
{
    struct fake *f = fake_new(3);
    uint8_t head[4];
    f->fd = fd;
    if (!fake_read(fd, head, 4) || !fake_read(fd, f->frame, head[3]))
        return;
    f->reply = (struct reply){.id = 1, .verdict = VERDICT_CONTROL_VERSION};
    fake_send(f, &f->reply);
    pause();
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_client.XXXXXX");
    if (!mkdtemp(folder) || !client_init(&client))
        return 1;
    snprintf(path, sizeof path, "%s/control", folder);
    session = (struct session){.client = {.fd = -1}};
    snprintf(session.paths.control, sizeof session.paths.control, "%s", path);
    news_count = 0;
    return client_init(&session.client) ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    stop_serving();
    client_close(&client);
    client_close(&session.client);
    return rmdir(folder);
}

static void count_news(void *context, const struct reply *news)
{
    (void)context;
    news_count += news->events_n;
}

static enum verdict ask(enum request_kind kind)
{
    request = (struct request){.kind = kind};
    return client_call(&client, &request, &reply, 5);
}

static void nobody_is_there(void **state)
{
    (void)state;
    assert_int_equal(client_connect(&client, path, &reply), VERDICT_NO_DAEMON);
    close(fake_listen(path)); /* a socket left behind */
    assert_int_equal(client_connect(&client, path, &reply), VERDICT_NO_DAEMON);
    assert_int_equal(ask(REQ_STATUS), VERDICT_NO_DAEMON);
}

static void bad_daemons_end_in_one_verdict(void **state)
{
    (void)state;
    served *const bad[] = {hang_up_at_once, send_nonsense, send_too_much};

    for (unsigned i = 0; i < 3; i++) {
        serve(bad[i]);
        assert_int_equal(client_connect(&client, path, &reply), VERDICT_NO_DAEMON);
        assert_int_equal(client.fd, -1);
        stop_serving();
    }
    serve(be_newer);
    assert_int_equal(client_connect(&client, path, &reply), VERDICT_CONTROL_VERSION);
    assert_int_equal(client.fd, -1);
}

/* The fake writes the news of both moves and the reply in one go: all must be heard, also what
 * stands behind the reply. */
static void no_news_is_lost(void **state)
{
    (void)state;
    serve(play_fairly);
    client.news = count_news;
    assert_int_equal(client_connect(&client, path, &reply), VERDICT_OK);
    request = (struct request){.kind = REQ_EVENTS, .number = 1};
    assert_int_equal(client_call(&client, &request, &reply, 5), VERDICT_OK);
    assert_int_equal(ask(REQ_SUGGEST), VERDICT_OK);
    request = (struct request){.kind = REQ_MOVE, .choice = reply.choice};
    assert_int_equal(client_call(&client, &request, &reply, 5), VERDICT_OK);
    for (unsigned i = 0; i < 50 && news_count < 3; i++)
        assert_int_equal(client_wait(&client, 100), VERDICT_OK);
    assert_int_equal(news_count, 3); /* mine, the other's, my turn */
}

static int command(const char *line)
{
    assert_true(words_split(line, &session.words));
    return commands_run(&session);
}

static void connect_session(void)
{
    assert_int_equal(client_connect(&session.client, path, &session.reply), VERDICT_OK);
    session.start.output = OUTPUT_PLAIN;
}

static void commands_end_with_their_codes(void **state)
{
    (void)state;
    serve(play_absently);
    connect_session();
    assert_int_equal(command("show"), EXIT_DONE);
    assert_int_equal(session.game, FAKE_GAME);
    assert_int_equal(command("show 99"), EXIT_UNKNOWN);
    assert_int_equal(command("show ann"), EXIT_DONE);
    assert_int_equal(command("show nobody"), EXIT_UNKNOWN);
    assert_int_equal(command("place 1 z9"), EXIT_USAGE);
    assert_int_equal(command("place"), EXIT_USAGE);
    assert_int_equal(command("nonsense"), EXIT_USAGE);
    assert_int_equal(command("pie"), EXIT_RULES);
    assert_int_equal(command("candidates 3"), EXIT_DONE);
    assert_int_equal(command("near a1"), EXIT_DONE);
    assert_int_equal(command("resign"), EXIT_NO); /* no terminal, no --yes */
    assert_int_equal(session.show.view.ending, ENDING_NONE);
    assert_int_equal(command("hint --play"), EXIT_DONE);
    assert_int_equal(command("swap all"), EXIT_NOT_NOW);
    assert_int_equal(command("wait --wait=1"), EXIT_WAITED);
    assert_int_equal(command("resign --yes"), EXIT_DONE);
    assert_int_equal(session.show.view.ending, ENDING_RESIGNED);
}

/* The board seen is not the board there is: the move is refused and nothing is sent again. */
static void a_move_is_bound_to_the_board_seen(void **state)
{
    (void)state;
    serve(play_fairly);
    connect_session();
    assert_int_equal(command("hint --play"), EXIT_DONE);
    struct game_show mine = session.show; /* the other moves right after this */
    assert_int_equal(command("hint --play"), EXIT_DONE);
    uint16_t moves = session.show.view.moves;
    session.show = mine;
    assert_int_equal(command("swap all"), EXIT_NOT_NOW);
    assert_int_equal(session.show.view.moves, moves + 1); /* the other's; none of mine */
}

static void auto_plays_to_the_end(void **state)
{
    (void)state;
    serve(play_fairly);
    connect_session();
    assert_int_equal(command("auto"), EXIT_DONE);
    assert_int_equal(session.show.row.state, GAME_FINISHED);
    assert_int_equal(session.show.view.ending, ENDING_CHAIN);
}

/* What would act on a terminal is not sent: the daemon would hang up without a word. */
static void hostile_text_is_told(void **state)
{
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    client.fd = ends[1];
    for (unsigned i = 0; i < 3; i++) {
        static const char *const bad[] = {"\033[2J", "\xe2\x80\xae" "abc", "\xff"};
        memset(&request, 0, sizeof request);
        request.kind = REQ_SAY;
        strcpy(request.name, "ann");
        strcpy(request.text, bad[i]);
        assert_int_equal(client_call(&client, &request, &reply, 1), VERDICT_TEXT_MALFORMED);
        assert_int_equal(client.fd, ends[1]);
    }
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_daemons_end_in_one_verdict, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hostile_text_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_news_is_lost, set_up, tear_down),
        cmocka_unit_test_setup_teardown(commands_end_with_their_codes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_move_is_bound_to_the_board_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(auto_plays_to_the_end, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
