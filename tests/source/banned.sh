#!/bin/bash
# Functions that nobody can use safely are not used.
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

banned='(strcpy|strcat|strncat|sprintf|vsprintf|gets|atoi|atol|atoll|atof|strtok|alloca|tmpnam'
banned+='|mktemp|scanf|sscanf|wordexp)'

check() {
    local found
    found=$(cd "$1" && grep -rnE "(^|[^A-Za-z0-9_])${banned}[[:space:]]*\(" --include='*.[ch]' \
        proto keys daemon cli 2>/dev/null)
    [ -z "$found" ] && return 0
    echo "$found"
    return 1
}

fresh
put proto/a.c <<<'snprintf(a, n, "%d", 1); my_strcpy(a); fgets(a, 3, f);'
good "safe ones"
for call in 'strcpy(a, b)' 'x = atoi (b)' 'sprintf(a, b)' ' gets(a)' 'alloca(3)' 'strtok(a, b)' \
    'strcat(a, b)'; do
    fresh; put cli/a.c <<<"$call;"; bad "$call"
done

check .
