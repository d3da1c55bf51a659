#!/bin/bash
# Proves that a game goes by a folder that two real Syncthing instances share over the loopback.
# Without syncthing it is skipped, and says so.
# shellcheck disable=SC2317  # functions that are called by name
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/roads.inc
. "$ROOT/tests/e2e/roads.inc"

if ! command -v syncthing >/dev/null; then
    echo "skipped: syncthing is not installed (make deps)"
    echo "1 passed, 0 failed"
    exit 0
fi

free_port() {
    python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

# config OWN-ID OTHER-ID OWN-PORT OTHER-PORT GUI-PORT FOLDER: only the loopback, no discovery.
config() {
    cat <<XML
<configuration version="35">
  <folder id="numbridge" label="numbridge" path="$6" type="sendreceive" rescanIntervalS="1"
      fsWatcherEnabled="true" fsWatcherDelayS="1" ignorePerms="true" autoNormalize="true">
    <filesystemType>basic</filesystemType>
    <device id="$1"></device><device id="$2"></device>
  </folder>
  <device id="$1" name="self"><address>dynamic</address></device>
  <device id="$2" name="other"><address>tcp://127.0.0.1:$4</address></device>
  <gui enabled="true" tls="false"><address>127.0.0.1:$5</address><apikey>test</apikey></gui>
  <options>
    <listenAddress>tcp://127.0.0.1:$3</listenAddress>
    <globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled>
    <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
    <reconnectionIntervalS>1</reconnectionIntervalS>
    <startBrowser>false</startBrowser><urAccepted>-1</urAccepted>
    <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
    <crashReportingEnabled>false</crashReportingEnabled>
  </options>
</configuration>
XML
}

for who in ann ben; do
    mkdir -p "$WORK/st-$who" "$WORK/shared-$who"
    syncthing generate --home="$WORK/st-$who" >/dev/null 2>&1 ||
        syncthing -generate="$WORK/st-$who" >/dev/null 2>&1
done
id_of() { syncthing --home="$WORK/st-$1" --device-id 2>/dev/null; }
ann_id=$(id_of ann) ben_id=$(id_of ben)
ann_port=$(free_port) ben_port=$(free_port)
config "$ann_id" "$ben_id" "$ann_port" "$ben_port" "$(free_port)" "$WORK/shared-ann" \
    >"$WORK/st-ann/config.xml"
config "$ben_id" "$ann_id" "$ben_port" "$ann_port" "$(free_port)" "$WORK/shared-ben" \
    >"$WORK/st-ben/config.xml"
for who in ann ben; do
    mkdir -p "$WORK/shared-$who/.stfolder"
    syncthing serve --home="$WORK/st-$who" --no-browser --no-restart >"$WORK/st-$who.log" 2>&1 &
done
away ann
away ben
check "ann and ben are friends by text" friends_by_text ann ben
echo hello >"$WORK/shared-ann/hello"
check "Syncthing carries files" within 90 test -e "$WORK/shared-ben/hello"
expect "ann's folder" 0 "folder" ann road ben spool "$WORK/shared-ann"
expect "ben's folder" 0 "folder" ben road ann spool "$WORK/shared-ben"
nb ann play ben bridge first=proposer >/dev/null
check "a proposal arrives" within 60 has ben ann '"state":"OFFERED_TO_ME"'
nb ben accept ann >/dev/null
check "some moves" play_on ann ben 1 4
same() { [ "$(moves ann 1)" = "$(moves ben 1)" ] && [ "$(moves ann 1)" -ge 4 ]; }
check "they are the same for both" within 60 same
finish
