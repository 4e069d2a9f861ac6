// SPDX-License-Identifier: MIT

import Foundation

/// The samples of a soak, and the verdict on them.
struct SoakLog {
    /// By how much memory may grow after the warm-up.
    static let allowedGrowth = 0.05

    private var samples: [(done: Int, figures: ProcessFigures)] = []

    /// Takes a sample after `done` requests.
    mutating func sample(after done: Int) {
        samples.append((done, ProcessFigures.now()))
    }

    /// One line of JSON with the medians of a tenth of the run.
    ///
    /// Single samples may stand before or after a garbage collection.
    func line(ofTenth tenth: Int, of total: Int) -> String {
        let figures = medians(ofTenth: tenth, of: total)
        return
            #"{"soak":"tenth","tenth":\#(tenth),"rss_kib":\#(figures.resident),"private_dirty_kib":\#(figures.privateDirty)"#
            + #","descriptors":\#(figures.descriptors),"webkit_processes":\#(figures.processes)}"#
    }

    /// The last tenth compared with the second: the first one is the warm-up.
    ///
    /// - Returns: A line of JSON, and whether nothing grew.
    func verdict(total: Int, requests: Int, popups: Int, orphans: Int) -> (line: String, isGood: Bool) {
        let (start, end) = (medians(ofTenth: 2, of: total), medians(ofTenth: 10, of: total))
        let growth = Double(end.resident) / Double(max(start.resident, 1)) - 1
        let dirtyGrowth = Double(end.privateDirty) / Double(max(start.privateDirty, 1)) - 1
        let newDescriptors = end.descriptors - start.descriptors
        let isGood = growth < Self.allowedGrowth && newDescriptors <= 0 && orphans == 0
        return (
            #"{"soak":"verdict","ok":\#(isGood),"requests":\#(requests),"popups":\#(popups),"rss_growth":\#(rounded(growth))"#
                + #","private_dirty_growth":\#(rounded(dirtyGrowth)),"bar":\#(Self.allowedGrowth)"#
                + #","descriptor_growth":\#(newDescriptors),"orphans":\#(orphans)}"#, isGood
        )
    }

    private func medians(ofTenth tenth: Int, of total: Int) -> ProcessFigures {
        let those = samples.filter { $0.done > total * (tenth - 1) / 10 && $0.done <= total * tenth / 10 }.map(
            \.figures)
        func median(_ field: (ProcessFigures) -> Int) -> Int {
            let values = those.map(field).sorted()
            return values.isEmpty ? 0 : values[values.count / 2]
        }
        return ProcessFigures(
            resident: median(\.resident), privateDirty: median(\.privateDirty), descriptors: median(\.descriptors),
            processes: median(\.processes))
    }

    private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
