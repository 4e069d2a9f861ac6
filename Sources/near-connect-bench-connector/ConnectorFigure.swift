// SPDX-License-Identifier: MIT

/// How long one kind of call takes through two connectors, in milliseconds.
struct ConnectorFigure {
    let metric: String
    let embedded: [Double]
    let other: [Double]
    /// How many times faster the embedded one's median has to be.
    let bar: Double?
    /// What the way from this program to the page and back takes by itself. It is part of the times, and no connector's doing.
    let trip: Double

    /// Writes the figure as a JSON line.
    ///
    /// - Parameter limit: The most milliseconds that the embedded one's median may take, where the bar isn't a ratio.
    func print(limit: Double? = nil) {
        let (mine, theirs) = (Self.median(embedded), Self.median(other))
        let ratio = (theirs - trip) / max(mine - trip, 0.001)
        var fields = [
            #""metric":"\#(metric)""#, #""unit":"ms""#, #""median":\#(Self.rounded(mine))"#,
            #""p99":\#(Self.rounded(Self.p99(embedded)))"#, #""other_median":\#(Self.rounded(theirs))"#,
            #""other_p99":\#(Self.rounded(Self.p99(other)))"#, #""trip":\#(Self.rounded(trip))"#,
            #""times_faster":\#(Self.rounded(ratio))"#,
        ]
        if let bar { fields += [#""bar_times":\#(bar)"#, #""ok":\#(ratio >= bar)"#] }
        if let limit { fields += [#""bar":\#(limit)"#, #""ok":\#(mine <= limit)"#] }
        fields.append(#""calls":\#(embedded.count)"#)
        Swift.print("{\(fields.joined(separator: ","))}")
    }

    /// The middle of `times`.
    static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
    private static func p99(_ times: [Double]) -> Double {
        times.sorted()[min(times.count - 1, times.count * 99 / 100)]
    }
    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
