// SPDX-License-Identifier: MIT

/// Miller's loop over several pairs at once: their lines are multiplied into one value.
///
/// Points of the twist are kept as `(x/z, y/z)`; doubling and adding give the line as well. The formulas are those of
/// Costello, Lange and Naehrig (2010) and Aranha and others (2011), multiplied so that nothing is halved.
struct MillerLoop<Curve: PairingCurve> {
    private var pairs: [Pair]
    private(set) var value = Fp12<Curve>.one

    init(_ pairs: [(AffinePoint<Curve.G1>, AffinePoint<Curve.G2>)]) {
        self.pairs = pairs.map { Pair(p: $0.0, q: $0.1, x: $0.1.x, y: $0.1.y, z: .one) }
    }

    /// Runs through the bits of the curve's number.
    mutating func run() {
        let number = Curve.loop
        for bit in (0..<127 - number.leadingZeroBitCount).reversed() {
            value = value.squared
            for index in pairs.indices { multiply(pairs[index].double(), pairs[index].p) }
            if number >> UInt128(bit) & 1 == 1 { add { $0 } }
        }
    }

    /// Adds to each pair's running point another one, made of the pair's own.
    mutating func add(_ other: (AffinePoint<Curve.G2>) -> AffinePoint<Curve.G2>) {
        for index in pairs.indices { multiply(pairs[index].add(other(pairs[index].q)), pairs[index].p) }
    }

    /// Turns the value into that of the negative number.
    mutating func negate() {
        value = value.conjugate
    }

    /// Multiplies a line's value at a point into the value.
    private mutating func multiply(_ line: Line, _ point: AffinePoint<Curve.G1>) {
        let x = line.x * point.x
        let y = line.y * point.y
        switch Curve.twist {
        case .multiplied:
            let low = value.c0.times(line.constant, x)
            let high = value.c1.times(v: y)
            value = Fp12(low + high.timesV, (value.c0 + value.c1).times(line.constant, x + y) - low - high)
        case .divided:
            let low = value.c0 * y
            let high = value.c1.times(x, line.constant)
            value = Fp12(low + high.timesV, (value.c0 + value.c1).times(y + x, line.constant) - low - high)
        }
    }

    /// A line: what its value has of the point's x and y, and what it has besides.
    private struct Line {
        let constant: Fp2<Curve>
        let x: Fp2<Curve>
        let y: Fp2<Curve>
    }

    private struct Pair {
        let p: AffinePoint<Curve.G1>
        let q: AffinePoint<Curve.G2>
        /// The running point.
        var x: Fp2<Curve>
        var y: Fp2<Curve>
        var z: Fp2<Curve>

        /// Doubles the running point: gives the tangent.
        mutating func double() -> Line {
            let xSquare = x.squared
            let ySquare = y.squared
            let zSquare = z.squared
            let e = Curve.G2.b * zSquare.tripled
            let f = e.tripled
            let yz = (y + z).squared - ySquare - zSquare
            x = (x * y).doubled * (ySquare - f)
            y = (ySquare + f).squared - e.squared.tripled.doubled.doubled
            z = (ySquare * yz).doubled.doubled
            return Line(constant: e - ySquare, x: xSquare.tripled, y: -yz)
        }

        /// Adds a point to the running one: gives the line through both.
        mutating func add(_ other: AffinePoint<Curve.G2>) -> Line {
            let theta = y - other.y * z
            let lambda = x - other.x * z
            let lambdaSquare = lambda.squared
            let e = lambda * lambdaSquare
            let g = x * lambdaSquare
            let h = e + z * theta.squared - g.doubled
            x = lambda * h
            y = theta * (g - h) - e * y
            z *= e
            return Line(constant: theta * other.x - lambda * other.y, x: -theta, y: lambda)
        }
    }
}
