/* envelope.h - one letter for every road that is no direct link: mail, a shared folder, a friend's
 * daemon.  Sealed for one reader, signed by one writer, padded; it holds peer messages
 * (wire/peer.h) one after another, everything that the reader has not acknowledged.
 * Rules: docs/formats.md section 8.  Pure: fresh bytes come in as an argument.
 * Memory: struct envelope is flat and large (about 60 kB): keep it static or on the heap.
 * Errors: enum verdict or false; outputs as they were.
 * Source of the algorithm: libsodium's crypto_box_seal (documentation, "Sealed boxes"). */
#ifndef WIRE_ENVELOPE_H
#define WIRE_ENVELOPE_H

#include "base/buf.h"
#include "base/ids.h"
#include "base/verdict.h"

enum {
    ENVELOPE_SEALED_MIN = 256,
    ENVELOPE_SEALED_MAX = 56 * 1024, /* fits into a frame between daemons */
    ENVELOPE_SEAL = 48,              /* key and authentication of the sealed box */
    ENVELOPE_HEAD = 1 + 32 + 64 + 4, /* version, sender, signature, length */
    ENVELOPE_PAYLOAD_HEAD = 1 + 1 + 8, /* part, parts, time */
    ENVELOPE_FRAMES_MAX =
        ENVELOPE_SEALED_MAX - ENVELOPE_SEAL - ENVELOPE_HEAD - ENVELOPE_PAYLOAD_HEAD,
    ENVELOPE_PARTS_MAX = 255,
    ENVELOPE_FRESH = 32
};

struct envelope {
    struct player_key sender;
    uint8_t part, parts; /* from 1: one of how many that were made together */
    uint64_t sent_ms;    /* by the sender's clock */
    size_t frames_len;
    uint8_t frames[ENVELOPE_FRAMES_MAX]; /* each after its length in 4 bytes, little endian */
};

/* How long a sealed envelope with so many bytes of frames is, padding included [F-8.4]. */
size_t envelope_size(size_t frames_len);

/* Append a frame; false (unchanged) if it is empty or does not fit any more. */
__attribute__((warn_unused_result)) bool envelope_add(struct envelope *e, struct span frame);

/* Take the next frame; *at starts at 0.  False at the end.  Only of an envelope that was opened,
 * or filled with envelope_add: there the lengths are right. */
__attribute__((warn_unused_result)) bool envelope_next(const struct envelope *e, size_t *at,
                                                       struct span *frame);

/* Who writes and for whom. */
struct envelope_keys {
    const uint8_t *secret;       /* 64 bytes, Ed25519, of the writer; its second half is his key */
    const struct player_key *to; /* the reader */
};

/* Sign, pad and seal; appends to *out.  `fresh` is 32 random bytes that are used for nothing else.
 * e->sender is not looked at.  False: the key of the reader is none, or it does not fit. */
__attribute__((warn_unused_result)) bool envelope_seal(const struct envelope *e,
                                                       const struct envelope_keys *keys,
                                                       const uint8_t fresh[ENVELOPE_FRESH],
                                                       struct buf *out);

/* Open what was sealed for the owner of this Ed25519 secret key, and check everything about it.
 * VERDICT_NOT_FOR_US: cannot be opened: for somebody else, or hurt;
 * VERDICT_TICKET_VERSION: made by a newer program;
 * VERDICT_MESSAGE_DAMAGED, VERDICT_BAD_KEY, VERDICT_BAD_SIGNATURE: its writer made a mistake, or
 * forges. */
__attribute__((warn_unused_result)) enum verdict envelope_open(struct span sealed,
                                                               const uint8_t secret[64],
                                                               struct envelope *out);

/* The name of a sealed envelope: the hash of its bytes under the tag sealed. */
struct hash envelope_name(struct span sealed);

#endif
