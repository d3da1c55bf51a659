#!/bin/bash
# The pure part calls no clock, no randomness, no file, nothing that prints, no qsort: what
# libproto.a needs from outside is looked at, so no macro can hide a call.
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

forbidden='time|gettimeofday|clock|clock_.*|timespec_get|nanosleep|sleep|usleep|rand.*|.*rand48'
forbidden+='|s?random|getrandom|getentropy|arc4random.*|.*_keypair|.*_random|.*_keygen'
forbidden+='|fopen.*|freopen.*|open.*|creat|f?read|f?write|close|socket|connect|accept|sendto'
forbidden+='|recvfrom|v?f?printf|__v?f?printf_chk|puts|fputs|putc.*|fputc|perror|getenv|setenv'
forbidden+='|system|fork|exec.*|qsort.*|setlocale|zmq_.*|sqlite3_.*|rl_.*|pthread_.*'
seeded='crypto_.*_seed_keypair'

# check LIBRARY
check() {
    local found
    [ -f "$1" ] || { echo "there is no $1"; return 1; }
    # What some member needs and no other member has.
    found=$(nm "$1" | awk '$1 == "U" { sub(/@.*/, "", $2); needed[$2] }
        NF == 3 { ours[$3] } END { for (n in needed) if (!(n in ours)) print n }' |
        grep -xE "($forbidden)" | grep -vxE "$seeded")
    [ -z "$found" ] && return 0
    echo "$1 calls what the pure part may not call: ${found//$'\n'/ }"
    return 1
}

# compile C-TEXT: into the sample library
library=$sample/lib.a
compile() {
    printf '%s\n' "$1" | cc -x c -c -o "$sample/a.o" - && ar rcs "$library" "$sample/a.o"
}
try() {
    fresh
    compile "$1" || exit 1
    check "$library" >/dev/null
}
try '#include <stdio.h>
#include <string.h>
int crypto_sign_seed_keypair(void);
int my_random(char *b) { return snprintf(b, strlen(b), "%d", crypto_sign_seed_keypair()); }' ||
    { echo "the check refuses a good sample"; exit 1; }
for call in 'long time(long*); long a(void){return time(0);}' \
    'int clock_gettime(int,void*); int a(void){return clock_gettime(0,0);}' \
    'int rand(void); int a(void){return rand();}' \
    'void randombytes_buf(void*,unsigned long); void a(void*p){randombytes_buf(p,1);}' \
    'int crypto_sign_keypair(void); int a(void){return crypto_sign_keypair();}' \
    'int printf(const char*,...); int a(int b){return printf("%d",b);}' \
    'int puts(const char*); int a(void){return puts("");}' \
    'void*fopen(const char*,const char*); void*a(void){return fopen("","");}' \
    'int read(int,void*,long); int a(void){return read(0,0,0);}' \
    'char*getenv(const char*); char*a(void){return getenv("");}' \
    'void qsort(void*,long,long,void*); void a(void*f){qsort(0,0,0,f);}' \
    'int zmq_poll(void); int a(void){return zmq_poll();}' \
    'int sqlite3_step(void); int a(void){return sqlite3_step();}'; do
    if try "$call"; then
        echo "the check does not catch: $call"
        exit 1
    fi
done

check "${BIN:-build/release}/libproto.a"
