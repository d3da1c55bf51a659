/* proposal.h - a proposal as it is typed, its terms in words, and why terms were refused.
 * Pure.  Memory: plain values; appends to the caller's text.  Errors: enum verdict, the request
 * then half filled and not to be sent. */
#ifndef CLI_PROPOSAL_H
#define CLI_PROPOSAL_H

#include "cli/options.h"
#include "wire/control.h"

enum { PROPOSAL_COLUMN = 14 }; /* where the words of a term begin */

/* Friends parted by commas, "ann,ben" or "ann, ben", from word *at on; *at is then the word after
 * them.  VERDICT_NO_SUCH_FRIEND for a name that cannot be one, VERDICT_TOO_MANY. */
enum verdict proposal_friends(const struct words *w, unsigned *at, struct request *out)
    __attribute__((warn_unused_result));

/* From word `from` on: the preset's name, if the first is one (else bridge), settings, and the word
 * "correspondence" (or `correspondence` is true), which goes before all settings.  More friends
 * than one bring the number of players with them.  VERDICT_PRESET_UNKNOWN, VERDICT_TERM_SYNTAX,
 * VERDICT_TOO_MANY. */
enum verdict proposal_terms(const struct words *w, unsigned from, bool correspondence,
                            struct request *out) __attribute__((warn_unused_result));

/* What a refused setting may be: "givens=99 is out of range here: givens is 22 to 34."  `detail`
 * is what the daemon said: the setting or its name.  Appends nothing if it is none. */
void proposal_explain(const struct request *asked, const char *detail, struct text *out);

/* All terms in words, one line each; a line that differs from the preset begins with "*" and tells
 * the preset's value. */
void proposal_words(const struct terms *terms, struct text *out);

/* Friends who do not play, named among the settings though they are no terms: key, "=", name. */
enum { PROPOSAL_HELPERS = 2 };
struct proposal_helper { const char *name, *help; }; /* help: untranslated */
extern const struct proposal_helper proposal_helpers[PROPOSAL_HELPERS];

#endif
