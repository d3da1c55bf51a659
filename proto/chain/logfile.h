/* logfile.h - an exported game as a file: what `export` writes and `verify` reads.
 * Rules: docs/formats.md section 4.  Pure: works on bytes in memory.
 * Errors: enum verdict. */
#ifndef CHAIN_LOGFILE_H
#define CHAIN_LOGFILE_H

#include "chain/ruling.h"

enum { LOGFILE_MAX = 64 * 1024 * 1024, EVIDENCE_MAX = 4, RULINGS_MAX = 2 };

/* Records of a file.  On disk: append, never renumber. */
enum record_kind {
    RECORD_ENTRY = 1,    /* the next entry of the chain */
    RECORD_EVIDENCE = 2, /* a signed entry that stands on the chain and is refused, or a second one
                            of its author for a place of the chain */
    RECORD_END = 3,      /* checksum over everything before it */
    RECORD_RULING = 4    /* of the arbiter, after entries and evidence */
};

/* Begin a file, append records, end it; all into the caller's buffer (buf_ok says if it fitted). */
struct logfile_writer { struct buf *out; };
void logfile_begin(struct buf *out);
void logfile_add(struct buf *out, enum record_kind kind, const struct signed_entry *e);
void logfile_add_ruling(struct buf *out, struct span ruling); /* the bytes as they came */
void logfile_end(struct buf *out);

/* Reading: open checks magic, version and the checksum over the whole; next gives record by
 * record, VERDICT_WAITED at the end; of a ruling f->ruling are the bytes, and *e is as it was.
 * VERDICT_FILE_FORMAT, VERDICT_FILE_VERSION, VERDICT_FILE_DAMAGED, VERDICT_TOO_LONG. */
struct logfile { struct span bytes; size_t at, end; struct span ruling; };
enum verdict logfile_open(struct logfile *f, struct span bytes)
    __attribute__((warn_unused_result));
enum verdict logfile_next(struct logfile *f, enum record_kind *kind, struct signed_entry *e)
    __attribute__((warn_unused_result));

/* Judge a whole file.  What was found, also when it is refused: */
struct finding {
    uint32_t entries;        /* accepted */
    uint32_t bad_entry;      /* number of the entry that was refused, 0 = none */
    uint8_t bad_author;      /* its author, if known, else NO_SEAT */
    uint8_t by_seeds, by_proofs;
    uint8_t evidence;        /* records of evidence in the file; all of them hold */
    uint32_t evidence_why;   /* enum verdict */
    uint8_t evidence_author;
    uint16_t forfeited[SEATS_MAX]; /* dominoes: rounds that a seat forfeited */
    struct replay end;       /* the state reached */
    uint32_t last_by[PLAYERS_MAX]; /* number of the last entry of each player */
    uint8_t rulings;         /* that hold; two have different results */
    struct ruling ruling;    /* the first of them */
};

/* Refusals: those of logfile_open, of replay_add, VERDICT_BAD_EVIDENCE, VERDICT_TOO_MANY, those of
 * ruling_read and ruling_check.
 * check = 0 chooses: by seeds when the file opens all of them, else by proofs. */
enum verdict logfile_judge(struct span bytes, unsigned check, struct finding *out)
    __attribute__((warn_unused_result));

/* How sure the result of a good file is, and the seat that has won, or NO_SEAT: a ruling counts
 * for more than evidence, and evidence for more than the chain. */
enum grade logfile_grade(const struct finding *f);
unsigned logfile_winner(const struct finding *f);

/* The same, and `seen` is told of every entry that was accepted, with the states before and after
 * it (lent for the call; with opened seeds after->bag.value holds the value at each place).  It may
 * be told of the whole chain again, from entry 1; what it is told of a file that is refused in the
 * end counts for nothing. */
struct logfile_step {
    const struct entry *entry;
    const struct replay *before, *after;
};
struct logfile_watcher {
    void (*seen)(void *arg, const struct logfile_step *step);
    void *arg;
};
enum verdict logfile_watch(struct span bytes, unsigned check, const struct logfile_watcher *w,
                           struct finding *out) __attribute__((warn_unused_result));

#endif
