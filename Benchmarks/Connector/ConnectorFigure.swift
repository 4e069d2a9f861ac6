// SPDX-License-Identifier: MIT

import Foundation

/// The times of one kind of call through two connectors, in milliseconds.
///
/// A time is that of the whole way: from this program to the page, through the connector and the wallet's frame, and
/// back.
struct ConnectorFigure {
    /// A value that a figure has to reach.
    enum Bar {
        /// The embedded connector's median has to be so many times faster.
        case times(Double)
        /// The most milliseconds that the embedded connector's median may take.
        case limit(Double)
        /// Nothing; the figure is for information.
        case none
    }

    let metric: String
    let embedded: [Double]
    let other: [Double]
    let bar: Bar

    /// The figure as a JSON line.
    var line: String {
        let (mine, theirs) = (Self.median(embedded), Self.median(other))
        let times = theirs / max(mine, 0.001)
        var fields = [
            #""metric":"\#(metric)""#, #""unit":"ms""#,
            #""median":\#(Self.rounded(mine))"#, #""p99":\#(Self.rounded(Self.p99(embedded)))"#,
            #""mean":\#(Self.rounded(Self.mean(embedded)))"#,
            #""other_median":\#(Self.rounded(theirs))"#, #""other_p99":\#(Self.rounded(Self.p99(other)))"#,
            #""other_mean":\#(Self.rounded(Self.mean(other)))"#, #""times_faster":\#(Self.rounded(times))"#,
            #""times_faster_mean":\#(Self.rounded(Self.mean(other) / max(Self.mean(embedded), 0.001)))"#,
        ]
        switch bar {
        case .times(let least): fields += [#""bar_times":\#(least)"#, #""ok":\#(times >= least)"#]
        case .limit(let most): fields += [#""bar":\#(most)"#, #""ok":\#(mine <= most)"#]
        case .none: break
        }
        fields.append(#""calls":\#(embedded.count)"#)
        return "{\(fields.joined(separator: ","))}"
    }

    private static func median(_ times: [Double]) -> Double {
        let sorted = times.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
    private static func mean(_ times: [Double]) -> Double { times.reduce(0, +) / Double(times.count) }
    private static func p99(_ times: [Double]) -> Double {
        times.sorted()[min(times.count - 1, times.count * 99 / 100)]
    }
    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
