// SPDX-License-Identifier: MIT

import NEARPrimitives

extension MerklePathItem {
    /// The step as nearcore writes it.
    var view: JSONValue { ["hash": .hash(hash), "direction": isLeft ? "Left" : "Right"] }
}

extension BlockHeader {
    /// The part of a header that light clients need, as nearcore writes it (`LightClientBlockLiteView`).
    var liteView: JSONValue {
        ["prev_block_hash": .hash(prevHash), "inner_rest_hash": .hash(innerRestHash), "inner_lite": innerLiteView]
    }

    /// The part of the header that light clients read (`BlockHeaderInnerLiteView`).
    var innerLiteView: JSONValue {
        [
            "height": .count(height), "epoch_id": .hash(epoch.id), "next_epoch_id": .hash(epoch.nextId),
            "prev_state_root": .hash(prevStateRoot), "outcome_root": .hash(prevOutcomeRoot),
            "timestamp": .count(timestamp), "timestamp_nanosec": .string(String(timestamp)),
            "next_bp_hash": .hash(nextValidator.hash), "block_merkle_root": .hash(blockMerkleRoot),
        ]
    }
}

extension ValidatorStake {
    /// The validator as nearcore writes it (`ValidatorStakeView`).
    var view: JSONValue {
        [
            "validator_stake_struct_version": "V1", "account_id": .id(accountId), "public_key": .key(publicKey),
            "stake": .yocto(stake),
        ]
    }
}

extension DataReceipt {
    /// The receipt as nearcore writes it (`ReceiptView`).
    var view: JSONValue {
        [
            "predecessor_id": .id(predecessorId), "receiver_id": .id(receiverId), "receipt_id": .hash(receiptId),
            "priority": 0,
            "receipt": .variant(
                "Data",
                [
                    "data_id": .hash(content.dataId), "data": content.data.map { .bytes($0) } ?? .null,
                    "is_promise_resume": .bool(content.isPromiseResume),
                ]),
        ]
    }
}
