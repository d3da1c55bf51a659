/* A line typed at the prompt: its words are what was typed, without control characters; options
 * come out of them or a sentence says why not; the command is in the table. */
#include "fuzz.h"

#include "cli/commands.h"

#include <string.h>

static void no_control_characters(const struct words *w)
{
    for (unsigned i = 0; i < w->n; i++) {
        HOLDS(w->word[i][0] != '\0');
        for (const char *p = w->word[i]; *p; p++)
            HOLDS((unsigned char)*p > ' ' && *p != 0x7f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct words w;
    static char line[1 << 17], rest[256];
    struct options o;
    char sentence[200];
    struct text problem = text_over(sentence, sizeof sentence);
    if (size >= sizeof line)
        return 0;
    memcpy(line, data, size);
    line[size] = '\0';
    memset(&o, 0, sizeof o);
    if (!words_split(line, &w)) {
        HOLDS(w.n == 0);
        return 0;
    }
    HOLDS(w.n <= WORDS_MAX);
    no_control_characters(&w);
    unsigned before = w.n;
    if (!options_take(&w, &o, &problem)) {
        HOLDS(sentence[0] != '\0');
        return 0;
    }
    HOLDS(w.n <= before);
    words_rest(&w, 1, rest, sizeof rest);
    HOLDS(strlen(rest) < sizeof rest);
    if (w.n > 0)
        (void)commands_find(w.word[0]);
    return 0;
}
