#!/bin/bash
# Arrows: which folder may include which, and protobuf only at the edges.
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

# folder: folders whose headers its files may name in quotes
table='
proto/base: base
proto/rules: rules base
proto/bag: bag base
proto/wire: wire rules bag base
proto/chain: chain wire rules bag base
proto/tourney: tourney chain wire rules bag base
keys: keys wire base
daemon: daemon keys tourney chain wire rules bag base
cli: cli keys wire rules base
'
# The verifier and what exports for it judge whole games; it is the only part of cli/ that does.
verifier='cli/verify*.[ch]'
verifier_may='cli keys tourney chain wire rules bag base'

# allowed FILE: the folders it may include
allowed() {
    # shellcheck disable=SC2053  # a pattern
    if [[ $1 == $verifier ]]; then
        echo "$verifier_may"
    else
        sed -n "s|^${1%/*}: ||p" <<<"$table"
    fi
}

check() {
    local root=$1 wrong=0 file folder may included
    while read -r file; do
        folder=${file%/*}
        may=$(allowed "$file")
        if [ -z "$may" ]; then
            echo "$file: its folder stands in no row of the table"
            wrong=1
        fi
        while read -r included; do
            case $included in
            *.pb-c.h) [ "$folder" = proto/wire ] && continue ;;
            */*) [[ " $may " == *" ${included%%/*} "* ]] && continue ;;
            esac
            echo "$file: may not include \"$included\""
            wrong=1
        done < <(sed -nE 's/^[ \t]*#[ \t]*include[ \t]*"([^"]*)".*/\1/p' "$root/$file")
    done < <(cd "$root" && find proto keys daemon cli -name '*.[ch]' 2>/dev/null | sort)
    return $wrong
}

fresh
put proto/rules/a.c <<<'#include "base/text.h"'
put proto/wire/a.c <<<'#include "entry.pb-c.h"'
put cli/verify.c <<<'#include "chain/replay.h"'
good "allowed includes"
fresh; put proto/base/a.h <<<'#include "rules/game.h"'; bad "base includes rules"
fresh; put proto/rules/a.c <<<'#include "bag/bag.h"'; bad "rules includes bag"
fresh; put cli/main.c <<<'# include  "daemon/loop.h"'; bad "cli includes daemon"
fresh; put cli/main.c <<<'#include "chain/replay.h"'; bad "cli judges games"
fresh; put daemon/a.c <<<'#include "entry.pb-c.h"'; bad "protobuf outside wire"
fresh; put keys/a.c <<<'#include "files.h"'; bad "no folder named"
fresh; put proto/new/a.c <<<'int a;'; bad "a folder without a row"

check .
