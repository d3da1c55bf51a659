/* bench_place - from a move typed at one command line until its news is printed at the other:
 * request into one daemon's socket, event out of the other's, both daemons real, over loopback.
 * Floor: what cannot be done without: two durable commits (SQLite, one row, same disk) and one
 * ZeroMQ round trip (CURVE, 600 bytes), measured in the same run.
 * Lines: bench, name, value, unit, floor, ratio, goal, ok or short. */
#include "daemon/store.h"
#include "rules/choose.h"
#include "tests/faults/pair.h"

#include <pthread.h>
#include <zmq.h>

enum { MOVES = 60, LEAST = 15, TRIPS = 400, IDLE_MS = 50 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, compare);
    return v[n / 2];
}

/* --- the floor ------------------------------------------------------------------------------ */

/* Two durable commits one after the other, on a disk that has been idle as long as it is between
 * two moves: a disk that just worked answers faster, and a busy neighbour slows both alike, so
 * this is measured between the moves. */
static struct store *floor_store;

static void open_floor(void)
{
    char path[96], lock[96];
    snprintf(path, sizeof path, "%s/floor.db", folder);
    snprintf(lock, sizeof lock, "%s/floor.lock", folder);
    if (store_open(path, lock, &floor_store) != VERDICT_OK)
        exit(1);
}

static double two_commits_ms(unsigned i)
{
    pause_ms(IDLE_MS);
    double start = now_ms();
    for (unsigned k = 0; k < 2; k++)
        if (store_begin(floor_store) != VERDICT_OK ||
            store_set_meta(floor_store, "floor", 2 * i + k) != VERDICT_OK ||
            store_commit(floor_store) != VERDICT_OK)
            exit(1);
    return now_ms() - start;
}

static void *echo(void *socket)
{
    char bytes[1024];
    for (;;) {
        zmq_msg_t id;
        zmq_msg_init(&id);
        if (zmq_msg_recv(&id, socket, 0) < 0)
            return NULL;
        int len = zmq_recv(socket, bytes, sizeof bytes, 0);
        if (len <= 1)
            return NULL;
        zmq_msg_send(&id, socket, ZMQ_SNDMORE);
        zmq_send(socket, bytes, (size_t)len, 0);
    }
}

static double trip_ms(void)
{
    static double v[TRIPS];
    char server_public[41], server_secret[41], public[41], secret[41], where[64], bytes[600] = "";
    size_t where_len = sizeof where;
    int one = 1, zero = 0;
    void *context = zmq_ctx_new(), *router = zmq_socket(context, ZMQ_ROUTER),
         *dealer = zmq_socket(context, ZMQ_DEALER);
    pthread_t thread;
    zmq_curve_keypair(server_public, server_secret);
    zmq_curve_keypair(public, secret);
    zmq_setsockopt(router, ZMQ_CURVE_SERVER, &one, sizeof one);
    zmq_setsockopt(router, ZMQ_CURVE_SECRETKEY, server_secret, 40);
    zmq_setsockopt(dealer, ZMQ_CURVE_SERVERKEY, server_public, 40);
    zmq_setsockopt(dealer, ZMQ_CURVE_PUBLICKEY, public, 40);
    zmq_setsockopt(dealer, ZMQ_CURVE_SECRETKEY, secret, 40);
    zmq_bind(router, "tcp://127.0.0.1:*");
    zmq_getsockopt(router, ZMQ_LAST_ENDPOINT, where, &where_len);
    zmq_connect(dealer, where);
    pthread_create(&thread, NULL, echo, router);
    for (unsigned i = 0; i < TRIPS; i++) {
        double start = now_ms();
        zmq_send(dealer, bytes, sizeof bytes, 0);
        zmq_recv(dealer, bytes, sizeof bytes, 0);
        v[i] = now_ms() - start;
    }
    zmq_send(dealer, bytes, 1, 0);
    pthread_join(thread, NULL);
    zmq_setsockopt(dealer, ZMQ_LINGER, &zero, sizeof zero);
    zmq_close(dealer);
    zmq_close(router);
    zmq_ctx_term(context);
    return median(v, TRIPS);
}

/* --- the value ------------------------------------------------------------------------------ */

static struct client follower[SIDES];
static unsigned news_of_move;

static void on_news(void *context, const struct reply *news)
{
    (void)context;
    for (unsigned i = 0; i < news->events_n; i++)
        news_of_move += news->events[i].kind == EVENT_MOVE;
}

static void follow(unsigned s)
{
    static struct reply answer;
    if (!client_init(&follower[s]) ||
        client_connect(&follower[s], side[s].socket, &answer) != VERDICT_OK)
        exit(1);
    follower[s].news = on_news;
    memset(&request, 0, sizeof request);
    request.kind = REQ_EVENTS;
    request.number = 1;
    if (client_call(&follower[s], &request, &answer, CALL_S) != VERDICT_OK)
        exit(1);
}

static void drain(unsigned s)
{
    while (client_wait(&follower[s], IDLE_MS) == VERDICT_OK && news_of_move > 0)
        news_of_move = 0;
}

/* One move by whoever has the turn; its time, or 0 if nobody has it yet. */
static double one_move(void)
{
    for (unsigned s = 0; s < SIDES; s++) {
        uint8_t seed[32] = {0};
        if (ask_kind(&side[s], REQ_SHOW, 0) != VERDICT_OK || reply.show.row.state != GAME_MY_TURN)
            continue;
        drain(1 - s);
        memset(&request, 0, sizeof request);
        request.kind = REQ_MOVE;
        request.game = reply.show.row.number;
        choose_move(&reply.show.view, seed, 1, &request.choice);
        news_of_move = 0;
        double start = now_ms();
        static struct request move;
        move = request;
        /* The reply is read afterwards: whoever typed the move is not the one who waits here. */
        if (client_call(&side[s].client, &move, &reply, CALL_S) != VERDICT_OK)
            exit(1);
        while (news_of_move == 0)
            if (client_wait(&follower[1 - s], 1000) != VERDICT_OK)
                exit(1);
        return now_ms() - start;
    }
    pause_ms(20);
    return 0;
}

static void play(void)
{
    memset(&request, 0, sizeof request);
    request.kind = REQ_PLAY;
    request.preset = PRESET_BRIDGE;
    memcpy(request.name, "ben", 4);
    if (ask(&side[0], &request) != VERDICT_OK)
        exit(1);
    for (unsigned i = 0; i < 500; i++) {
        if (ask_kind(&side[1], REQ_ACCEPT, 0) == VERDICT_OK)
            return;
        pause_ms(10);
    }
    exit(1);
}

int main(int argc, char **argv)
{
    static double v[MOVES], c[MOVES];
    char command[96];
    unsigned n = 0;
    (void)argc;
    pair_setup(argv[0]);
    open_floor();
    double trip = trip_ms();
    follow(0);
    follow(1);
    play();
    for (unsigned i = 0; n < MOVES && i < 4000; i++) {
        double ms = one_move();
        if (ms > 0) {
            v[n] = ms;
            c[n] = two_commits_ms(n);
            n++;
        } else if (ask_kind(&side[0], REQ_GAMES, 0) == VERDICT_OK &&
                   reply.games[0].state == GAME_FINISHED) {
            play();
        }
    }
    pair_stop();
    store_close(floor_store);
    if (n < LEAST) {
        fprintf(stderr, "bench_place: only %u moves in the time given\n", n);
        return 1;
    }
    double value = median(v, n), commits = median(c, n), floor = commits + trip;
    printf("bench\ttwo-commits\t%.3f\tms\t-\t-\t-\t-\n", commits);
    printf("bench\tround-trip\t%.3f\tms\t-\t-\t-\t-\n", trip);
    printf("bench\tplace-to-news\t%.3f\tms\t%.3f\t%.2f\t1.5\t%s\n", value, floor, value / floor,
           value <= 1.5 * floor ? "ok" : "short");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0;
}
