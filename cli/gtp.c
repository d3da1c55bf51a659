/* Bytes go into one buffer of fixed size; a reply is judged when its empty line has come, and
 * whatever cannot become one is refused at the first byte that shows it. */
#include "cli/gtp.h"

#include <string.h>

enum { SKIPPED_MAX = 65536 };

void gtp_begin(struct gtp_reader *r)
{
    r->len = r->skipped = r->line = 0;
    r->text[0] = '\0';
}

static enum gtp_state skip(struct gtp_reader *r)
{
    return ++r->skipped > SKIPPED_MAX ? GTP_BROKEN : GTP_WAITING;
}

/* The reply without its empty line is text that can be shown, line by line. */
static enum gtp_state judge(struct gtp_reader *r)
{
    char sign = r->text[0];

    r->text[r->len] = '\0';
    for (char *at = r->text; *at != '\0';) {
        size_t len = strcspn(at, "\n");
        if (!text_is_showable(span_of(at, len)))
            return GTP_BROKEN;
        at += len + (at[len] == '\n');
    }
    if (strlen(r->text) != r->len)
        return GTP_BROKEN;
    return sign == '=' ? GTP_DONE : GTP_REFUSED;
}

/* [E-1.2] Empty lines before a reply and carriage returns are skipped. */
static enum gtp_state take_byte(struct gtp_reader *r, char byte)
{
    if (byte == '\r' || (byte == '\n' && r->len == 0))
        return skip(r);
    if (r->len == 0 && byte != '=' && byte != '?')
        return GTP_BROKEN;
    if (byte == '\n' && r->line == r->len)
        return judge(r);
    if (r->len == GTP_REPLY_MAX)
        return GTP_BROKEN;
    r->text[r->len++] = byte;
    if (byte == '\n')
        r->line = r->len;
    return GTP_WAITING;
}

enum gtp_state gtp_take(struct gtp_reader *r, const uint8_t *bytes, size_t len, size_t *used)
{
    enum gtp_state state = GTP_WAITING;

    for (*used = 0; *used < len && state == GTP_WAITING;)
        state = take_byte(r, (char)bytes[(*used)++]);
    return state;
}

const char *gtp_text(struct gtp_reader *r)
{
    char *end = strchr(r->text, '\n');
    const char *at = r->text + 1;

    if (end)
        *end = '\0';
    while (*at == ' ')
        at++;
    return at;
}

void gtp_showable(const char *line, size_t len, struct text *out)
{
    bool good = text_is_showable(span_of(line, len));

    for (size_t i = 0; i < len; i++) {
        bool shown = good || (line[i] >= ' ' && line[i] < 0x7f);
        const char one[2] = {line[i], '\0'};
        text_add(out, shown ? one : "?");
    }
}
