// SPDX-License-Identifier: MIT

internal import Foundation

/// A figure of pairs of measurements that were taken in turns, as a JSON line.
///
/// Two that were taken side by side share what else the machine does, so pairs are compared, and the median counts.
package struct Figure {
    /// A value that the figure has to reach.
    package enum Bar {
        /// The most.
        case atMost(Double)
        /// The least.
        case atLeast(Double)
    }

    /// The way in which the two of a pair are compared.
    package enum Comparison {
        /// The first one by the second.
        case ratio
        /// The first one without the second.
        case difference
    }

    let metric: String
    let unit: String
    let comparison: Comparison
    /// `nil` where none is stated.
    let bar: Bar?
    /// The measured values, each with the one that it is compared with.
    package var pairs: [(own: Double, other: Double)] = []
    /// More about it, as members of the line.
    package var notes: [(name: String, value: Double)] = []

    package init(_ metric: String, unit: String = "ms", _ comparison: Comparison, bar: Bar?) {
        self.metric = metric
        self.unit = unit
        self.comparison = comparison
        self.bar = bar
    }

    /// Writes the line.
    package func write() {
        let values = pairs.map { comparison == .ratio ? $0.own / max($0.other, 0.001) : $0.own - $0.other }
        let value = Self.median(values)
        let (name, limit, isGood): (String, Double?, Bool?) =
            switch bar {
            case .atMost(let most): ("bar", most, value <= most)
            case .atLeast(let least): ("bar_least", least, value >= least)
            case nil: ("bar", nil, nil)
            }
        var fields = [
            #""metric":"\#(metric)""#, #""unit":"\#(unit)""#,
            #""median":\#(Self.rounded(Self.median(pairs.map(\.own))))"#,
            #""other_median":\#(Self.rounded(Self.median(pairs.map(\.other))))"#,
            #""\#(comparison == .ratio ? "ratio" : "difference")":\#(Self.rounded(value))"#,
            #""\#(name)":\#(limit.map { "\($0)" } ?? "null")"#, #""ok":\#(isGood.map { "\($0)" } ?? "null")"#,
            #""pairs":\#(pairs.count)"#,
            #""values":[\#(values.map { "\(Self.rounded($0))" }.joined(separator: ","))]"#,
        ]
        fields += notes.map { #""\#($0.name)":\#(Self.rounded($0.value))"# }
        FileHandle.standardOutput.write(Data("{\(fields.joined(separator: ","))}\n".utf8))
    }

    package static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

/// Returns the milliseconds that work takes.
@MainActor
package func milliseconds<Value>(_ work: @MainActor () async throws -> Value) async rethrows -> (
    time: Double, value: Value
) {
    let start = ContinuousClock().now
    let value = try await work()
    return (start.duration(to: ContinuousClock().now) / .milliseconds(1), value)
}
