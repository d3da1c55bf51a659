/* Text for people and from people; nothing here trusts its input. */
#include "base/text.h"

#include <assert.h>

struct text text_over(char *storage, size_t size)
{
    assert(size >= 1);
    storage[0] = '\0';
    return (struct text){storage, 0, size - 1};
}

void text_add(struct text *t, const char *s)
{
    size_t len = strlen(s);
    if (len > t->max - t->len)
        len = t->max - t->len;
    memcpy(t->data + t->len, s, len);
    t->len += len;
    t->data[t->len] = '\0';
}

void text_add_number(struct text *t, uint64_t number)
{
    char digits[21];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    text_add(t, digits + at);
}

void text_fold(char *text, unsigned width)
{
    char *blank = NULL; /* the last place where this line may end */
    unsigned columns = 0, since = 0;
    bool indent = true;

    for (char *at = text; *at != '\0'; at++) {
        if (*at == '\n') {
            blank = NULL;
            columns = 0;
            indent = true;
            continue;
        }
        if (((unsigned char)*at & 0xc0) == 0x80)
            continue;
        columns++;
        since++;
        if (columns > width && *at != ' ' && blank) {
            *blank = '\n';
            blank = NULL;
            columns = since;
        }
        if (*at == ' ' && !indent) {
            blank = at;
            since = 0;
        }
        indent = indent && *at == ' ';
    }
}

bool text_read_number(struct span text, uint64_t max, uint64_t *out)
{
    uint64_t value = 0;
    if (text.len == 0 || (text.len > 1 && text.data[0] == '0'))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text.data[i] - '0');
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

/* One code point from text[*at..]; advances *at.  Returns -1 for malformed, overlong, surrogate
 * or out-of-range sequences (RFC 3629 section 4). */
static long next_code_point(struct span text, size_t *at)
{
    uint8_t first = text.data[(*at)++];
    unsigned more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    static const long least[4] = {0, 0x80, 0x800, 0x10000};
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || text.len - *at < more)
        return -1;
    long cp = more == 0 ? first : first & (0x3f >> more);
    for (unsigned i = 0; i < more; i++) {
        uint8_t c = text.data[(*at)++];
        if ((c & 0xc0) != 0x80)
            return -1;
        cp = cp << 6 | (c & 0x3f);
    }
    if (cp < least[more] || cp > 0x10ffff || (cp >= 0xd800 && cp <= 0xdfff))
        return -1;
    return cp;
}

static bool code_point_is_harmless(long cp)
{
    if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
        return false;
    if (cp == 0x061c || (cp >= 0x200b && cp <= 0x200f) || (cp >= 0x2028 && cp <= 0x202e))
        return false;
    return !(cp >= 0x2060 && cp <= 0x206f) && cp != 0xfeff;
}

bool text_is_showable(struct span text)
{
    for (size_t at = 0; at < text.len;)
        if (!code_point_is_harmless(next_code_point(text, &at)))
            return false;
    return true;
}
