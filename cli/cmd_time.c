/* What a player may say about time, in games whose clocks count; see docs/protocol.md section 5.
 * All of it is signed, and bound to the board that was seen last. */
#include "cli/commands.h"
#include "cli/lang.h"


enum { DAYS_MOST = 60 };

static int say(struct session *s, enum request_kind kind)
{
    return s->words.n > 1 ? session_usage(s) : cmd_send_number(s, kind, 0);
}

int cmd_warn(struct session *s)
{
    return say(s, REQ_WARN);
}

int cmd_pause(struct session *s)
{
    return say(s, REQ_PAUSE);
}

int cmd_resume(struct session *s)
{
    return say(s, REQ_RESUME);
}

int cmd_claim_time(struct session *s)
{
    if (s->words.n > 2)
        return session_usage(s);
    return cmd_offer(s, REQ_CLAIM_TIME,
                     _("The other's time is up and the grace is over. Claim the game?"));
}

/* A time is written as in the terms: 30s, 5m, 2h, 1d. */
int cmd_add_time(struct session *s)
{
    struct terms t;

    if (s->words.n != 2)
        return session_usage(s);
    terms_preset(PRESET_BRIDGE, &t);
    if (terms_set(&t, span_text("per-move"), span_text(s->words.word[1])) != VERDICT_OK
        || t.move_s == 0)
        return session_refuse(s, VERDICT_TERM_RANGE, _("a time as 30s, 5m, 2h or 1d: 5s to 30d"));
    return cmd_send_number(s, REQ_ADD_TIME, t.move_s);
}

int cmd_leave(struct session *s)
{
    uint64_t days;

    if (s->words.n != 2 || !text_read_number(span_text(s->words.word[1]), DAYS_MOST, &days)
        || days == 0)
        return session_usage(s);
    return cmd_send_number(s, REQ_LEAVE, days);
}
