// SPDX-License-Identifier: MIT

import FoundationEssentials
import Logging
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

@testable import NEARConnectCore

/// Requests of many documents that end in any order, while users answer, sites lose permissions and views go.
///
/// No view is needed: what a view does to the host is what its page's relay and its close do.
final class DAppHostRaceTests: MainLoopTestCase {
    /// A user who answers when the test says so.
    @MainActor
    private final class SlowUser: Approver {
        private(set) var approvedSends = 0
        /// Decides about what is asked from now on, at once; `nil` for a user who takes time.
        var decides: (() -> Bool)? {
            didSet { if let decides { answer(approving: decides()) } }
        }
        private var open: (request: ApprovalRequest, answer: CheckedContinuation<ApprovalAnswer, Never>)?

        func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
            await withCheckedContinuation {
                open = (request, $0)
                if let decides { answer(approving: decides()) }
            }
        }

        func dismiss() { open.take()?.answer.resume(returning: .cancelled) }

        func answer(approving: Bool) {
            guard let asked = open.take() else { return }
            if approving { approvedSends += asked.request.intents.count }
            asked.answer.resume(returning: approving ? .approved(account: asked.request.candidates.first) : .cancelled)
        }
    }

    private struct Document {
        let asker: DAppAsker
        let view: DAppAsker.Token
    }

    private static let send =
        #"{"method":"signAndSendTransaction","params":{"receiverId":"bob.test.near","actions":[{"type":"Transfer","params":{"deposit":"1"}}]}}"#
    private static let message =
        #"{"method":"signMessage","params":{"message":"hello","recipient":"shop","nonce":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}"#
    private static let requests = [
        send, send, message, #"{"method":"signIn","params":{}}"#, #"{"method":"getAccounts","params":{}}"#,
        #"{"method":"accounts.subscribe","params":{}}"#, #"{"method":"signOut","params":{}}"#,
    ]

    private static func token() throws -> DAppAsker.Token { try XCTUnwrap(DAppAsker.Token(UUID().uuidString)) }

    func testEachRequestEndsOnceAndNothingIsSentTwice() throws {
        try run(timeout: 7200) {
            let rounds = SoakCount.full(or: 300)
            let seed = UInt64.random(in: 0 ... .max)
            var random = SplitMix64(seed: seed)
            var configuration = DevnetConfiguration()
            configuration.accounts = try ["alice.test.near", "bob.test.near"].map { .init(try AccountId($0)) }
            let devnet = try await Devnet.start(configuration)
            let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: devnet.rpcURL)])
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("race-\(UUID().uuidString)")
            let user = SlowUser()
            let signer = try Self.signer(
                devnet, asking: user, writing: JournalFile(folder: folder.appendingPathComponent("state")))
            let host = DAppRequestHandler(
                permissions: SitePermissions(folder: folder.appendingPathComponent("data")), signer: signer)
            let alice = SiteGrant.Account(
                accountId: devnet.accounts[0].id, publicKey: devnet.accounts[0].secretKey.publicKey)
            var sent = 0
            var ended = 0
            var begun = 0
            for round in 0..<rounds {
                let documents = try (0..<3).map { number in
                    let view = try Self.token()
                    return Document(
                        asker: try DAppAsker(
                            origin: "https://s\(number % 2).example", ancestors: [], view: view,
                            document: try Self.token()), view: view)
                }
                // What a site loses is signed no more: each round begins with the permissions.
                for document in documents {
                    try host.permissions.grant([alice], to: document.asker.origin, on: "devnet", chain: nil)
                }
                host.noteChange()
                if round.isMultiple(of: 8) {
                    // Nothing comes between this one and the chain, however busy the machine is.
                    sent += try await Self.sendUndisturbed(from: documents[0].asker, by: host, user)
                }
                var tasks: [Task<Int, Never>] = []
                for _ in 0..<Int.random(in: 4...16, using: &random) {
                    let document = documents[Int.random(in: 0..<documents.count, using: &random)]
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0..<5:
                        let text = Self.requests[Int.random(in: 0..<Self.requests.count, using: &random)]
                        begun += 1
                        tasks.append(
                            Task {
                                do throws(DAppError) {
                                    if case .outcomes(let outcomes, _) = try await host.reply(
                                        to: Array(text.utf8), from: document.asker
                                    ).answer() {
                                        return outcomes.count
                                    }
                                    return 0
                                } catch {
                                    return 0
                                }
                            })
                    case 5, 6: user.answer(approving: true)
                    case 7: user.answer(approving: false)
                    case 8: host.end(view: document.view)
                    default: try host.revoke(document.asker.origin)
                    }
                    for _ in 0..<Int.random(in: 0...6, using: &random) { await Task.yield() }
                }
                // The views close, and whoever is asked still has the last word.
                for document in documents { host.end(view: document.view) }
                user.decides = { Bool.random() }
                for task in tasks {
                    sent += await task.value
                    ended += 1
                }
                user.decides = nil
                XCTAssertEqual(host.queue.count, 0, "round \(round) of seed \(seed)")
                XCTAssertFalse(host.hasSubscriptions, "round \(round) of seed \(seed)")
            }
            XCTAssertEqual(ended, begun)
            let balance = try await client.viewAccount(AccountId("bob.test.near")).value.amount
            let before = try NEARToken("10000 NEAR")
            XCTAssertEqual(balance.yoctoNEAR - before.yoctoNEAR, UInt128(sent), "seed \(seed)")
            // Enough of them came as far as to the chain to tell.
            XCTAssertGreaterThan(sent, rounds / 20, "seed \(seed)")
            XCTAssertLessThanOrEqual(sent, user.approvedSends)
            await devnet.stop()
            try FileManager.default.removeItem(at: folder)
        }
    }

    /// Has a transfer approved and sent while nothing else happens.
    ///
    /// - Returns: The number of transfers.
    @MainActor
    private static func sendUndisturbed(
        from asker: DAppAsker, by host: DAppRequestHandler, _ user: SlowUser
    ) async throws -> Int {
        user.decides = { true }
        defer { user.decides = nil }
        guard case .outcomes(let outcomes, _) = try await host.reply(to: Array(send.utf8), from: asker).answer() else {
            return 0
        }
        return outcomes.count
    }

    @MainActor
    private static func signer(
        _ devnet: Devnet, asking user: SlowUser, writing journal: JournalFile
    ) throws -> KeystoreDAppSigner {
        let network = NEARNetwork.custom(
            try CustomNetwork(id: "devnet", rpcURLs: [devnet.rpcURL]))
        let alice = devnet.accounts[0]
        return KeystoreDAppSigner(
            keystore: Keystore([Keystore.Entry(network: "devnet", accountId: alice.id, secretKey: alice.secretKey)]),
            nodes: KeystoreNodes(NetworkNodes(network, clock: ContinuousClock()), known: [], clock: ContinuousClock()),
            policy: .ask, approver: user, journal: journal, logger: Logger(label: "dapps"))
    }
}
