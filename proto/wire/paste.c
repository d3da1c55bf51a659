/* A list of what mail programs, chats and terminals put into text, found in years of complaints. */
#include "wire/paste.h"

/* Invisible characters and dashes beyond ASCII that mail and chat programs put in. */
static const char *const skipped_sequences[] = {
    "\xc2\xa0",     /* no-break space */
    "\xc2\xad",     /* soft hyphen */
    "\xc2\xab",     "\xc2\xbb",     /* guillemets */
    "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82", "\xe2\x80\x83", /* spaces of all widths */
    "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87", "\xe2\x80\x88",
    "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xaf",
    "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d", /* zero width */
    "\xe2\x80\x8e", "\xe2\x80\x8f",                 /* direction marks */
    "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae",
    "\xe2\x80\x90", "\xe2\x80\x91", "\xe2\x80\x92", "\xe2\x80\x93", /* hyphens and dashes */
    "\xe2\x80\x94", "\xe2\x80\x95", "\xe2\x88\x92",
    "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\x9c", "\xe2\x80\x9d", /* curly quotes */
    "\xe2\x80\xa8", "\xe2\x80\xa9",                                 /* line separators */
    "\xe2\x81\xa0",                                                 /* word joiner */
    "\xef\xbb\xbf",                                                 /* byte order mark */
};

int paste_next(struct span text, size_t *at)
{
    uint8_t c = text.data[*at];
    if (c >= 0x80) {
        for (size_t i = 0; i < sizeof skipped_sequences / sizeof skipped_sequences[0]; i++) {
            size_t len = strlen(skipped_sequences[i]);
            if (text.len - *at < len || memcmp(text.data + *at, skipped_sequences[i], len) != 0)
                continue;
            *at += len;
            return PASTE_SKIPPED;
        }
    }
    ++*at;
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return c;
    return c != '\0' && strchr(" \t\r\n\v\f-<>\"'|=*_`\\", c) ? PASTE_SKIPPED : PASTE_FOREIGN;
}
