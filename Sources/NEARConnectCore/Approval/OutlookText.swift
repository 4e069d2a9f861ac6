// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// An ``ApprovalOutlook`` in words: exactly what the dialog shows.
package struct OutlookText: Equatable {
    /// The lines; none where there is nothing to show.
    package let facts: [ApprovalText.Fact]
    /// The sentences about what stands against it; `nil` where nothing does.
    package let warning: String?
    /// A sentence that the balance couldn't be foretold; `nil` where it was, or another account pays.
    package let note: String?

    /// Writes an outlook out.
    package init(_ outlook: ApprovalOutlook) {
        var facts = outlook.tokens.map { tokens in
            ApprovalText.Fact(
                name: localized("Tokens"),
                value: localized(
                    "%1$s “%2$s” to %3$s, says %4$s",
                    NumberStyle.current.text(tokens.unit.text(tokens.transfer.amount)), tokens.unit.symbol,
                    tokens.transfer.receiver.text, tokens.transfer.contract.text))
        }
        var warnings: [String] = []
        if let refusal = outlook.refusal {
            warnings.append(localized("As the chain is now, this would fail: %1$s", refusal.sentence))
        }
        for alike in outlook.lookAlikes {
            warnings.append(
                localized(
                    "%1$s looks like %2$s, which you know, and is another account.", alike.account.text,
                    alike.known.text))
        }
        if let balance = outlook.balance {
            if balance.most.yoctoNEAR > balance.now.yoctoNEAR / 2 {
                warnings.append(localized("This is more than half of what the account has."))
            }
            facts.append(
                ApprovalText.Fact(
                    name: localized("With the fee"),
                    value: localized("at most %1$s", NumberStyle.current.words(balance.most))))
            facts.append(
                ApprovalText.Fact(
                    name: localized("Balance"),
                    value: localized(
                        "%1$s now; at least %2$s afterwards, fees included", Self.rounded(balance.now),
                        Self.rounded(balance.least))))
        }
        self.facts = facts
        note = outlook.isUntold ? localized("No node could tell what this would do to your balance.") : nil
        warning = warnings.isEmpty ? nil : warnings.joined(separator: "\n")
    }

    /// Returns an amount without what is less than a hundred-thousandth of a NEAR, where there is more than that.
    private static func rounded(_ amount: NEARToken) -> String {
        let step = NEARToken.yoctoPerNEAR / 100_000
        guard amount.yoctoNEAR >= 1_000 * step else { return NumberStyle.current.words(amount) }
        return NumberStyle.current.words(NEARToken(yoctoNEAR: amount.yoctoNEAR / step * step))
    }
}
