/* What a position looks like is what the prompt shows of it; only that nobody in particular looks,
 * so that hands are closed until their players have opened them. */
#include "cli/verify_replay.h"

#include "cli/board.h"
#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/panel.h"
#include "cli/reader.h"
#include "cli/sentence.h"
#include "cli/train.h"
#include "cli/train_read.h"
#include "cli/verify_english.h"
#include "cli/verify_position.h"
#include "cli/verify_report.h"
#include "cli/verify_story.h"
#include "cli/width.h"
#include "rules/domino_move.h"

#include <stdlib.h>
#include <string.h>

struct player {
    const struct story *story;
    const struct replay_wish *wish;
    struct term term;
    unsigned at; /* the position that is shown */
};

/* ---- one position -------------------------------------------------------------------------- */

/* A story calls who has no name by the English side. */
static bool is_named(const struct story *s, unsigned seat)
{
    return strcmp(s->name[seat], english_side(s->end.end.terms.game, seat)) != 0;
}

static const struct game_show *show_of(const struct story *s, const struct scene *scene)
{
    static struct game_show show;

    memset(&show, 0, sizeof show);
    show.view = scene->view;
    show.started = 1;
    show.row.link = LINK_UP;
    show.row.grade = story_is_last(s, scene) ? logfile_grade(&s->end) : GRADE_NONE;
    for (unsigned seat = 0; seat < scene->view.seats && seat < SEATS_MAX; seat++)
        if (is_named(s, seat))
            snprintf(show.seat_name[seat], sizeof show.seat_name[seat], "%s", s->name[seat]);
    return &show;
}

/* "ann (Blue)", or just "Blue" without a name, in the language of whoever looks. */
static void add_player(const struct story *s, const struct scene *scene, unsigned seat,
                       struct text *out)
{
    const char *side = panel_side(show_of(s, scene), seat);

    if (scene->view.terms.game == GAME_DOMINOES || seat >= SEATS_MAX || !is_named(s, seat))
        text_add(out, side);
    else
        fill_add(out, "{name} ({side})", fill_text("name", s->name[seat]),
                 fill_text("side", side));
}

static void add_deed(const struct story *s, const struct scene *scene, struct text *out)
{
    struct move_row row = {.number = scene->number, .seat = scene->seat, .kind = scene->kind,
                           .right = scene->right, .choice = scene->choice};
    char who[STORY_NAME_MAX + 16];
    struct text t = text_over(who, sizeof who);

    if (scene->kind == ENTRY_SHARES || scene->kind == ENTRY_SHUFFLE) {
        text_add(out, _("The hands are dealt."));
        return;
    }
    add_player(s, scene, scene->seat, &t);
    if (scene->view.terms.game != GAME_DOMINOES || !sentence_end(scene->kind, who, out))
        sentence_move(&row, sentence_scale(&scene->view), who, out);
}

static void add_tiles(const struct scene *scene, unsigned seat, struct text *out)
{
    const struct view *v = &scene->view;

    for (unsigned i = 0; i < v->hand_n[seat] && i < TILES_MAX; i++) {
        text_add(out, i > 0 ? " " : "");
        if (v->terms.game == GAME_DOMINOES)
            domino_tile_write(v->terms.set, scene->hand[seat][i], out);
        else
            text_add_number(out, scene->hand[seat][i]);
    }
}

static void add_hands(const struct story *s, const struct scene *scene, struct text *out)
{
    for (unsigned seat = 0; seat < scene->view.seats; seat++) {
        char who[STORY_NAME_MAX + 16], tiles[512] = "";
        struct text t = text_over(who, sizeof who), u = text_over(tiles, sizeof tiles);
        unsigned n = scene->view.hand_n[seat];
        add_player(s, scene, seat, &t);
        add_tiles(scene, seat, &u);
        if (scene->open && n > 0)
            fill_add(out, _("{name} holds {tiles}."), fill_text("name", who),
                     fill_text("tiles", tiles));
        else
            fill_add(out, ngettext("{name} holds one tile.", "{name} holds {count} tiles.", n),
                     fill_text("name", who), fill_number("count", n));
        text_add(out, "\n");
    }
}

static void add_blocks(const struct view *v, struct text *out)
{
    unsigned count[3] = {0, 0, 0};

    for (unsigned block = 0; block < v->n; block++)
        count[v->block_owner[block] % 3]++;
    fill_add(out, _("Blocks: Blue {blue}, Red {red}, undecided {open}."),
             fill_number("blue", count[1]), fill_number("red", count[2]),
             fill_number("open", count[0]));
    text_add(out, "\n");
}

static void add_board(const struct player *p, const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->terms.game == GAME_DOMINOES && p->term.reader)
        train_read_line(show, out);
    else if (v->terms.game == GAME_DOMINOES)
        train_draw_line(show, &p->term, out);
    else if (p->term.reader)
        reader_rows(v, out);
    else
        board_draw_grid(v, &p->term, out);
}

/* A ruling stands beside the chain, behind its last position. */
static void add_ruling(const struct story *s, const struct scene *scene, struct text *out)
{
    char who[STORY_NAME_MAX + 16];
    struct text t = text_over(who, sizeof who);
    unsigned winner = logfile_winner(&s->end);

    if (s->end.rulings != 1)
        return;
    add_player(s, scene, winner, &t);
    if (winner < SEATS_MAX)
        fill_add(out, _("The arbiter has ruled that {name} has won."), fill_text("name", who));
    else
        text_add(out, _("The arbiter has ruled that nobody has won."));
    text_add(out, "\n");
}

static void add_move(const struct player *p, const struct scene *scene, struct text *out)
{
    if (story_move(scene) > 0) {
        fill_add(out, _("Move {number} of {count}."), fill_number("number", story_move(scene)),
                 fill_number("count", p->story->scene[p->story->n - 1].view.moves));
        text_add(out, "\n");
    }
    add_deed(p->story, scene, out);
    text_add(out, "\n");
}

/* Who has what, and what is left. */
static void add_stock(const struct player *p, const struct scene *scene, struct text *out)
{
    const struct view *v = &scene->view;

    if (v->terms.game == GAME_DOMAINS)
        add_blocks(v, out);
    add_hands(p->story, scene, out);
    if (v->terms.game == GAME_DOMINOES)
        fill_add(out, _("Boneyard: {count}."), fill_number("count", v->bag_n));
    else
        fill_add(out, _("Bag: {bag}, discards: {discards}."), fill_number("bag", v->bag_n),
                 fill_number("discards", v->discards_n));
    text_add(out, "\n");
}

static void add_end(const struct player *p, const struct scene *scene, struct text *out)
{
    if (story_is_last(p->story, scene))
        add_ruling(p->story, scene, out);
    panel_sentences(show_of(p->story, scene), out);
}

static void add_position(const struct player *p, struct text *out)
{
    const struct scene *scene = &p->story->scene[p->at];

    add_move(p, scene, out);
    add_board(p, show_of(p->story, scene), out);
    add_stock(p, scene, out);
    add_end(p, scene, out);
}

static void print_plain(const struct scene *scene, unsigned step)
{
    char sign[64], stamp[40];
    struct text t = text_over(sign, sizeof sign), u = text_over(stamp, sizeof stamp);

    english_sign(scene, &t);
    sentence_stamp(scene->times.sent_ms, &u);
    printf("%u\t%u\t%u\t%s\t%s\t%s\n", step, story_move(scene), (unsigned)scene->number, stamp,
           english_side(scene->view.terms.game, scene->seat), sign);
}

static void print_position(const struct player *p)
{
    static char page[BOARD_TEXT_MAX];
    struct text t = text_over(page, sizeof page);

    if (p->wish->form == REPLAY_JSON) {
        position_json(stdout, p->story, p->at);
    } else if (p->wish->form == REPLAY_PLAIN) {
        print_plain(&p->story->scene[p->at], p->at);
    } else {
        add_position(p, &t);
        puts(page);
    }
}

/* ---- stepping ------------------------------------------------------------------------------ */

typedef void add_part(const struct player *p, const struct scene *scene, struct text *out);

/* The sentences of a part, one behind the other. */
static void print_part(const struct player *p, add_part *add)
{
    char part[4096] = "";
    struct text t = text_over(part, sizeof part);

    add(p, &p->story->scene[p->at], &t);
    for (char *end = strchr(part, '\n'); end; end = strchr(end, '\n'))
        *end = end[1] == '\0' ? '\0' : ' ';
    if (part[0] == '\0')
        return;
    width_print(stdout, part);
    putchar('\n');
}

/* Board and sentences fit a screen of 24 lines; what was done stands nearest to the question. */
static void print_screen(const struct player *p)
{
    static char board[BOARD_TEXT_MAX];
    struct text t = text_over(board, sizeof board);

    add_board(p, show_of(p->story, &p->story->scene[p->at]), &t);
    fputs(board, stdout);
    print_part(p, add_stock);
    print_part(p, add_move);
    print_part(p, add_end);
}

/* Where what was typed leads; NULL: nowhere. */
static const struct scene *led_to(const struct player *p, const char *line)
{
    bool next = line[0] == '\0' || strcmp(line, "n") == 0;
    uint64_t move;

    if (next && p->at + 1 < p->story->n)
        return &p->story->scene[p->at + 1];
    if (strcmp(line, "p") == 0 && p->at > 0)
        return &p->story->scene[p->at - 1];
    if (text_read_number(span_text(line), UINT16_MAX, &move) && story_at(p->story, (unsigned)move))
        return story_at(p->story, (unsigned)move);
    puts(next ? _("That was the last position.") : _("There is no such position."));
    return NULL;
}

static void step_through(struct player *p)
{
    const struct scene *to = &p->story->scene[p->at];
    char line[80];

    do {
        if (to) {
            p->at = (unsigned)(to - p->story->scene);
            print_screen(p);
        }
        printf("%s ", _("Enter: the next, p: the one before, a number: that move, q: enough."));
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\r\n")] = '\0';
        to = strcmp(line, "q") != 0 ? led_to(p, line) : NULL;
    } while (strcmp(line, "q") != 0);
}

static enum exit_code run(struct player *p)
{
    const struct export_wish *who = p->wish->who;
    const struct scene *only = who->at_set ? story_at(p->story, who->at) : NULL;

    if (who->at_set && !only) {
        fprintf(stderr, "numbridge-verify: %s\n", _("The game has fewer moves than that."));
        return EXIT_UNKNOWN;
    }
    p->at = only ? (unsigned)(only - p->story->scene) : 0;
    if (p->term.in_tty && p->term.out_tty && p->wish->form == REPLAY_BOARDS) {
        step_through(p);
        return EXIT_DONE;
    }
    do
        print_position(p);
    while (!only && ++p->at < p->story->n);
    return EXIT_DONE;
}

enum exit_code replay_file(const char *path, const struct replay_wish *wish)
{
    static struct story story;
    struct player p = {.story = &story, .wish = wish};
    char sentence[512];
    struct text problem = text_over(sentence, sizeof sentence);

    lang_for(wish->form == REPLAY_BOARDS ? LANG_PEOPLE : LANG_PROGRAMS);
    if (wish->ascii)
        lang_ascii();
    term_detect(&p.term, wish->color, wish->ascii, wish->reader);
    enum exit_code code = story_read(&story, path, wish->who->name, wish->who->names_n, &problem);
    if (code == EXIT_DONE)
        code = run(&p);
    else
        fprintf(stderr, "numbridge-verify: %s\n", sentence);
    story_free(&story);
    return code;
}
