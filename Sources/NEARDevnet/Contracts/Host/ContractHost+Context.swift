// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ContractHost {
    func currentAccountId(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try setRegister(register, Array(call.accountId.text.utf8))
    }

    func signerAccountId(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("signer_account_id")
        try setRegister(register, Array(call.signerId.text.utf8))
    }

    func signerAccountKey(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("signer_account_pk")
        try setRegister(register, call.signerPublicKey.borshBytes)
    }

    func predecessorAccountId(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("predecessor_account_id")
        try setRegister(register, Array(call.predecessorId.text.utf8))
    }

    func refundToAccountId(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("refund_to_account_id")
        try setRegister(register, Array(call.refundTo.text.utf8))
    }

    func input(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try setRegister(register, call.action.args, bytesAreFree: true)
    }

    /// A number that costs no more than asking for it.
    func number(_ value: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        return value
    }

    func amount(_ value: UInt128, to pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try store(value, at: pointer)
    }

    func prepaidGas() throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("prepaid_gas")
        return gas.prepaid
    }

    func usedGas() throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("used_gas")
        return gas.used
    }

    func validatorStake(_ count: UInt64, _ pointer: UInt64, to stakePointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        let id = try accountId(pointer, count)
        try gas.pay(.validatorStakeBase)
        try store(id == call.validator.id ? call.validator.stake : 0, at: stakePointer)
    }

    func validatorTotalStake(to pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try gas.pay(.validatorTotalStakeBase)
        try store(call.validator.stake, at: pointer)
    }

    /// The source of the account's code: 0 for none, 1 for the account itself, 2 and 3 for global contracts.
    func currentContractCode(_ register: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        switch account.contract {
        case .none: return 0
        case .local(let hash):
            try setRegister(register, hash.bytes)
            return 1
        case .global(let hash):
            try setRegister(register, hash.bytes)
            return 2
        case .globalByAccount(let id):
            try setRegister(register, Array(id.text.utf8))
            return 3
        }
    }

    /// `gas`, which old contracts call themselves: burns gas for a number of operators.
    func burnOperators(_ count: UInt64) throws(HostCallError) {
        let (burnt, overflow) = count.multipliedReportingOverflow(by: parameters.regularOperatorCost)
        guard !overflow else { throw .integerOverflow }
        try gas.burn(burnt)
    }
}
