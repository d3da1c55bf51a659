"""Proves the primitives of the reference verifier against published vectors: RFC 9496, RFC 9380,
hash to the group, RFC 8032 and Wycheproof Ed25519.  Argument: the folder of the vector files."""
import os
import sys
import time

import group as g


def lines(folder, name):
    with open(os.path.join(folder, name)) as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                yield line.split()


def unhex(text):
    return b"" if text == "-" else bytes.fromhex(text)


def ristretto(folder):
    for row in lines(folder, "ristretto255_rfc9496.txt"):
        if row[0] == "multiple":
            yield g.encode(g.base_times(int(row[1]))) == unhex(row[2])
            yield g.encode(g.product_sum([(int(row[1]), g.BASE)])) == unhex(row[2])
            yield g.encode(g.decode(unhex(row[2]))) == unhex(row[2])
        elif row[0] == "invalid":
            yield g.decode(unhex(row[1])) is None
        elif row[0] == "uniform":
            yield g.encode(g.from_uniform(unhex(row[1]))) == unhex(row[2])


def hash_to_group(folder):
    for dst, message, point in lines(folder, "ristretto255_hash_to_group.txt"):
        yield g.encode(g.hash_point(unhex(message), unhex(dst))) == unhex(point)


def signatures(folder):
    for _, _, key, message, signature in lines(folder, "ed25519_rfc8032.txt"):
        message = unhex(message)
        yield g.ed_verify(unhex(signature), message, unhex(key))
        yield not g.ed_verify(unhex(signature), message + b"x", unhex(key))
        yield g.ed_key(unhex(key)) is not None


def wycheproof(folder):
    for row in lines(folder, "wycheproof_ed25519.txt"):
        key, message, signature = map(unhex, row[2:5])
        yield g.ed_verify(signature, message, key) == (row[1] == "valid")


def main(folder):
    passed = failed = 0
    for test in ristretto, hash_to_group, signatures, wycheproof:
        start = time.time()
        found = list(test(folder))
        failed += found.count(False) + (len(found) == 0)
        passed += found.count(True)
        print("%s: %d of %d, %.1f s" % (test.__name__, found.count(True), len(found),
                                        time.time() - start))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
