/* lang.h - messages in the player's language.  Whole sentences are marked; the English one is the
 * key of the catalogue (cli/po/).  docs/languages.md says how it is chosen.
 * Not pure: reads the environment and the catalogue.  Memory: strings that are returned live as
 * long as the program.  Errors: none; what is not translated stays English.
 *
 * Never translated: --json and --plain, exit codes, command words, names and values of settings,
 * coordinates, logs of the daemon, exported games.  Commands that print for programs call
 * lang_for(LANG_PROGRAMS) before anything else, so that whatever they ask for is English. */
#ifndef CLI_LANG_H
#define CLI_LANG_H

enum lang_reader { LANG_PEOPLE, LANG_PROGRAMS };

/* Once, before the first sentence: take locale and language from the environment. */
void lang_start(void);

/* Another language than that of the environment, as "fr"; "" leaves it as it is.  Unknown ones
 * read English. */
void lang_choose(const char *language);

/* Nothing beyond ASCII from now on: letters with marks lose them. */
void lang_ascii(void);

/* Who reads what is printed from now on. */
void lang_for(enum lang_reader reader);

/* The sentence in the language of the reader.  Written _(). */
__attribute__((format_arg(1))) const char *lang_text(const char *sentence);

/* The one of two sentences that goes with the number.  Written ngettext(). */
__attribute__((format_arg(1), format_arg(2))) const char *lang_count(const char *one,
                                                                     const char *many,
                                                                     unsigned long number);

/* A word that means several things: `both` is the context, '\004' and the word.  Written P_(). */
const char *lang_word(const char *both, const char *word);

/* The sentence in the player's language, now. */
#define _(sentence) lang_text(sentence)
/* A sentence in a table: only marked here, translated by _() where it is printed. */
#define N_(sentence) sentence
/* Two forms of a sentence with a number in a table, translated by ngettext(). */
#define NN_(one, many) one, many
/* A sentence with a number in it; `many` for every number but those that the language counts as
 * one. */
#define ngettext(one, many, number) lang_count(one, many, number)
/* A short word with what it is about: P_("invitation", "open"). */
#define P_(context, word) lang_word(context "\004" word, word)

#endif
