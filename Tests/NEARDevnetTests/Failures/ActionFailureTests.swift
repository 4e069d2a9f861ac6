// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// An action that nearcore can't do fails with nearcore's error value; the receipt is rolled back, its deposit
/// returned.
@Suite(.ownThread) struct ActionFailureTests {
    @Test(arguments: ActionFailureCase.cases)
    func failsAsInNearcoreAndChangesNothingButFees(_ failure: ActionFailureCase) throws {
        var (chain, transaction, expected) = try failure.prepare()
        let before = try Holdings(chain)
        let height = chain.chain.head.height
        let status = try chain.execute(transaction)
        #expect(status.failure?.view == expected)
        #expect(status.progress == .final)
        let after = try Holdings(chain)
        let blocks = chain.chain.blocks(above: height)
        #expect(after.total == before.total - blocks.reduce(0) { $0 + $1.burnt })
        // The signer has paid for the gas that was burnt, and nobody else has lost or won anything but a contract its
        // share.
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        var expectedRecords = before.records
        let signer = try chain.id(failure.signer)
        expectedRecords[signer]?.amount -= burnt
        for change in blocks.flatMap(\.changes) {
            guard case .actionReceiptGasReward = change.cause, case .accountUpdate(let id, let record) = change.value
            else { continue }
            expectedRecords[id]?.amount = record.amount
        }
        #expect(after.records == expectedRecords)
        var expectedKeys = before.keys
        expectedKeys[signer]?[transaction.signed.transaction.publicKey]?.nonce =
            transaction.signed.transaction.nonce.value
        #expect(after.keys == expectedKeys)
        #expect(after.codes == before.codes)
    }

    /// Everything that accounts have.
    private struct Holdings {
        var records: [AccountId: AccountRecord] = [:]
        var keys: [AccountId: [PublicKey: AccessKey]] = [:]
        var codes: [AccountId: ContractCode] = [:]
        let total: UInt128

        init(_ chain: LocalChain) throws {
            for (id, record) in chain.state.allAccounts {
                records[id] = record
                keys[id] = Dictionary(
                    uniqueKeysWithValues: chain.state.accessKeyList(id).map { ($0.publicKey, $0.accessKey) })
                codes[id] = chain.state.code(id)
            }
            total = try chain.countTokens()
        }
    }

    /// The same, as clients see it: in each answer about the transaction, as nearcore serializes it.
    @Test(arguments: ActionFailureCase.cases)
    func isToldByEveryMethodThatTellsOutcomes(_ failure: ActionFailureCase) async throws {
        let (chain, transaction, expected) = try failure.prepare()
        let service = chain.service()
        let sent: JSONValue = ["signed_tx_base64": .string(transaction.signed.base64), "wait_until": "FINAL"]
        let known: JSONValue = ["tx_hash": .hash(transaction.hash), "sender_account_id": .string(failure.signer)]
        let status: JSONValue = ["Failure": ["ActionError": expected]]
        var told: [JSONValue] = []
        for (method, parameters) in [
            ("broadcast_tx_commit", [.string(transaction.signed.base64)]), ("send_tx", sent), ("tx", known),
            ("EXPERIMENTAL_tx_status", known),
        ] {
            let result = try await service.result(method, parameters)
            let outcomes = result["receipts_outcome"]?.arrayValue ?? []
            #expect(outcomes.contains { $0["outcome"]?["status"] == status }, "\(method)")
            #expect(result["transaction_outcome"]?["outcome"]?["status"]?["SuccessReceiptId"] != nil, "\(method)")
            told.append(try #require(result["status"]))
        }
        #expect(Set(told).count == 1)
        // Where it is the transaction's own receipt that failed, so has the transaction. There is no retry of what
        // failed.
        #expect(told.first == status)
    }

    /// nearcore's `ActionErrorKind`, by the actions that can end so.
    ///
    /// Of what has come after protocol version 83, it has gas keys only.
    static let kinds: [String: Set<String>] = [
        "CreateAccount": [
            "AccountAlreadyExists", "CreateAccountOnlyByRegistrar", "CreateAccountNotAllowed",
            "OnlyImplicitAccountCreationAllowed",
        ],
        "DeployContract": ["AccountDoesNotExist", "ActorNoPermission"],
        "FunctionCall": ["AccountDoesNotExist", "FunctionCallError", "NewReceiptValidationError"],
        "Transfer": ["AccountDoesNotExist"],
        "Stake": ["AccountDoesNotExist", "ActorNoPermission", "TriesToUnstake", "TriesToStake", "InsufficientStake"],
        "AddKey": ["AccountDoesNotExist", "ActorNoPermission", "AddKeyAlreadyExists"],
        "DeleteKey": ["AccountDoesNotExist", "ActorNoPermission", "DeleteKeyDoesNotExist", "GasKeyBalanceTooHigh"],
        "DeleteAccount": [
            "AccountDoesNotExist", "ActorNoPermission", "DeleteAccountStaking", "DeleteAccountWithLargeState",
            "GasKeyBalanceTooHigh",
        ],
        "Delegate": [
            "AccountDoesNotExist", "DelegateActionInvalidSignature", "DelegateActionExpired",
            "DelegateActionSenderDoesNotMatchTxReceiver", "DelegateActionAccessKeyError", "DelegateActionInvalidNonce",
            "DelegateActionNonceTooLarge", "NewReceiptValidationError",
        ],
        "DeployGlobalContract": ["AccountDoesNotExist", "ActorNoPermission", "LackBalanceForState"],
        "UseGlobalContract": ["AccountDoesNotExist", "ActorNoPermission", "GlobalContractDoesNotExist"],
        "DeterministicStateInit": ["GlobalContractDoesNotExist"],
        "TransferToGasKey": ["AccountDoesNotExist", "GasKeyDoesNotExist"],
        "WithdrawFromGasKey": [
            "AccountDoesNotExist", "ActorNoPermission", "GasKeyDoesNotExist", "InsufficientGasKeyBalance",
        ],
        "receipt": ["LackBalanceForState"],
    ]

    /// Kinds that no action can end with here, and why.
    static let impossible = [
        "DelegateActionInvalidNonceIndex": "delegate actions of version 2 came with protocol version 85",
        "ReceiptStorageProofSizeExceeded":
            "held against every action since protocol version 87; a devnet has no proofs",
        "TotalPromiseInputSizeExceeded": "not in force in any version that mainnet has had",
    ]

    /// The tables have every error that can happen, and no other.
    @Test func everyKindOfEveryActionHasACase() throws {
        var found: [String: Set<String>] = [:]
        for failure in ActionFailureCase.cases {
            let (_, _, expected) = try failure.prepare()
            found[failure.action ?? "receipt", default: []].insert(try #require(expected["kind"]?.variantName))
        }
        #expect(found == Self.kinds)
        #expect(Set(Self.kinds.keys) == Set(SampleAction.names + ["receipt"]))
        let all = Self.kinds.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(all.count == 26)
        #expect(all.isDisjoint(with: Self.impossible.keys))
    }
}

extension JSONValue {
    /// The name of an enum's variant, with fields or without.
    var variantName: String? {
        if case .object(let members) = self { members.keys.first?.text } else { stringValue }
    }
}

extension LocalChain {
    /// The chain's JSON-RPC, without a server before it.
    func service() -> RPCService {
        let logger = Logger(label: "test")
        return RPCService(
            host: ChainHost(chain, production: .onDemand, logger: logger), settings: chain.settings, seed: "",
            rootAccountId: setup.root.id, waitLimit: .seconds(10), startedAt: .now, logger: logger)
    }
}

extension RPCService {
    /// The response to a request that comes as bytes.
    func response(_ method: String, _ params: JSONValue) async throws -> JSONValue {
        let request: JSONValue = ["jsonrpc": "2.0", "id": "test", "method": .string(method), "params": params]
        return try JSONValue.parse(await answer(request.bytes, mayChange: true).body)
    }

    /// The result of a request that must succeed.
    func result(_ method: String, _ params: JSONValue) async throws -> JSONValue {
        let response = try await response(method, params)
        return try #require(response["result"], "\(method): \(response)")
    }

    /// The error of a request that must fail.
    func error(_ method: String, _ params: JSONValue) async throws -> JSONValue {
        let response = try await response(method, params)
        return try #require(response["error"], "\(method): \(response)")
    }
}
