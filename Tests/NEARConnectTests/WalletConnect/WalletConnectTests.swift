// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import Synchronization
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Wallets that speak WalletConnect, through a client of the program's.
final class WalletConnectTests: MainLoopTestCase {
    /// A relay with wallet apps that approve each proposal at once.
    private final class Relay: WalletConnectClient {
        let projectId = "project"
        let sessions = Mutex<[String: WalletConnectSession]>([:])
        let requests = Mutex<[String]>([])

        func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
            let methods = (proposal["methods"]?.arrayValue ?? []).compactMap(\.stringValue)
            let session = WalletConnectSession(
                topic: "topic-of-\(walletId)",
                namespaces: ["near": .init(accounts: ["near:devnet:alice.test.near"], methods: methods)])
            sessions.withLock { $0[walletId] = session }
            return WalletConnectPairing(uri: "wc:\(walletId)@2")
        }

        func session(for walletId: String) async throws -> WalletConnectSession? { sessions.withLock { $0[walletId] } }

        func request(method: String, params: JSONValue, chainId: String, topic: String) async throws -> JSONValue {
            requests.withLock { $0.append("\(topic) \(chainId) \(method)") }
            return ["echo": params]
        }

        func disconnect(topic: String) async throws {
            sessions.withLock { sessions in sessions = sessions.filter { $0.value.topic != topic } }
        }
    }

    /// A wallet whose sign-in does `work` and then fails with what that returned, as JSON.
    private static func wallet(_ id: String, _ work: String, permission: Bool = true) -> String {
        WalletCode.manifest(
            id: id,
            """
            async signIn() {
              const wc = window.selector.walletConnect;
              const tried = async (work) => { try { return await work(); } catch (error) { return `failed: ${error.message ?? error}`; } };
              throw new Error(JSON.stringify(await (async () => { \(work) })()));
            }
            """,
            changes: ["permissions": ["walletConnect": .bool(permission)]])
    }

    @MainActor
    private static func said(_ environment: WalletTestEnvironment, _ id: String) async -> String {
        do {
            _ = try await environment.manager.signIn(walletId: id)
            return "signed in"
        } catch NEARError.walletRejected(let words) {
            return words
        } catch {
            return error.errorDescription ?? ""
        }
    }

    func testAWalletConnectsAndSpeaksInItsSession() throws {
        try run {
            let relay = Relay()
            let work = """
                const before = await wc.getSession();
                const { uri } = await wc.connect({ methods: ["near_signMessage"] });
                const { topic, namespaces } = await wc.getSession();
                const request = { method: "near_signMessage", params: { message: "hello" } };
                const answer = await wc.request({ topic, chainId: "near:devnet", request });
                await wc.disconnect({ topic });
                return { before, uri, topic, methods: namespaces.near.methods, answer, after: await wc.getSession(),
                  project: await wc.getProjectId() };
                """
            let environment = try await WalletTestEnvironment.start {
                $0.walletConnect = relay
                $0.additionalManifests = [Self.wallet("phone", work)]
            }
            let said = await Self.said(environment, "phone")
            for text in [
                #""before":null"#, #""uri":"wc:phone@2""#, #""topic":"topic-of-phone""#, #"["near_signMessage"]"#,
                #"{"echo":{"message":"hello"}}"#, #""after":null"#, #""project":"project""#,
            ] { XCTAssertTrue(said.contains(text), "\(text) is not in \(said)") }
            XCTAssertEqual(relay.requests.withLock(\.self), ["topic-of-phone near:devnet near_signMessage"])
            try await environment.stop()
        }
    }

    func testAWalletCannotSpeakInAnothersSessionNorBeyondItsOwn() throws {
        try run {
            let relay = Relay()
            let work = """
                const request = { method: "near_signMessage", params: {} };
                const tries = [];
                tries.push(await tried(() => wc.request({ topic: "topic-of-victim", chainId: "near:devnet", request })));
                tries.push(await tried(() => wc.disconnect({ topic: "topic-of-victim" })));
                await wc.connect({ methods: ["near_getAccounts"] });
                const { topic } = await wc.getSession();
                tries.push(await tried(() => wc.request({ topic, chainId: "near:devnet", request })));
                tries.push(await tried(() => wc.request({ topic, chainId: "near:mainnet", request: { method: "near_getAccounts" } })));
                tries.push(await tried(() => wc.request({ topic: "topic-of-victim", chainId: "near:devnet", request })));
                tries.push(await tried(() => wc.request()));
                return tries;
                """
            let environment = try await WalletTestEnvironment.start {
                $0.walletConnect = relay
                $0.additionalManifests = [Self.wallet("thief", work), Self.wallet("denied", work, permission: false)]
            }
            _ = try await relay.connect(["methods": ["near_signMessage"]], for: "victim")
            let said = await Self.said(environment, "thief")
            XCTAssertEqual(said.components(separatedBy: "failed: ").count, 7, said)
            XCTAssertEqual(relay.requests.withLock(\.self), [])
            XCTAssertNotNil(relay.sessions.withLock { $0["victim"] })
            let denied = await Self.said(environment, "denied")
            XCTAssertTrue(denied.contains("Permission denied"), denied)
            try await environment.stop()
        }
    }

    func testWithoutAClientSuchWalletsAreNotOffered() throws {
        try run {
            let environment = try await WalletTestEnvironment.start {
                $0.additionalManifests = [Self.wallet("phone", "return await wc.getProjectId();")]
            }
            let wallets = try await environment.manager.wallets()
            XCTAssertEqual(wallets.map(\.id), ["near-connect-keystore"])
            do {
                _ = try await environment.manager.signIn(walletId: "phone")
                XCTFail("it signed in")
            } catch NEARError.walletError(let reason) {
                XCTAssertTrue(reason.contains("WalletConnect, which is not configured"), reason)
            }
            try await environment.stop()
        }
    }
}
