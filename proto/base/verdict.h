/* verdict.h - every reason to say no to something that came from outside, as one enum: 0 means
 * yes, each other value has one sentence and one exit code.
 * Pure.  The numbers travel over the control socket and the wire: append, never renumber.
 * A sentence says what is wrong and, where somebody can do something about it, what to do next;
 * it carries no numbers, hex or names (the caller adds those). */
#ifndef BASE_VERDICT_H
#define BASE_VERDICT_H

/* Exit codes of all programs (docs/numbridge.1, EXIT STATUS). */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_NO = 1,
    EXIT_USAGE = 2,
    EXIT_NO_DAEMON = 3,
    EXIT_UNKNOWN = 4,
    EXIT_RULES = 5,
    EXIT_NOT_NOW = 6,
    EXIT_REFUSED = 7,
    EXIT_NOT_VERIFIED = 8,
    EXIT_DISPUTED = 9,
    EXIT_WAITED = 10,
    EXIT_LOCKED = 11,
    EXIT_LOCAL = 12,
    EXIT_INTERRUPTED = 130
};

/* X(name, number, exit code, sentence) */
#define VERDICTS(X)                                                                              \
    X(VERDICT_OK, 0, EXIT_DONE, "Done.")                                                         \
    /* moves against the rules */                                                                \
    X(VERDICT_CELL_OWNED, 1, EXIT_RULES, "That cell already belongs to somebody.")               \
    X(VERDICT_CELL_IS_GIVEN, 2, EXIT_RULES,                                                      \
      "That cell is a given: no tile can be placed on it, but it can be claimed.")               \
    X(VERDICT_CELL_NOT_GIVEN, 3, EXIT_RULES,                                                     \
      "That cell is not a given: only givens can be claimed.")                                   \
    X(VERDICT_NO_SUCH_CELL, 4, EXIT_USAGE, "There is no such cell on this board.")               \
    X(VERDICT_TILE_NOT_IN_HAND, 5, EXIT_RULES, "You do not hold that tile.")                     \
    X(VERDICT_CLAIM_PRICE, 6, EXIT_RULES,                                                        \
      "That is the wrong number of tiles to pay for a claim in this game.")                      \
    X(VERDICT_SWAP_EMPTY, 7, EXIT_RULES, "A swap needs at least one tile to give back.")         \
    X(VERDICT_SWAP_ALL_IN_PAIR, 8, EXIT_RULES,                                                   \
      "As the first move of a pair a swap must leave at least one tile in the hand.")            \
    X(VERDICT_PIE_NOT_ON_OFFER, 9, EXIT_RULES,                                                   \
      "The pie is not on offer: the first stone can be taken only on the very next turn.")       \
    X(VERDICT_NOT_YOUR_TURN, 10, EXIT_NOT_NOW, "It is not your turn.")                           \
    X(VERDICT_GAME_OVER, 11, EXIT_NOT_NOW, "The game is over.")                                  \
    X(VERDICT_NO_DRAW_OFFER, 12, EXIT_NOT_NOW, "There is no draw offer of the other side.")      \
    X(VERDICT_DRAW_ALREADY_OFFERED, 13, EXIT_NOT_NOW, "Your draw offer already stands.")         \
    X(VERDICT_MOVE_UNKNOWN, 14, EXIT_RULES, "This game has no such move.")                       \
    X(VERDICT_TILE_UNKNOWN, 15, EXIT_USAGE, "There is no such tile.")                            \
    X(VERDICT_TILE_TWICE, 16, EXIT_RULES, "The same tile was named twice.")                      \
    X(VERDICT_NO_MATCH, 17, EXIT_RULES, "That tile does not fit there.")                         \
    X(VERDICT_MUST_DRAW, 18, EXIT_RULES,                                                         \
      "You can only pass when the boneyard is empty: draw a tile.")                              \
    X(VERDICT_BONEYARD_EMPTY, 19, EXIT_RULES, "The boneyard is empty.")                          \
    X(VERDICT_NOT_STARTED, 20, EXIT_NOT_NOW, "The game has not started yet.")                    \
    X(VERDICT_MUST_OPEN_DOUBLE, 21, EXIT_RULES, "The highest double must be played first.")      \
    X(VERDICT_SHOW_DOUBLE, 22, EXIT_RULES, "Only a double can be shown.")                        \
    X(VERDICT_FALSE_PASS, 23, EXIT_RULES, "Nobody may pass while a tile of his fits.")           \
    X(VERDICT_CLOCK_NONE, 24, EXIT_NOT_NOW,                                                      \
      "The clock of this game decides nothing: there is nothing to warn, claim, pause or add.")  \
    X(VERDICT_NOT_LATE, 25, EXIT_NOT_NOW, "The time is not up yet.")                             \
    X(VERDICT_NOT_WARNED, 26, EXIT_NOT_NOW,                                                      \
      "Warn first; the claim is possible when the grace after the warning is over.")             \
    X(VERDICT_PAUSED, 27, EXIT_NOT_NOW, "The game is paused: 'resume' goes on with it.")         \
    X(VERDICT_NOT_PAUSED, 28, EXIT_NOT_NOW, "The game is not paused.")                           \
    X(VERDICT_LEAVE_SPENT, 29, EXIT_NOT_NOW,                                                     \
      "The terms of this game do not leave you that many days of leave.")                        \
    X(VERDICT_ALREADY_SAID, 38, EXIT_NOT_NOW, "You have said that already.")                     \
    X(VERDICT_NOT_WITNESSED, 39, EXIT_NOT_NOW,                                                   \
      "A game with this clock needs a witness, and a claim what he saw before and after.")       \
    X(VERDICT_GAME_TOO_LONG, 41, EXIT_NOT_NOW,                                                   \
      "The game is as long as a game can be: it can only be resigned or ended by agreement.")    \
    X(VERDICT_CONTESTED, 40, EXIT_DISPUTED,                                                      \
      "The game was claimed on time, but by our own record the move was in time.")               \
    /* terms */                                                                                  \
    X(VERDICT_TERM_UNKNOWN, 30, EXIT_USAGE, "There is no such setting.")                         \
    X(VERDICT_TERM_RANGE, 31, EXIT_USAGE, "A setting is outside its range.")                     \
    X(VERDICT_TERM_SYNTAX, 32, EXIT_USAGE, "Settings are written key=value.")                    \
    X(VERDICT_TERMS_CONFLICT, 33, EXIT_USAGE, "Two settings do not go together.")                \
    X(VERDICT_PRESET_UNKNOWN, 34, EXIT_USAGE, "There is no such game.")                          \
    X(VERDICT_RULES_VERSION, 35, EXIT_REFUSED,                                                   \
      "The game uses another version of the rules: please update the older program.")            \
    X(VERDICT_BOARD_FAILED, 36, EXIT_NO, "No board could be made from this coin.")               \
    X(VERDICT_BLOCKS_MALFORMED, 37, EXIT_USAGE, "That block map is not a legal one.")            \
    /* bytes, entries, log */                                                                    \
    X(VERDICT_TOO_LONG, 50, EXIT_NOT_VERIFIED, "A message is too long.")                         \
    X(VERDICT_NOT_DECODABLE, 51, EXIT_NOT_VERIFIED, "A message cannot be decoded.")              \
    X(VERDICT_UNKNOWN_FIELD, 52, EXIT_NOT_VERIFIED,                                              \
      "A signed entry has a field that this version does not know.")                             \
    X(VERDICT_FIELD_RANGE, 53, EXIT_NOT_VERIFIED, "A field is outside its range.")               \
    X(VERDICT_WRONG_GAME, 54, EXIT_NOT_VERIFIED, "An entry belongs to another game.")            \
    X(VERDICT_WRONG_NUMBER, 55, EXIT_NOT_VERIFIED, "An entry has the wrong number.")             \
    X(VERDICT_WRONG_PREVIOUS, 56, EXIT_NOT_VERIFIED,                                             \
      "An entry does not follow the one before it: its hash is another.")                        \
    X(VERDICT_WRONG_AUTHOR, 57, EXIT_NOT_VERIFIED, "An entry was written out of turn.")          \
    X(VERDICT_WRONG_KIND, 58, EXIT_NOT_VERIFIED,                                                 \
      "An entry is of another kind than the one that is due.")                                   \
    X(VERDICT_BAD_SIGNATURE, 59, EXIT_NOT_VERIFIED, "A signature does not hold.")                \
    X(VERDICT_WRONG_STATE, 60, EXIT_NOT_VERIFIED,                                                \
      "Our programs disagree: an entry states another position than the one we reach.")          \
    X(VERDICT_DOUBLE_ENTRY, 61, EXIT_DISPUTED,                                                   \
      "There are two entries of one player for one place (a restored backup is the usual cause).") \
    X(VERDICT_BAD_KEY, 62, EXIT_NOT_VERIFIED, "A key is not a valid one.")                       \
    X(VERDICT_SAME_KEY, 63, EXIT_NOT_VERIFIED, "Two players use the same key.")                  \
    X(VERDICT_SUPERSEDED, 64, EXIT_NOT_NOW,                                                      \
      "The entry of the player whose turn it was takes precedence.")                             \
    X(VERDICT_GAP, 65, EXIT_NOT_NOW, "Entries before this one are missing.")                     \
    X(VERDICT_KNOWN, 66, EXIT_DONE, "That entry is already known.")                              \
    X(VERDICT_DISPUTED, 67, EXIT_DISPUTED, "The game is disputed and goes no further.")          \
    X(VERDICT_FILE_FORMAT, 68, EXIT_NOT_VERIFIED, "This is not a game file of Numbridge.")       \
    X(VERDICT_FILE_DAMAGED, 69, EXIT_NOT_VERIFIED,                                               \
      "The file is damaged or was cut: its checksum does not hold.")                             \
    X(VERDICT_FILE_VERSION, 70, EXIT_NOT_VERIFIED,                                               \
      "The file was written by a newer Numbridge: please update.")                               \
    X(VERDICT_TOO_MANY, 71, EXIT_NOT_VERIFIED, "A list is longer than allowed.")                 \
    X(VERDICT_BAD_EVIDENCE, 72, EXIT_NOT_VERIFIED,                                               \
      "The evidence in the file does not show what it claims.")                                  \
    /* bag */                                                                                    \
    X(VERDICT_BAD_POINT, 80, EXIT_NOT_VERIFIED, "A group element is not properly encoded.")      \
    X(VERDICT_BAD_SCALAR, 81, EXIT_NOT_VERIFIED, "A scalar is not below the group order.")       \
    X(VERDICT_BAD_POSSESSION, 82, EXIT_NOT_VERIFIED,                                             \
      "The proof that a player knows his bag key does not hold.")                                \
    X(VERDICT_BAD_SHARE, 83, EXIT_NOT_VERIFIED, "A share of a tile is wrong.")                   \
    X(VERDICT_BAD_SHUFFLE, 84, EXIT_NOT_VERIFIED, "A shuffle of the bag is not proven.")         \
    X(VERDICT_LAZY_SHUFFLE, 85, EXIT_NOT_VERIFIED,                                               \
      "A shuffle left a tile recognisable.")                                                     \
    X(VERDICT_SHARE_NOT_DUE, 86, EXIT_NOT_VERIFIED, "A share came that is not due.")        \
    X(VERDICT_NOT_A_TILE, 87, EXIT_NOT_VERIFIED, "What was opened is no tile.")                  \
    X(VERDICT_WRONG_OPENING, 88, EXIT_NOT_VERIFIED,                                              \
      "What was opened is not what was committed to.")                                           \
    X(VERDICT_SAME_COMMITMENT, 89, EXIT_NOT_VERIFIED,                                            \
      "A commitment repeats the one of another player.")                                         \
    X(VERDICT_BAG_DIFFERS, 90, EXIT_NOT_VERIFIED,                                                \
      "The bag recomputed from the opened seeds is another one.")                                \
    X(VERDICT_WRONG_TILE, 91, EXIT_NOT_VERIFIED,                                                 \
      "A tile was called by another digit than the bag gives it.")                               \
    X(VERDICT_PROOF_MISSING, 92, EXIT_NOT_VERIFIED, "A proof is missing.")                       \
    /* people, invitations, peers */                                                             \
    X(VERDICT_NO_SUCH_FRIEND, 100, EXIT_UNKNOWN,                                                 \
      "There is no such friend: 'friends' lists them.")                                          \
    X(VERDICT_NO_SUCH_GAME, 101, EXIT_UNKNOWN, "There is no such game: 'games' lists them.")     \
    X(VERDICT_NAME_AMBIGUOUS, 102, EXIT_UNKNOWN, "More than one name begins like that.")         \
    X(VERDICT_NAME_TAKEN, 103, EXIT_NO, "That name is already used.")                            \
    X(VERDICT_NAME_MALFORMED, 104, EXIT_USAGE,                                                   \
      "A name has 1 to 16 letters, digits or dashes and begins with a letter.")                  \
    X(VERDICT_TICKET_MALFORMED, 105, EXIT_USAGE,                                                 \
      "No whole invitation was found in that text: please copy it again.")                       \
    X(VERDICT_TICKET_KIND, 106, EXIT_USAGE,                                                      \
      "That text is from Numbridge, but it is no invitation.")                                   \
    X(VERDICT_TICKET_EXPIRED, 107, EXIT_REFUSED,                                                 \
      "The invitation has expired: ask for a new one.")                                          \
    X(VERDICT_TICKET_USED, 108, EXIT_REFUSED,                                                    \
      "The invitation was already used by somebody: if that was not you, tell your friend; "     \
      "ask for a new one.")                                                                      \
    X(VERDICT_TICKET_REVOKED, 109, EXIT_REFUSED,                                                 \
      "The invitation was withdrawn: ask for a new one.")                                        \
    X(VERDICT_TICKET_UNKNOWN, 110, EXIT_REFUSED,                                                 \
      "The other side does not know this invitation: ask for a new one.")                        \
    X(VERDICT_TICKET_OWN, 111, EXIT_USAGE, "That is your own invitation.")                       \
    X(VERDICT_ALREADY_FRIENDS, 112, EXIT_DONE, "You are friends already.")                       \
    X(VERDICT_TICKET_VERSION, 113, EXIT_REFUSED,                                                 \
      "The invitation was made by a newer Numbridge: please update.")                            \
    X(VERDICT_ADDRESS_MALFORMED, 114, EXIT_USAGE,                                                \
      "An address is written HOST:PORT, with a port from 1 to 65535.")                           \
    X(VERDICT_PEER_WRONG_KEY, 115, EXIT_REFUSED,                                                 \
      "Somebody answers at that address, but with another key than your friend's.")              \
    X(VERDICT_PEER_ABSENT, 116, EXIT_NO_DAEMON,                                                  \
      "Nobody answers at that address at the moment; it will be tried again.")                   \
    X(VERDICT_PEER_REFUSED, 117, EXIT_REFUSED,                                                   \
      "The other side does not let us in: to it we are not a friend (yet).")                     \
    X(VERDICT_STRANGER, 118, EXIT_REFUSED,                                                       \
      "The sender is nobody we know and has no open invitation.")                                \
    X(VERDICT_OFFER_GONE, 119, EXIT_NOT_NOW, "There is no proposal to answer.")                  \
    X(VERDICT_DECLINED, 120, EXIT_REFUSED, "The proposal was declined.")                         \
    X(VERDICT_HEAD_CHANGED, 121, EXIT_NOT_NOW,                                                   \
      "The game has moved on meanwhile: look again before you decide.")                          \
    X(VERDICT_TEXT_MALFORMED, 122, EXIT_USAGE,                                                   \
      "The text is too long or has characters that cannot be shown.")                            \
    X(VERDICT_NO_ADDRESS, 123, EXIT_LOCAL,                                                       \
      "This machine has no address a friend could reach: name one with --announce HOST:PORT.")   \
    X(VERDICT_TOO_MANY_OPEN, 124, EXIT_NOT_NOW,                                                  \
      "Too many are open: finish or withdraw some first.")                                       \
    X(VERDICT_NO_MESSAGE, 125, EXIT_USAGE,                                                       \
      "No message of Numbridge was found in that text: copy all of it, from \"message begins\" "  \
      "to \"message ends\".")                                                                    \
    X(VERDICT_MESSAGE_DAMAGED, 126, EXIT_NOT_VERIFIED,                                           \
      "The message was damaged on the way: copy it again, or ask for it again.")                 \
    X(VERDICT_NOT_FOR_US, 127, EXIT_REFUSED,                                                     \
      "That message is sealed for somebody else.")                                               \
    X(VERDICT_RELAY_FULL, 128, EXIT_NOT_NOW,                                                     \
      "The relay keeps as much as it may for that friend: it will be tried again.")              \
    X(VERDICT_NO_RELAY, 129, EXIT_REFUSED,                                                       \
      "That friend's program does not keep messages for others, or not for this friend.")       \
    /* this machine */                                                                           \
    X(VERDICT_LOCKED, 130, EXIT_LOCKED,                                                          \
      "The secret key is protected by a passphrase: type 'unlock' first.")                       \
    X(VERDICT_WRONG_PASSPHRASE, 131, EXIT_LOCKED, "That is not the passphrase.")                 \
    X(VERDICT_KEY_READABLE, 132, EXIT_LOCKED,                                                    \
      "Others can read the secret key file: make it private with chmod 600.")                    \
    X(VERDICT_KEY_DAMAGED, 133, EXIT_LOCKED, "The key file is damaged.")                         \
    X(VERDICT_KEY_EXISTS, 134, EXIT_NO, "There is a key already; it is never overwritten.")      \
    X(VERDICT_NO_KEY, 135, EXIT_LOCKED, "There is no key yet: start the daemon once.")           \
    X(VERDICT_MEMORY, 136, EXIT_LOCAL, "There is not enough memory for that.")                   \
    X(VERDICT_DISK, 137, EXIT_LOCAL,                                                             \
      "The disk is full or cannot be written: nothing was changed. Make room and try again.")    \
    X(VERDICT_DATABASE_NEWER, 138, EXIT_LOCAL,                                                   \
      "The database was written by a newer Numbridge: please update.")                           \
    X(VERDICT_DATABASE_LOCKED, 139, EXIT_LOCKED,                                                 \
      "Another numbridged already uses this folder.")                                            \
    X(VERDICT_DATABASE_DAMAGED, 140, EXIT_LOCAL, "The database is damaged.")                     \
    X(VERDICT_NO_FILE, 141, EXIT_UNKNOWN, "There is no such file, or it cannot be read.")        \
    X(VERDICT_PERMISSION, 142, EXIT_LOCKED, "You have no permission for that.")                  \
    X(VERDICT_CONTROL_VERSION, 143, EXIT_LOCAL,                                                  \
      "The daemon is of another version: stop it with 'numbridge stop' and try again.")          \
    X(VERDICT_NO_DAEMON, 144, EXIT_NO_DAEMON,                                                    \
      "The daemon does not answer: start it with 'numbridged', or look into its log.")           \
    X(VERDICT_NOT_IMPLEMENTED, 145, EXIT_USAGE, "This version cannot do that.")                  \
    X(VERDICT_CANDIDATES_OFF, 146, EXIT_REFUSED,                                                 \
      "The terms of this game do not allow candidates to be shown.")                             \
    X(VERDICT_USAGE, 147, EXIT_USAGE, "That is not how the command is written: see 'help'.")     \
    X(VERDICT_SETTING_MALFORMED, 148, EXIT_LOCAL,                                                \
      "A settings file has a line that is no setting.")                                          \
    X(VERDICT_WAITED, 149, EXIT_WAITED, "Nothing happened in that time.")                   \
    X(VERDICT_PATH_TOO_LONG, 150, EXIT_LOCAL,                                                    \
      "A path is too long for this system: choose a shorter folder with --home DIR.")            \
    X(VERDICT_CANNOT_LISTEN, 151, EXIT_LOCAL,                                                    \
      "That address cannot be listened at: another program has it, or it is none of this "        \
      "machine.")                                                                                \
    X(VERDICT_NO_PROXY, 152, EXIT_NO_DAEMON,                                                     \
      "The SOCKS proxy is not set or does not answer: nothing was sent.")                        \
    X(VERDICT_PROXY_FAR, 153, EXIT_NO_DAEMON,                                                    \
      "The SOCKS proxy answers, but has not reached the friend yet: it goes on trying.")         \
    X(VERDICT_READ_ONLY, 154, EXIT_LOCAL,                                                        \
      "That place can only be read: nothing was changed. Make it writable and try again.")       \
    X(VERDICT_NO_FOLDER, 155, EXIT_UNKNOWN, "There is no such folder: make it first.")           \
    X(VERDICT_OFFERS_MANY, 156, EXIT_UNKNOWN,                                                    \
      "More than one proposal waits for an answer: say which, as in 'accept 2'; 'games' lists "   \
      "them.")                                                                                   \
    X(VERDICT_OWN_TIME, 157, EXIT_NOT_NOW,                                                       \
      "It is your turn: only somebody else can give you more time.")                             \
    X(VERDICT_CATCHING_UP, 170, EXIT_NOT_NOW,                                                    \
      "After a restored backup nothing is signed in this game before a friend in it has been "   \
      "heard: then it goes on by itself.")                                                       \
    X(VERDICT_ELSEWHERE, 171, EXIT_NOT_NOW,                                                      \
      "This game continues on your other machine, which signs with the same key. To go on with " \
      "it here, stop the other one first, then type 'adopt'.")                                   \
    X(VERDICT_SECRETS_LOST, 172, EXIT_REFUSED,                                                   \
      "This game began after the backup was made: its secrets are lost, it cannot go on here.")  \
    X(VERDICT_MOVED_OUT, 173, EXIT_LOCKED,                                                       \
      "The player of this folder has moved out: nothing is signed here any more. "               \
      "'move-in FILE' is for his new machine.")                                                  \
    X(VERDICT_NOT_A_BACKUP, 174, EXIT_UNKNOWN,                                                   \
      "That file is no backup of Numbridge, or it is damaged.")                                  \
    X(VERDICT_NOT_A_MOVE, 175, EXIT_NO,                                                          \
      "That file is a backup, not the file of a move: 'restore' takes it.")                      \
    X(VERDICT_HOME_IN_USE, 176, EXIT_NO,                                                         \
      "There is a player in this folder already: add --yes to move his files aside.")            \
    X(VERDICT_FILE_EXISTS, 177, EXIT_NO,                                                         \
      "There is a file of that name already: name another, or add --yes to replace it.")         \
    X(VERDICT_DAEMON_RUNS, 178, EXIT_NOT_NOW,                                                    \
      "The daemon of this folder is running: stop it first.")                                    \
    X(VERDICT_NOT_HELD, 179, EXIT_DONE, "Nothing holds this game up.")                           \
    X(VERDICT_CONDITION_KIND, 180, EXIT_RULES,                                                   \
      "Conditional moves are for Bridge and Domains: at dominoes nobody knows what has to be "   \
      "drawn.")                                                                                  \
    X(VERDICT_CONDITION_TURN, 181, EXIT_NOT_NOW,                                                 \
      "A conditional move begins with a move of the other side, and it is not theirs to move.")  \
    X(VERDICT_CONDITION_DRAW, 182, EXIT_RULES,                                                   \
      "That reply needs a tile you do not hold now: what will be drawn, nobody knows.")          \
    X(VERDICT_CONDITION_TWICE, 183, EXIT_NO,                                                     \
      "Another reply to that move is stored already: 'conditions' lists it.")                    \
    X(VERDICT_CONDITION_LONG, 184, EXIT_USAGE,                                                   \
      "A line is written: if MOVE then MOVE, and so on, with at most five moves of yours; "      \
      "moves of one turn are joined by 'and'.")                                                  \
    X(VERDICT_NO_CONDITION, 185, EXIT_UNKNOWN,                                                   \
      "There is no such conditional move: 'conditions' lists them.")                             \
    X(VERDICT_RULING_MALFORMED, 200, EXIT_NOT_VERIFIED,                                          \
      "That is no whole ruling: please copy all of it again.")                                   \
    X(VERDICT_RULING_VERSION, 201, EXIT_NOT_VERIFIED,                                            \
      "The ruling was made by a newer Numbridge: please update.")                                \
    X(VERDICT_NO_ARBITER, 202, EXIT_NO, "The terms of this game name no arbiter.")               \
    X(VERDICT_NOT_ARBITER, 203, EXIT_NO,                                                         \
      "You are not the arbiter that the terms of this game name.")                               \
    X(VERDICT_RULING_SIGNATURE, 204, EXIT_NOT_VERIFIED,                                          \
      "The ruling is not signed by the arbiter that the terms of this game name.")               \
    X(VERDICT_RULING_ELSEWHERE, 205, EXIT_NOT_VERIFIED,                                          \
      "The ruling is about another course of the game: the arbiter has not seen this one.")      \
    X(VERDICT_RULING_PASSED, 206, EXIT_NOT_VERIFIED,                                             \
      "Everybody has played on since what the arbiter saw: he has to see the game again.")       \
    X(VERDICT_RULED_AGREED, 207, EXIT_NOT_NOW,                                                   \
      "The game has ended and all have confirmed it: there is nothing to rule.")                 \
    X(VERDICT_RULED_ALREADY, 208, EXIT_NO,                                                       \
      "You have ruled this game already, and otherwise: a second result would be disputed.")     \
    X(VERDICT_RULINGS_DIFFER, 209, EXIT_DISPUTED,                                                \
      "The arbiter has signed two rulings with different results: neither of them counts.")      \
    X(VERDICT_NO_RESULT, 199, EXIT_USAGE,                                                        \
      "Who has won is written blue, red, the name of a friend who plays, at dominoes the number " \
      "of a seat, or none.")                                                                     \
    X(VERDICT_LINE_CANCELLED, 187, EXIT_DONE, "The conditional moves were cancelled.")           \
    X(VERDICT_CLAIM_KEPT, 188, EXIT_DONE,                                                        \
      "The word of the witness is not late enough yet: the claim is kept, and signed as soon as "  \
      "it is. A move made before that still stands.")                                            \
    X(VERDICT_WITNESS_STRANGER, 189, EXIT_NOT_NOW,                                               \
      "The witness of this game has to be a friend of all who play, and is none of yours: become " \
      "friends with him first, or decline.")                                                     \
    X(VERDICT_NO_INVITATION, 190, EXIT_UNKNOWN,                                                  \
      "There is no such invitation: 'invites' lists them.")                                      \
    X(VERDICT_LINE_LEFT, 186, EXIT_NOT_NOW, "The game took another course.")                     \
    X(VERDICT_NOT_CONFIRMED, 210, EXIT_NO,                                                       \
      "Nothing was done: add --yes to do it without being asked.")                               \
    X(VERDICT_NO_PROGRAM, 211, EXIT_LOCAL,                                                       \
      "A program of Numbridge was found neither beside this one nor in PATH.")                   \
    X(VERDICT_PROGRAM_FAILED, 212, EXIT_LOCAL,                                                   \
      "The program that was started has failed; it said why on standard error.")                 \
    X(VERDICT_DIGITS_MALFORMED, 220, EXIT_USAGE,                                                 \
      "What a friend reads to you are eight groups of five digits.")                             \
    X(VERDICT_DIGITS_OWN, 221, EXIT_NO,                                                          \
      "Those are the digits that you read: type the ones that your friend reads to you.")        \
    X(VERDICT_DIGITS_DIFFER, 222, EXIT_NOT_VERIFIED,                                             \
      "The digits are not those of the key you know this friend by: if they were read and typed " \
      "well, somebody stands between you. Remove the friend, and invite each other by a way "    \
      "that nobody else can touch.")                                                             \
    X(VERDICT_PASSPHRASE_DIFFERS, 213, EXIT_NO,                                                  \
      "The two passphrases were not the same, or there is no terminal: nothing was changed.")    \
    X(VERDICT_ENGINE_FAILED, 214, EXIT_LOCAL,                                                    \
      "The engine does not start, or does not speak the protocol.")

#define VERDICT_ENUM(name, number, code, text) name = number,
enum verdict { VERDICTS(VERDICT_ENUM) };
#undef VERDICT_ENUM

/* The sentence; for a number that is none, a sentence that says so.  A constant, untranslated. */
const char *verdict_text(enum verdict v);

/* The stable upper-case name without its prefix, e.g. "NOT_YOUR_TURN"; "UNKNOWN" for none. */
const char *verdict_name(enum verdict v);

/* The exit code that belongs to it; EXIT_NO for a number that is none. */
enum exit_code verdict_exit(enum verdict v);

/* True if the number (from the wire) is one of the list. */
int verdict_known(unsigned number);

#endif
