/* Asks a daemon what the command line has no words for.
 *   ask HOME invite SECONDS   an invitation that is good for that long, as one line */
#include "cli/client.h"

#include <sodium.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static struct client c;
    static struct request request;
    static struct reply reply;
    static struct paths paths;
    uint64_t seconds;
    if (argc != 4 || strcmp(argv[2], "invite") != 0 ||
        !text_read_number(span_text(argv[3]), UINT32_MAX, &seconds))
        return EXIT_USAGE;
    if (sodium_init() < 0 || !client_init(&c) || paths_find(argv[1], &paths) != VERDICT_OK)
        return EXIT_LOCAL;
    enum verdict v = client_connect(&c, paths.control, &reply);
    if (v == VERDICT_OK) {
        request.kind = REQ_INVITE;
        request.number = seconds;
        v = client_call(&c, &request, &reply, 10);
    }
    client_close(&c);
    if (v == VERDICT_OK)
        puts(reply.invitations[0].text);
    return (int)verdict_exit(v);
}
