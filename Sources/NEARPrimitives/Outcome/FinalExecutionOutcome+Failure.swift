// SPDX-License-Identifier: MIT

internal import SafeText

extension FinalExecutionOutcome {
    /// The reason why the transaction failed and the remedy, in sentences for the user; `nil` where it hasn't failed.
    ///
    /// After the reason come the gas, where it was used up, and the last lines that the failed contract logged, as
    /// quotations.
    public var failureDescription: String? {
        guard let failure else { return nil }
        var sentences = [failure.description]
        if case .actionError(let error) = failure, case .functionCallError(let call) = error.kind, call.isGasExceeded {
            sentences.append(gasDescription)
        }
        let logs = failedLogs
        if !logs.isEmpty {
            let shown = logs.suffix(Self.shownLogs).map { DisplayText.quotation($0, limit: 160) }
            let words = shown.joined(separator: ", ")
            let hidden = logs.count - shown.count
            sentences.append(
                hidden == 0
                    ? localized("Before, it logged: %1$s.", words)
                    : localizedPlural(
                        "Before, it logged: %1$s, and %2$s earlier line.",
                        "Before, it logged: %1$s, and %2$s earlier lines.", count: hidden, words, "\(hidden)"))
        }
        return sentences.joined(separator: " ")
    }

    private static var shownLogs: Int { 5 }

    /// The gas that was burnt and attached, in a sentence.
    private var gasDescription: String {
        let attached = ActionView.attachedGas(of: transaction.actions)
        guard attached > 0 else { return localized("The transaction burnt %1$s in all.", "\(gasBurnt)") }
        return localized(
            "The transaction attached %1$s and burnt %2$s in all.", "\(Gas(gas: attached))", "\(gasBurnt)")
    }

    /// The lines that the receipt logged whose failure is the transaction's.
    private var failedLogs: [String] {
        outcomes.last { ending in
            guard case .failure(let error) = ending.outcome.status else { return false }
            return error == failure
        }?.outcome.logs ?? []
    }
}

extension ActionView {
    /// Returns the gas that calls attach, in gas units; a sum that doesn't fit stays at the largest number.
    fileprivate static func attachedGas(of actions: [ActionView]) -> UInt64 {
        actions.reduce(0) { sum, action in
            let gas: UInt64 =
                switch action {
                case .functionCall(let call): call.gas.gas
                case .delegate(let delegate): attachedGas(of: delegate.actions)
                default: 0
                }
            let (result, overflow) = sum.addingReportingOverflow(gas)
            return overflow ? .max : result
        }
    }
}
