// SPDX-License-Identifier: MIT

/// Creates an account from published code and a first state; its id is derived from both (NEP-616, nearcore's
/// `DeterministicStateInitAction`).
public struct DeterministicStateInitAction: Sendable, Hashable {
    /// Code and state.
    public var stateInit: DeterministicAccountStateInit
    /// NEAR for the account's storage; what is too much comes back.
    public var deposit: NEARToken

    /// A creation.
    public init(stateInit: DeterministicAccountStateInit, deposit: NEARToken) {
        self.stateInit = stateInit
        self.deposit = deposit
    }
}

/// The versions of a deterministic account's first state (nearcore's `DeterministicAccountStateInit`).
public enum DeterministicAccountStateInit: Sendable, Hashable {
    /// Version 1, the only one.
    case v1(DeterministicAccountStateInitV1)

    /// The id of the account that has this code and state.
    ///
    /// It is `0s` and the last 20 bytes of the Keccak-256 of the Borsh form, in hexadecimal.
    public var accountId: AccountId {
        AccountId(unchecked: "0s" + Hexadecimal.encode(Keccak.keccak256(borshBytes).suffix(20)))
    }
}

/// A deterministic account's code and first state (nearcore's `DeterministicAccountStateInitV1`).
public struct DeterministicAccountStateInitV1: Sendable, Hashable {
    /// A key of the contract's storage and its value.
    public struct Entry: Sendable, Hashable {
        /// The storage key.
        public let key: [UInt8]
        /// The stored value.
        public let value: [UInt8]
    }

    /// The published code that the account runs.
    public let code: GlobalContractIdentifier
    /// The state, in the order of the keys' bytes, no key twice.
    public let data: [Entry]

    /// Code and state.
    public init(code: GlobalContractIdentifier, data: [[UInt8]: [UInt8]] = [:]) {
        self.code = code
        self.data =
            data
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { Entry(key: $0.key, value: $0.value) }
    }
}

extension DeterministicStateInitAction: BorshEncodable, BorshDecodable {
    /// Appends the state and the deposit.
    public func encode(to encoder: inout BorshEncoder) {
        stateInit.encode(to: &encoder)
        deposit.encode(to: &encoder)
    }

    /// Reads the state and the deposit.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        stateInit = try decoder.decode()
        deposit = try decoder.decode()
    }
}

extension DeterministicAccountStateInit: BorshEncodable, BorshDecodable {
    /// Appends the version's tag and the version.
    public func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .v1(let stateInit):
            encoder.encode(0 as UInt8)
            stateInit.encode(to: &encoder)
        }
    }

    /// Reads the version's tag and the version.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        switch try decoder.decodeUInt8() {
        case 0: self = .v1(try decoder.decode())
        case let tag: throw .unknownTag(offset: start, type: "DeterministicAccountStateInit", tag: tag)
        }
    }
}

extension DeterministicAccountStateInitV1: BorshEncodable, BorshDecodable {
    /// Appends the code and the entries.
    public func encode(to encoder: inout BorshEncoder) {
        code.encode(to: &encoder)
        encoder.encode(data)
    }

    /// Reads the code and the entries.
    ///
    /// Entries out of order are refused, since the account's id is a hash of them: no value may have two forms.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        code = try decoder.decode()
        let start = decoder.offset
        data = try decoder.decodeArray()
        for (entry, next) in zip(data, data.dropFirst()) where !entry.key.lexicographicallyPrecedes(next.key) {
            throw .invalidValue(offset: start, reason: "state keys must be in order and differ")
        }
    }
}

extension DeterministicAccountStateInitV1.Entry: BorshEncodable, BorshDecodable {
    /// Appends the key and the value.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(key)
        encoder.encode(value)
    }

    /// Reads the key and the value.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        key = try decoder.decodeBytes()
        value = try decoder.decodeBytes()
    }
}
