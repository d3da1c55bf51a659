#!/usr/bin/env python3
"""Cuts and joins files of games and computes the checksum anew, so that a verifier must find what
is wrong in the chain itself.  The framing is that of docs/formats.md section 4.

    splice.py IN OUT DROP               the last DROP entries are cut off
    splice.py IN OUT DROP OTHER BACK    and the BACK-th last entry of OTHER is put in their place
    splice.py --count IN                print how many entries there are"""
import hashlib
import sys

MAGIC = b"numbridge log 1\n"


def records(path):
    with open(path, "rb") as f:
        data = f.read()
    if not data.startswith(MAGIC):
        sys.exit("%s is no game file" % path)
    at, out = len(MAGIC), []
    while at < len(data):
        size = 5 + int.from_bytes(data[at + 1:at + 5], "little")
        out.append(data[at:at + size])
        at += size
    return out[:-1]


def checksum(data):
    tag = b"numbridge/1/log-file"
    framed = bytes([len(tag)]) + tag + len(data).to_bytes(4, "little") + data
    return hashlib.blake2b(framed).digest()[:32]


def main(words):
    if words[0] == "--count":
        print(len(records(words[1])))
        return
    parts = records(words[0])
    parts = parts[:len(parts) - int(words[2])]
    if len(words) == 5:
        parts.append(records(words[3])[-int(words[4])])
    data = MAGIC + b"".join(parts)
    with open(words[1], "wb") as f:
        f.write(data + bytes([3, 32, 0, 0, 0]) + checksum(data))


if __name__ == "__main__":
    main(sys.argv[1:])
