#!/bin/sh
# The boards of the vectors, computed again in another language from the documents alone.
exec python3 tests/reference/board.py
