#!/bin/bash
# No file names a folder of somebody's machine or a host that packages come from.
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

# Each pattern is written so that it does not match itself.
traces='/wor[k]/|/tmp/[w]/|/roo[t]/|/User[s]/|deb[.]debian[.]org|regis[t]ry[.][a-z]+js[.]org'
traces+='|py[p]i[.]org|files[.]python[h]osted|crates[.]i[o]|proxy[.]golan[g]'

check() {
    local found
    found=$(cd "$1" && grep -rnIE "$traces" --exclude-dir=.git --exclude-dir=build . 2>/dev/null)
    [ -z "$found" ] && return 0
    echo "$found"
    return 1
}

fresh
put a.md <<<'see /usr/share/doc and the network folder /srv/games'
good "paths that are everywhere the same"
for trace in wor tmp/ roo; do
    case $trace in
    wor) text="/wor""k/here" ;;
    tmp/) text="/tmp/""w/here" ;;
    roo) text="/roo""t/.local" ;;
    esac
    fresh; put docs/a.md <<<"$text"; bad "$text"
done
fresh; put Makefile <<<"from deb.""debian.org"; bad "a registry"

check .
