# SPDX-License-Identifier: MIT
"""Keys shared by a line over plain integers modulo L, and FROST(Ed25519, SHA-512) of RFC 9591, for shares_vectors.py.

Written from that RFC, RFC 8032 and the README of Tests/NEARSharesTests/Vectors alone: whoever wrote it hasn't read the
Swift, so that an error of one side shows on the other. Nothing here is fit for real keys: it takes its time from them.
"""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)
HOLDERS = range(1, 8)
CONTEXT = b"FROST-ED25519-SHA512-v1"


class Refused(Exception):
    """Bytes from outside that aren't what they are given for; the text is the reason."""


# Points: x, y, z, t of the extended twisted Edwards coordinates, the curve's x being x/z, its y y/z, and t = xy/z.

def add(left, right):
    x1, y1, z1, t1 = left
    x2, y2, z2, t2 = right
    less, more = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    twist, scale = 2 * D * t1 * t2, 2 * z1 * z2
    e, f, g, h = (more - less) % P, (scale - twist) % P, (scale + twist) % P, (more + less) % P
    return e * f % P, g * h % P, f * g % P, e * h % P


def negate(point):
    x, y, z, t = point
    return -x % P, y, z, -t % P


def multiply(factor, point):
    total = IDENTITY
    while factor:
        if factor & 1:
            total = add(total, point)
        point = add(point, point)
        factor >>= 1
    return total


def encode(point):
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def decode(data):
    """RFC 8032, 5.1.3: any point of the curve, from the one encoding that it has."""
    if len(data) != 32:
        raise Refused("length")
    bits = int.from_bytes(data, "little")
    y, sign = bits % 2**255, bits >> 255
    if y >= P:
        raise Refused("not canonical")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if x * x % P != square:
        raise Refused("not on the curve")
    if x == 0 and sign:
        raise Refused("not canonical")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def read_point(data):
    """DeserializeElement: not the identity, and in the group of order L."""
    point = decode(data)
    if encode(multiply(8, point)) == encode(IDENTITY):
        raise Refused("small order")
    if encode(multiply(L, point)) != encode(IDENTITY):
        raise Refused("outside of the prime-order group")
    return point


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


# Numbers modulo L.

def encode_number(value):
    return (value % L).to_bytes(32, "little")


def read_number(data):
    if len(data) != 32:
        raise Refused("length")
    value = int.from_bytes(data, "little")
    if value >= L:
        raise Refused("not below L")
    return value


def reduce(data):
    return int.from_bytes(data, "little") % L


def hashed(*parts):
    return hashlib.sha512(b"".join(parts)).digest()


# Shares: y_h = s + a·h.

def share_of(secret, slope, holder):
    return (secret + slope * holder) % L


def weight(holder, signers, at=0):
    """Lagrange's factor of this holder's share in the value that the line has at `at`."""
    value = 1
    for other in signers:
        if other != holder:
            value = value * (at - other) * pow(holder - other, -1, L) % L
    return value


def interpolated(shares, at):
    return sum(weight(holder, shares, at) * share for holder, share in shares.items()) % L


def fits(public, slope_point, holder, share):
    """Feldman's check of a share against the commitments."""
    if holder not in HOLDERS:
        raise Refused("no holder")
    if encode(multiply(share, BASE)) != encode(add(public, multiply(holder, slope_point))):
        raise Refused("another line")


def packed(holder, value):
    return (value | holder << 253).to_bytes(32, "little")


def share_checksum(data):
    return hashlib.sha256(b"near-connect share 1" + data).digest()[:1]


def phrase_checksum(data):
    """BIP-39's, of 24 words."""
    return hashlib.sha256(data).digest()[:1]


def read_packed(data):
    if len(data) != 33:
        raise Refused("length")
    body, checksum = data[:32], data[32:]
    if checksum != share_checksum(body):
        raise Refused("seed phrase" if checksum == phrase_checksum(body) else "checksum")
    bits = int.from_bytes(body, "little")
    holder, value = bits >> 253, bits % 2**253
    if holder not in HOLDERS:
        raise Refused("no holder")
    return holder, read_number(value.to_bytes(32, "little"))


# FROST(Ed25519, SHA-512).

def sign(public, message, signers):
    """Both rounds. `signers` are, by index, the share and the two times 32 random bytes.

    Returns R, the challenge, the signature, and by index the nonces, their commitments, the binding factor, the weight
    and the signature share.
    """
    nonces, commitments, listed = {}, {}, b""
    for index in sorted(signers):
        share, *randoms = signers[index]
        nonces[index] = [reduce(hashed(CONTEXT, b"nonce", random, encode_number(share))) for random in randoms]
        commitments[index] = [multiply(nonce, BASE) for nonce in nonces[index]]
        listed += encode_number(index) + b"".join(map(encode, commitments[index]))
    key = encode(public)
    prefix = key + hashed(CONTEXT, b"msg", message) + hashed(CONTEXT, b"com", listed)
    factors = {index: reduce(hashed(CONTEXT, b"rho", prefix, encode_number(index))) for index in commitments}
    group = IDENTITY
    for index, (hiding, binding) in commitments.items():
        group = add(group, add(hiding, multiply(factors[index], binding)))
    challenge = reduce(hashed(encode(group), key, message))
    parts = {}
    for index, (hiding, binding) in nonces.items():
        share, factor = weight(index, commitments), factors[index]
        z = (hiding + binding * factor + share * signers[index][0] * challenge) % L
        parts[index] = (hiding, binding, *commitments[index], factor, share, z)
    signature = encode(group) + encode_number(sum(part[-1] for part in parts.values()))
    return group, challenge, signature, parts


def share_holds(share_point, challenge, part):
    """Whether a signature share is its signer's: z·B = D + ρ·E + c·λ·Y."""
    _, _, hiding, binding, factor, share, z = part
    expected = add(add(hiding, multiply(factor, binding)), multiply(challenge * share % L, share_point))
    return encode(multiply(z, BASE)) == encode(expected)


def verifies(key, message, signature):
    """RFC 8032, 5.1.7, of an encoded key, without the cofactor, as nearcore does."""
    point, z = read_point(key), read_number(signature[32:])
    challenge = reduce(hashed(signature[:32], key, message))
    return encode(add(multiply(z, BASE), negate(multiply(challenge, point)))) == signature[:32]
