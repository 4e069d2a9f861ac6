// SPDX-License-Identifier: MIT

import Foundation
import Logging
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import Synchronization
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Sites whose requests a wallet on a phone carries out, over a session of WalletConnect.
final class PhoneDAppTests: MainLoopTestCase {
    /// A phone that signs each message at once, with the key that it was given.
    private final class Phone: WalletConnectClient {
        struct UnknownRequestError: Error {}

        let projectId = "project"
        let key = Mutex<SecretKey?>(nil)
        let sessions = Mutex<[String: WalletConnectSession]>([:])
        let requests = Mutex<[String]>([])

        func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
            let session = WalletConnectSession(
                topic: "topic",
                namespaces: ["near": .init(accounts: ["near:devnet:alice.test.near"], methods: ["near_signMessage"])])
            sessions.withLock { $0[walletId] = session }
            return WalletConnectPairing(uri: "wc:topic@2")
        }

        func session(for walletId: String) async throws -> WalletConnectSession? { sessions.withLock { $0[walletId] } }

        func request(method: String, params: JSONValue, chainId: String, topic: String) async throws -> JSONValue {
            requests.withLock { $0.append(method) }
            guard let key = key.withLock(\.self), let message = params["message"]?.stringValue,
                let recipient = params["recipient"]?.stringValue, let nonce = params["nonce"]?.arrayValue
            else { throw UnknownRequestError() }
            let payload = try NEP413Payload(
                message: message, nonce: nonce.compactMap { $0.integerValue(as: UInt8.self) }, recipient: recipient)
            return [
                "accountId": "alice.test.near", "publicKey": .string("\(key.publicKey)"),
                "signature": .string(Base64.encode(try payload.sign(with: key).bytes)),
            ]
        }

        func disconnect(topic: String) async throws { sessions.withLock { $0 = [:] } }
    }

    private static let wallet = WalletCode.manifest(
        id: "phone",
        """
        async signIn() {
          await window.selector.walletConnect.connect({ methods: ["near_signMessage"] });
          return [{ accountId: "alice.test.near" }];
        },
        async getAccounts() { return [{ accountId: "alice.test.near" }]; },
        async signOut() {},
        async signMessage({ message, recipient, nonce }) {
          const request = { method: "near_signMessage", params: { message, recipient, nonce: Array.from(nonce) } };
          return await window.selector.walletConnect.request({ topic: "topic", chainId: "near:devnet", request });
        },
        """,
        changes: [
            "permissions": ["walletConnect": true],
            "features": ["testnet": true, "customNetworks": true, "signMessage": true],
        ])

    func testThePhoneSignsOnlyWhatTheUserHasApprovedInTheSitesName() throws {
        try run {
            let phone = Phone()
            let environment = try await WalletTestEnvironment.start {
                $0.walletConnect = phone
                $0.additionalManifests = [Self.wallet]
            }
            let alice = environment.accounts[0].secretKey
            phone.key.withLock { $0 = alice }
            let manager = environment.manager
            _ = try await manager.signIn(walletId: "phone")
            let user = DAppUser()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sites-\(UUID().uuidString)")
            let keystore = KeystoreDAppSigner(
                keystore: Keystore([]),
                nodes: KeystoreNodes(manager.nodes, known: [], clock: ContinuousClock()), policy: .ask,
                approver: user, journal: nil, logger: Logger(label: "dapps"))
            let host = DAppRequestHandler(
                permissions: SitePermissions(folder: folder),
                signer: ManagerDAppSigner(manager: manager, keystore: keystore, approver: user))
            let browser = try DAppBrowser(
                storage: .ephemeral, isSandboxed: false, host: host, origin: .standard,
                logger: Logger(label: "dapps"))
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let page = try await browser.pages.show(site.origin + "/")
            let sign = """
                const nonce = crypto.getRandomValues(new Uint8Array(32));
                return await wallet.signMessage({ message: "hello", recipient: location.host, nonce }).then((signed) => signed.publicKey, (error) => error.code);
                """
            _ = try await page.run("await wallet.signIn(); return null;")
            user.refuses = true
            let refused = try await page.run(sign)
            XCTAssertEqual(refused, 4001)
            XCTAssertEqual(phone.requests.withLock(\.self), [], "the phone was asked before the user")
            user.refuses = false
            let signed = try await page.run(sign)
            XCTAssertEqual(signed, .string("\(alice.publicKey)"))
            XCTAssertEqual(phone.requests.withLock(\.self), ["near_signMessage"])
            XCTAssertEqual(user.asked.map(\.asker.key.text), Array(repeating: "dapp:\(site.origin)", count: 3))
            // A phone that signs with another key gives the page nothing.
            let other = try SecretKey.generate()
            phone.key.withLock { $0 = other }
            let foreign = try await page.run(sign)
            XCTAssertNil(foreign.stringValue)
            // A permission that is gone before the answer asks the phone for nothing.
            user.waits = true
            let count = phone.requests.withLock { $0.count }
            _ = try await page.run(
                "globalThis.late = (async () => { \(sign) })(); return null;")
            await waitUntil("the question") { user.asked.count == 5 }
            try host.permissions.revoke(try XCTUnwrap(SiteOrigin(site.origin)))
            user.approve()
            let late = try await page.run("return await late;")
            XCTAssertEqual(late, 4100)
            XCTAssertEqual(phone.requests.withLock { $0.count }, count)
            for page in browser.pages.pages { browser.pages.close(page) }
            await site.stop()
            try await environment.stop()
            try await removeFolder(folder)
        }
    }
}
