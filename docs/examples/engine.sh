#!/bin/sh
# An engine for `numbridge bot run -- sh engine.sh`: plays every game with nothing but POSIX tools.
# It tries moves in a fixed order and remembers which were refused in this position.  The protocol
# stands in docs/bots.md.
here=${TMPDIR:-/tmp}/numbridge-engine.$$
mkdir -m 700 "$here" || exit
trap 'rm -rf "$here"' EXIT

# number KEY, list KEY: a number, or the numbers between brackets, of the view $json.
number() { printf '%s\n' "$json" | sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p"; }
list() { printf '%s\n' "$json" | sed -n "s/.*\"$1\":\[\([0-9,]*\)\].*/\1/p" | tr ',' ' '; }
has() { case $json in *"$1"*) return 0 ;; esac; return 1; }

# cells: one line for each: name, digit, given, owner, digits ruled out.
cells() {
    printf '%s\n' "$json" | tr '{' '\n' | sed -n 's/^"cell":"\([a-z0-9]*\)","block":[0-9]*,"digit":\([0-9]*\),"given":\([a-z]*\),"owner":\([0-9a-z]*\),"ruled_out":\[\([0-9,]*\)\].*/\1 \2 \3 \4 ,\5,/p'
}

# awk says which digits fit: not in the same row or column, not ruled out.
board_moves() {
    if has '"may_pie":true'; then echo pie; fi
    cells | awk -v hand="$(list hand)" -v price="$(printf '%s\n' "$json" |
        sed -n 's/.*"claim":"\([0-9]*\)".*/\1/p')" '
        { name[NR] = $1; digit[NR] = $2; given[NR] = $3; owner[NR] = $4; out[NR] = $5
          row[NR] = substr($1, 2); column[NR] = substr($1, 1, 1)
          if ($2 > 0) { in_row[row[NR], $2] = 1; in_column[column[NR], $2] = 1 } }
        END {
            n = split(hand, tile, " ")
            for (i = NR; i >= 1; i--) if (digit[i] == 0) for (k = 1; k <= n; k++)
                if (!((row[i], tile[k]) in in_row) && !((column[i], tile[k]) in in_column) &&
                    index(out[i], "," tile[k] ",") == 0) print "place " tile[k] " " name[i]
            paid = ""
            for (k = 1; k <= price; k++) paid = paid " " tile[k]
            for (i = 1; i <= NR; i++) if (given[i] == "true" && owner[i] == "null")
                print "claim " name[i] (price > 0 ? " with" paid : "")
            if (n > 0) print "swap " tile[1]
        }'
}

# The own tiles as "3-5", one a line, the highest first.
tiles() {
    printf '%s\n' "$json" | sed -n 's/.*"tiles":\(\[\[[^"]*\]\]\),"boneyard".*/\1/p' |
        tr -d '[' | tr ']' '\n' | sed -n 's/^,*\([0-9]*\),\([0-9]*\)$/\1-\2/p' | sort -rn
}
domino_moves() {
    if has '"phase":"SHOW"'; then
        tiles | awk -F- '$1 == $2 { print "show " $0 }'
        echo "show none"
    fi
    ends=$(list ends)
    for tile in $(tiles); do
        if has '"line":[]'; then echo "place $tile"; fi
        # shellcheck disable=SC2086  # ends are several words
        set -- $ends
        for end in left right up down; do
            [ $# -gt 0 ] || break
            case -$tile- in *-"$1"-*) echo "place $tile $end" ;; esac
            shift
        done
    done
    echo draw
    echo pass
    tiles | awk -F- '$1 == $2 { print "place " $0 }'
}

genmove() {
    json=$(cat "$here/$1.view")
    touch "$here/$1.refused"
    move=$(if has '"game":"DOMINOES"'; then domino_moves; else board_moves; fi |
        grep -vxF -f "$here/$1.refused" | head -n 1)
    echo "${move:-resign}"
}

while read -r word game rest; do
    answer="="
    case $word in
    protocol_version) answer="= 1" ;;
    name) answer="= example in shell" ;;
    view)
        printf '%s\n' "$rest" | sed 's/"used_ms.*"view"//' >"$here/$game.new"
        cmp -s "$here/$game.new" "$here/$game.view" || rm -f "$here/$game.refused"
        mv "$here/$game.new" "$here/$game.view"
        ;;
    genmove) answer="= $(genmove "$game")" ;;
    refused) printf '%s\n' "${rest#* }" >>"$here/$game.refused" ;;
    newgame | result | quit) ;;
    *) answer="? unknown command" ;;
    esac
    printf '%s\n\n' "$answer"
    [ "$word" != quit ] || exit 0
done
