// SPDX-License-Identifier: MIT

import NEARPrimitives

extension Receipt {
    /// The receipt as nearcore writes it (`ReceiptView`).
    var view: JSONValue {
        [
            "predecessor_id": .id(predecessorId), "receiver_id": .id(receiverId), "receipt_id": .hash(receiptId),
            "priority": 0,
            "receipt": .variant(
                "Action",
                [
                    "signer_id": .id(action.signerId), "signer_public_key": .key(action.signerPublicKey),
                    "gas_price": .yocto(action.gasPrice),
                    "output_data_receivers": .array(
                        action.outputDataReceivers.map { receiver -> JSONValue in
                            ["data_id": .hash(receiver.dataId), "receiver_id": .id(receiver.receiverId)]
                        }),
                    "input_data_ids": .array(action.inputDataIds.map { .hash($0) }),
                    "actions": .array(action.actions.map(\.view)), "is_promise_yield": .bool(action.isPromiseYield),
                    "refund_to": action.refundTo.map { .id($0) } ?? .null,
                ]),
        ]
    }
}

extension PendingTransaction {
    /// The transaction as nearcore writes it (`SignedTransactionView`).
    var view: JSONValue {
        let body = signed.transaction
        var view: JSONValue.Members = [
            "signer_id": .id(body.signerId), "public_key": .key(body.publicKey), "nonce": .count(body.nonce.value),
            "receiver_id": .id(body.receiverId), "actions": .array(body.actions.map(\.view)), "priority_fee": 0,
            "signature": .string(signed.signature.description), "hash": .hash(hash),
        ]
        if let index = body.nonce.index { view["nonce_index"] = .count(index) }
        return .object(view)
    }
}

extension OutcomeRecord {
    /// The outcome as nearcore writes it (`ExecutionOutcomeWithIdView`).
    func view(isTransaction: Bool, proof: [MerklePathItem]) -> JSONValue {
        [
            "id": .hash(id), "block_hash": .hash(blockHash), "proof": .array(proof.map(\.view)),
            "outcome": [
                "executor_id": .id(executorId), "gas_burnt": .count(gasBurnt), "tokens_burnt": .yocto(tokensBurnt),
                "logs": .array(logs.map { .string($0) }), "receipt_ids": .array(receiptIds.map { .hash($0) }),
                "status": status.view,
                "metadata": ["version": isTransaction ? 1 : 3, "gas_profile": isTransaction ? nil : gasProfile.view],
            ],
        ]
    }
}

extension OutcomeRecord.Status {
    /// The status as nearcore writes it (`ExecutionStatusView`).
    var view: JSONValue {
        switch self {
        case .successValue(let value): .variant("SuccessValue", .bytes(value))
        case .successReceiptId(let id): .variant("SuccessReceiptId", .hash(id))
        case .failure(let error): .variant("Failure", .variant("ActionError", error.view))
        }
    }
}

extension GasProfile {
    /// The profile as nearcore writes it: costs that are zero are left out, and gas is a text.
    var view: JSONValue {
        .array(
            costs.map { cost -> JSONValue in
                [
                    "cost_category": .string(cost.costCategory), "cost": .string(cost.cost),
                    "gas_used": .string(String(cost.gasUsed.gas)),
                ]
            })
    }
}
