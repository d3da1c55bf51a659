#!/bin/bash
# Runs the measuring programs and scripts of tests/bench; never fails.
# Arguments: the folder of the built programs, and the name of one of them (all if none).
build=$1
only=${2:-}
export BIN=$build
for t in tests/bench/*.c tests/bench/*.sh; do
    [ -e "$t" ] || continue
    name=$(basename "${t%.*}")
    name=${name#bench_}
    [ -z "$only" ] || [ "$name" = "$only" ] || continue
    case $t in
    *.sh) echo "== $name"; timeout 900 "$t" || echo "(did not finish: $?)" ;;
    *.c) program=$build/${t%.c}
         [ -x "$program" ] || continue
         echo "== $name"; timeout 900 "$program" || echo "(did not finish: $?)" ;;
    esac
done
exit 0
