// SPDX-License-Identifier: MIT

import Glibc

/// Two pieces of work measured in alternation within one run, so that both share what else the machine does.
struct Pairs {
    /// Nanoseconds an iteration, one entry a pair.
    private(set) var floors: [Double] = []
    /// Nanoseconds an iteration, one entry a pair.
    private(set) var ours: [Double] = []

    /// Runs `count` pairs after one that doesn't count; who is first changes each time.
    init(count: Int, iterations: Int, floor: () throws -> Void, ours: () throws -> Void) rethrows {
        for pair in 0...count {
            var floorTime = 0.0
            var ourTime = 0.0
            if pair.isMultiple(of: 2) {
                floorTime = try Self.time(iterations, floor)
                ourTime = try Self.time(iterations, ours)
            } else {
                ourTime = try Self.time(iterations, ours)
                floorTime = try Self.time(iterations, floor)
            }
            if pair > 0 {
                floors.append(floorTime)
                self.ours.append(ourTime)
            }
        }
    }

    /// Processor time of this thread: what other programs take from the machine isn't counted.
    private static func time(_ iterations: Int, _ work: () throws -> Void) rethrows -> Double {
        let start = threadTime()
        for _ in 0..<iterations {
            try work()
        }
        return (threadTime() - start) / Double(iterations)
    }

    private static func threadTime() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
    }
}

/// The lines that Scripts/bench reads.
enum Report {
    /// A figure of ours against a floor's: `ratio` is the median of the pairs' own ratios.
    static func print(_ metric: String, _ pairs: Pairs, bar: Double) {
        let ratios = zip(pairs.ours, pairs.floors).map { $0 / $1 }
        let ratio = median(ratios)
        Swift.print(
            "{\"metric\":\"\(metric)\",\"unit\":\"ns\",\"floor_median\":\(rounded(median(pairs.floors), 1)),"
                + "\"swift_median\":\(rounded(median(pairs.ours), 1)),\"ratio\":\(rounded(ratio, 3)),\"bar\":\(bar),"
                + "\"ok\":\(ratio <= bar),\"pairs\":\(ratios.count),"
                + "\"ratios\":[\(ratios.map { rounded($0, 3) }.joined(separator: ","))]}")
    }

    /// Counts that must all be the same.
    static func print(_ metric: String, counts: [(size: Int, allocations: UInt64)]) {
        let list = counts.map { "{\"actions\":\($0.size),\"allocations\":\($0.allocations)}" }.joined(separator: ",")
        let same = Set(counts.map(\.allocations)).count == 1
        Swift.print("{\"metric\":\"\(metric)\",\"unit\":\"allocations\",\"counts\":[\(list)],\"ok\":\(same)}")
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Plain digits with this many after the point.
    private static func rounded(_ value: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits {
            scale *= 10
        }
        let scaled = Int64((value * scale).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(scaled % Int64(scale))
        return "\(scaled / Int64(scale)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
