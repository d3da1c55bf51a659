"""Hashes and streams of docs/formats.md section 1."""
import hashlib


def field(x):
    if isinstance(x, int):
        x = x.to_bytes(8, "little")  # [F-1.3]
    return len(x).to_bytes(4, "little") + x


def h64(tag, *fields):
    """[F-1.1]"""
    tag = b"numbridge/1/" + tag.encode()
    data = bytes([len(tag)]) + tag + b"".join(map(field, fields))
    return hashlib.blake2b(data, digest_size=64).digest()


def h(tag, *fields):
    """[F-1.2]"""
    return h64(tag, *fields)[:32]


class Stream:
    """[F-1.4]"""

    def __init__(self, seed):
        self.seed, self.block, self.ready = seed, 0, b""

    def take(self, n):
        while len(self.ready) < n:
            self.ready += hashlib.blake2b(self.block.to_bytes(8, "little"), digest_size=64,
                                          key=self.seed).digest()
            self.block += 1
        out, self.ready = self.ready[:n], self.ready[n:]
        return out

    def below(self, n):
        """[F-1.5]"""
        limit = 2**32 // n * n
        while True:
            v = int.from_bytes(self.take(4), "little")
            if v < limit:
                return v % n

    def shuffle(self, items):
        """[F-1.6]"""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
