// SPDX-License-Identifier: MIT

import FoundationEssentials
import MainLoopTesting
import NEARConnect
import NEARConnectTestKit
import NEARRPC
import XCTest

/// Open questions of sites as a program hears and answers them, by public names only.
final class DAppRequestsTests: MainLoopTestCase {
    /// A view's token, of a name for it.
    private static func token(_ name: String) throws -> DAppAsker.Token {
        try XCTUnwrap(DAppAsker.Token("0123456789abcdef-\(name)"))
    }

    /// Asks to see accounts, as a page of a site in a view that the program looks after itself.
    @MainActor
    private static func ask(
        _ host: DAppHost, in view: String = "view", of site: String = "http://127.0.0.1:3000",
        _ request: String = #"{"method":"signIn","params":{}}"#
    ) throws -> Task<JSONValue, any Error> {
        let token = try Self.token(view)
        let asker = try DAppAsker(origin: site, ancestors: [], view: token, document: token)
        return Task { try await host.answer(Array(request.utf8), from: asker) }
    }

    @MainActor
    private static func code(of task: Task<JSONValue, any Error>) async throws -> DAppError.Code {
        do {
            let answer = try await task.value
            XCTFail("answered: \(answer)")
            throw CancellationError()
        } catch let error as DAppError {
            return error.code
        }
    }

    func testEachListenerHearsWhatIsOpenAndNothingThatHasEnded() throws {
        try withEmbedding { scene in
            var heard: [UInt64] = []
            let early = Task {
                for await request in scene.host.requests { heard.append(request.id) }
            }
            let first = try Self.ask(scene.host, in: "one")
            let request = try await scene.question()
            // Whoever begins later hears of it, too.
            let again = try await scene.question()
            XCTAssertTrue(request === again)
            XCTAssertEqual(scene.host.openRequests.map(\.id), [request.id])
            await waitUntil("the early listener") { heard == [request.id] }
            try scene.host.approve(request, as: [scene.alice])
            let accounts = try await first.value
            XCTAssertEqual(accounts["accounts"]?[0]?["accountId"]?.stringValue, scene.alice.text)
            // The next one that listens hears of no question that has ended.
            let second = try Self.ask(scene.host, in: "two", of: "http://127.0.0.1:3001")
            let next = try await scene.question()
            XCTAssertGreaterThan(next.id, request.id)
            // A question that has ended before a listener's turn is told to nobody.
            await waitUntil("the early listener") { heard == [request.id, next.id] }
            try scene.host.refuse(next)
            let refused = try await Self.code(of: second)
            XCTAssertEqual(refused, .refused)
            // A loop ends with the host, and one that is cancelled ends at once.
            let cancelled = Task {
                var iterator = scene.host.requests.makeAsyncIterator()
                return await iterator.next()?.id
            }
            await MainLoop.turn()
            cancelled.cancel()
            let nothing = await cancelled.value
            XCTAssertNil(nothing)
            scene.host.close()
            await early.value
            XCTAssertEqual(heard, [request.id, next.id])
        }
    }

    func testAQuestionThatNobodyAnswersIsRefusedAtItsDeadline() throws {
        let clock = ManualClock()
        try withEmbedding(patience: .seconds(60), clock: clock) { scene in
            let task = try Self.ask(scene.host)
            let request = try await scene.question()
            XCTAssertNil(request.end)
            // Others wait by this clock, too: who comes or goes doesn't say whether the deadline is set.
            await waitUntil("the deadline") {
                if request.end == nil { clock.advance(by: .seconds(60)) }
                return request.end != nil
            }
            XCTAssertEqual(request.end, .expired)
            let code = try await Self.code(of: task)
            XCTAssertEqual(code, .refused)
            XCTAssertThrowsError(try scene.host.approve(request, as: [scene.alice])) { error in
                XCTAssertEqual(error as? DAppRequestError, .ended(.expired))
            }
        }
    }

    func testAnAnswerThatDoesNotFitChangesNothing() throws {
        try withEmbedding { scene in
            let other = DAppHost(
                signer: .keystore(of: scene.environment.manager),
                context: DAppContext(manager: scene.environment.manager, isPrivate: true))
            let task = try Self.ask(scene.host)
            let request = try await scene.question()
            let bob = scene.environment.accounts[1].id
            let stranger = try AccountId("stranger.test.near")
            let wrong: [(host: DAppHost, accounts: [AccountId], error: DAppRequestError)] = [
                (other, [scene.alice], .otherHost), (scene.host, [], .accountNeeded([scene.alice, bob])),
                (scene.host, [stranger], .accountNotOffered(stranger)),
                (scene.host, [scene.alice, scene.alice], .tooManyAccounts),
            ]
            for (host, accounts, expected) in wrong {
                XCTAssertThrowsError(try host.approve(request, as: accounts)) { error in
                    XCTAssertEqual(error as? DAppRequestError, expected)
                    XCTAssertNotNil((error as? DAppRequestError)?.errorDescription)
                }
            }
            XCTAssertNil(request.end)
            try scene.host.approve(request, as: [bob, scene.alice])
            let answer = try await task.value
            let names = answer["accounts"]?.arrayValue?.compactMap { $0["accountId"]?.stringValue }
            XCTAssertEqual(names, [bob.text, scene.alice.text])
            other.close()
        }
    }

    func testAViewThatIsLeftEndsWhatItHasAsked() throws {
        try withEmbedding { scene in
            let task = try Self.ask(scene.host, in: "gone")
            let request = try await scene.question()
            scene.host.end(view: try Self.token("gone"))
            let end = await request.ended()
            XCTAssertEqual(end, .withdrawn)
            let code = try await Self.code(of: task)
            XCTAssertTrue([.unauthorized, .refused].contains(code), "\(code)")
        }
    }

    func testAQuestionAboutANetworkIsHeardAndAnswered() throws {
        try withEmbedding { scene in
            let status = try await scene.environment.manager.client().status()
            let genesis = try XCTUnwrap(status.genesisHash).description
            let offer =
                #"{"method":"metadata.provide","params":{"definition":{"networkId":"fun","genesisHash":"\#(genesis)","rpcUrls":["\#(scene.environment.devnet.rpcURL.absoluteString)"]}}}"#
            let site = "http://127.0.0.1:3000"
            let task = try Self.ask(scene.host, of: site)
            try scene.host.approve(try await scene.question(), as: [scene.alice])
            _ = try await task.value
            // The chain is known under another name, which no question changes.
            let known = try Self.ask(scene.host, of: site, offer)
            let answer = try await known.value
            XCTAssertEqual(answer, false)
            let foreign = try Self.ask(
                scene.host, of: site,
                offer.replacing(genesis, with: "11111111111111111111111111111111"))
            let request = try await scene.question()
            guard case .site(let question) = request.subject, case .addNetwork = question.subject else {
                return XCTFail("\(request.subject)")
            }
            XCTAssertThrowsError(try scene.host.approve(request, as: [scene.alice])) { error in
                XCTAssertEqual(error as? DAppRequestError, .tooManyAccounts)
            }
            try scene.host.refuse(request)
            let refused = try await foreign.value
            XCTAssertEqual(refused, false)
        }
    }

    func testASiteOfTheDeniedListHasNoWallet() throws {
        try withEmbedding { scene in
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("denied-\(UUID().uuidString)")
            try Data("127.0.0.1\n".utf8).write(to: file)
            let host = DAppHost(
                signer: .keystore(of: scene.environment.manager),
                context: DAppContext(manager: scene.environment.manager, deniedHosts: file, contentFilter: nil))
            let code = try await Self.code(of: try Self.ask(host))
            XCTAssertEqual(code, .unauthorized)
            host.close()
            try FileManager.default.removeItem(at: file)
        }
    }
}
