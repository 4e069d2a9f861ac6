// SPDX-License-Identifier: MIT

import PairingCurves

/// Curves with pairings.
///
/// Their fees, and the order of charging, are nearcore's at protocol version 83.
extension ContractHost {
    func altBn128G1Multiexp(_ value: Slice, _ register: UInt64) throws(HostCallError) {
        let input = try altBn128Elements(
            value, size: AltBN128.multiexpElementSize, base: .altBn128G1MultiexpBase,
            element: .altBn128G1MultiexpElement)
        try setRegister(register, valid { () throws(AltBN128.InputError) in try AltBN128.g1Multiexp(input) })
    }

    func altBn128G1Sum(_ value: Slice, _ register: UInt64) throws(HostCallError) {
        let input = try altBn128Elements(
            value, size: AltBN128.sumElementSize, base: .altBn128G1SumBase, element: .altBn128G1SumElement)
        try setRegister(register, valid { () throws(AltBN128.InputError) in try AltBN128.g1Sum(input) })
    }

    /// 1 where the pairings, multiplied, are one; else 0.
    func altBn128PairingCheck(_ value: Slice) throws(HostCallError) -> UInt64 {
        let input = try altBn128Elements(
            value, size: AltBN128.pairingElementSize, base: .altBn128PairingCheckBase,
            element: .altBn128PairingCheckElement)
        return try valid { () throws(AltBN128.InputError) in try AltBN128.pairingCheck(input) } ? 1 : 0
    }

    private func valid<Result>(_ body: () throws(AltBN128.InputError) -> Result) throws(HostCallError) -> Result {
        do throws(AltBN128.InputError) {
            return try body()
        } catch {
            throw .altBn128InvalidInput(error.message)
        }
    }

    /// An input of whole elements, paid for.
    private func altBn128Elements(
        _ value: Slice, size: Int, base: HostCost, element: HostCost
    ) throws(HostCallError) -> [UInt8] {
        try gas.pay(base)
        let input = try bytes(value.pointer, value.count)
        guard input.count.isMultiple(of: size) else {
            throw .altBn128InvalidInput(
                "slice of size \(input.count) cannot be precisely split into chunks of size \(size)")
        }
        try gas.pay(element, per: input.count / size)
        return input
    }

    /// 0, and the result in the register; or 1 where an element isn't valid.
    func bls12381(_ function: BLS12381Function, _ value: Slice, to register: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(function.base)
        // As in nearcore, what the contract says is paid for before it is looked at: for an input in a register, whose
        // length is said to be the greatest there is, nobody can.
        try gas.pay(function.element, per: value.count / UInt64(function.elementSize))
        let input = try bytes(value.pointer, value.count)
        try requireWholeElements(input, size: function.elementSize, function: function.name)
        guard let result = function.body(input) else { return 1 }
        try setRegister(register, result)
        return 0
    }

    /// 0 where the pairings, multiplied, are one, 2 where they aren't, 1 where a point isn't in its group.
    func bls12381PairingCheck(_ value: Slice) throws(HostCallError) -> UInt64 {
        try gas.pay(.bls12381PairingBase)
        let input = try bytes(value.pointer, value.count)
        let size = BLS12381Functions.ElementSize.pairing
        try gas.pay(.bls12381PairingElement, per: input.count / size)
        try requireWholeElements(input, size: size, function: "bls12381_pairing_check")
        return BLS12381Functions.pairingCheck(input).map { $0 ? 0 : 2 } ?? 1
    }

    private func requireWholeElements(_ input: [UInt8], size: Int, function name: String) throws(HostCallError) {
        guard input.count.isMultiple(of: size) else {
            throw .bls12381InvalidInput(
                "Incorrect input length for \(name): \(input.count) is not divisible by \(size)")
        }
    }
}
