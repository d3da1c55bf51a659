#!/bin/bash
# Proves the reference verifier's own arithmetic against published vectors, and its bag against
# frozen transcripts.
set -u
export PYTHONPATH=tests/reference PYTHONDONTWRITEBYTECODE=1
vectors=$(/usr/bin/python3 tests/reference/test_vectors.py tests/vectors/crypto) || true
bags=$(/usr/bin/python3 tests/reference/test_transcripts.py tests/vectors/bag/*.txt) || true
printf '%s\n%s\n' "$vectors" "$bags"
printf '%s\n%s\n' "$vectors" "$bags" | awk '
    /^[0-9]+ passed, [0-9]+ failed$/ { n++; p += $1; f += $3 }
    END { f += 2 - n; printf "%d passed, %d failed\n", p, f; exit f != 0 }'
