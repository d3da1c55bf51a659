/* sieve.h - checks on the fields of an unpacked message: lengths, ranges, UTF-8.  protobuf-c
 * checks none of them.  The first thing wrong sticks, so that a reader may go through all its
 * fields and ask once at the end.
 * Used by the files of wire/ only.  Memory: plain value.
 * Errors: s->verdict; what was asked for is then zero or empty. */
#ifndef WIRE_SIEVE_H
#define WIRE_SIEVE_H

#include "base/span.h"
#include "base/verdict.h"

#include <protobuf-c/protobuf-c.h>

#include <stdint.h>

struct sieve {
    enum verdict verdict; /* begins as VERDICT_OK */
};

/* Note a fault, unless one is noted already. */
void sieve_fault(struct sieve *s, enum verdict verdict);

/* A number from `least` to `most`; VERDICT_FIELD_RANGE for another. */
uint32_t sieve_number(struct sieve *s, uint64_t number, uint32_t least, uint32_t most);

/* A number up to `most`, or exactly 255 (NO_SEAT, NO_CELL). */
uint8_t sieve_or_none(struct sieve *s, uint64_t number, uint32_t most);

/* Showable text of at most size - 1 bytes; VERDICT_TEXT_MALFORMED for another.  `in` may be
 * NULL. */
void sieve_text(struct sieve *s, const char *in, char *out, size_t size);

/* Exactly `len` bytes; VERDICT_FIELD_RANGE for another length. */
void sieve_bytes(struct sieve *s, ProtobufCBinaryData in, uint8_t *out, size_t len);

/* None of the bytes is above `most`; VERDICT_FIELD_RANGE otherwise. */
void sieve_small(struct sieve *s, const uint8_t *bytes, size_t len, uint8_t most);

/* At most `most` items of a list; VERDICT_TOO_MANY for more (and the number 0). */
unsigned sieve_count(struct sieve *s, size_t count, unsigned most);

/* The other direction: what a message to be packed borrows from one of our structs.  protobuf-c
 * has no const in its structs, but packing does not write to them. */
char *sieve_lend_text(const char *text);
ProtobufCBinaryData sieve_lend(const uint8_t *bytes, size_t len);

#endif
