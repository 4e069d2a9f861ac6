// SPDX-License-Identifier: MIT

import NEARPrimitives

@testable import NEARDevnet

extension LocalChain {
    /// Gives `alice.root` a gas key with a balance.
    @discardableResult
    mutating func addGasKey(
        nonces: UInt16 = 3, balance: NEARToken = .test(1), calls: FunctionCallPermission? = nil
    ) throws -> SecretKey {
        let key = try key("gas")
        let info = GasKeyInfo(balance: .zero, numNonces: nonces)
        let permission: AccessKeyPermission = calls.map { .gasKeyFunctionCall(info, $0) } ?? .gasKeyFullAccess(info)
        let action = AddKeyAction(publicKey: key.publicKey, accessKey: AccessKey(permission: permission))
        let status = try send("alice.root", to: "alice.root", [.addKey(action)])
        if let failure = status.failure { throw failure }
        guard balance > .zero else { return key }
        let funding = TransferToGasKeyAction(publicKey: key.publicKey, deposit: balance)
        try send("root", to: "alice.root", [.transferToGasKey(funding)])
        return key
    }

    /// A transaction as alice's gas key would sign it now, changed as the test wants.
    func signWithGasKey(
        to receiver: String = "bob.root", _ actions: [Action] = [.transfer(NEARToken.test(1))], index: UInt16 = 0,
        change: (inout TransactionV1) -> Void = { _ in }
    ) throws -> PendingTransaction {
        let key = try key("gas")
        let id = try id("alice.root")
        let nonce = state.gasKeyNonce(id, key.publicKey, index: index) ?? 0
        var body = TransactionV1(
            signerId: id, publicKey: key.publicKey, nonce: .gasKeyNonce(nonce: nonce + 1, nonceIndex: index),
            receiverId: try self.id(receiver), blockHash: chain.head.hash, actions: actions)
        change(&body)
        return PendingTransaction(try SignedTransaction.sign(.v1(body), with: key))
    }

    /// The balance of alice's gas key in yoctoNEAR.
    func gasKeyBalance() throws -> UInt128 {
        state.accessKey(try id("alice.root"), try key("gas").publicKey)?.permission.gasKey?.balance.yoctoNEAR ?? 0
    }
}
