/* A ticket found in a text can be written, and is found again as the same ticket. */
#include "fuzz.h"

#include "wire/ticket.h"

static void look_for(struct span text, enum ticket_kind kind)
{
    static struct ticket t, again;
    char storage[TICKET_TEXT_SIZE];
    struct text out = text_over(storage, sizeof storage);
    if (ticket_read(text, kind, &t) != VERDICT_OK)
        return;
    HOLDS(ticket_write(&t, kind, &out) == VERDICT_OK);
    HOLDS(ticket_read(span_text(storage), kind, &again) == VERDICT_OK);
    HOLDS(player_key_equal(&t.identity, &again.identity) && t.expires == again.expires);
    HOLDS(memcmp(t.token, again.token, sizeof t.token) == 0);
    HOLDS(t.addresses_n == again.addresses_n && strcmp(t.nick, again.nick) == 0);
    for (unsigned i = 0; i < t.addresses_n; i++)
        HOLDS(strcmp(t.addresses[i].text, again.addresses[i].text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    look_for(span_of(data, size), TICKET_INVITATION);
    look_for(span_of(data, size), TICKET_CARD);
    return 0;
}
