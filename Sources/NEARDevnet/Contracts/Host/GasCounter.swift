// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Counts the gas of one call (nearcore: `GasCounter`).
///
/// Burnt gas is gone; used gas includes what is passed on to new receipts. Between host functions, the contract counts
/// for itself: it gets what is left, and hands back what is left then.
struct GasCounter {
    /// Gas attached to the call.
    let prepaid: UInt64
    /// Gas that a call may burn at most.
    let maximum: UInt64
    /// Gas that is gone.
    private(set) var burnt: UInt64 = 0
    /// Gas passed on to new receipts.
    private(set) var promised: UInt64 = 0
    private(set) var profile = GasProfile()
    private let costs: HostCostTable
    private let isView: Bool

    init(prepaid: UInt64, isView: Bool, _ parameters: ContractParameters) {
        self.isView = isView
        costs = parameters.hostCosts
        self.prepaid = isView ? .max : prepaid
        maximum = isView ? parameters.limits.maxGasBurntInView : parameters.limits.maxGasBurnt
    }

    var used: UInt64 { burnt.saturatingAdding(promised) }

    /// Gas that can be burnt in all.
    private var limit: UInt64 { min(maximum, prepaid.saturatingSubtracting(isView ? 0 : promised)) }

    /// Gas that can still be burnt.
    var left: UInt64 { limit.saturatingSubtracting(burnt) }

    /// Takes over what the contract has counted.
    ///
    /// A negative rest means that it went over the limit.
    mutating func take(left: Int64) throws(HostCallError) {
        let spent = Int64(clamping: self.left) - left
        guard spent > 0 else { return }
        let before = burnt
        defer { profile.addInstructions(burnt - before) }
        try burn(UInt64(spent))
    }

    mutating func burn(_ gas: UInt64) throws(HostCallError) {
        let (total, overflow) = burnt.addingReportingOverflow(gas)
        guard !overflow else { throw .integerOverflow }
        guard total <= limit else { throw exceed(total, total.saturatingAdding(promised)) }
        burnt = total
    }

    mutating func pay(_ cost: HostCost) throws(HostCallError) {
        let before = burnt
        defer { profile.add(cost, burnt - before) }
        try burn(costs[cost])
    }

    mutating func pay(_ cost: HostCost, per count: Int) throws(HostCallError) {
        try pay(cost, per: UInt64(count))
    }

    mutating func pay(_ cost: HostCost, per count: UInt64) throws(HostCallError) {
        let (gas, overflow) = costs[cost].multipliedReportingOverflow(by: count)
        guard !overflow else { throw .integerOverflow }
        let before = burnt
        defer { profile.add(cost, burnt - before) }
        try burn(gas)
    }

    /// Pays for a part of a new receipt: `sending` is burnt now, `executing` goes with the receipt.
    mutating func pay(
        _ cost: ActionCost, sending: UInt64, executing: UInt64
    ) throws(HostCallError) {
        let before = burnt
        defer { profile.add(cost, burnt - before) }
        try deduct(burning: sending, promising: executing)
    }

    /// Passes gas on to a function call of a new receipt.
    mutating func prepay(_ gas: UInt64) throws(HostCallError) {
        try deduct(burning: 0, promising: gas)
    }

    private mutating func deduct(burning: UInt64, promising: UInt64) throws(HostCallError) {
        let (newBurnt, burntOverflow) = burnt.addingReportingOverflow(burning)
        let (newPromised, promisedOverflow) = promised.addingReportingOverflow(promising)
        let (newUsed, usedOverflow) = newBurnt.addingReportingOverflow(newPromised)
        guard !burntOverflow, !promisedOverflow, !usedOverflow else { throw .integerOverflow }
        guard newBurnt <= maximum, newUsed <= prepaid else { throw exceed(newBurnt, newUsed) }
        burnt = newBurnt
        promised = newPromised
    }

    /// Never burns more than was paid for, and says which limit it was.
    private mutating func exceed(_ newBurnt: UInt64, _ newUsed: UInt64) -> HostCallError {
        burnt = min(newBurnt, prepaid, maximum)
        promised = min(prepaid, newUsed).saturatingSubtracting(burnt)
        return newBurnt > maximum ? .gasLimitExceeded : .gasExceeded
    }
}
