// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The epoch that a call is about.
public enum EpochReference: Sendable, Hashable {
    /// The present one.
    case latest
    /// The epoch with an id.
    case epoch(CryptoHash)
    /// The epoch of the block at a height.
    case height(UInt64)
    /// The epoch of the block with a hash.
    case blockHash(CryptoHash)

    var parameters: JSONValue {
        switch self {
        case .latest: ["latest": nil]
        case .epoch(let id): ["epoch_id": .string(id.description)]
        case .height(let height): ["block_id": .integer(Int128(height))]
        case .blockHash(let hash): ["block_id": .string(hash.description)]
        }
    }
}

/// The validators of an epoch (nearcore's `EpochValidatorInfo`): the fields that a client uses, and all of it in
/// `json`.
public struct ValidatorsView: Sendable, Hashable {
    /// The number of the epoch.
    public let epochHeight: UInt64
    /// The height of its first block.
    public let epochStartHeight: UInt64
    /// The validators of this epoch.
    public let currentValidators: [ValidatorView]
    /// The validators of the next epoch.
    public let nextValidators: [ValidatorView]
    /// The accounts that propose to validate in the epoch after the next.
    public let currentProposals: [ValidatorView]
    /// The answer as it came.
    public let json: JSONValue
}

extension ValidatorsView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        epochHeight = try fields.value("epoch_height")
        epochStartHeight = try fields.value("epoch_start_height")
        currentValidators = try fields.value("current_validators")
        nextValidators = try fields.value("next_validators")
        currentProposals = try fields.value("current_proposals")
        self.json = json
    }
}

/// A validator.
public struct ValidatorView: Sendable, Hashable {
    /// The account.
    public let accountId: AccountId
    /// The key that it validates with.
    public let publicKey: PublicKey
    /// Its stake.
    public let stake: NEARToken
    /// The blocks that it has produced in this epoch; `nil` for one that doesn't validate now.
    public let numProducedBlocks: UInt64?
    /// The blocks that it should have produced in this epoch; `nil` for one that doesn't validate now.
    public let numExpectedBlocks: UInt64?
}

extension ValidatorView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        accountId = try fields.value("account_id")
        publicKey = try fields.value("public_key")
        stake = try fields.value("stake")
        numProducedBlocks = try fields.value("num_produced_blocks")
        numExpectedBlocks = try fields.value("num_expected_blocks")
    }
}
