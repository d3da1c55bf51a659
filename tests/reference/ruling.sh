#!/bin/sh
# The rulings of the vectors, made and signed again in another language from the documents alone.
PYTHONDONTWRITEBYTECODE=1 exec python3 tests/reference/ruling.py
