// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing
import WalletConnectSign

@testable import NEARConnectCore
@testable import NEARConnectPeers

/// A devnet, a relay, a program with a session, and a phone wallet that has the devnet's keys.
@MainActor
struct NEARScene {
    let devnet: Devnet
    let phone: PhoneScene
    let session: SignSession
    let phoneWallet: NEARWalletConnect
    let journal: RequestJournal
    let node: NEARRPCClient
    private let folder: URL

    var alice: DevnetAccount { devnet.accounts[0] }
    var bob: AccountId { devnet.accounts[1].id }
    var wallet: ScriptedWalletConnectWallet { phone.wallet }

    static func start(
        isOffline: Bool = false, methods: [String] = PhoneScene.methods
    ) async throws -> NEARScene {
        var configuration = DevnetConfiguration()
        configuration.accounts = try ["alice.test.near", "bob.test.near"].map {
            DevnetConfiguration.Account(try AccountId($0))
        }
        let devnet = try await Devnet.start(configuration)
        let phone = try await PhoneScene.start(accounts: devnet.accounts, node: devnet.rpcURL.absoluteString)
        let session = try await phone.connected(methods)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("phone-\(UUID().uuidString)")
        let url = isOffline ? try #require(URL(string: "http://127.0.0.1:1")) : devnet.rpcURL
        let nodes = NetworkNodes(
            .custom(try CustomNetwork(id: "devnet", rpcURLs: [url])), clock: ContinuousClock())
        let journal = RequestJournal(
            file: JournalFile(folder: folder), nodes: nodes, logger: Logger(label: "test"))
        return NEARScene(
            devnet: devnet, phone: phone, session: session,
            phoneWallet: try NEARWalletConnect(
                client: phone.client, topic: session.topic, nodes: nodes, journal: journal,
                asker: .program(origin: "https://app.example"), logger: Logger(label: "test")),
            journal: journal, node: try NEARRPCClient(url: devnet.rpcURL.absoluteString), folder: folder)
    }

    /// Writes down what the wallet signed when nobody waited any more.
    func note(_ late: LateAnswer) async throws -> [CryptoHash] {
        let answer = try #require(LateSignatures.Answer(late))
        return try await LateSignatures(
            nodes: phoneWallet.nodes, patience: .seconds(10), journal: journal, asker: phoneWallet.asker,
            logger: phoneWallet.logger
        ).note(answer)
    }

    func script(_ method: String, _ steps: [PhoneWalletStep]) async {
        await wallet.setScript(PhoneWalletScript([method: steps]))
    }

    /// The wallet's key of alice's account, as it is without a wallet that lies.
    var account: PhoneAccount { PhoneAccount(id: alice.id, key: alice.publicKey, isVerified: true) }

    func transfer(_ yocto: UInt128 = 1) -> TransactionRequest {
        TransactionRequest(
            receiverId: bob, actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: yocto)))])
    }

    /// The nonce of alice's key, which rises with each transaction that is sent.
    func nonce() async throws -> UInt64 {
        try await node.viewAccessKey(alice.publicKey, of: alice.id, at: .optimistic).value.nonce
    }

    /// The number of requests that the phone got.
    var requestCount: Int { get async { await phone.relay.calls.filter { $0.tag == 1_108 }.count } }

    func balance(_ id: AccountId) async throws -> UInt128 {
        try await node.viewAccount(id, at: .optimistic).value.amount.yoctoNEAR
    }

    /// Transactions of alice's that aren't signed, one after the other.
    func transactions(_ count: Int) async throws -> [Transaction] {
        let key = try await node.viewAccessKey(alice.publicKey, of: alice.id, at: .optimistic)
        return (1...UInt64(count)).map { index in
            .v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: key.value.nonce + index, receiverId: bob,
                    blockHash: key.blockHash, actions: transfer(UInt128(index)).actions))
        }
    }

    /// Expects a fault, and that nothing came to the chain.
    func expect(
        _ fault: PhoneAnswerFault, _ words: String, from work: () async throws(PhoneWalletError) -> Void
    ) async throws {
        let before = try await nonce()
        do throws(PhoneWalletError) {
            try await work()
            Issue.record("\(words): the answer was taken")
        } catch {
            guard case .answerInvalid(let found) = error else {
                Issue.record("\(words): \(error)")
                return
            }
            #expect(found == fault, "\(words)")
            #expect(error.code == "answerInvalid")
        }
        #expect(try await nonce() == before, "\(words)")
    }

    func stop() async throws {
        await phone.stop()
        await devnet.stop()
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    }
}
