// SPDX-License-Identifier: MIT

import NEARConnectPeers
import NEARPrimitives
import NEARRPC
import Synchronization
import Testing
import WalletConnectSign

@testable import NEARConnectCore

/// A registry of wallets, asked over HTTP.
struct WalletRegistryTests {
    private static let chain = ChainID("near:testnet")

    /// Starts a server, asks it, and returns what came of it and the requests that it got.
    private static func ask(
        within limit: Duration = .seconds(10), _ answer: @escaping @Sendable (WebRequest) async -> WebAnswer
    ) async throws -> (result: Result<[KnownPhoneWallet], WalletRegistryError>, requests: [WebRequest]) {
        let requests = RegistryRequests()
        let server = try await LoopbackWebServer.start(limit: 16) { request in
            requests.add(request)
            return await answer(request)
        }
        let registry = try #require(
            WalletRegistry("\(server.origin)/getWallets", project: "p&q", environment: [:]))
        let chain = try #require(chain)
        let result: Result<[KnownPhoneWallet], WalletRegistryError>
        do throws(WalletRegistryError) {
            result = .success(try await registry.wallets(on: chain, within: limit))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return (result, requests.all)
    }

    @Test func itIsAskedForOneChainOnce() async throws {
        let (result, requests) = try await Self.ask { _ in
            .json(["count": 1, "data": [["id": "a1", "name": "Good", "mobile_link": "good-wallet://"]]])
        }
        #expect(try result.get().map(\.links.native) == ["good-wallet://"])
        let request = try #require(requests.first)
        #expect(requests.count == 1 && request.path == "/getWallets" && request.method == "GET")
        #expect(request.query["projectId"] == "p&q")
        #expect(request.query["chains"] == "near:testnet")
        #expect(request.query["page"] == "1" && request.query["entries"] == "100")
        #expect(request.query["st"] != nil && request.query["sv"] != nil)
        #expect(request.headers["cookie"] == nil)
    }

    @Test(
        arguments: [
            (401, "registryRefused"), (403, "registryRefused"), (500, "registryUnreachable"),
            (429, "registryUnreachable"), (204, "registryUnreachable"),
        ])
    func aRefusalHasItsWord(status: Int, code: String) async throws {
        let (result, requests) = try await Self.ask { _ in WebAnswer(status: status) }
        #expect(requests.count == 1)
        let error = try #require(throws: WalletRegistryError.self) { try result.get() }
        #expect(error.code == code)
        let words = "\(error)"
        #expect(words.contains("127.0.0.1") && words.hasSuffix(".") && !words.contains("p&q"), "\(words)")
    }

    @Test func whatIsNoListIsRefused() async throws {
        let (result, _) = try await Self.ask { _ in WebAnswer(body: Array("<html>".utf8)) }
        #expect(throws: WalletRegistryError.invalid(host: "127.0.0.1")) { try result.get() }
    }

    @Test func anAnswerHasAnEnd() async throws {
        let (result, _) = try await Self.ask { _ in
            WebAnswer(body: [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20) + Array(#"{"data":[]}"#.utf8))
        }
        #expect(throws: WalletRegistryError.unreachable(host: "127.0.0.1", .tooLarge(limit: 1 << 20))) {
            try result.get()
        }
    }

    @Test func aSilentOneIsNotWaitedForLonger() async throws {
        let (result, requests) = try await Self.ask(within: .milliseconds(200)) { _ in
            do {
                // Until the server is stopped.
                try await Task.sleep(for: .seconds(3_600))
            } catch {
                return WebAnswer(status: 503)
            }
            return WebAnswer()
        }
        #expect(requests.count <= 1)
        #expect(throws: WalletRegistryError.silent(host: "127.0.0.1", after: .milliseconds(200))) { try result.get() }
    }

    @Test func noOtherServerGetsTheRequest() async throws {
        let elsewhere = RegistryRequests()
        let other = try await LoopbackWebServer.start(limit: 16) { request in
            elsewhere.add(request)
            return WebAnswer()
        }
        let origin = other.origin
        let (result, _) = try await Self.ask { _ in
            WebAnswer(status: 302, headers: ["Location": "\(origin)/getWallets"])
        }
        let error = #expect(throws: WalletRegistryError.self) { try result.get() }
        #expect(error?.code == "registryUnreachable")
        #expect(elsewhere.all.isEmpty)
        await other.stop()
    }

    @Test func whereNobodyListensIsSaid() async throws {
        let registry = try #require(WalletRegistry("http://127.0.0.1:1/", project: "", environment: [:]))
        let chain = try #require(Self.chain)
        let error = await #expect(throws: WalletRegistryError.self) { try await registry.wallets(on: chain) }
        #expect(error?.code == "registryUnreachable")
    }

    @Test(
        arguments: [
            "http://registry.example/getWallets", "ftp://127.0.0.1/", "nonsense", "", "https://",
            "https://user:word@registry.example/", "https://registry.example/?projectId=x",
            "https://registry.example/#x",
            "javascript:alert(1)", "https://registry.example/a b", "http://127.0.0.1.example/", "file:///etc/passwd",
            "https://registry.example/" + String(repeating: "a", count: 2_048),
        ])
    func itsAddressIsHttpsOrOfThisComputer(address: String) {
        #expect(WalletRegistry(address, project: "p", environment: [:]) == nil)
    }

    @Test func itsOwnAddressIsOne() {
        let registry = WalletRegistry(WalletRegistry.publicAddress, project: "p", environment: [:])
        #expect(registry?.host == "api.web3modal.org")
        #expect(registry?.isLocal == false)
        #expect(WalletRegistry("http://localhost:8080/list", project: "", environment: [:])?.isLocal == true)
    }
}
