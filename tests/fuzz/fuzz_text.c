/* The small readers of the base and of the settings: numbers, hex, addresses, bech32m, settings.
 * What is taken is in range and is taken again in its normal form. */
#include "fuzz.h"

#include "base/address.h"
#include "base/bech32.h"
#include "keys/settings.h"

static void numbers(struct span text)
{
    uint64_t number = 0;
    uint8_t bytes[16];
    char hex[33];
    if (text_read_number(text, 300, &number))
        HOLDS(number <= 300 && text.len <= 3);
    if (hex_read(text, bytes, sizeof bytes)) {
        hex_write(span_of(bytes, sizeof bytes), hex);
        HOLDS(text.len == 32);
    }
}

static void address(struct span text)
{
    struct address a, again;
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;
    if (address_read(text, &a) != VERDICT_OK)
        return;
    HOLDS(address_read(span_text(a.text), &again) == VERDICT_OK);
    HOLDS(strcmp(a.text, again.text) == 0);
    address_split(&a, host, &port);
    HOLDS(port > 0 && host[0] != '\0' && address_kind(&a) != 0);
}

static void bech32(struct span text)
{
    static struct bech32_parts parts;
    uint8_t storage[BECH32_MAX];
    char out[BECH32_MAX + 1];
    struct buf b = buf_over(storage, sizeof storage);
    struct text t = text_over(out, sizeof out);
    if (!bech32_read(text, &parts))
        return;
    if (!bech32_bytes(span_of(parts.symbols, parts.symbols_len), &b))
        return;
    HOLDS(bech32_write(parts.prefix, buf_span(&b), &t));
    HOLDS(t.len == text.len);
}

static void setting(struct span text)
{
    struct settings s;
    char line[512], *equals;
    settings_init(&s);
    if (text.len >= sizeof line)
        return;
    memcpy(line, text.data, text.len);
    line[text.len] = '\0';
    equals = strchr(line, '=');
    if (!equals)
        return;
    *equals = '\0';
    (void)!settings_set(&s, line, equals + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_of(data, size);
    numbers(text);
    address(text);
    bech32(text);
    if (size > 0)
        setting(text);
    if (text_is_showable(text))
        HOLDS(!size || !memchr(data, '\33', size));
    return 0;
}
