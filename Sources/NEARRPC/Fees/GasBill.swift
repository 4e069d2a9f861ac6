// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The gas that a transaction takes, in gas units.
package struct GasBill: Sendable, Hashable {
    /// Gas of the actions themselves: burnt whatever the contracts do.
    package let actions: UInt64
    /// Gas attached to function calls: what isn't burnt is paid back.
    package let attached: UInt64

    /// Returns the least and the most that is paid for the gas.
    ///
    /// The least is for the actions alone, the most for all gas.
    ///
    /// - Parameter price: The price of a unit of gas.
    /// - Throws: `AmountError` where it doesn't fit, which no account could pay.
    package func fee(at price: NEARToken) throws(AmountError) -> (least: NEARToken, most: NEARToken) {
        let least = try price.multiplied(by: actions)
        return (least, try least.adding(try price.multiplied(by: attached)))
    }

    /// The reason why the gas can't be told.
    package enum UntoldError: Error, Sendable, Hashable {
        /// Nodes don't tell the fee of an action.
        case action(String)
        /// The sum doesn't fit, and the chain takes no such transaction.
        case overflow
    }
}

extension GasBill {
    /// Counts the gas of a transaction (nearcore's `tx_cost`).
    ///
    /// - Parameters:
    ///   - request: The actions, the account that signs and the receiver.
    ///   - fees: The fees.
    /// - Throws: ``UntoldError``.
    package init(
        of actions: [Action], from signer: AccountId, to receiver: AccountId, at fees: RuntimeFees
    ) throws(UntoldError) {
        var sum = GasSum()
        try sum.add(fees.actionReceipt.send(toSelf: signer == receiver))
        try sum.add(fees.actionReceipt.execution)
        try fees.count(actions, to: receiver, fromSelf: signer == receiver, in: &sum)
        (self.actions, attached) = (sum.actions, sum.attached)
    }
}

/// A sum of gas that is being made.
struct GasSum {
    private(set) var actions: UInt64 = 0
    private(set) var attached: UInt64 = 0

    mutating func add(_ gas: UInt64) throws(GasBill.UntoldError) {
        let (sum, overflow) = actions.addingReportingOverflow(gas)
        guard !overflow else { throw .overflow }
        actions = sum
    }

    mutating func add(_ gas: UInt64, times count: Int) throws(GasBill.UntoldError) {
        let (product, overflow) = gas.multipliedReportingOverflow(by: UInt64(count))
        guard !overflow else { throw .overflow }
        try add(product)
    }

    mutating func attach(_ gas: Gas) throws(GasBill.UntoldError) {
        let (sum, overflow) = attached.addingReportingOverflow(gas.gas)
        guard !overflow else { throw .overflow }
        attached = sum
    }
}
