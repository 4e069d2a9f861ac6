// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The NEAR and the gas that an approved request may use.
package struct ApprovalCosts: Sendable, Hashable {
    package var deposit: NEARToken
    package var gas: Gas

    package init(deposit: NEARToken = .zero, gas: Gas = Gas(gas: 0)) {
        self.deposit = deposit
        self.gas = gas
    }

    /// True if there is nothing to count.
    var isZero: Bool { deposit == .zero && gas == Gas(gas: 0) }

    /// Returns both together.
    ///
    /// - Throws: `AmountError` where that doesn't fit.
    func adding(_ other: ApprovalCosts) throws(AmountError) -> ApprovalCosts {
        ApprovalCosts(deposit: try deposit.adding(other.deposit), gas: try gas.adding(other.gas))
    }

    /// Returns true if both are within a sum's limits.
    func fit(_ sum: ApprovalSum) -> Bool {
        (sum.deposit.map { deposit <= $0 } ?? true) && (sum.gas.map { gas <= $0 } ?? true)
    }
}
