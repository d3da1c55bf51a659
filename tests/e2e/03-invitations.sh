#!/bin/bash
# Proves what an invitation is good for: once, until it expires or is taken back, for everybody but
# its author, and only as a whole; and that a daemon with another key is not taken for a friend.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben && start cid

line=$(nb ann --plain invite)
check "an invitation is one line" test "$(echo "$line" | wc -l)" = 1
expect "not for oneself" 2 "your own invitation" ann join "$line"
expect "not cut" 2 "No whole invitation" ben join "${line%???}"
expect "not something else" 2 "No whole invitation" ben join "hello there"
# shellcheck disable=SC2086  # mails break lines
expect "as a mail program leaves it" 0 "ann is your friend" ben join \
    "Hi, this is the line: > ${line:0:50} > ${line:50} bye"
check "ann knows him" within 10 is_friend ann ben
expect "once" 7 "already used" cid join "$line"
expect "again by the same friend: no harm" 0 "friends already|is your friend" ben join "$line"
expect "ann sees what became of it" 0 "used .*ben" ann invites

line=$(nb ann --plain invite)
number=$(nb ann --plain invites | awk '$2 == "open" { print $1 }')
expect "taken back" 0 "withdrawn" ann revoke "$number"
expect "no longer good" 7 "withdrawn" cid join "$line"
expect "nothing left to take back" 4 "no such invitation" ann revoke 99

expect "not longer than 90 days" 2 "" ann invite 91
# Commands count in days; the daemon counts in seconds.
line=$("$BIN/tests/tools/ask" "$WORK/ann" invite 1)
expired() { nb ann --plain invites | cut -f 2 | grep -qx expired; }
check "an invitation expires" within 10 expired
expect "then it is no longer good" 7 "expired" cid join "$line"

# ---- the other is not there ----
line=$(nb ann --plain invite)
halt ann
expect "nobody answers: it goes on trying" 0 "does not answer" cid join "$line" as anna
start ann
check "and succeeds by itself" within 30 is_friend cid anna
expect "under the name that was chosen" 0 "anna" cid friends

# ---- both are somewhere else at once ----
halt ann
halt cid
sed -i 's/^listen = .*/listen = 127.0.0.1:0/' "$WORK/ann/numbridge.conf" "$WORK/cid/numbridge.conf"
start ann
start cid
line=$(nb ann --plain invite)
expect "a new line says where a friend is now" 0 "friends already" cid join "$line"
check "and there he is" within 20 linked cid anna

# ---- another key at a friend's address ----
port=$(port_of ben)
halt ben
mkdir -m 700 "$WORK/eve"
printf 'listen = 127.0.0.1:%s\nnick = eve\n' "$port" >"$WORK/eve/numbridge.conf"
start eve
wrong_key() { nb ann --json friends | grep -qE '"name":"ben"[^}]*"link":"WRONG_KEY"'; }
check "ann does not take eve for ben" within 20 wrong_key
expect "ben's friends are not eve's" 4 "no such friend" eve play ann bridge
finish
