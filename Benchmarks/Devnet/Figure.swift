// SPDX-License-Identifier: MIT

/// One measured figure and the bar it is held to.
struct Figure {
    let metric: String
    let unit: String
    let value: Double
    let bar: Double
    let isBest: Direction

    /// The direction that is better.
    enum Direction { case low, high }

    /// Writes the figure as a JSON line.
    func print() {
        let ok = isBest == .low ? value <= bar : value >= bar
        let rounded = (value * 1_000).rounded() / 1_000
        Swift.print(#"{"metric":"\#(metric)","unit":"\#(unit)","value":\#(rounded),"bar":\#(bar),"ok":\#(ok)}"#)
    }
}

/// A figure against a floor that was measured beside it: both in nanoseconds for one unit, a pair a run.
struct RatioFigure {
    let metric: String
    let floors: [Double]
    let ours: [Double]
    let bar: Double

    /// Writes the figure as a JSON line: `ratio` is the median of the runs' own ratios.
    func print() {
        let ratios = zip(ours, floors).map { $0 / $1 }
        let ratio = Self.median(ratios)
        let list = ratios.map { "\(Self.rounded($0))" }.joined(separator: ",")
        Swift.print(
            #"{"metric":"\#(metric)","unit":"ns","floor_median":\#(Self.rounded(Self.median(floors))),"#
                + #""swift_median":\#(Self.rounded(Self.median(ours))),"ratio":\#(Self.rounded(ratio)),"bar":\#(bar),"#
                + #""ok":\#(ratio <= bar),"pairs":\#(ratios.count),"ratios":[\#(list)]}"#)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
