#!/bin/bash
# Functions of at most 60 lines, files of at most 600 (tests 900), lines of at most 100 columns
# (scripts 120), no blanks at the end of a line, no tabs in C, a line feed at the end.
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

# From a "{" in the first column to its "}": what our style makes a function's body.
functions='
FNR == 1 { start = 0 }
/^\{$/ { start = FNR }
/^\}/ && start {
    n = FNR - start - 1
    if (n > 60) { print FILENAME ":" start ": function of " n " lines"; bad = 1 }
    start = 0
}
END { exit bad }'

check() {
    local wrong=0 file most widest
    cd "$1" || return 1
    while read -r file; do
        most=600
        [[ $file == tests/* ]] && most=900
        if [ "$(wc -l <"$file")" -gt $most ]; then
            echo "$file: more than $most lines"
            wrong=1
        fi
        awk "$functions" "$file" || wrong=1
        widest=120
        [[ $file == *.[ch] || $file == *.proto ]] && widest=100
        LC_ALL=C.UTF-8 grep -HnE "^.{$((widest + 1)),}\$" "$file" && wrong=1
        [[ $file == *.[ch] ]] && grep -HnP '\t' "$file" && wrong=1
        grep -HnE '[[:blank:]]$' "$file" && wrong=1
        [ -n "$(tail -c 1 "$file")" ] && echo "$file: no line feed at its end" && wrong=1
    done < <(find proto keys daemon cli tests \( -name '*.[ch]' -o -name '*.proto' \
        -o -name '*.sh' -o -name '*.py' \) 2>/dev/null | sort)
    return $wrong
}
# In a shell of its own, since it changes the folder.
check_() { (check "$@"); }

lines() { for ((i = 0; i < $1; i++)); do echo "$2"; done; }
good_() { check_ "$sample" || { echo "The check refuses a good sample: $1"; exit 1; }; }
bad_() { check_ "$sample" >/dev/null 2>&1 && { echo "Not caught: $1"; exit 1; }; }

fresh
{ echo 'void f(void)'; echo '{'; lines 60 '    x();'; echo '}'; } | put proto/a.c
lines 600 'x' | put daemon/b.c
lines 900 'x' | put tests/b.c
printf '%*s\n' 100 x | put cli/c.h
printf '%98sé%s\n' '' x | put cli/d.h
good_ "everything at its limit"
fresh; { echo 'int f(void)'; echo '{'; lines 61 '    x();'; echo '}'; } | put proto/a.c
bad_ "function"
fresh; lines 601 'x' | put daemon/b.c; bad_ "file"
fresh; lines 901 'x' | put tests/b.c; bad_ "test"
fresh; printf '%*s\n' 101 x | put cli/c.h; bad_ "line"
fresh; printf '%*s\n' 121 x | put tests/c.sh; bad_ "line of a script"
fresh; echo 'x ' | put cli/c.h; bad_ "blank at the end"
fresh; printf 'a\tb\n' | put cli/c.h; bad_ "tab"
fresh; printf 'x' | put cli/c.h; bad_ "no line feed"

check_ .
