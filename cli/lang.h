/*
 * Messages in the player's language.  Whole sentences are marked; the English one is the key of the
 * catalogue (cli/po/).  Not pure: asks the environment once.
 *
 * What is never translated: --json and --plain, exit codes, command words, names of settings,
 * coordinates, logs of the daemon, exported games.
 */
#ifndef CLI_LANG_H
#define CLI_LANG_H

#include <libintl.h>

/* The sentence in the player's language, now. */
#define _(sentence) gettext(sentence)
/* A sentence in a table: only marked here, translated by _() where it is printed. */
#define N_(sentence) sentence

#endif
