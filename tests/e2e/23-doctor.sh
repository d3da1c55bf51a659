#!/bin/bash
# Proves that the doctor says what works and what does not: that a friend is asked to dial and what
# he finds, right and wrong; open permissions, a proxy that is not there; in sentences with
# what to type, as lines for programs, and as JSON.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann
start ben
expect "alone nobody can tell how it looks from outside" 0 "No friend is here" ann doctor
expect "  ... and clocks cannot be compared" 0 "No friend has been here" ann doctor
befriend ann ben
within 10 linked ann ben && within 10 linked ben ann || bad "no link"
expect "a friend reaches us" 0 "ben reaches this daemon at 127.0.0.1:$(port_of ann)" ann doctor
expect "clocks agree" 0 "clock agrees" ann doctor
expect "versions agree" 0 "No friend who was here has another version" ann doctor
expect "the database is whole" 0 "database is whole" ann doctor
expect "the loopback is not mapped" 0 "router is not asked" ann doctor
expect "for programs" 0 "^OK	disk	[0-9]+ MiB" ann --plain doctor
nb ann --json doctor >"$WORK/json"
check "as JSON" python3 - "$WORK/json" <<'END'
import json, sys
checks = json.load(open(sys.argv[1]))["checks"]
assert {c["check"] for c in checks} >= {"listening", "announced", "permissions", "disk", "database",
                                       "clock", "version", "outbox", "proxy", "reachable"}, checks
assert all(c["state"] in ("OK", "NOTE") and c["sentence"] for c in checks)
END
nb ann doctor >"$WORK/one" & one=$!
nb ann doctor >"$WORK/two" & two=$!
wait $one && wait $two
check "two at once get the same" cmp "$WORK/one" "$WORK/two"

chmod g+r "$(home ann)/identity.key"
expect "a key that others can read" 1 "try: chmod go-rwx" ann doctor
chmod g-r "$(home ann)/identity.key"

# From now on ben dials, and ann tells him where nobody is.
halt ann
printf 'announce = 127.0.0.1:1\nsocks = 127.0.0.1:2\n' >>"$(home ann)/numbridge.conf"
start ann
nb ann friends >/dev/null
within 20 linked ann ben || bad "no link any more"
expect "who is not where he says is told" 1 "ben cannot reach this daemon" ann doctor
expect "  ... and what to do" 1 "try: announce = HOST:PORT" ann doctor
expect "no proxy where one should be" 1 "SOCKS proxy does not answer at 127.0.0.1:2" ann doctor
finish
