#!/bin/bash
# Names every test there is, one a line: seconds it may take, name, command.
# Argument: the folder of the built programs.  New files are found by themselves.
set -eu
build=$1
shopt -s nullglob

for s in tests/source/*.sh; do echo "120 $s $s"; done
for t in tests/unit/test_*.c; do
    name=$(basename "$t" .c)
    echo "300 unit/$name $build/tests/$name"
done
for t in tests/fuzz/fuzz_*.c; do
    name=$(basename "$t" .c)
    echo "300 corpus/${name#fuzz_} $build/fuzz/$name tests/fuzz/corpus/${name#fuzz_}"
done
for folder in attack sim faults; do
    for t in tests/"$folder"/*.c; do
        grep -q '^int main' "$t" || continue
        name=$(basename "$t" .c)
        echo "600 $folder/$name $build/tests/$folder/$name"
    done
done
for s in tests/reference/*.sh; do echo "600 $s $s"; done
for s in tests/e2e/[0-9]*.sh tests/faults/*.sh; do echo "300 $s $s"; done
