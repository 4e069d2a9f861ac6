// SPDX-License-Identifier: MIT

/// The progress that a node waits for before it answers, or that it reports (nearcore's `TxExecutionStatus`).
///
/// The cases go from weak to strong.
public enum TxExecutionStatus: String, Sendable, Hashable, CaseIterable, Codable {
    /// The node took it; nothing is awaited.
    case none = "NONE"
    /// It is in a block.
    case included = "INCLUDED"
    /// It ran, in blocks that may still be dropped.
    case executedOptimistic = "EXECUTED_OPTIMISTIC"
    /// It is in a final block; it may not have run yet.
    case includedFinal = "INCLUDED_FINAL"
    /// It is in a final block and ran, some of it in blocks that may still be dropped.
    case executed = "EXECUTED"
    /// It ran, and all of it is final.
    case final = "FINAL"
}

extension TxExecutionStatus {
    /// True if an answer at this stage tells how the transaction ended.
    public var hasOutcome: Bool {
        switch self {
        case .none, .included, .includedFinal: false
        case .executedOptimistic, .executed, .final: true
        }
    }
}

extension TxExecutionStatus: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        guard let status = Self(rawValue: try String(json: json)) else {
            throw ViewDecodingError("not a stage of execution")
        }
        self = status
    }
}
