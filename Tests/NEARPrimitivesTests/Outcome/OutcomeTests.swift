// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import Testing

@Suite("Outcomes") struct OutcomeTests {
    private struct Returned: Decodable, Equatable {
        let count: UInt64
        let name: String
    }

    private static func vector() throws -> JSONValue {
        try #require(try Vectors.load("outcome-call", as: JSONValue.self)["outcome"])
    }

    private static func changed(_ path: [ExactText], to value: JSONValue?, in json: JSONValue) -> JSONValue {
        guard let name = path.first, case .object(var members) = json else { return json }
        members[name] =
            path.count == 1 ? value : changed(Array(path.dropFirst()), to: value, in: members[name] ?? [:])
        return .object(members)
    }

    @Test func aWholeOutcomeIsRead() throws {
        let outcome = try FinalExecutionOutcome(json: try Self.vector())
        #expect(outcome.isSuccess)
        #expect(outcome.failure == nil)
        #expect(outcome.finalExecutionStatus == .final)
        #expect(outcome.transactionHash.description == "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz")
        #expect(outcome.transaction.nonce == .max)
        #expect(outcome.logs == ["calling", "EVENT_JSON:{\"standard\":\"nep171\"}"])
        #expect(outcome.gasBurnt == Gas(gas: 2_428_086_459_466 + 5_000_000_000_000 + 1))
        #expect(
            outcome.tokensBurnt.yoctoNEAR == 742_808_645_946_700_000_000 as UInt128)
        #expect(outcome.transactionOutcome.proof.map(\.isLeft) == [false])
        #expect(outcome.receiptsOutcome[0].outcome.metadata?.gasProfile?.first?.gasUsed == Gas(gas: 2_647_681_110))
        #expect(outcome.failedReceipts.map(\.outcome.executorId.text) == ["other.testnet"])
    }

    @Test func theResultIsDecodedExactly() throws {
        let outcome = try FinalExecutionOutcome(json: try Self.vector())
        #expect(try outcome.decode(as: Returned.self) == Returned(count: .max, name: "x"))
        #expect(try outcome.decode(as: JSONValue.self) == ["count": 18_446_744_073_709_551_615, "name": "x"])
        let error = #expect(throws: SuccessValueError.self) { try outcome.decode(as: [Int].self) }
        guard case .notDecodable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func whatHasNoResultSaysWhy() throws {
        let json = try Self.vector()
        let empty = try FinalExecutionOutcome(json: Self.changed(["status"], to: ["SuccessValue": ""], in: json))
        #expect(throws: SuccessValueError.empty) { try empty.decode(as: Int.self) }
        let started = try FinalExecutionOutcome(json: Self.changed(["status"], to: "Started", in: json))
        #expect(throws: SuccessValueError.notSuccessful(.started)) { try started.decode(as: Int.self) }
        #expect(!started.isSuccess)
        let failed = try FinalExecutionOutcome(
            json: Self.changed(["status"], to: ["Failure": ["InvalidTxError": "Expired"]], in: json))
        #expect(failed.failure == .invalidTxError(.expired))
        #expect(throws: SuccessValueError.notSuccessful(failed.status)) { try failed.decode(as: Int.self) }
    }

    @Test func theActionsAreThoseOfTheTransaction() throws {
        let actions = try FinalExecutionOutcome(json: try Self.vector()).transaction.actions
        let hash = try CryptoHash("9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz")
        let key = try PublicKey("ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp")
        let publisher = try AccountId("publisher.testnet")
        let call = FunctionCallAction(
            methodName: "run", args: Array("{\"a\":1}".utf8), gas: .tera(100), deposit: .oneYocto)
        #expect(actions[0] == .functionCall(call))
        #expect(actions[1] == .createAccount)
        let permission = FunctionCallPermission(
            allowance: nil, receiverId: try AccountId("app.testnet"), methodNames: ["a", "b"])
        #expect(
            actions[2]
                == .addKey(publicKey: key, accessKey: AccessKeyView(nonce: 0, permission: .functionCall(permission))))
        guard case .deployContract(let code) = actions[3] else {
            Issue.record("not a deployment: \(actions[3])")
            return
        }
        #expect(code.count == 32)
        #expect(actions[4] == .useGlobalContract(.codeHash(hash)))
        #expect(actions[5] == .useGlobalContract(.accountId(publisher)))
        guard case .delegate(let delegate) = actions[6] else {
            Issue.record("not a delegate action: \(actions[6])")
            return
        }
        #expect(
            delegate.actions == [
                .createAccount, .deployGlobalContractByAccountId(codeOrHash: [0]),
                .useGlobalContract(.accountId(publisher)),
            ])
        #expect(delegate.maxBlockHeight == 100)
        #expect(actions[7] == .deterministicStateInit(code: .codeHash(hash), data: ["AQ==": "Ag=="], deposit: .zero))
        #expect(actions[8] == .transferToGasKey(publicKey: key, deposit: NEARToken(yoctoNEAR: 5)))
        #expect(actions[9] == .unrecognized(["ActionOfTheFuture": ["x": 1]]))
    }

    @Test func theReceiptsAreRead() throws {
        let receipts = try FinalExecutionOutcome(json: try Self.vector()).receipts
        let hash = try CryptoHash("9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz")
        guard case .action(let action) = receipts[0].receipt else {
            Issue.record("not an action receipt")
            return
        }
        #expect(action.actions == [.transfer(TransferAction(deposit: .oneYocto))])
        #expect(action.refundTo == nil && !action.isPromiseYield)
        #expect(receipts[1].receipt == .data(dataId: hash, data: nil, isPromiseResume: false))
        #expect(receipts[2].receipt == .globalContractDistribution(id: .codeHash(hash), targetShard: 4))
        #expect(receipts[3].receipt == .unrecognized(["ReceiptOfTheFuture": [:]]))
    }

    /// JavaScript clients that rename fields, and stringify large numbers, hand outcomes on in this form.
    @Test func camelCaseFieldsAreReadToo() throws {
        func renamed(_ json: JSONValue) -> JSONValue {
            switch json {
            case .object(let members):
                return .object(
                    Dictionary(
                        uniqueKeysWithValues: members.map { name, value in
                            let words = name.text.split(separator: "_")
                            let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
                            return (ExactText(([String(words.first ?? "")] + rest).joined()), renamed(value))
                        }))
            case .array(let values): return .array(values.map(renamed))
            case .integer(let value) where value > 1 << 53: return .string(String(value))
            default: return json
            }
        }
        let original = try FinalExecutionOutcome(json: try Self.vector())
        let camel = try FinalExecutionOutcome(json: renamed(try Self.vector()))
        #expect(camel.transaction == original.transaction)
        #expect(camel.receiptsOutcome == original.receiptsOutcome)
        #expect(camel.transactionOutcome == original.transactionOutcome)
        #expect(camel.receipts.prefix(3) == original.receipts.prefix(3))
        #expect(camel.status == original.status)
    }

    @Test func anOutcomeIsWrittenAsItCame() throws {
        let json = Self.changed(["field_of_the_future"], to: 5, in: try Self.vector())
        let outcome = try FinalExecutionOutcome(json: json)
        let coded = try JSONDecoder().decode(FinalExecutionOutcome.self, from: JSONEncoder().encode(outcome))
        #expect(coded == outcome)
        #expect(coded.json["field_of_the_future"] == 5)
    }

    @Test(arguments: [
        (["status"], "status: missing"), (["transaction", "nonce"], "transaction.nonce: missing"),
        (["transaction_outcome", "outcome", "executor_id"], "transaction_outcome.outcome.executor_id: missing"),
        (["receipts_outcome"], "receipts_outcome: missing"),
    ]) func whatIsMissingIsNamed(path: [ExactText], message: String) throws {
        let json = Self.changed(path, to: nil, in: try Self.vector())
        let error = #expect(throws: ViewDecodingError.self) { try FinalExecutionOutcome(json: json) }
        #expect(error?.description == message)
    }

    @Test(arguments: [JSONValue.null, 7, "x", [], [:], ["status": 1]])
    func whatIsNoOutcomeIsRefused(json: JSONValue) {
        #expect(throws: ViewDecodingError.self) { try FinalExecutionOutcome(json: json) }
    }

    @Test func aStatusThatIsUnknownIsKept() throws {
        let json = try Self.vector()
        for status: JSONValue in ["Pending", ["SuccessValue": "not base64!"], ["Failure": "?"], 7, [:]] {
            let outcome = try FinalExecutionOutcome(json: Self.changed(["status"], to: status, in: json))
            if status == ["Failure": "?"] {
                #expect(outcome.failure == .unrecognized("?"))
            } else {
                #expect(outcome.status == .unrecognized(status))
            }
        }
    }

    @Test func stagesAreOrderedAsNearcoreOrdersThem() {
        #expect(
            TxExecutionStatus.allCases.map(\.rawValue)
                == ["NONE", "INCLUDED", "EXECUTED_OPTIMISTIC", "INCLUDED_FINAL", "EXECUTED", "FINAL"])
        #expect(TxExecutionStatus.allCases.filter(\.hasOutcome) == [.executedOptimistic, .executed, .final])
    }
}
