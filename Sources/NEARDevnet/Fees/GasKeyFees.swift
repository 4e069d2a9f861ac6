// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The fees of gas keys (NEP-611), whose bytes are counted otherwise where they are sent than where they are stored.
struct GasKeyFees: Sendable {
    let fees: FeeTable
    /// The account that has the key.
    let receiver: AccountId
    /// The bytes of the key in Borsh.
    let keyByteCount: Int

    /// Bytes of a gas key's smallest record: nonce, tag, balance, number of nonces.
    private static let recordByteCount = 8 + 1 + 16 + 2
    private static let nonceIndexByteCount = 2
    private static let nonceByteCount = 8

    /// Bytes of the name under which nearcore's trie has the key: a prefix, the account, a separator, the key.
    private var trieKeyByteCount: Int { 1 + receiver.text.utf8.count + 1 + keyByteCount }

    /// Bytes that are charged for sending a transfer to or from the key.
    var sentByteCount: Int { keyByteCount }

    /// Bytes that are charged for executing a transfer to or from the key.
    var transferByteCount: Int { trieKeyByteCount + Self.recordByteCount }

    /// Gas to send a transfer to or from the key.
    func transferSending(isOwn: Bool) throws(ArithmeticOverflowError) -> UInt64 {
        try fees.gasKeyTransfer.send(senderIsReceiver: isOwn)
            .adding(
                fees.gasKeyPerByte.send(senderIsReceiver: isOwn).multiplying(by: UInt64(sentByteCount)))
    }

    /// Gas to execute a transfer to or from the key.
    func transferExecution() throws(ArithmeticOverflowError) -> UInt64 {
        try fees.gasKeyTransfer.execution
            .adding(fees.gasKeyPerByte.execution.multiplying(by: UInt64(transferByteCount)))
    }

    /// Gas to write so many nonces, without their bytes.
    func nonces(_ count: UInt16) throws(ArithmeticOverflowError) -> UInt64 {
        try fees.gasKeyNonce.execution.multiplying(by: UInt64(count))
    }

    /// Gas for the bytes of so many nonces.
    func nonceBytes(_ count: UInt16) throws(ArithmeticOverflowError) -> UInt64 {
        let byteCount = trieKeyByteCount + Self.nonceIndexByteCount + Self.nonceByteCount
        return try fees.gasKeyPerByte.execution.multiplying(by: UInt64(byteCount)).multiplying(by: UInt64(count))
    }
}

extension ProtocolParameters {
    /// The fees of a gas key of `receiver`.
    func gasKeyFees(of publicKey: PublicKey, at receiver: AccountId) -> GasKeyFees {
        GasKeyFees(fees: fees, receiver: receiver, keyByteCount: publicKey.borshBytes.count)
    }

    /// Bytes that a gas key counts for, with its nonces.
    func storageUsage(ofGasKey accessKey: AccessKey, _ publicKey: PublicKey, nonceCount: UInt16) -> UInt64 {
        let perNonce = UInt64(publicKey.borshBytes.count) + 2 + 8 + extraBytesPerRecord
        return UInt64(nonceCount) * perNonce + storageUsage(of: accessKey, publicKey)
    }
}
