// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

/// Our bytes and hashes against those of other implementations, and back from the bytes.
@Suite struct TransactionVectorTests {
    struct Case: Decodable {
        let transaction: TransactionDescription?
        let delegate: DelegateDescription?
        let borsh: HexBytes
        let hash: HexBytes

        func check() throws {
            if let transaction = try transaction?.transaction() {
                try #require(transaction.borshBytes == borsh.bytes)
                try #require(transaction.hash.bytes == hash.bytes)
                try #require(try Transaction(borsh: borsh.bytes) == transaction)
            }
            if let delegate = try delegate?.delegateAction() {
                try #require(delegate.borshBytes == borsh.bytes)
                try #require(delegate.hash.bytes == hash.bytes)
                try #require(try DelegateAction(borsh: borsh.bytes) == delegate)
            }
            try #require(transaction != nil || delegate != nil)
        }
    }

    struct SignedCase: Decodable {
        let seed: HexBytes
        let transaction: TransactionDescription
        let hash: HexBytes
        let signed: HexBytes
    }

    struct DeterministicId: Decodable {
        let accountId: AccountId
        let contract: ActionDescription.Contract
        let data: [HexBytes: HexBytes]
    }

    struct File: Decodable {
        let transactions: [Case]
        let delegates: [Case]
        let signed: [SignedCase]?
        let deterministicIds: [DeterministicId]?
        let nearcoreDelegate: [HexBytes]?
    }

    @Test(arguments: ["py-near", "near-kit"])
    func bytesAndHashesAreThoseOfOthers(name: String) throws {
        let file = try Vectors.load(name, as: File.self)
        for vector in file.transactions + file.delegates {
            try vector.check()
        }
    }

    @Test func signaturesAreNearcores() throws {
        for vector in try #require(try Vectors.load("py-near", as: File.self).signed) {
            let key = try SecretKey(keyType: .ed25519, seed: vector.seed.bytes)
            let signed = try SignedTransaction.sign(try vector.transaction.transaction(), with: key)
            #expect(signed.borshBytes == vector.signed.bytes)
            #expect(signed.hash.bytes == vector.hash.bytes)
            #expect(try SignedTransaction(borsh: vector.signed.bytes).verify())
        }
    }

    @Test func deterministicAccountIdsAreDerived() throws {
        for vector in try #require(try Vectors.load("near-kit", as: File.self).deterministicIds) {
            let data = Dictionary(uniqueKeysWithValues: vector.data.map { ($0.bytes, $1.bytes) })
            let stateInit = DeterministicAccountStateInit.v1(
                DeterministicAccountStateInitV1(code: try vector.contract.identifier(), data: data))
            #expect(stateInit.accountId == vector.accountId)
            #expect(stateInit.accountId.kind == .nearDeterministic)
        }
    }

    @Test func nearcoresDelegateActionIsRead() throws {
        for vector in try #require(try Vectors.load("near-kit", as: File.self).nearcoreDelegate) {
            let action = try Action(borsh: vector.bytes)
            guard case .delegate(let signed) = action else {
                Issue.record("no delegate action")
                return
            }
            #expect(signed.delegateAction.senderId.text == "aaa")
            #expect(signed.delegateAction.actions == [.createAccount])
            #expect(signed.delegateAction.maxBlockHeight == 2)
            #expect(!signed.verify())
            #expect(action.borshBytes == vector.bytes)
        }
    }

    /// `Scripts/differential` makes the file and names it here: one case a line.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["NEAR_CONNECT_DIFFERENTIAL"] != nil))
    func everyCaseOfTheDifferentialRunAgrees() throws {
        let path = try #require(ProcessInfo.processInfo.environment["NEAR_CONNECT_DIFFERENTIAL"])
        let decoder = JSONDecoder()
        var count = 0
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            try decoder.decode(Case.self, from: Data(line.utf8)).check()
            count += 1
        }
        #expect(count > 0)
    }
}

/// The vectors of near-api-js's own tests.
@Suite struct NearAPIJSTests {
    struct Case: Decodable {
        let secretKey: String
        let signerId: AccountId
        let receiverId: AccountId
        let nonce: String
        let blockHash: CryptoHash
        let hash: HexBytes?
        let hashBase58: CryptoHash?
        let borsh: HexBytes
        let signed: HexBytes?
    }

    struct File: Decodable {
        let cases: [Case]
    }

    @Test func transactionsAreRead() throws {
        for vector in try Vectors.load("near-api-js", as: File.self).cases {
            let key = try SecretKey(vector.secretKey)
            let transaction = try Transaction(borsh: vector.borsh.bytes)
            #expect(transaction.signerId == vector.signerId)
            #expect(transaction.receiverId == vector.receiverId)
            #expect(transaction.nonce == .nonce(try #require(UInt64(vector.nonce))))
            #expect(transaction.blockHash == vector.blockHash)
            #expect(transaction.publicKey == key.publicKey)
            #expect(transaction.borshBytes == vector.borsh.bytes)
            if let hash = vector.hash {
                #expect(transaction.hash.bytes == hash.bytes)
            }
            if let hash = vector.hashBase58 {
                #expect(transaction.hash == hash)
            }
            if let signed = vector.signed {
                #expect(try SignedTransaction.sign(transaction, with: key).borshBytes == signed.bytes)
            }
        }
    }

    @Test func everyClassicActionIsWhatItSays() throws {
        let vector = try #require(try Vectors.load("near-api-js", as: File.self).cases.last)
        let key = try SecretKey(vector.secretKey).publicKey
        let permission = FunctionCallPermission(allowance: nil, receiverId: try AccountId("zzz"), methodNames: ["www"])
        #expect(
            try Transaction(borsh: vector.borsh.bytes).actions == [
                .createAccount, .deployContract(DeployContractAction(code: [1, 2, 3])),
                .functionCall(
                    "qqq", args: [1, 2, 3], gas: Gas(gas: 1000), deposit: NEARToken(yoctoNEAR: 1_000_000)),
                .transfer(NEARToken(yoctoNEAR: 123)),
                .stake(StakeAction(stake: NEARToken(yoctoNEAR: 1_000_000), publicKey: key)),
                .addKey(
                    AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .functionCall(permission)))),
                .deleteKey(DeleteKeyAction(publicKey: key)),
                .deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("123"))),
            ])
    }
}
