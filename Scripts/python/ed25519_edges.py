# SPDX-License-Identifier: MIT
"""Ed25519 signatures about which libraries differ, and whether nearcore takes them.

nearcore verifies with ed25519-dalek's `verify`: S below the group's order, S·B - k·A encoded is R, byte for byte; a
key is any bytes that decode to a point, y reduced or not. This is that rule over plain integers (RFC 8032's curve).
"""

import hashlib
import random

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
IDENTITY = (0, 1)


def add(left, right):
    (x1, y1), (x2, y2) = left, right
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P
    return x, (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P


def negate(point):
    return -point[0] % P, point[1]


def multiply(factor, point):
    """Projective coordinates inside: an inversion an addition would take minutes."""
    x, y, z, tx, ty, tz = point[0], point[1], 1, 0, 1, 1
    while factor:
        if factor & 1:
            tx, ty, tz = add_projective(tx, ty, tz, x, y, z)
        x, y, z = add_projective(x, y, z, x, y, z)
        factor >>= 1
    inverse = pow(tz, -1, P)
    return tx * inverse % P, ty * inverse % P


def add_projective(x1, y1, z1, x2, y2, z2):
    z, x, y = z1 * z2 % P, x1 * x2 % P, y1 * y2 % P
    square, product = z * z % P, D * x * y % P
    less, more = (square - product) % P, (square + product) % P
    cross = (x1 * y2 + x2 * y1) % P
    return z * less * cross % P, z * more * (y + x) % P, less * more % P


def x_of(y, sign):
    """The x of a point with this y and this lowest bit; `None` where there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    return -x % P if x & 1 != sign else x


def encode(point, y=None):
    """The 32 bytes of a point, with `y` where it isn't to be the reduced one."""
    return ((point[1] if y is None else y) | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(text):
    number = int.from_bytes(text, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = x_of(y % P, sign)
    return None if x is None else (x, y % P)


BASE = (x_of(4 * pow(5, -1, P) % P, 0), 4 * pow(5, -1, P) % P)


def hash_of(r, key, message):
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L


def is_valid(key, signature, message):
    point, r, s = decode(key), signature[:32], int.from_bytes(signature[32:], "little")
    if point is None or s >= L:
        return False
    return encode(add(multiply(s, BASE), negate(multiply(hash_of(r, key, message), point)))) == r


def small_points():
    """The eight points whose order divides 8, as multiples of one of order 8."""
    generator = IDENTITY
    y = 2
    while multiply(4, generator) == IDENTITY:
        x = x_of(y, 0)
        generator = multiply(L, (x, y)) if x is not None else IDENTITY
        y += 1
    return [multiply(number, generator) for number in range(8)]


def edge_keys(source, small):
    """Name, key, and the scalar that the key is without its part of small order."""
    for number, point in enumerate(small):
        yield f"key of small order, {number} times the generator", encode(point), 0
    for number, point in enumerate(small):
        scalar = source.randrange(1, L)
        yield f"key with {number} times the generator in it", encode(add(multiply(scalar, BASE), point)), scalar
    for y in range(P, 2**255):
        for sign in (0, 1):
            text = (y | sign << 255).to_bytes(32, "little")
            if decode(text) in small:
                yield f"key of small order whose y is {y - P} more than the prime, sign {sign}", text, 0
            elif decode(text) is not None:
                yield f"key of unknown scalar whose y is {y - P} more than the prime, sign {sign}", text, None
    for point in (small[0], small[4]):
        yield "key with x = 0 and the sign of an odd one", encode((1, point[1])), 0


def cases(seed, tries=12):
    """For each key, R of small order and another: two signatures that hold, where there are, and one that doesn't."""
    source = random.Random(seed)
    small = small_points()
    found = []

    def keep(name, key, signature, message):
        found.append({
            "name": name, "publicKey": key.hex(), "signature": signature.hex(), "message": message.hex(),
            "valid": is_valid(key, signature, message)})

    for name, key, scalar in edge_keys(source, small):
        for nonce in (0, source.randrange(1, L)):
            wanted = {True: 2, False: 1}
            for part in source.sample(small, 8):
                r = encode(add(multiply(nonce, BASE), part))
                for _ in range(tries):
                    message = source.randbytes(8)
                    s = (nonce + hash_of(r, key, message) * (scalar or 0)) % L
                    signature = r + s.to_bytes(32, "little")
                    valid = is_valid(key, signature, message)
                    if wanted[valid] > 0:
                        wanted[valid] -= 1
                        keep(name + ("" if nonce else ", R of small order"), key, signature, message)
                        break
                if not any(wanted.values()):
                    break
    key = encode(small[3])
    for y, sign in [(P, 0), (P + 1, 0), (P + 1, 1), (1, 1), (P - 1, 1)]:
        r = (y | sign << 255).to_bytes(32, "little")
        for s in (0, 1):
            keep("R that is no reduced encoding", key, r + s.to_bytes(32, "little"), b"")
    scalar = source.randrange(1, L)
    key, r = encode(multiply(scalar, BASE)), encode(multiply(5, BASE))
    s = (5 + hash_of(r, key, b"") * scalar) % L
    for name, value in [("S", s), ("S + L", s + L), ("S + 8 L", s + 8 * L), ("S and a high bit", s | 1 << 255)]:
        keep(name, key, r + (value % 2**256).to_bytes(32, "little"), b"")
    for part in (small[0], small[5]):
        for value in (0, L, 2 * L, 8 * L):
            keep("S is a multiple of L", encode(part), encode(small[0]) + value.to_bytes(32, "little"), b"\1")
    absent = next(y for y in range(2, 99) if x_of(y, 0) is None)
    keep("key that is no point", absent.to_bytes(32, "little"), encode(small[0]) + bytes(32), b"")
    return found
