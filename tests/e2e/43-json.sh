#!/bin/bash
# Proves that every command of the table prints JSON that the shipped schema allows, when it is done
# and when it is refused, byte for byte the same in every language; that options are refused where
# they mean nothing; and that --dry-run signs nothing and ends as the command would.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck disable=SC1010  # 'done' and 'then' are words of ours here
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck source=tests/e2e/json.inc
. "$(dirname "$0")/json.inc"

start ann && start ben && start cat
check "ann and cat are friends" befriend ann cat

# ---- people ----
yes invite ann invite 3
line=$(sed -n 's/.*"text":"\([^"]*\)".*/\1/p' "$WORK/out")
no invite 2 ann invite 3 4
yes join ben join "$line" as ann
within 10 is_friend ann ben
no join 2 ben join
yes invites ann invites
no invites 2 ann invites --follow
nb ann invite >/dev/null
yes revoke ann revoke "$(nb ann --plain invites | awk -F'\t' '$2 == "OPEN" || $2 == "open" {print $1}' | tail -n 1)"
no revoke 4 ann revoke 999
yes friends ann friends
no friends 2 ann friends --game 1
yes rename ann rename cat kit
no rename 4 ann rename nobody somebody
yes road ann road ben spool "$WORK"
yes road ann road
no road 4 ann road nobody spool /tmp
nb ann road ben spool off >/dev/null
yes outbox ann outbox
no outbox 4 ann outbox nobody
no outbox 2 ann outbox a b
yes doctor ann doctor
no doctor 2 ann doctor now
yes status ann status
no status 2 ann status --since 4

# ---- games of every kind ----
no play 2 ann play ben chess
no play 4 ann play nobody bridge
no play 2 ann play ben bridge givens=99 --dry-run
yes play ann play ben bridge --dry-run
check "what would be signed" grep -q '"dry_run":true' "$WORK/out"
check "nothing was" test "$(nb ann --json games | grep -o '"number"' | wc -l)" -eq 0
yes play ann play ben bridge first=proposer clock=claim per-move=1d per-game=none leave=3
within 10 has ben ann '"state":"OFFERED_TO_ME"'
yes show ben show ann
yes accept ben accept ann --dry-run
check "not accepted" has ben 1 '"state":"OFFERED_TO_ME"'
yes accept ben accept ann
no accept 6 ben accept ann
within 20 dealt ann 1
nb ann play ben domains >/dev/null
within 10 has ben 2 '"state":"OFFERED_TO_ME"'
yes decline ben decline 2
no decline 6 ben decline 2
yes practice ann practice blitz --dry-run
no practice 2 ann practice bridge level=9
# begin NUMBER GAME SETTINGS...: ann proposes, ben accepts; both count alike.
begin() {
    local number=$1
    shift
    nb ann play ben "$@" >/dev/null && within 10 has ben "$number" '"state":"OFFERED_TO_ME"' &&
        nb ben accept "$number" >/dev/null && within 20 dealt ann "$number" &&
        within 20 dealt ben "$number"
}
bridge=1 domains=3 dominoes=4 blitz=5
check "a game of domains" begin $domains domains size=5
check "a game of dominoes" begin $dominoes dominoes first=proposer rounds=1
yes games ann games
no games 2 ann games --wait
for game in $bridge $domains $dominoes; do
    yes show ann show "$game"
    yes read ann read all --game "$game"
    yes log ann log "$game"
    yes use ann use "$game"
done
no show 4 ann show 77
no read 4 ann read --game 77
no log 4 ann log 77
no use 4 ann use 77
yes next ann next
no next 2 ann next one
within 10 turn_of ann 1
look ann 1
yes wait ann wait 1
no wait 10 ben wait 1 --wait=1
yes hint ann hint --game 1
no hint 6 ben hint --game 1
yes near ann near e5 --game 1
no near 2 ann near z9 --game 1
yes candidates ann candidates 3 --game 1
no candidates 5 ann candidates 3 --game "$dominoes"
yes ruled ann ruled --game 1
no ruled 5 ann ruled --game "$dominoes"
before=$(moves ann 1)
# shellcheck disable=SC2046  # a move is several words
dry() { yes "$1" ann $(pick ann 1 "$2") --game 1 --dry-run; }
dry place wrong
dry claim claim
dry swap swap
check "nothing was played" test "$(moves ann 1)" = "$before"
# shellcheck disable=SC2046
no place 5 ann $(pick ann 1 given) --game 1 --dry-run
# shellcheck disable=SC2046
no claim 5 ann $(pick ann 1 dear) --game 1
no swap 6 ben swap all --game 1
no pie 5 ann pie --game 1
no pass 5 ann pass --game 1
yes if ben if swap 1 then swap all --game 1 --dry-run
check "no line is kept" test "$(nb ben --json conditions 1 | grep -c '"conditions":\[\]')" -eq 1
yes if ben if swap 1 then swap all --game 1
yes conditions ben conditions 1
no if 2 ben if swap --game 1
no conditions 4 ben conditions cancel 99 --game 1
# shellcheck disable=SC2046
yes claim ann $(pick ann 1 claim) --game 1
within 20 turn_of ben 1
look ben 1
yes pie ben pie --dry-run --game 1
yes pie ben pie --game 1
within 20 turn_of ann 1
look ann 1
# shellcheck disable=SC2046
yes swap ann $(pick ann 1 swap) --game 1
within 20 turn_of ben 1
look ben 1
# shellcheck disable=SC2046
yes place ben $(pick ben 1 wrong) --game 1
within 20 turn_of ann 1

# ---- dominoes ----
look ann "$dominoes"
# shellcheck disable=SC2046  # "show 6-6" or "show none": whatever is true
yes show ann $(nb ann hint --game "$dominoes") --dry-run --game "$dominoes"
no pass 5 ann pass --game "$dominoes"
for _ in $(seq 40); do
    for who in ann ben; do nb $who hint --play --game "$dominoes" >/dev/null 2>&1; done
    nb ann --json log "$dominoes" | grep -q '"kind":"PASS"' && break
    has ann "$dominoes" '"state":"FINISHED"' && break
done
yes log ann log "$dominoes"
yes show ann show "$dominoes"
note pass done # a pass that is allowed comes in few deals: its answer is that of every move

# ---- time ----
for what in warn pause resume; do note $what refused; done
look ann 1
no warn 6 ann warn --game 1
yes pause ann pause --game 1
look ben 1
yes pause ben pause --game 1
within 10 has ann 1 '"paused":true'
look ann 1
yes resume ann resume --game 1
no resume 6 ann resume --game "$domains"
no pause 6 ann pause --game "$domains"
look ben 1
no leave 2 ann leave never
look ann 1
yes leave ann leave 1 --game 1
look ben 1
yes add-time ben add-time 5m --game 1
no add-time 2 ben add-time soon --game 1
no claim 6 ben claim time --game 1

# ---- talk, the end, proof ----
yes say ann --game 1 say good game
no say 2 ann say
no say 2 ann say "a	tab"
yes notes ann notes 1
no notes 4 ann notes 77
look ann 1
yes draw ann draw --dry-run --game 1
yes draw ann draw --game 1
look ann 1
no draw 6 ann draw --game 1
no notify 2 ann notify nonsense
note notify done # only at the prompt
within 10 offered ben 1
no accept 1 ben accept draw 1
look ben 1
yes end ben end --yes --game 1
within 20 has ann 1 '"state":"FINISHED"'
no end 6 ann end --game 1
look ann "$domains"
no resign 1 ann resign --game "$domains"
yes resign ann resign --yes --dry-run --game "$domains"
yes resign ann resign --yes --game "$domains"
within 20 has ann "$domains" '"state":"FINISHED"'
yes export ann export 1 "$WORK/one.nblog"
no export 1 ann export 1 "$WORK/one.nblog"
no export 4 ann export 77 "$WORK/x.nblog"
yes verify ann verify 1
yes verify ann verify "$WORK/one.nblog"
no verify 4 ann verify "$WORK/none"
head -c 900 "$WORK/one.nblog" >"$WORK/cut.nblog"
no verify 8 ann verify "$WORK/cut.nblog"
for file in one cut; do
    "$BIN/numbridge-verify" --json=1 "$WORK/$file.nblog" | sed "s|^|numbridge-verify $file	|" \
        >>"$LINES_FILE"
done
"$BIN/numbridge-verify" --json --nonsense 2>/dev/null | sed 's|^|numbridge-verify --nonsense	|' \
    >>"$LINES_FILE"
no replay 4 ann replay 77
no replay 4 ann replay "$WORK/none.nblog"
check "a replay" json ann replay 1
note replay done
no rule 4 ann rule "$WORK/none" win 1
no ruling 4 ann ruling "$WORK/none"
no auto 4 ann auto 77
check "a game of blitz" begin $blitz blitz
mover=$(first_of ann ben $blitz)
yes auto "$mover" auto $blitz --dry-run
check "what it would play" grep -q '"would_sign":' "$WORK/out"
check "was not played" test "$(moves "$mover" $blitz)" = 0
nb ben auto $blitz >/dev/null 2>&1 &
yes auto ann auto "$blitz"
wait $!

# ---- letters ----
halt ben
look ann "$dominoes"
yes mail ann mail ben
no mail 4 ann mail nobody
echo nothing >"$WORK/letter"
no import 2 ann import "$WORK/letter"
nb ann --game $dominoes say by letter >/dev/null
nb ann mail ben >"$WORK/letter"
start ben
if [ -s "$WORK/letter" ]; then
    yes import ben import "$WORK/letter"
else
    bad "no letter"
fi

# ---- events, bots ----
yes events ann events
no events 2 ann events --types NONSENSE
timeout 35 "$BIN/numbridge" --home "$WORK/ann" --json events --follow --since 1 2>/dev/null |
    sed 's|^|events --follow	|' >>"$LINES_FILE"
note bot done
timeout 5 "$BIN/numbridge" --home "$WORK/ann" --json bot run -- \
    python3 "$ROOT/docs/examples/engine.py" 2>/dev/null | sed 's|^|bot run	|' >>"$LINES_FILE"
no bot 2 ann bot

# ---- the program ----
yes help ann help
yes help ann help place
yes help ann help options
yes help ann help settings
yes help ann place --help
no help 2 ann help nonsense
yes help ann --version
no status 2 ann status --nonsense
no help 2 ann nonsense
yes unlock ann unlock
no unlock 2 ann unlock --follow
no passphrase 1 ann passphrase
yes backup ann backup "$WORK/ann.nbbackup"
no backup 1 ann backup "$WORK/ann.nbbackup"
no restore 6 ann restore "$WORK/ann.nbbackup" --yes
no catch-up 4 ann catch-up 77
no adopt 4 ann adopt 77
yes adopt ann adopt 1 --dry-run
yes restore new restore "$WORK/ann.nbbackup"
no move-out 1 cat move-out "$WORK/cat.move"
yes move-out cat move-out "$WORK/cat.move" --yes
no move-in 6 ann move-in "$WORK/none"
yes move-in newer move-in "$WORK/cat.move"
no remove 1 ann remove kit
yes remove ann remove kit --yes
no remove 4 ann remove kit --yes
no stop 2 ann stop --follow
yes quit ann quit
no quit 2 ann quit --follow

# ---- the same in every language ----
# Every command: what only looks as it is done, everything as it is refused.
looking="friends:games:status:invites:events:log 1:notes 1:conditions:outbox:road:show 1:show $dominoes:\
show $domains:help:help settings:help options:read all --game 1:ruled --game 1:near e5 --game 1:use 1:next:hint:\
verify 1:verify $WORK/one.nblog:replay 1:wait 1 --wait=1:candidates 3 --game 1:export 1 $WORK/one.nblog:\
play ben bridge --dry-run:practice blitz --dry-run:show 77:place 1 a1 --game 1"
while IFS= read -r -d: what; do
    # shellcheck disable=SC2086  # several words
    check "the same bytes in every language: --json $what" same ann --json $what
done <<<"$looking:"
for command in $("$BIN/numbridge" --plain help | cut -f1); do
    case $command in # done elsewhere, or they do something
    stop | quit | unlock | backup | restore | move-in | move-out | bot | auto | doctor) continue ;;
    esac
    check "the same bytes in every language: --json $command 77 77 77 77" \
        same ann --json "$command" 77 77 77 77
    check "the same bytes in every language: --json help $command" same ann --json help "$command"
done
for what in "games" "friends" "status" "invites" "events" "log 1" "notes 1" "help" "show 1" \
    "help options"; do
    # shellcheck disable=SC2086
    check "the same bytes in every language: --plain $what" same ann --plain $what
done
yes stop ann stop

# ---- the table, and the schema ----
# What takes time to come about is done in 43-json-seldom.sh.
for command in warn rule ruling catch-up adopt passphrase; do
    grep -q "^ *yes $command \|^asked_json $command " "$ROOT/tests/e2e/43-json-seldom.sh" && note $command done
done
for command in $("$BIN/numbridge" --plain help | cut -f1); do
    for how in done refused; do
        grep -qx "$command $how" "$WORK/cases" || bad "no case of '$command' $how"
    done
done
check "every line is in the schema" python3 "$ROOT/tests/e2e/schema.py" \
    "$ROOT/docs/numbridge.schema.json" "$LINES_FILE" gap ruled
finish
