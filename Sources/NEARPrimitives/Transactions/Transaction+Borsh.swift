// SPDX-License-Identifier: MIT

extension Transaction: BorshEncodable, BorshDecodable {
    /// Appends the transaction; version 1 has a 1 in front, version 0 nothing, as before there were versions.
    public func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .v0(let transaction): transaction.encode(to: &encoder)
        case .v1(let transaction):
            encoder.encode(1 as UInt8)
            transaction.encode(to: &encoder)
        }
    }

    /// Reads a transaction of either version.
    ///
    /// Version 0 starts with the length of an account id, a `u32` below 256, so its second byte is 0; the second byte
    /// of version 1 is the first of that length, which is never 0.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        if try decoder.peek(1) == 0 {
            self = .v0(try decoder.decode())
            return
        }
        let start = decoder.offset
        let tag = try decoder.decodeUInt8()
        guard tag == 1 else { throw .unknownTag(offset: start, type: "Transaction", tag: tag) }
        self = .v1(try decoder.decode())
    }

    /// Room for the actions and for all else at its longest.
    public var borshCapacityHint: Int {
        actions.reduce(publicKey.bytes.count + 4 * 64) { $0 + $1.borshCapacityHint }
    }
}

extension TransactionV0: BorshEncodable, BorshDecodable {
    /// Appends the fields in their order.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(signerId)
        encoder.encode(publicKey)
        encoder.encode(nonce)
        encoder.encode(receiverId)
        encoder.encode(blockHash)
        encoder.encode(actions)
    }

    /// Reads the fields in their order.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        signerId = try decoder.decode()
        publicKey = try decoder.decode()
        nonce = try decoder.decodeUInt64()
        receiverId = try decoder.decode()
        blockHash = try decoder.decode()
        actions = try decoder.decodeArray()
    }
}

extension TransactionV1: BorshEncodable, BorshDecodable {
    /// Appends the fields in their order.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(signerId)
        encoder.encode(publicKey)
        encoder.encode(nonce)
        encoder.encode(receiverId)
        encoder.encode(blockHash)
        encoder.encode(actions)
        encoder.encode(nonceMode.rawValue)
    }

    /// Reads the fields in their order.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        signerId = try decoder.decode()
        publicKey = try decoder.decode()
        nonce = try decoder.decode()
        receiverId = try decoder.decode()
        blockHash = try decoder.decode()
        actions = try decoder.decodeArray()
        let start = decoder.offset
        let tag = try decoder.decodeUInt8()
        guard let mode = NonceMode(rawValue: tag) else {
            throw .unknownTag(offset: start, type: "NonceMode", tag: tag)
        }
        nonceMode = mode
    }
}

extension TransactionNonce: BorshEncodable, BorshDecodable {
    /// Appends the tag and the nonce.
    public func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .nonce(let nonce):
            encoder.encode(0 as UInt8)
            encoder.encode(nonce)
        case .gasKeyNonce(let nonce, let index):
            encoder.encode(1 as UInt8)
            encoder.encode(nonce)
            encoder.encode(index)
        }
    }

    /// Reads the tag and the nonce.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        switch try decoder.decodeUInt8() {
        case 0: self = .nonce(try decoder.decodeUInt64())
        case 1: self = .gasKeyNonce(nonce: try decoder.decodeUInt64(), nonceIndex: try decoder.decodeUInt16())
        case let tag: throw .unknownTag(offset: start, type: "TransactionNonce", tag: tag)
        }
    }
}
