// SPDX-License-Identifier: MIT

/// The name of published code (nearcore's `GlobalContractIdentifier`, NEP-591).
public enum GlobalContractIdentifier: Sendable, Hashable {
    /// By its SHA-256: it can never change.
    case codeHash(CryptoHash)
    /// By the account that published it, which can publish another version.
    case accountId(AccountId)
}

/// The way code is published: by hash or by account (nearcore's `GlobalContractDeployMode`, NEP-591).
public enum GlobalContractDeployMode: UInt8, Sendable, Hashable {
    /// Under its hash: for good.
    case codeHash = 0
    /// Under the publishing account: its owner can replace it for everyone that uses it.
    case accountId = 1
}

/// Publishes code for other accounts (NEP-591).
public struct DeployGlobalContractAction: Sendable, Hashable {
    /// The WebAssembly module.
    public var code: [UInt8]
    /// The way the code is named.
    public var deployMode: GlobalContractDeployMode

    /// A publication.
    public init(code: [UInt8], deployMode: GlobalContractDeployMode) {
        self.code = code
        self.deployMode = deployMode
    }
}

/// Puts published code on an account (NEP-591).
public struct UseGlobalContractAction: Sendable, Hashable {
    /// The published code to use.
    public var contractIdentifier: GlobalContractIdentifier

    /// A use.
    public init(contractIdentifier: GlobalContractIdentifier) {
        self.contractIdentifier = contractIdentifier
    }
}

extension GlobalContractIdentifier: BorshEncodable, BorshDecodable {
    /// Appends the tag and the hash or the account.
    public func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .codeHash(let hash):
            encoder.encode(0 as UInt8)
            hash.encode(to: &encoder)
        case .accountId(let id):
            encoder.encode(1 as UInt8)
            id.encode(to: &encoder)
        }
    }

    /// Reads the tag and the hash or the account.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        switch try decoder.decodeUInt8() {
        case 0: self = .codeHash(try decoder.decode())
        case 1: self = .accountId(try decoder.decode())
        case let tag: throw .unknownTag(offset: start, type: "GlobalContractIdentifier", tag: tag)
        }
    }
}

extension GlobalContractDeployMode: BorshEncodable, BorshDecodable {
    /// Appends the tag.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(rawValue)
    }

    /// Reads the tag.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        let tag = try decoder.decodeUInt8()
        guard let mode = GlobalContractDeployMode(rawValue: tag) else {
            throw .unknownTag(offset: start, type: "GlobalContractDeployMode", tag: tag)
        }
        self = mode
    }
}
