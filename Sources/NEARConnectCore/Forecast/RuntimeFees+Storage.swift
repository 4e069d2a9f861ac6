// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

extension RuntimeFees {
    /// Returns the bytes that the receiver's records grow by, at most.
    func addedBytes(of actions: [Action]) -> UInt64 {
        actions.reduce(0) { sum, action in
            switch action {
            case .createAccount: sum &+ accountBytes
            case .addKey(let add):
                sum &+ UInt64(add.publicKey.borshBytes.count + add.accessKey.borshBytes.count) &+ recordBytes
            case .deployContract(let deploy): sum &+ UInt64(deploy.code.count)
            default: sum
            }
        }
    }
}
