"""Rulings of arbiters, written and signed by a second program from docs/formats.md section 10,
BIP 350 and RFC 8032: the texts in tests/vectors/rulings.txt must be exactly these.  With --write
the vectors are written."""
import hashlib
import sys

import group as g
from ticket import bech32m

FILE = "tests/vectors/rulings.txt"


def sign(seed, message):
    """RFC 8032, 5.1.6; the key and the signature."""
    h = hashlib.sha512(seed).digest()
    secret = int.from_bytes(h[:32], "little") & (1 << 254) - 8 | 1 << 254
    key = g.ed_encode(g.base_times(secret % g.Q))
    nonce = g.reduce(hashlib.sha512(h[32:] + message).digest())
    point = g.ed_encode(g.base_times(nonce))
    challenge = g.reduce(hashlib.sha512(point + key + message).digest())
    signature = point + ((nonce + challenge * secret) % g.Q).to_bytes(32, "little")
    assert g.ed_verify(signature, message, key)
    return key, signature


def ruling(seed, game, result, time_ms, heads):
    """[F-10.1] to [F-10.4]"""
    data = bytes([1]) + game + bytes([result]) + time_ms.to_bytes(8, "little")
    data += bytes([len(heads)])
    for number, head in sorted(heads):
        data += number.to_bytes(4, "little") + head
    key, signature = sign(seed, b"numbridge/1/ruling\0" + data)
    return key, bech32m("nbr", data + signature)


def cases():
    for i, (result, time_ms, numbers) in enumerate((
            (1, 1800000000000, [12]), (2, 0, [13, 12]), (0, 2**63 - 1, [8192, 1, 40]),
            (4, 1, [7, 7, 300, 301]))):
        seed, game = bytes([i + 1] * 32), hashlib.sha256(b"game %d" % i).digest()
        heads = [(n, hashlib.sha256(b"head %d %d" % (i, k)).digest())
                 for k, n in enumerate(numbers)]
        key, text = ruling(seed, game, result, time_ms, heads)
        yield " ".join((seed.hex(), key.hex(), game.hex(), str(result), str(time_ms),
                        ",".join("%d:%s" % (n, h.hex()) for n, h in heads), text))


def main():
    text = ("# Made by tests/reference/ruling.py, a second program; read by test_ruling.  Seed and key of\n"
            "# the arbiter, game, result (seat plus 1, or 0), time, heads in any order, text.\n"
            + "\n".join(cases()) + "\n")
    if sys.argv[1:] == ["--write"]:
        with open(FILE, "w") as f:
            f.write(text)
        return 0
    with open(FILE) as f:
        same = f.read() == text
    print("the same" if same else "other texts than in " + FILE)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
