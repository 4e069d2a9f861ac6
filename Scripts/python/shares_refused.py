# SPDX-License-Identifier: MIT
"""Bytes that a reader of points, numbers and shares has to refuse, beside their neighbours that it has to take.

Each section of refused.json is made by one function here. Every case is put to shares_integers.py's readers, and the
script ends where one says something else than the case does.
"""

import hashlib
import sys

from shares_integers import (
    BASE, HOLDERS, IDENTITY, L, P, Refused, add, decode, encode, encode_number, fits, multiply, negate, packed,
    phrase_checksum, read_number, read_packed, read_point, share_checksum)

SIGN = 1 << 255


def sections(run, other):
    """The sections of refused.json. The two runs give shares and points as they look in use."""
    return {
        "points": tried(read_point, points(run)),
        "numbers": tried(read_number, numbers(run)),
        "packed": tried(read_packed, packed_shares(run)),
        "held": [held(*case) for case in shares_of_sets(run, other)],
    }


def tried(reader, cases):
    """Each case once: bytes, and the reason of the refusal or None."""
    return [{"bytes": data.hex(), **answer(reader, why, data)} for data, why in dict(cases).items()]


def held(public, slope_point, holder, share, why):
    case = {"public": encode(public).hex(), "slope": encode(slope_point).hex(), "holder": holder,
            "share": encode_number(share).hex()}
    return {**case, **answer(fits, why, public, slope_point, holder, share)}


def answer(reader, why, *values):
    try:
        reader(*values)
        seen = None
    except Refused as refusal:
        seen = str(refusal)
    if seen != why:
        sys.exit(f"shares_refused.py: {values}: {seen} instead of {why}")
    return {"valid": True} if why is None else {"valid": False, "why": why}


def little(value, length=32):
    return value.to_bytes(length, "little")


def random_numbers(count):
    """Numbers of 256 bits that look random and are the same each time."""
    for number in range(count):
        yield int.from_bytes(hashlib.sha256(f"near-connect share refused {number}".encode("ascii")).digest(), "little")


def torsion():
    """The eight points whose order divides 8, from one of order 8; the identity is the first."""
    for y in range(2, 100):
        try:
            generator = multiply(L, decode(little(y)))
        except Refused:
            continue
        if encode(multiply(4, generator)) != encode(IDENTITY):
            return [multiply(factor, generator) for factor in range(8)]
    sys.exit("shares_refused.py: no point of order 8")


def reason(data):
    try:
        read_point(data)
        return None
    except Refused as refusal:
        return str(refusal)


def points(run):
    small = torsion()
    good = [BASE, negate(BASE), run.public, run.slope_point, multiply(8, BASE), multiply(L - 1, run.public)]
    for point in good:
        yield encode(point), None
    for point in small:
        yield encode(point), "small order"
    for point in good[:4]:
        for low in small[1:]:
            yield encode(add(point, low)), "outside of the prime-order group"
    # The sign of an x that is 0, and each y that fits 255 bits and isn't below the field's prime.
    for y in (1, P - 1):
        yield little(y | SIGN), "not canonical"
    for y in range(P, 2**255):
        yield little(y), "not canonical"
        yield little(y | SIGN), "not canonical"
    # What random bytes are, and the ends of the field.
    for value in random_numbers(48):
        data = little(value)
        yield data, reason(data)
    for y in (*range(2, 20), *range(P - 19, P - 1)):
        yield little(y), reason(little(y))
        yield little(y | SIGN), reason(little(y | SIGN))
    yield bytes(0), "length"
    yield encode(BASE)[:31], "length"
    yield encode(BASE) + bytes(1), "length"


def numbers(run):
    for value in (1, 2, run.secret, run.slope, 2**252 - 1, 2**252, L - 2, L - 1):
        yield little(value), None
    for value in (L, L + 1, 2 * L - 1, 2 * L, 2**253 - 1, 2**253, 2**254, 2**255, 2**255 - 1, 2**256 - 1):
        yield little(value), "not below L"
    for factor in range(1, 16):
        yield little(run.secret + factor * L), "not below L"
    for bit in (253, 254, 255):
        yield little(run.secret | 1 << bit), "not below L"
    # One byte more or less than L's, with what is below it against it: a comparison from the wrong end shows.
    for place in range(32):
        unit, digit = 256**place, L // 256**place % 256
        if digit < 255:
            yield little(L + unit), "not below L"
            yield little((L // unit + 1) * unit), "not below L"
        if digit > 0:
            yield little(L - unit), None
            yield little(L // unit * unit - 1), None
    yield bytes(0), "length"
    yield encode_number(run.secret)[:31], "length"
    yield encode_number(run.secret) + bytes(1), "length"
    yield encode_number(run.secret) + bytes(32), "length"


def packed_shares(run):
    def body(holder, value):
        data = packed(holder, value)
        return data + share_checksum(data)

    for holder, share in run.shares.items():
        yield body(holder, share), None
        yield body(holder, L - 1), None
    yield body(0, run.shares[1]), "no holder"
    yield body(0, run.secret), "no holder"
    for holder in HOLDERS:
        for value in (L, L + 1, 2**253 - 1):
            yield body(holder, value), "not below L"
    for holder, share in run.shares.items():
        data = packed(holder, share)
        yield data + phrase_checksum(data), "seed phrase"
    for value in random_numbers(8):
        yield little(value) + phrase_checksum(little(value)), "seed phrase"
    whole = body(1, run.shares[1])
    for bit in range(8):
        changed = whole[:32] + bytes([whole[32] ^ 1 << bit])
        yield changed, "seed phrase" if changed[32:] == phrase_checksum(whole[:32]) else "checksum"
    # Another holder's number, another share, with the checksum of what they were.
    yield packed(2, run.shares[1]) + whole[32:], "checksum"
    yield packed(1, run.shares[2]) + whole[32:], "checksum"
    yield bytes(0), "length"
    yield whole[:32], "length"
    yield whole + bytes(1), "length"


def shares_of_sets(run, other):
    public, slope_point = run.public, run.slope_point
    new_slope = multiply(run.slope + run.change, BASE)
    for holder in HOLDERS:
        yield public, slope_point, holder, run.shares[holder], None
        yield public, new_slope, holder, run.refreshed[holder], None
        yield public, slope_point, holder, run.refreshed[holder], "another line"
        yield public, new_slope, holder, run.shares[holder], "another line"
        yield public, slope_point, holder, other.shares[holder], "another line"
        yield public, slope_point, holder, run.shares[holder % 7 + 1], "another line"
        yield public, slope_point, holder, (run.shares[holder] + 1) % L, "another line"
        yield public, slope_point, holder, L - run.shares[holder], "another line"
        # The two commitments exchanged: at 1, and there alone, it is the same sum.
        yield slope_point, public, holder, run.shares[holder], None if holder == 1 else "another line"
    # On the line, but at no holder's place; at 0 it is the secret itself.
    for holder in (0, 8, 9, 255):
        yield public, slope_point, holder, (run.secret + run.slope * holder) % L, "no holder"
