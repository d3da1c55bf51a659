/* control.h - what the command line and the daemon say to each other over the control socket:
 * plain structs, and the bytes they travel as (proto/control.proto, docs/control.md).
 * A frame on the socket is 4 bytes of length, big endian, then that many bytes of one message;
 * the client sends struct request, the daemon struct reply (same id) and, once asked for,
 * struct event (as a reply of id 0 that carries events).
 * Memory: the structs are flat and large: keep them static or on the heap; text is always zero
 * terminated, valid UTF-8 without control characters (text_is_showable).
 * Errors: enum verdict; *out untouched unless VERDICT_OK. */
#ifndef WIRE_CONTROL_H
#define WIRE_CONTROL_H

#include "base/buf.h"
#include "base/ids.h"
#include "base/verdict.h"
#include "rules/move.h"

enum {
    CONTROL_VERSION = 1,
    CONTROL_FRAME_MAX = 4 * 1024 * 1024, /* bytes of one message */
    NAME_MAX_LEN = 16,                   /* characters of a petname */
    NOTE_MAX = 1024,                     /* bytes of a chat line */
    TICKET_TEXT_MAX = 1100,              /* bytes of an invitation as text */
    PASTE_MAX = 64 * 1024,               /* bytes of text with an invitation somewhere in it */
    OTHERS_MAX = 3,                      /* players of a game besides oneself */
    SETTINGS_MAX = 24,                   /* key=value pairs of a proposal */
    SETTING_LEN_MAX = 64,
    ROWS_MAX = 64,                       /* rows of one reply; `more` says that there are more */
    EXPORT_MAX = 7 * 512 * 1024,         /* bytes of an exported game */
    IMPORT_MAX = 56 * 1024,              /* bytes of one sealed envelope */
    ROAD_TARGET_MAX = 1024               /* bytes of a path */
};

/* On the wire: append, never renumber.  In brackets what the request uses, then what the reply
 * brings; every reply has a verdict and may have `detail`. */
enum request_kind {
    REQ_HELLO = 1,         /* [number = CONTROL_VERSION]  status */
    REQ_STATUS = 2,        /* []  status */
    REQ_UNLOCK = 3,        /* [text = passphrase]  status */
    REQ_INVITE = 4,        /* [number = seconds until expiry, 0 = 7 days]  invitations (one) */
    REQ_INVITES = 5,       /* [from]  invitations */
    REQ_REVOKE = 6,        /* [number of the invitation] */
    REQ_JOIN = 7,          /* [text = anything with a ticket in it, name = petname or empty]
                              friends (one), when the other side has answered or at once with
                              VERDICT_PEER_ABSENT etc. and the daemon goes on trying */
    REQ_FRIENDS = 8,       /* [from]  friends */
    REQ_RENAME = 9,        /* [name, text = new name] */
    REQ_REMOVE = 10,       /* [name] */
    REQ_PLAY = 11,         /* [name and names = the friends, preset, settings]  games (one); the
                              terms have as many players as friends are named, and one */
    REQ_ACCEPT = 12,       /* [game, or name, or neither if just one stands open]  games (one) */
    REQ_DECLINE = 13,      /* as REQ_ACCEPT */
    REQ_GAMES = 14,        /* [from]  games, those that need me most first */
    REQ_SHOW = 15,         /* [game, 0 = the one that most needs me]  show */
    REQ_MOVE = 16,         /* [game, head, choice]  show */
    REQ_RESIGN = 17,       /* [game, head]  show */
    REQ_OFFER_DRAW = 18,   /* [game, head]  show */
    REQ_ACCEPT_DRAW = 19,  /* [game, head]  show */
    REQ_SAY = 20,          /* [game or name, text] */
    REQ_EXPORT = 21,       /* [game]  data = the log file */
    REQ_SUGGEST = 22,      /* [game]  choice = what the practice player would do, show */
    REQ_PRACTICE = 23,     /* [preset, settings, number = level 1..3, 0 = 2]  games (one) */
    REQ_EVENTS = 24,       /* [from = first event number wanted, 0 = only new ones; number = 1 to
                              follow]  events; then more as they happen if following */
    REQ_LOG = 25,          /* [game, from]  moves (one line each) */
    REQ_STOP = 26,         /* []  the daemon stops after the reply */
    REQ_NOTES = 27,        /* [game, from]  events of kind EVENT_NOTE */
    REQ_MAIL = 28,         /* [name]  data = everything he has not acknowledged as sealed
                              envelopes, each after its length in 4 bytes, little endian; friends
                              (one) */
    REQ_IMPORT = 29,       /* [data = one sealed envelope]  friends (one: its sender), events =
                              what it brought, detail = which part it is, if there are several */
    REQ_ROAD = 30,         /* [name or nothing; text = nothing, or KIND and what it needs: "spool
                              DIR", "relay NAME", "spool off", "relay off"; from]  roads */
    REQ_OUTBOX = 31,       /* [name or nothing, from]  outbox: what is not acknowledged yet */
    /* about time, in games whose clocks count */
    REQ_WARN = 32,         /* [game, head]  show */
    REQ_CLAIM_TIME = 33,   /* [game, head]  show */
    REQ_ADD_TIME = 34,     /* [game, head, number = seconds]  show */
    REQ_PAUSE = 35,        /* [game, head]  show */
    REQ_RESUME = 36,       /* [game, head]  show */
    REQ_LEAVE = 37,        /* [game, head, number = days]  show */
    REQ_DOCTOR = 38,       /* []  checks: what works and what does not; takes some seconds */
    REQ_BACKUP = 50,       /* [text = absolute path, number = 1: replace]  detail = the path */
    REQ_MOVE_OUT = 51,     /* the same; afterwards nothing is signed here any more */
    REQ_CATCH_UP = 52,     /* [game]  show; a game that waits for a friend goes on without him */
    REQ_ADOPT = 53,        /* [game]  show; a game that continues elsewhere goes on here */
    REQ_IF = 54,           /* [game, head, text = "MOVE then MOVE ..."]  conditions (one) */
    REQ_CONDITIONS = 55,   /* [game, 0 = all; from]  conditions */
    REQ_CANCEL = 56,       /* [game, number = a condition, 0 = all of the game] */
    REQ_RULE = 57,         /* [text = a ruling without its signature, data = entry 1 of the game]
                              data = the text of the ruling, signed */
    REQ_RULING = 58,       /* [text = anything with a ruling in it]  games (one) */
    REQ_CHECK = 59         /* [name, text = nothing, or the digits he read]  friends (one), detail =
                              the digits to read to him; VERDICT_DIGITS_DIFFER: the number of the
                              first group that does */
};

struct request {
    uint32_t kind;  /* enum request_kind */
    uint32_t id;    /* chosen by the client, from 1 */
    char name[NAME_MAX_LEN + 1];
    unsigned names_n; /* friends of a proposal after `name`, 0 for two players */
    char names[OTHERS_MAX][NAME_MAX_LEN + 1];
    uint32_t game;  /* local number, 0 = none */
    uint8_t has_head;
    struct hash head; /* the head the command was typed against */
    uint64_t number;
    uint64_t from;
    uint32_t preset; /* enum preset, 0 = none */
    struct choice choice;
    unsigned settings_n;
    char settings[SETTINGS_MAX][SETTING_LEN_MAX + 1]; /* "key=value" */
    char text[PASTE_MAX + 1];
    size_t data_len;
    uint8_t data[IMPORT_MAX];
    uint8_t dry_run; /* 1: the reply has one of moves, what would be signed; nothing is */
};

enum daemon_state { DAEMON_READY = 1, DAEMON_LOCKED = 2, DAEMON_MOVED_OUT = 3 };

struct status {
    uint32_t state;        /* enum daemon_state */
    char version[32];
    uint32_t pid;
    struct player_key key;
    char nick[NAME_MAX_LEN + 1];
    char listen[128];      /* bound address */
    char announced[4][262]; /* addresses in invitations */
    uint32_t friends, friends_online, games_open, games_my_turn, unsent;
    uint64_t started_ms;   /* wall clock */
    uint64_t events;       /* number of the newest event */
    char folder[256];      /* data folder */
};

enum invitation_state { INVITATION_OPEN = 1, INVITATION_USED, INVITATION_REVOKED,
                        INVITATION_EXPIRED };
struct invitation_row {
    uint32_t number;
    uint32_t state; /* enum invitation_state */
    uint64_t created_ms, expires_ms;
    char used_by[NAME_MAX_LEN + 1];
    char text[TICKET_TEXT_MAX + 1]; /* only in the reply that made it */
};

enum link_state { LINK_DOWN = 1, LINK_UP = 2, LINK_WRONG_KEY = 3, LINK_REFUSED = 4,
                  LINK_NO_PROXY = 5, /* the SOCKS proxy that it takes is not there, or silent */
                  LINK_FAR = 6 /* the proxy has been asked for him and has not reached him yet */ };
struct friend_row {
    char name[NAME_MAX_LEN + 1];
    char calls_self[NAME_MAX_LEN + 1]; /* what the other proposed */
    struct player_key key;
    uint32_t link;          /* enum link_state */
    uint64_t last_seen_ms;  /* 0 = never */
    uint32_t joined;        /* 1 = friends; 0 = we used an invitation and wait for the answer */
    uint32_t practice;      /* 1 = the practice player of this machine */
    uint64_t checked_ms;    /* when his digits were heard and typed, 0 = never */
    uint32_t unsent;        /* entries he has not acknowledged */
    uint32_t games_open;
    char address[262];
    uint64_t link_ms;       /* since when `link` is so, 0 = not known */
};

enum game_state {
    GAME_OFFERED_BY_ME = 1, GAME_OFFERED_TO_ME, GAME_SETTING_UP, GAME_MY_TURN, GAME_THEIR_TURN,
    GAME_CLOSING /* over, openings still owed */, GAME_FINISHED, GAME_DECLINED, GAME_DISPUTED
};
struct game_row {
    uint32_t number;      /* local */
    struct game_id id;
    char opponent[NAME_MAX_LEN + 1]; /* the first of the others, in order of players */
    uint32_t state;       /* enum game_state */
    uint32_t preset, game;
    uint32_t moves, entries;
    uint32_t my_seat;     /* NO_SEAT before the coin is open */
    uint32_t ending, winner; /* enum ending, seat or NO_SEAT */
    uint32_t waits_for;   /* enum debt_kind of chain/replay.h */
    uint32_t waits_for_me;
    uint32_t unsent;      /* my entries the other has not acknowledged */
    uint32_t link;        /* enum link_state of the opponent */
    uint64_t changed_ms, other_seen_ms;
    uint32_t refusal;     /* enum verdict why it is disputed or was declined, else 0 */
    uint32_t players;     /* 2; dominoes 2 to 4; 0 = 2 */
    char others[OTHERS_MAX - 1][NAME_MAX_LEN + 1]; /* the opponents after the first */
    uint32_t accepted;    /* a proposal: how many players have said yes, the proposer too */
    uint32_t grade;       /* enum grade of wire/entry.h: how sure the result is, 0 = none yet */
    uint32_t hold;        /* enum verdict why nothing is signed in it now, else 0 */
    uint32_t conditions;  /* conditional moves that are stored for it */
};

struct seat_clock {
    uint64_t used_ms;      /* thinking time of the moves made */
    uint64_t move_used_ms; /* of the move being thought about, not in used_ms yet */
    uint32_t running;      /* 1 = this seat is thinking now */
    uint64_t bank_ms;      /* left of the game clock without the present move; 0 also if none */
    uint64_t turn_ms;      /* for the present or next move, with what was added; 0 = no limit */
    uint32_t leave_left;   /* days that may still be taken */
    uint32_t wants_pause;  /* 1 = has asked for the clocks to stand still */
};
struct game_show {
    struct game_row row;
    struct view view;            /* terms included, also before the game has begun */
    uint32_t started;            /* 1 = the board exists */
    struct hash head;
    char seat_name[SEATS_MAX][NAME_MAX_LEN + 1]; /* petname; own nick for oneself */
    struct seat_clock clock[SEATS_MAX];          /* by seat */
    char preset_diff[512];       /* settings that differ from the preset, "key=value key=value" */
    uint32_t paused;             /* 1 = the clocks stand still */
    uint32_t warned;             /* 1 = somebody has been warned that his time is up */
    uint32_t warned_mine;        /* 1 = by me */
    uint64_t grace_ms;           /* warned: when it ends, by the clock of who warned */
    char witness[NAME_MAX_LEN + 1]; /* petname, or a name made from the key; empty: none */
    char arbiter[NAME_MAX_LEN + 1];
};

/* A line of the log of moves. */
struct move_row {
    uint32_t number;    /* of the entry */
    uint32_t seat;      /* NO_SEAT for entries without one */
    uint32_t kind;      /* enum entry_kind of wire/entry.h */
    uint32_t right;     /* placed: 1 = right digit, 0 = wrong */
    struct choice choice; /* values only as far as everybody saw them */
    uint64_t sent_ms;
    uint64_t used_ms;   /* thinking time of a move, as its author says */
};

/* Stored, numbered without gaps.  On the wire: append, never renumber. */
enum event_kind {
    EVENT_FRIEND_JOINED = 1, /* name */
    EVENT_FRIEND_UP, EVENT_FRIEND_DOWN, /* name; not stored as news, but numbered */
    EVENT_OFFER,         /* name, game: a proposal came */
    EVENT_ACCEPTED,      /* name, game */
    EVENT_DECLINED,      /* name, game */
    EVENT_STARTED,       /* game: hands are dealt */
    EVENT_MOVE,          /* name, game, move: by whom is move.seat; mine too; value = n of the
                            board or the set of dominoes, so that cells and tiles can be
                            named */
    EVENT_YOUR_TURN,     /* name, game */
    EVENT_DRAW_OFFERED,  /* name, game, value: enum game_kind, for the words */
    EVENT_OVER,          /* name, game; value = ending, seat = winner, mine = 1: that is me */
    EVENT_FINISHED,      /* game: openings exchanged and checked */
    EVENT_DISPUTED,      /* game, verdict */
    EVENT_NOTE,          /* name, game, text */
    EVENT_LINK,          /* name, verdict: a connection trouble worth a sentence */
    EVENT_LOCAL,         /* verdict: trouble of this machine (disk), told and not stored: number 0;
                            OK: it is over */
    EVENT_ROUND,         /* name, game: a round is over; value = enum domino_how, seat = who won it
                            or NO_SEAT, name = his petname, mine = 1: that is me */
    EVENT_REMINDER,      /* game: my time runs; value = seconds that are left */
    EVENT_WARNED,        /* name, game: whose turn it is has used his time up; mine = 1: I say so;
                            value = seconds of grace */
    EVENT_TIME_ADDED,    /* name, game; value = seconds; mine = 1: I gave them */
    EVENT_PAUSE,         /* name, game; value = 1: all want it, the clocks stand still */
    EVENT_RESUMED,       /* name, game */
    EVENT_LEAVE,         /* name, game; value = days */
    EVENT_HOLD,          /* game, verdict: nothing is signed in it now and why; OK = it goes on */
    EVENT_CONDITION,     /* game, text = a line of conditional moves; verdict OK = its next reply
                            was made, else the line was cancelled and why */
    EVENT_CLOCK,         /* this machine's wall clock jumped by `value` seconds; seat = 1: ahead */
    EVENT_RULED          /* game: the arbiter, whose name is `name`, has ruled; seat = who has won
                            or NO_SEAT, text = his petname, mine = 1: that is me; verdict: OK, or
                            that he ruled in two ways */
};
struct event {
    uint64_t number, time_ms;
    uint32_t kind;      /* enum event_kind */
    uint32_t game;      /* local number, 0 = none */
    uint32_t mine;      /* 1 = I did it */
    uint32_t seat, value;
    uint32_t verdict;
    struct move_row move;
    char name[NAME_MAX_LEN + 1];
    char text[NOTE_MAX + 1];
};

/* What brings things to a friend.  On the wire and stored: append, never renumber. */
enum road_kind { ROAD_NONE = 0, ROAD_DIRECT = 1, ROAD_TEXT = 2, ROAD_SPOOL = 3, ROAD_RELAY = 4 };
struct road_row {
    char name[NAME_MAX_LEN + 1];      /* to whom */
    uint32_t kind;                    /* enum road_kind */
    char target[ROAD_TARGET_MAX + 1]; /* the folder, or the friend who keeps it */
    uint64_t sent_ms;                 /* when something last went, 0 = never */
    uint32_t trouble;                 /* enum verdict why it does not go now, else 0 */
};

/* A line of conditional moves. */
enum { CONDITION_TEXT_MAX = 400, CONDITION_REPLIES_MAX = 5 };
struct condition_row {
    uint32_t number, game;
    uint32_t played;                   /* replies made already */
    char text[CONDITION_TEXT_MAX + 1]; /* what is left of it: "MOVE then MOVE ..." */
};

/* An entry or a note of mine that somebody has not acknowledged yet. */
struct outbox_row {
    char name[NAME_MAX_LEN + 1]; /* who */
    uint32_t game, number;       /* which entry; of a note the game it is about, 0 = none, and 0 */
    uint32_t kind;               /* enum entry_kind of wire/entry.h; 0 for a note */
    uint64_t written_ms;
    uint32_t road;               /* enum road_kind it has gone by, ROAD_NONE: by none yet */
    uint64_t sent_ms;            /* when, 0 = not known */
    uint64_t last_seen_ms;       /* when he was last heard of, 0 = never */
    uint32_t link;               /* enum link_state */
    uint64_t note;               /* number of the note; 0: it is an entry */
};

/* What the doctor found.  On the wire: append, never renumber. */
enum check_state { CHECK_FINE = 1, CHECK_NOTE = 2, CHECK_BAD = 3 };
enum { CHECK_NAME_MAX = 16, CHECK_SENTENCE_MAX = 400, CHECK_COMMAND_MAX = 120,
       CHECK_VALUES = 3, CHECK_VALUE_MAX = 300 };
struct check_row {
    char check[CHECK_NAME_MAX + 1]; /* what was looked at, for programs */
    uint32_t state;                 /* enum check_state */
    char sentence[CHECK_SENTENCE_MAX + 1]; /* English, with {1} {2} {3} for the values */
    char value[CHECK_VALUES][CHECK_VALUE_MAX + 1];
    char command[CHECK_COMMAND_MAX + 1]; /* what to type or write; may be empty */
};

struct reply {
    uint32_t id;         /* of the request; 0 = events that were subscribed to */
    uint32_t verdict;    /* enum verdict */
    char detail[262];    /* what the sentence is about: a setting, a name, an address */
    uint32_t more;       /* 1 = ask again with `from` = `next` */
    uint64_t next;
    uint8_t has_status, has_show;
    struct status status;
    struct game_show show;
    struct choice choice;
    unsigned invitations_n, friends_n, games_n, moves_n, events_n, roads_n, outbox_n, checks_n;
    struct invitation_row invitations[ROWS_MAX];
    struct friend_row friends[ROWS_MAX];
    struct game_row games[ROWS_MAX];
    struct move_row moves[ROWS_MAX];
    struct event events[ROWS_MAX];
    struct road_row roads[ROWS_MAX];
    struct outbox_row outbox[ROWS_MAX];
    unsigned conditions_n;
    struct condition_row conditions[ROWS_MAX];
    struct check_row checks[ROWS_MAX];
    size_t data_len;
    uint8_t data[EXPORT_MAX];
};

/* Copy a reply: most of the struct is room for an exported game, and only what is there is
 * copied (a plain assignment would move millions of bytes for every piece of news). */
void control_copy_reply(struct reply *out, const struct reply *in);

/* To bytes (without the 4 bytes of length).  False if `out` is too small. */
__attribute__((warn_unused_result)) bool control_pack_request(const struct request *in,
                                                              struct buf *out);
__attribute__((warn_unused_result)) bool control_pack_reply(const struct reply *in,
                                                            struct buf *out);

/* From bytes: VERDICT_TOO_LONG, VERDICT_NOT_DECODABLE, VERDICT_FIELD_RANGE, VERDICT_TOO_MANY,
 * VERDICT_TEXT_MALFORMED, VERDICT_MEMORY.  Unknown fields are ignored. */
enum verdict control_unpack_request(struct span bytes, struct request *out)
    __attribute__((warn_unused_result));
enum verdict control_unpack_reply(struct span bytes, struct reply *out)
    __attribute__((warn_unused_result));

#endif
