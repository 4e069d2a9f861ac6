# SPDX-License-Identifier: MIT
"""Cases for NEAR's host functions on curves with pairings, computed by py_ecc, Ethereum's Python implementation."""

import random

from py_ecc import optimized_bls12_381 as bls
from py_ecc import optimized_bn128 as bn
from py_ecc.bls.hash_to_curve import clear_cofactor_G1, clear_cofactor_G2, map_to_curve_G1, map_to_curve_G2
from py_ecc.bls.point_compression import compress_G1, compress_G2, modular_squareroot_in_FQ2
from py_ecc.optimized_bls12_381 import FQ, FQ2, optimized_pairing

P = bls.field_modulus
random_numbers = random.Random(20261121)
below = random_numbers.randrange


def little(number):
    return int(number).to_bytes(32, "little").hex()


def big(number):
    return int(number).to_bytes(48, "big").hex()


def parts(element):
    return element.coeffs if hasattr(element, "coeffs") else (element,)


def alt_bn128_point(point, size=64):
    if bn.is_inf(point):
        return "00" * size
    return "".join(little(part) for element in bn.normalize(point) for part in parts(element))


def alt_bn128_pair(p, q):
    return alt_bn128_point(p) + alt_bn128_point(q, 128)


def bls12381_point(point, size=96):
    if bls.is_inf(point):
        return "40" + "00" * (size - 1)
    return "".join(big(part) for element in bls.normalize(point) for part in reversed(parts(element)))


def bls12381_pair(p, q):
    return bls12381_point(p) + bls12381_point(q, 192)


def point_on_curve():
    """One that is in the subgroup by the rarest chance only."""
    while True:
        x = FQ(below(P))
        y = (x**3 + bls.b) ** ((P + 1) // 4)
        if y * y == x**3 + bls.b:
            return (x, y, FQ(1))


def point_on_twist():
    while True:
        x = FQ2([below(P), below(P)])
        y = modular_squareroot_in_FQ2(x**3 + bls.b2)
        if y is not None:
            return (x, y, FQ2.one())


def weigh(curve, zero, points, weights):
    total = zero
    for point, weight in zip(points, weights):
        total = curve.add(total, curve.multiply(point, weight))
    return total


def add_up(curve, zero, points, signs):
    total = zero
    for point, sign in zip(points, signs):
        total = curve.add(total, curve.neg(point) if sign else point)
    return total


def joined(firsts, seconds):
    return "".join(first + second for first, second in zip(firsts, seconds))


def pairing_is_one(curve, finish, pairs):
    value = curve.FQ12.one()
    for p, q in pairs:
        value = value * curve.pairing(q, p, final_exponentiate=False)
    return finish(value) == curve.FQ12.one()


def pairs_of(curve):
    """Lists of pairs whose pairings cancel out, and lists whose don't."""
    order = curve.curve_order
    a, b = below(order), below(order)
    p, q = curve.multiply(curve.G1, below(order)), curve.multiply(curve.G2, below(order))
    left = (curve.multiply(curve.G1, a), curve.multiply(curve.G2, b))
    yield []
    yield [(p, q)]
    yield [(curve.Z1, q)]
    yield [(p, curve.Z2)]
    yield [left, (curve.neg(curve.multiply(curve.G1, a * b % order)), curve.G2)]
    yield [left, (curve.neg(curve.multiply(curve.G1, (a * b + 1) % order)), curve.G2)]
    yield [(p, q), (p, curve.neg(q)), (curve.Z1, q)]
    yield [(curve.multiply(p, 2), q), (curve.neg(p), q), (p, curve.neg(q))]


def alt_bn128():
    order, point = bn.curve_order, alt_bn128_point
    for count in (0, 1, 2, 5):
        points = [bn.multiply(bn.G1, below(order)) for _ in range(count)]
        weights = [below(order) for _ in points]
        encoded = [point(each) for each in points]
        yield "alt_bn128_g1_multiexp", joined(encoded, map(little, weights)), point(weigh(bn, bn.Z1, points, weights))
        signs = [below(2) for _ in points]
        total = point(add_up(bn, bn.Z1, points, signs))
        yield "alt_bn128_g1_sum", joined(["%02x" % sign for sign in signs], encoded), total
    p = bn.multiply(bn.G1, below(order))
    yield "alt_bn128_g1_sum", "00" + point(p) + "00" + point(p), point(bn.double(p))
    yield "alt_bn128_g1_sum", "00" + point(p) + "01" + point(p), point(bn.Z1)
    yield "alt_bn128_g1_multiexp", point(p) + little(0), point(bn.Z1)
    yield "alt_bn128_g1_multiexp", point(p) + little(order - 1), point(bn.neg(p))
    yield "alt_bn128_g1_multiexp", point(bn.Z1) + little(7), point(bn.Z1)
    for pairs in pairs_of(bn):
        is_one = pairing_is_one(bn, bn.final_exponentiate, pairs)
        yield "alt_bn128_pairing_check", "".join(alt_bn128_pair(p, q) for p, q in pairs), "1" if is_one else "0"


def bls12381_group(number, size, zero, in_subgroup, on_curve):
    order = bls.curve_order

    def point(value):
        return bls12381_point(value, size)

    for count in (0, 1, 2, 4):
        points = [on_curve() if index % 2 else in_subgroup() for index in range(count)]
        signs = [below(2) for _ in points]
        encoded = joined(["%02x" % sign for sign in signs], map(point, points))
        yield f"bls12381_p{number}_sum", encoded, point(add_up(bls, zero, points, signs))
        points = [in_subgroup() for _ in points]
        weights = [below(2**256) for _ in points]
        encoded = joined(map(point, points), map(little, weights))
        yield f"bls12381_g{number}_multiexp", encoded, point(weigh(bls, zero, points, weights))
    p = on_curve()
    yield f"bls12381_p{number}_sum", "00" + point(p) + "00" + point(p), point(bls.double(p))
    yield f"bls12381_p{number}_sum", "00" + point(p) + "01" + point(p), point(zero)
    yield f"bls12381_p{number}_sum", "01" + point(zero) + "00" + point(p), point(p)
    yield f"bls12381_g{number}_multiexp", point(p) + little(1), None
    p = in_subgroup()
    for weight in (0, order - 1, order, 2**256 - 1):
        yield f"bls12381_g{number}_multiexp", point(p) + little(weight), point(bls.multiply(p, weight))
    yield f"bls12381_g{number}_multiexp", point(zero) + little(5), point(zero)


def bls12381():
    order = bls.curve_order

    def g1():
        return bls.multiply(bls.G1, below(order))

    def g2():
        return bls.multiply(bls.G2, below(order))

    yield from bls12381_group(1, 96, bls.Z1, g1, point_on_curve)
    yield from bls12381_group(2, 192, bls.Z2, g2, point_on_twist)
    for bound in (1, 2, P, P, P):
        u = FQ(below(bound))
        yield "bls12381_map_fp_to_g1", big(u), bls12381_point(clear_cofactor_G1(map_to_curve_G1(u)))
        u = FQ2([below(bound), below(bound)])
        encoded = "".join(big(part) for part in reversed(u.coeffs))
        yield "bls12381_map_fp2_to_g2", encoded, bls12381_point(clear_cofactor_G2(map_to_curve_G2(u)), 192)
    points = [g1(), bls.Z1, bls.neg(g1()), point_on_curve(), point_on_curve()]
    compressed = "".join("%096x" % compress_G1(point) for point in points)
    yield "bls12381_p1_decompress", compressed, "".join(bls12381_point(point) for point in points)
    points = [g2(), bls.Z2, bls.neg(g2()), point_on_twist(), point_on_twist()]
    compressed = "".join("%096x%096x" % compress_G2(point) for point in points)
    yield "bls12381_p2_decompress", compressed, "".join(bls12381_point(point, 192) for point in points)
    for pairs in pairs_of(bls):
        is_one = pairing_is_one(bls, optimized_pairing.final_exponentiate, pairs)
        yield "bls12381_pairing_check", "".join(bls12381_pair(p, q) for p, q in pairs), "0" if is_one else "2"
    yield "bls12381_pairing_check", bls12381_pair(point_on_curve(), g2()), "1"
    yield "bls12381_pairing_check", bls12381_pair(g1(), point_on_twist()), "1"


def cases():
    for generator in (alt_bn128, bls12381):
        for function, encoded, result in generator():
            yield {"source": "py_ecc 8.0.0", "function": function, "input": encoded, "result": result}
