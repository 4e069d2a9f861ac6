// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// An ``ApprovalOutlook`` in words: exactly what the dialog shows.
package struct OutlookText: Equatable {
    /// The change of a token's balance.
    private struct Holding {
        let contract: AccountId
        let unit: TokenUnit
        let now: UInt128
        /// The rest; `nil` where there isn't enough.
        var rest: UInt128?
    }

    /// The lines; none where there is nothing to show.
    package let facts: [ApprovalText.Fact]
    /// The sentences about what stands against it.
    package let warnings: [String]
    /// A sentence that the balance couldn't be foretold; `nil` where it was, or another account pays.
    package let note: String?

    /// The warnings, a line each; `nil` where there are none.
    package var warning: String? { warnings.isEmpty ? nil : warnings.joined(separator: "\n") }

    /// Writes an outlook out.
    package init(_ outlook: ApprovalOutlook) {
        var facts = outlook.tokens.map(Self.transfer)
        let holdings = Self.holdings(outlook.tokens)
        facts += holdings.map(Self.balance)
        var warnings: [String] = []
        if let refusal = outlook.refusal {
            warnings.append(localized("As the chain is now, this would fail: %1$s", refusal.sentence))
        }
        for holding in holdings where holding.rest == nil {
            warnings.append(
                localized(
                    "%1$s says that the account doesn’t have so many: this would fail.", holding.contract.text))
        }
        for holding in holdings where holding.rest.map({ holding.now - $0 > holding.now / 2 }) ?? false {
            warnings.append(
                localized("This is more than half of what the account has in “%1$s”.", holding.unit.symbol))
        }
        for account in outlook.missing {
            warnings.append(
                localized("There is no account %1$s. Check the name: tokens sent there may be lost.", account.text))
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
        note =
            if outlook.isTooLong {
                localized("So many transactions can’t be forecast: look at each one.")
            } else if outlook.isUntold {
                localized("No node could tell what this would do to your balance.")
            } else {
                nil
            }
        self.warnings = warnings
    }

    private static func transfer(_ tokens: ApprovalOutlook.Tokens) -> ApprovalText.Fact {
        ApprovalText.Fact(
            name: localized("Tokens"),
            value: localized(
                "%1$s “%2$s” to %3$s, says %4$s", words(tokens.transfer.amount, tokens.unit), tokens.unit.symbol,
                tokens.transfer.receiver.text, tokens.transfer.contract.text))
    }

    /// Returns the change of each token's balance; later transfers take from the same one.
    private static func holdings(_ tokens: [ApprovalOutlook.Tokens]) -> [Holding] {
        var found: [Holding] = []
        for tokens in tokens {
            guard let balance = tokens.balance else { continue }
            let place = found.firstIndex { $0.contract == tokens.transfer.contract }
            var holding =
                place.map { found[$0] }
                ?? Holding(contract: tokens.transfer.contract, unit: tokens.unit, now: balance, rest: balance)
            holding.rest = holding.rest.flatMap { rest in
                tokens.transfer.amount <= rest ? rest - tokens.transfer.amount : nil
            }
            if let place { found[place] = holding } else { found.append(holding) }
        }
        return found
    }

    private static func balance(_ holding: Holding) -> ApprovalText.Fact {
        let now = words(holding.now, holding.unit)
        let value =
            holding.rest.map { rest in
                localized(
                    "%1$s now; at least %2$s afterwards, says %3$s", now, words(rest, holding.unit),
                    holding.contract.text)
            } ?? localized("%1$s now, says %2$s", now, holding.contract.text)
        return ApprovalText.Fact(name: localized("Balance in “%1$s”", holding.unit.symbol), value: value)
    }

    private static func words(_ amount: UInt128, _ unit: TokenUnit) -> String {
        NumberStyle.current.text(unit.text(amount))
    }

    /// Returns an amount without what is less than a hundred-thousandth of a NEAR, where there is more than that.
    private static func rounded(_ amount: NEARToken) -> String {
        let step = NEARToken.yoctoPerNEAR / 100_000
        guard amount.yoctoNEAR >= 1_000 * step else { return NumberStyle.current.words(amount) }
        return NumberStyle.current.words(NEARToken(yoctoNEAR: amount.yoctoNEAR / step * step))
    }
}
