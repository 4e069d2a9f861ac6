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
