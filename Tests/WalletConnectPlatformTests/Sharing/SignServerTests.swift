// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives
import NEARVault
import TestSupport
import Testing
import ThreadTesting
import WalletConnectSign

@testable import WalletConnectPlatform

/// The process that has the store, asked by others: what they can do, and what they can't.
@Suite(.ownThread)
struct SignServerTests {
    private static let topic = String(repeating: "0a", count: 32)

    private let place = TestFolder("sharing")
    private var folders: ProfileFolders { ProfileFolders(root: place.url) }

    /// No relay: nothing that these tests ask for reaches one.
    private struct NoTransport: RelayTransport {
        var events: AsyncStream<RelayTransportEvent> { AsyncStream { $0.finish() } }

        func open(_: RelayOpening) async {}
        func send(_: String) async {}
        func close() async {}
    }

    private func store() -> FileSignStore {
        FileSignStore(
            folders, vault: PlainFileVault(VaultFolders(data: folders.data.path, state: folders.state.path)))
    }

    private func start(
        onYield: (@Sendable () -> Void)? = nil
    ) async throws -> (server: SignServer, client: SignClient, store: FileSignStore) {
        let store = store()
        let client = try SignClient(
            SignConfiguration(
                projectId: "p", metadata: AppMetadata(name: "n", description: "", url: "https://a.example"),
                relay: "ws://127.0.0.1:1"),
            transport: NoTransport(), store: store)
        try await client.start()
        return (try await SignServer.open(client, of: store, onYield: onYield), client, store)
    }

    /// Connects to the process that has the store, which one that computes for long answers late.
    private func found() async -> SharedSignSpeaker? {
        for _ in 0..<12 {
            if let speaker = await SharedSignSpeaker.find(folders) { return speaker }
        }
        return nil
    }

    private func code(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "done"
        } catch let error as SharedSignError {
            return error.code
        } catch {
            return "\(error)"
        }
    }

    @Test func othersAskAndHearTheSameErrors() async throws {
        #expect(await SharedSignSpeaker.find(folders) == nil)
        let (server, client, store) = try await start()
        let shared = try #require(await found())
        #expect(shared.holder.hasSuffix("(process \(getpid()))"))
        #expect(try await shared.sessions() == [])
        let topic = try #require(Topic(Self.topic))
        #expect(await code { try await shared.ping(topic) } == "sessionUnknown")
        #expect(await code { _ = try await shared.disconnect(topic, within: .zero) } == "sessionUnknown")
        let chain = try #require(ChainID("near:testnet"))
        let request = SpokenRequest(session: topic, chain: chain, method: "m", params: [:], expiry: .seconds(300))
        #expect(await code { _ = try await shared.request(request) {} } == "sessionUnknown")
        var reports = try await shared.reports().makeAsyncIterator()
        #expect(await reports.next()?.fields["state"] == "idle")
        await server.finish()
        // Who listens hears the end, and later calls find nobody.
        #expect(await reports.next() == nil)
        #expect(await code { _ = try await shared.sessions() } == "holderEnded")
        shared.close()
        await client.stop()
        await store.close()
        #expect(await SharedSignSpeaker.find(folders) == nil)
    }

    @Test func theStoreIsGivenUpOnceAndOnlyByWhoSaysSo() async throws {
        let (keeper, keeping, kept) = try await start()
        #expect(!(await SharedSignSpeaker.asksToYield(folders)))
        // It goes on, and answers as before.
        let shared = try #require(await found())
        #expect(try await shared.sessions() == [])
        shared.close()
        await keeper.finish()
        await keeping.stop()
        await kept.close()
        #expect(!(await SharedSignSpeaker.asksToYield(folders)), "there is nobody")

        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let (server, client, store) = try await start { continuation.yield() }
        #expect(await SharedSignSpeaker.asksToYield(folders))
        var iterator = asked.makeAsyncIterator()
        await iterator.next()
        // It takes no more calls: nothing begins in a store that is about to be another's.
        #expect(await SharedSignSpeaker.find(folders) == nil)
        #expect(!(await SharedSignSpeaker.asksToYield(folders)))
        await server.finish()
        await client.stop()
        await store.close()
    }

    @Test func nothingThereApprovesAndNonsenseIsRefused() async throws {
        let (server, client, store) = try await start()
        let path = try #require(StoreHolder.socket(store.folder))
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let caller = try await LocalClient.connect(to: path, within: .seconds(5))
        func answer(_ method: String, _ params: JSONValue?) async -> Int {
            do throws(LocalClientError) {
                _ = try await caller.call(method, params, within: .seconds(20))
                return 0
            } catch {
                if case .answered(let answer) = error { return answer.code }
                return -1
            }
        }
        for method in ["walletconnect.approve", "walletconnect.settle", "walletconnect.secrets", "accounts.approve"] {
            #expect(await answer(method, [:]) == -32_601, "\(method)")
        }
        let nonsense: [JSONValue?] = [
            nil, [:], [], ["topic": "0"], ["topic": .string(Self.topic), "seconds": "many"], ["attempt": 1],
            ["topic": .string(Self.topic), "chain": "near", "method": "m", "seconds": 300],
            ["topic": .string(Self.topic), "chain": "near:testnet", "method": "m", "seconds": 1],
            ["required": ["near": ["chains": []]], "owner": 7], ["required": [1, 2]],
        ]
        for method in ["session", "request", "ping", "disconnect"] {
            for params in nonsense {
                let code = await answer("walletconnect.\(method)", params)
                #expect([-32_602, -32_010].contains(code), "\(method) \(params?.text ?? "nil"): \(code)")
            }
        }
        // A proposal without a chain is the caller's mistake, and said at once.
        #expect(await answer("walletconnect.propose", ["required": ["near": ["chains": []]]]) == -32_010)
        caller.close()
        await server.finish()
        await client.stop()
        await store.close()
    }

    @Test func aNoteOfAProcessThatHasEndedLeadsNowhere() async throws {
        let (server, client, store) = try await start()
        await server.close()
        // The note still names the socket: nobody listens there.
        #expect(StoreHolder.socket(store.folder) != nil)
        #expect(await SharedSignSpeaker.find(folders) == nil)
        #expect(StoreHolder.isHeld(store.folder))
        await client.stop()
        await store.close()
        #expect(!StoreHolder.isHeld(store.folder))
    }
}
