/* options.h - the words of a command line: split, options taken out.
 * Pure.  Memory: plain values; words point into the storage of struct words.
 * Errors: false or a sentence. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/qr.h"
#include "cli/term.h"
#include "wire/control.h"

enum { WORDS_MAX = 128, WORDS_STORAGE = PASTE_MAX + 1 };

/* A command with its arguments; word[0] is the command. */
struct words {
    unsigned n;
    char *word[WORDS_MAX];
    size_t used;
    char storage[WORDS_STORAGE];
};

/* What 'bot run' is told. */
struct bot_options {
    uint32_t max_games;   /* open at a time */
    char accept[64];      /* games it accepts, with commas */
    char from[64];        /* names of friends, with commas; "friends" = all */
    char terms[256];      /* settings a proposal must have, with commas; "" = any */
    uint64_t engine_ms;   /* for one answer */
    bool fallback;        /* the practice player's move for one that does not come */
};

enum output { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_PLAIN };

struct options {
    char home[1024];  /* "" = the usual folders */
    char lang[16];    /* "" = as the environment says */
    enum output output;
    enum term_when color;
    bool ascii, reader, yes;
    bool wait;        /* --wait: until it is my turn, or the game is over */
    uint64_t wait_s;  /* 0 = without limit */
    bool follow, play, help, version, correspondence, dry_run;
    uint64_t given;   /* a bit for each option that was given, for options_fit */
    char types[128];  /* events: kinds wanted, with commas; "" = all */
    char program[1024]; /* events: run for each one; "" = none */
    struct bot_options bot;
    bool all;         /* log: also what programs write by themselves */
    char form[8];     /* export: "--svg", "--html", "--text", "--sgf"; "" = the log */
    char to[1024];    /* export: file of -o, "" = none */
    bool at_set;
    uint64_t at;      /* export, replay: after so many moves */
    bool since_set;
    enum qr_wish qr;  /* invite --qr, --qr=invert */
    uint64_t since;   /* events: first number wanted */
    uint32_t game;    /* --game N, 0 = the current one */
};

/* Are the options that were given meant for this command (NULL: none, the prompt)?  False: *problem
 * names one that is not. */
__attribute__((warn_unused_result)) bool options_fit(const struct options *o, const char *command,
                                                     struct text *problem);

/* Is option number `i` one of this command, and not of every one? */
bool options_is_for(unsigned i, const char *command);
/* Of every one? */
bool options_is_for_all(unsigned i);

/* What is usual where nothing is said. */
void options_init(struct options *o);

/* Split at white space (control characters count as such); no quotes, no expansion: what is typed
 * is what arrives.  False if there are too many words or bytes; *out is empty then. */
__attribute__((warn_unused_result)) bool words_split(const char *line, struct words *out);

/* Add one word as it is. */
__attribute__((warn_unused_result)) bool words_add(struct words *w, const char *word);

/* The words from number `from` on, joined by single blanks; cut at the size. */
void words_rest(const struct words *w, unsigned from, char *out, size_t size);

/* The names of the options, one by one; NULL behind the last. */
const char *options_name(unsigned i);

/* Does `word` stand in a value that is a list with commas? */
bool options_list_has(const char *list, const char *word);

/* Take the options out of the words and into *o (which keeps what it had for others).  Words
 * after one that takes free text ("say", "join", "complete") are not looked at, nor words after
 * "--".  False: `problem` gets a sentence. */
__attribute__((warn_unused_result)) bool options_take(struct words *w, struct options *o,
                                                      struct text *problem);

#endif
