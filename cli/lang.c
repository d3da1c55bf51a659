/* The one file that knows libintl.  A system without the player's locale (a fresh Debian has
 * C.UTF-8 only) has the language all the same: the name of the language goes to libintl in
 * LANGUAGE, and any locale but C makes it look there. */
#include <libintl.h>
#undef ngettext

#include "cli/lang.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DOMAIN "numbridge"
#ifndef LOCALEDIR
#define LOCALEDIR "/usr/local/share/locale"
#endif

static enum lang_reader reader_now;

/* The first of the variables that says something. */
static const char *asked(const char *const names[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const char *value = getenv(names[i]);
        if (value && *value != '\0')
            return value;
    }
    return "";
}

static bool is_c(const char *locale)
{
    return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
}

/* Beside the program when it runs where it was built, else beside it where it was installed, else
 * where it was said to be installed. */
static void find_catalogues(void)
{
    static const char *const places[] = {"locale", "../share/locale"};
    char self[PATH_MAX], folder[PATH_MAX + 32];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);

    while (len > 0 && self[len - 1] != '/')
        len--;
    for (unsigned i = 0; len > 0 && i < 2; i++) {
        snprintf(folder, sizeof folder, "%.*s%s", (int)len, self, places[i]);
        if (access(folder, R_OK) == 0) {
            bindtextdomain(DOMAIN, folder);
            return;
        }
    }
    bindtextdomain(DOMAIN, LOCALEDIR);
}

/* readline and the board need a UTF-8 locale where there is one, unless somebody asks for C by its
 * name: that is plain ASCII.  Numbers stay as they are. */
static void set_characters(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    if ((!setlocale(LC_CTYPE, "") || strcmp(setlocale(LC_CTYPE, NULL), "C") == 0)
        && !is_c(asked(names, 3)))
        setlocale(LC_CTYPE, "C.UTF-8");
}

void lang_start(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = asked(names, 3);

    set_characters();
    find_catalogues();
    textdomain(DOMAIN);
    if (*locale == '\0' || is_c(locale) || setlocale(LC_MESSAGES, ""))
        return;
    const char *language = getenv("LANGUAGE");
    lang_choose(language && *language != '\0' ? language : locale);
}

void lang_choose(const char *language)
{
    char list[64];

    if (*language == '\0')
        return;
    snprintf(list, sizeof list, "%.*s", (int)strcspn(language, ".@"), language);
    setenv("LANGUAGE", list, 1);
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0 && !setlocale(LC_CTYPE, "C.UTF-8"))
        return;
    if (!setlocale(LC_MESSAGES, "") || is_c(setlocale(LC_MESSAGES, NULL)))
        setlocale(LC_MESSAGES, "C.UTF-8");
}

void lang_ascii(void)
{
    bind_textdomain_codeset(DOMAIN, "ASCII");
}

void lang_for(enum lang_reader reader)
{
    reader_now = reader;
}

const char *lang_text(const char *sentence)
{
    return reader_now == LANG_PEOPLE && *sentence != '\0' ? gettext(sentence) : sentence;
}

const char *lang_count(const char *one, const char *many, unsigned long number)
{
    if (reader_now == LANG_PEOPLE)
        return dcngettext(DOMAIN, one, many, number, LC_MESSAGES);
    return number == 1 ? one : many;
}

const char *lang_word(const char *both, const char *word)
{
    const char *found = lang_text(both);
    return found == both ? word : found;
}
