#!/bin/sh
# The tickets and key files of the vectors, made again in another language from the documents alone.
exec python3 tests/reference/ticket.py
