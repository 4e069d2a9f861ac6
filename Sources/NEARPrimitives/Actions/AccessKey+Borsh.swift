// SPDX-License-Identifier: MIT

extension AccessKey: BorshEncodable, BorshDecodable {
    /// Appends the nonce and the permission.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(nonce)
        permission.encode(to: &encoder)
    }

    /// Reads the nonce and the permission.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        nonce = try decoder.decodeUInt64()
        permission = try AccessKeyPermission(from: &decoder)
    }
}

extension AccessKeyPermission: BorshEncodable, BorshDecodable {
    /// Appends the tag and its content.
    public func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .functionCall(let permission):
            encoder.encode(0 as UInt8)
            permission.encode(to: &encoder)
        case .fullAccess:
            encoder.encode(1 as UInt8)
        case .gasKeyFunctionCall(let info, let permission):
            encoder.encode(2 as UInt8)
            info.encode(to: &encoder)
            permission.encode(to: &encoder)
        case .gasKeyFullAccess(let info):
            encoder.encode(3 as UInt8)
            info.encode(to: &encoder)
        }
    }

    /// Reads the tag and its content.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        switch try decoder.decodeUInt8() {
        case 0: self = .functionCall(try decoder.decode())
        case 1: self = .fullAccess
        case 2: self = .gasKeyFunctionCall(try decoder.decode(), try decoder.decode())
        case 3: self = .gasKeyFullAccess(try decoder.decode())
        case let tag: throw .unknownTag(offset: start, type: "AccessKeyPermission", tag: tag)
        }
    }
}

extension FunctionCallPermission: BorshEncodable, BorshDecodable {
    /// Appends the allowance, the receiver and the methods.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(allowance)
        encoder.encode(receiverId)
        encoder.encode(methodNames)
    }

    /// Reads the allowance, the receiver and the methods.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        allowance = try decoder.decodeOptional()
        receiverId = try decoder.decode()
        methodNames = try decoder.decodeStrings().map { ExactText($0) }
    }
}

extension GasKeyInfo: BorshEncodable, BorshDecodable {
    /// Appends the balance and the number of nonces.
    public func encode(to encoder: inout BorshEncoder) {
        balance.encode(to: &encoder)
        encoder.encode(numNonces)
    }

    /// Reads the balance and the number of nonces.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        balance = try NEARToken(from: &decoder)
        numNonces = try decoder.decodeUInt16()
    }
}
