/* Requests about games and events. */
#include "daemon/handlers.h"

#include "daemon/practice.h"
#include "daemon/store_events.h"
#include "rules/choose.h"

#include <sodium.h>
#include <string.h>

/* Where what would be signed goes, if that is all that was asked. */
static struct move_row *dry_row(const struct request *in, struct reply *out)
{
    out->moves_n = in->dry_run;
    return in->dry_run ? &out->moves[0] : NULL;
}

/* --- new games -------------------------------------------------------------------------------- */

/* "witness=NAME" and "arbiter=NAME" stand among the settings, but are no terms. */
static bool is_helper(const char *setting)
{
    return strncmp(setting, "witness=", 8) == 0 || strncmp(setting, "arbiter=", 8) == 0;
}

/* Terms from a preset and "key=value" settings; on a refusal the key is the detail. */
static enum verdict read_terms(const struct request *in, struct terms *terms, struct reply *out)
{
    struct text detail = text_over(out->detail, sizeof out->detail);
    const char *bad = "";
    if (in->preset < PRESET_BRIDGE || in->preset > PRESET_DOMINOES)
        return VERDICT_PRESET_UNKNOWN;
    terms_preset((enum preset)in->preset, terms);
    if (in->names_n > 0)
        terms->players = (uint8_t)(in->names_n + 2);
    for (unsigned i = 0; i < in->settings_n; i++) {
        const char *setting = in->settings[i];
        size_t len = strcspn(setting, "=");
        const char *value = setting[len] == '=' ? setting + len + 1 : "";
        if (is_helper(setting))
            continue;
        if (strcmp(setting, "correspondence=yes") == 0) {
            terms_correspondence(terms);
            continue;
        }
        enum verdict v = terms_set(terms, span_of(setting, len), span_text(value));
        if (v != VERDICT_OK) {
            text_add(&detail, setting);
            return v;
        }
    }
    enum verdict v = terms_check(terms, &bad);
    if (v != VERDICT_OK)
        text_add(&detail, bad);
    return v;
}

static void give_row(struct node *n, uint32_t number, struct reply *out)
{
    if (out->verdict == VERDICT_OK)
        out->verdict = games_row(n->games, number, &out->games[0]);
    out->games_n = out->verdict == VERDICT_OK;
}

static enum verdict find_friend(struct node *n, const char *name, struct friend_info *friend,
                                struct reply *out)
{
    struct text detail = text_over(out->detail, sizeof out->detail);
    enum verdict v = people_find(n->people, name, friend);
    if (v != VERDICT_OK)
        text_add(&detail, name);
    return v;
}

/* The friend that the setting `key` names, if it is there. */
static enum verdict find_helper(struct node *n, const struct request *in, const char *key,
                                struct friend_info *friend, struct reply *out)
{
    size_t len = strlen(key);
    for (unsigned i = 0; i < in->settings_n; i++)
        if (strncmp(in->settings[i], key, len) == 0)
            return find_friend(n, in->settings[i] + len, friend, out);
    return VERDICT_OFFER_GONE;
}

static enum verdict propose(struct node *n, const struct request *in,
                            const struct friend_info *friend, uint32_t *number, struct reply *out)
{
    struct friend_info witness, arbiter;
    struct terms terms;
    enum verdict v = read_terms(in, &terms, out), w = VERDICT_OK, a = VERDICT_OK;
    if (v == VERDICT_OK) {
        w = find_helper(n, in, "witness=", &witness, out);
        a = find_helper(n, in, "arbiter=", &arbiter, out);
    }
    if (v != VERDICT_OK || (w != VERDICT_OK && w != VERDICT_OFFER_GONE))
        return v != VERDICT_OK ? v : w;
    if (a != VERDICT_OK && a != VERDICT_OFFER_GONE)
        return a;
    struct helpers with = {w == VERDICT_OK ? &witness.key : NULL,
                           a == VERDICT_OK ? &arbiter.key : NULL};
    struct table table = {friend, in->names_n + 1, &terms, &with, dry_row(in, out)};
    return games_propose_with(n->games, &table, number);
}

static enum answer on_play(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    struct friend_info friend[OTHERS_MAX];
    uint32_t number = 0;
    unsigned friends = in->names_n < OTHERS_MAX ? in->names_n + 1 : OTHERS_MAX;
    (void)who;
    for (unsigned i = 0; i < friends && out->verdict == VERDICT_OK; i++)
        out->verdict = find_friend(n, i == 0 ? in->name : in->names[i - 1], &friend[i], out);
    if (out->verdict == VERDICT_OK)
        out->verdict = propose(n, in, friend, &number, out);
    if (in->dry_run)
        return ANSWER_NOW;
    give_row(n, number, out);
    for (unsigned i = 0; i < friends && out->verdict == VERDICT_OK; i++)
        people_wake(n->people, &friend[i].key);
    return ANSWER_NOW;
}

static enum answer on_practice(struct node *n, const struct asker *who, const struct request *in,
                               struct reply *out)
{
    struct terms terms;
    uint32_t number = 0;
    bool later = false;
    out->verdict = n->practice != NULL ? VERDICT_OK : VERDICT_NOT_IMPLEMENTED;
    if (out->verdict == VERDICT_OK)
        out->verdict = read_terms(in, &terms, out);
    if (out->verdict == VERDICT_OK && in->number > LEVEL_MAX)
        out->verdict = VERDICT_FIELD_RANGE;
    if (out->verdict == VERDICT_OK && in->dry_run) {
        *dry_row(in, out) = (struct move_row){.number = 0, .seat = NO_SEAT, .kind = ENTRY_PROPOSAL};
        return ANSWER_NOW;
    }
    if (out->verdict == VERDICT_OK) {
        struct practice_wish wish = {*who, terms, in->number != 0 ? (unsigned)in->number : 2};
        out->verdict = practice_play(n->practice, &wish, &number, &later);
    }
    if (out->verdict == VERDICT_OK && later)
        return ANSWER_LATER;
    give_row(n, number, out);
    return ANSWER_NOW;
}

/* Which offer an answer is meant for. */
static enum verdict find_offer(struct node *n, const struct request *in, uint32_t *number)
{
    struct friend_info friend;
    if (in->game != 0 || in->name[0] == '\0')
        return games_find_offer(n->games, in->game, NULL, number);
    enum verdict v = people_find(n->people, in->name, &friend);
    return v == VERDICT_OK ? games_find_offer(n->games, 0, &friend.key, number) : v;
}

static enum answer answer_offer(struct node *n, unsigned kind, const struct request *in,
                                struct reply *out)
{
    struct wish wish = {.kind = kind, .head = in->has_head ? &in->head : NULL,
                        .dry = dry_row(in, out)};
    out->verdict = find_offer(n, in, &wish.game);
    if (out->verdict == VERDICT_OK)
        out->verdict = games_wish(n->games, &wish);
    give_row(n, wish.game, out);
    return ANSWER_NOW;
}

static enum answer on_accept(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    return answer_offer(n, ENTRY_ACCEPTANCE, in, out);
}

static enum answer on_decline(struct node *n, const struct asker *who, const struct request *in,
                              struct reply *out)
{
    (void)who;
    return answer_offer(n, ENTRY_DECLINE, in, out);
}

/* --- looking ---------------------------------------------------------------------------------- */

static enum answer on_games(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    (void)who;
    out->games_n = games_list(n->games, in->from, out->games, &out->more);
    out->next = in->from + out->games_n;
    return ANSWER_NOW;
}

static enum answer give_show(struct node *n, uint32_t game, struct reply *out)
{
    if (out->verdict == VERDICT_OK)
        out->verdict = games_show(n->games, game, &out->show);
    out->has_show = out->verdict == VERDICT_OK;
    return ANSWER_NOW;
}

static enum answer on_show(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    (void)who;
    return give_show(n, in->game, out);
}

static enum answer on_log(struct node *n, const struct asker *who, const struct request *in,
                          struct reply *out)
{
    struct log_page page;
    (void)who;
    out->verdict = games_log(n->games, in->game, in->from, out->moves, &page);
    if (out->verdict == VERDICT_OK) {
        out->moves_n = page.n;
        out->more = page.more;
        out->next = page.next;
    }
    return ANSWER_NOW;
}

static enum answer on_export(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    struct buf file = buf_over(out->data, sizeof out->data);
    (void)who;
    out->verdict = games_export(n->games, in->game, &file);
    out->data_len = out->verdict == VERDICT_OK ? file.len : 0;
    return ANSWER_NOW;
}

static enum answer on_suggest(struct node *n, const struct asker *who, const struct request *in,
                              struct reply *out)
{
    uint8_t seed[32];
    (void)who;
    give_show(n, in->game, out);
    if (out->verdict != VERDICT_OK)
        return ANSWER_NOW;
    randombytes_buf(seed, sizeof seed);
    if (out->show.started)
        choose_move(&out->show.view, seed, LEVEL_MAX, &out->choice);
    if (out->choice.kind == 0)
        out->verdict = out->show.started ? VERDICT_NOT_YOUR_TURN : VERDICT_NOT_STARTED;
    return ANSWER_NOW;
}

/* --- moves ------------------------------------------------------------------------------------ */

static enum answer wish_and_show(struct node *n, unsigned kind, const struct request *in,
                                 struct reply *out)
{
    struct wish wish = {in->game, kind, &in->choice, in->has_head ? &in->head : NULL,
                        dry_row(in, out)};
    out->verdict = games_wish(n->games, &wish);
    return give_show(n, in->game, out);
}

static enum answer on_move(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    (void)who;
    return wish_and_show(n, ENTRY_MOVE, in, out);
}

static enum answer on_resign(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    return wish_and_show(n, ENTRY_RESIGN, in, out);
}

static enum answer on_offer_draw(struct node *n, const struct asker *who,
                                 const struct request *in, struct reply *out)
{
    (void)who;
    return wish_and_show(n, ENTRY_OFFER_DRAW, in, out);
}

static enum answer on_accept_draw(struct node *n, const struct asker *who,
                                  const struct request *in, struct reply *out)
{
    (void)who;
    return wish_and_show(n, ENTRY_ACCEPT_DRAW, in, out);
}

static enum answer time_and_show(struct node *n, unsigned kind, const struct request *in,
                                 struct reply *out)
{
    struct wish wish = {.game = in->game, .kind = kind, .head = in->has_head ? &in->head : NULL,
                        .dry = dry_row(in, out)};
    out->verdict = in->number <= UINT32_MAX ? VERDICT_OK : VERDICT_FIELD_RANGE;
    if (out->verdict == VERDICT_OK)
        out->verdict = games_time(n->games, &wish, (uint32_t)in->number);
    return give_show(n, in->game, out);
}

static enum answer on_warn(struct node *n, const struct asker *who, const struct request *in,
                           struct reply *out)
{
    (void)who;
    return time_and_show(n, ENTRY_WARNING, in, out);
}

static enum answer on_claim_time(struct node *n, const struct asker *who,
                                 const struct request *in, struct reply *out)
{
    (void)who;
    return time_and_show(n, ENTRY_CLAIM, in, out);
}

static enum answer on_add_time(struct node *n, const struct asker *who, const struct request *in,
                               struct reply *out)
{
    (void)who;
    return time_and_show(n, ENTRY_ADD_TIME, in, out);
}

static enum answer on_pause(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    (void)who;
    return time_and_show(n, ENTRY_PAUSE, in, out);
}

static enum answer on_resume(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    (void)who;
    return time_and_show(n, ENTRY_RESUME, in, out);
}

static enum answer on_leave(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    (void)who;
    return time_and_show(n, ENTRY_LEAVE, in, out);
}

/* --- notes and events ------------------------------------------------------------------------- */

static enum answer on_say(struct node *n, const struct asker *who, const struct request *in,
                          struct reply *out)
{
    struct friend_info friend;
    struct player_key to[OTHERS_MAX];
    unsigned friends = 1;
    (void)who;
    if (in->game != 0) {
        out->verdict = games_opponents(n->games, in->game, to, &friends);
    } else {
        out->verdict = people_find(n->people, in->name, &friend);
        to[0] = friend.key;
    }
    for (unsigned i = 0; i < friends && out->verdict == VERDICT_OK; i++)
        if (friends == 1 || people_by_key(n->people, &to[i], &friend))
            out->verdict = games_say(n->games, &to[i], in->game, in->text);
    return ANSWER_NOW;
}

static enum answer on_events(struct node *n, const struct asker *who, const struct request *in,
                             struct reply *out)
{
    struct event_filter filter = {.from = in->from};
    if (filter.from == 0)
        filter.from = store_events_newest(n->store) + 1;
    out->events_n = store_events(n->store, &filter, out->events);
    out->next = out->events_n > 0 ? out->events[out->events_n - 1].number + 1 : filter.from;
    if (in->number == 1)
        control_follow(n->control, who, out->next); /* whatever is left comes by itself */
    else
        out->more = out->events_n == ROWS_MAX;
    return ANSWER_NOW;
}

static enum answer on_notes(struct node *n, const struct asker *who, const struct request *in,
                            struct reply *out)
{
    struct event_filter filter = {in->from, EVENT_NOTE, in->game};
    (void)who;
    out->events_n = store_events(n->store, &filter, out->events);
    out->next = out->events_n > 0 ? out->events[out->events_n - 1].number + 1 : filter.from;
    out->more = out->events_n == ROWS_MAX;
    return ANSWER_NOW;
}

const struct handler handlers_games[] = {
    {REQ_PLAY, on_play, NEEDS_KEY},
    {REQ_PRACTICE, on_practice, NEEDS_KEY},
    {REQ_ACCEPT, on_accept, NEEDS_KEY},
    {REQ_DECLINE, on_decline, NEEDS_KEY},
    {REQ_GAMES, on_games, NEEDS_KEY},
    {REQ_SHOW, on_show, NEEDS_KEY},
    {REQ_LOG, on_log, NEEDS_KEY},
    {REQ_EXPORT, on_export, NEEDS_KEY},
    {REQ_SUGGEST, on_suggest, NEEDS_KEY},
    {REQ_MOVE, on_move, NEEDS_KEY},
    {REQ_RESIGN, on_resign, NEEDS_KEY},
    {REQ_OFFER_DRAW, on_offer_draw, NEEDS_KEY},
    {REQ_ACCEPT_DRAW, on_accept_draw, NEEDS_KEY},
    {REQ_WARN, on_warn, NEEDS_KEY},
    {REQ_CLAIM_TIME, on_claim_time, NEEDS_KEY},
    {REQ_ADD_TIME, on_add_time, NEEDS_KEY},
    {REQ_PAUSE, on_pause, NEEDS_KEY},
    {REQ_RESUME, on_resume, NEEDS_KEY},
    {REQ_LEAVE, on_leave, NEEDS_KEY},
    {REQ_SAY, on_say, NEEDS_KEY},
    {REQ_EVENTS, on_events, NEEDS_NOTHING},
    {REQ_NOTES, on_notes, NEEDS_NOTHING},
    {0, NULL, NEEDS_NOTHING},
};
