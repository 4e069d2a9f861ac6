// SPDX-License-Identifier: MIT

public import GLibRuntime

extension LiveCount {
    /// Returns whether nothing has been added to `counts`.
    ///
    /// There may be less: what was on its way to its end when they were taken.
    @MainActor
    public static func isNoMore(than counts: [Kind: Int]) -> Bool {
        all.allSatisfy { $0.value <= counts[$0.key, default: 0] }
    }

    /// The objects beyond `counts` in words, such as `2 signal, 1 webView`.
    @MainActor
    package static func excess(over counts: [Kind: Int]) -> String {
        let left = all.map { ("\($0.key)", $0.value - counts[$0.key, default: 0]) }
        return left.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }
}
