"""The curve, ristretto255 and Ed25519 with Python's integers only: nothing here knows libsodium.

Sources: RFC 8032 (Ed25519), RFC 9496 (ristretto255), RFC 9380 section 5.3.1 (expand_message_xmd).
Points are (X, Y, Z, T) in extended coordinates; speed comes from interleaved sums of products in
non-adjacent form and from a table for the generator.  Nothing here is constant in time: a verifier
has no secrets."""
import functools
import hashlib

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
D2 = 2 * D % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
ZERO = (0, 1, 1, 0)


# ---- field ----

def is_negative(x):
    return x & 1


def sqrt_ratio(u, v):
    """RFC 9496 section 3.1: (was square, the non-negative root of u/v or of SQRT_M1*u/v)."""
    v3 = v * v % P * v % P
    v7 = v3 * v3 % P * v % P
    r = u * v3 % P * pow(u * v7 % P, (P - 5) // 8, P) % P
    check = v * r % P * r % P
    correct = check == u % P
    flipped = check == -u % P
    flipped_i = check == -u * SQRT_M1 % P
    if flipped or flipped_i:
        r = r * SQRT_M1 % P
    if is_negative(r):
        r = P - r
    return correct or flipped, r


INVSQRT_A_MINUS_D = sqrt_ratio(1, -1 - D)[1]
SQRT_AD_MINUS_ONE = sqrt_ratio((-D - 1) % P, 1)[1]
ONE_MINUS_D_SQ = (1 - D * D) % P
D_MINUS_ONE_SQ = (D - 1) * (D - 1) % P
if not is_negative(SQRT_AD_MINUS_ONE):  # RFC 9496 takes the negative root
    SQRT_AD_MINUS_ONE = P - SQRT_AD_MINUS_ONE


# ---- points ----

def add(p, q):
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a = (y1 - x1) * (y2 - x2) % P
    b = (y1 + x1) * (y2 + x2) % P
    c = t1 * D2 % P * t2 % P
    d = 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(p):
    x, y, z, _ = p
    a = x * x % P
    b = y * y % P
    h = a + b
    e = h - (x + y) * (x + y) % P
    g = a - b
    f = 2 * z * z % P + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negate(p):
    x, y, z, t = p
    return P - x, y, z, P - t


def sub(p, q):
    return add(p, negate(q))


def same_point(p, q):
    """Equal as points of the curve (Ed25519), not only as elements."""
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def total(points):
    s = ZERO
    for p in points:
        s = add(s, p)
    return s


WIDTH = 5


def naf(k):
    """Digits of k, odd or zero, below 2^(WIDTH-1) in size, at most one in WIDTH not zero."""
    out = []
    at = 0
    while k:
        if k & 1:
            d = k & (2**WIDTH - 1)
            if d >= 2**(WIDTH - 1):
                d -= 2**WIDTH
            k -= d
            out.append((at, d))
        k >>= 1
        at += 1
    return out


def odd_multiples(p):
    twice = double(p)
    row = [p]
    for _ in range(2**(WIDTH - 2) - 1):
        row.append(add(row[-1], twice))
    return row


def product_sum(pairs):
    """The sum of k * point over (k, point): all doublings are shared."""
    steps = {}
    for k, p in pairs:
        row = odd_multiples(p)
        for at, d in naf(k % Q8):
            q = row[d >> 1] if d > 0 else negate(row[-d >> 1])
            steps.setdefault(at, []).append(q)
    s = ZERO
    for at in range(max(steps, default=-1), -1, -1):
        s = double(s)
        for q in steps.get(at, ()):
            s = add(s, q)
    return s


Q8 = 8 * Q  # order of the whole curve: reducing by it is right for every point

BASE_Y = 4 * pow(5, P - 2, P) % P


def recover(y, sign):
    """The point of the curve with this y, or None."""
    square, x = sqrt_ratio((y * y - 1) % P, (D * y * y + 1) % P)
    if not square or (x == 0 and sign):
        return None
    if is_negative(x) != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = recover(BASE_Y, 0)


def base_table():
    rows, p = [], BASE
    for _ in range(64):
        row = [ZERO]
        for _ in range(15):
            row.append(add(row[-1], p))
        rows.append(row)
        p = add(row[-1], p)
    return rows


BASE_ROWS = base_table()


def base_times(k):
    s = ZERO
    for row in BASE_ROWS:
        if k & 15:
            s = add(s, row[k & 15])
        k >>= 4
    return s


# ---- ristretto255 (RFC 9496) ----

def encode(p):
    x0, y0, z0, t0 = p
    u1 = (z0 + y0) * (z0 - y0) % P
    u2 = x0 * y0 % P
    _, inv = sqrt_ratio(1, u1 * u2 % P * u2 % P)
    den1, den2 = inv * u1 % P, inv * u2 % P
    z_inv = den1 * den2 % P * t0 % P
    if is_negative(t0 * z_inv % P):
        x, y = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P
        den = den1 * INVSQRT_A_MINUS_D % P
    else:
        x, y, den = x0, y0, den2
    if is_negative(x * z_inv % P):
        y = -y % P
    s = den * (z0 - y) % P
    return (P - s if is_negative(s) else s).to_bytes(32, "little")


def decode(data):
    """The element of 32 bytes, or None if they are not its canonical encoding."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or is_negative(s):
        return None
    ss = s * s % P
    u1, u2 = (1 - ss) % P, (1 + ss) % P
    u2_sq = u2 * u2 % P
    v = (-(D * u1 % P * u1) - u2_sq) % P
    square, inv = sqrt_ratio(1, v * u2_sq % P)
    den_x = inv * u2 % P
    den_y = inv * den_x % P * v % P
    x = 2 * s * den_x % P
    if is_negative(x):
        x = P - x
    y = u1 * den_y % P
    t = x * y % P
    if not square or is_negative(t) or y == 0:
        return None
    return x, y, 1, t


def valid(data):
    """[B-1.2] The element of a valid point, or None: the identity is not valid."""
    return None if data == bytes(32) else decode(data)


def scalar(data):
    """[B-1.3] The scalar of 32 bytes, or None."""
    k = int.from_bytes(data, "little")
    return k if len(data) == 32 and k < Q else None


def scalar_bytes(k):
    return (k % Q).to_bytes(32, "little")


def reduce(data):
    """[B-1.4]"""
    return int.from_bytes(data, "little") % Q


def elligator(t):
    r = SQRT_M1 * t % P * t % P
    u = (r + 1) * ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    square, s = sqrt_ratio(u, v)
    c = P - 1
    if not square:
        s = s * t % P
        s = s if is_negative(s) else (P - s) % P
        c = r
    n = (c * (r - 1) % P * D_MINUS_ONE_SQ - v) % P
    w0, w1 = 2 * s * v % P, n * SQRT_AD_MINUS_ONE % P
    w2, w3 = (1 - s * s) % P, (1 + s * s) % P
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def from_uniform(data):
    """RFC 9496 section 4.3.4: 64 bytes to an element."""
    half = 2**255 - 1
    a = int.from_bytes(data[:32], "little") & half
    b = int.from_bytes(data[32:], "little") & half
    return add(elligator(a % P), elligator(b % P))


def expand(message, dst, n):
    """[B-1.6] expand_message_xmd with SHA-512."""
    tail = dst + bytes([len(dst)])
    b0 = hashlib.sha512(bytes(128) + message + n.to_bytes(2, "big") + b"\0" + tail).digest()
    out, block, i = b"", bytes(64), 1
    while len(out) < n:
        mixed = bytes(x ^ y for x, y in zip(b0, block))
        block = hashlib.sha512(mixed + bytes([i]) + tail).digest()
        out += block
        i += 1
    return out[:n]


def hash_point(message, dst):
    """[B-1.7]"""
    return from_uniform(expand(message, dst, 64))


def hash_scalar(message, dst):
    return reduce(expand(message, dst, 64))


# ---- Ed25519 as [P-2.4] wants it ----

def ed_encode(p):
    z = pow(p[2], P - 2, P)
    x, y = p[0] * z % P, p[1] * z % P
    return (y | is_negative(x) << 255).to_bytes(32, "little")


def ed_decode(data):
    """A canonical encoding of a point of the curve, or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    return recover(y, sign) if len(data) == 32 and y < P else None


def small_order(p):
    return same_point(double(double(double(p))), ZERO)


@functools.lru_cache(None)
def ed_key(data):
    """The point of a key that may play: canonical, in the prime-order group, not the identity."""
    p = ed_decode(data)
    if p is None or small_order(p) or not same_point(product_sum([(Q, p)]), ZERO):
        return None
    return p


@functools.lru_cache(None)
def ed_verify(signature, message, key):
    a = ed_decode(key)
    if len(signature) != 64 or a is None or small_order(a):
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= Q:
        return False
    h = reduce(hashlib.sha512(signature[:32] + key + message).digest())
    r = add(base_times(s), product_sum([(h, negate(a))]))
    return ed_encode(r) == signature[:32] and not small_order(r)
