// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnect
import NEARConnectTestKit
import NEARRPC
import XCTest

/// A program's own view whose pages have the wallet, by public names only.
final class AttachedViewTests: MainLoopTestCase {
    private static let transfer =
        #"{"receiverId": "bob.test.near", "actions": [{"type": "Transfer", "params": {"deposit": "1"}}]}"#
    private static let nonce = "[\(Array(repeating: "7", count: 32).joined(separator: ","))]"

    func testAPageConnectsSignsAndSends() throws {
        try withEmbedding { scene in
            try await scene.connect()
            let site = try XCTUnwrap(SiteOrigin(scene.site.origin))
            XCTAssertEqual(try scene.host.permissions.site(site)?.grants.count, 1)

            try await scene.begin(
                "signMessage", #"{"message": "hello", "recipient": "bob.test.near", "nonce": \#(Self.nonce)}"#)
            let message = try await scene.question()
            guard case .approval(let asked) = message.subject, case .message(let text, _, let signer) = asked.subject
            else { return XCTFail("\(message.subject)") }
            XCTAssertEqual(text.text, "hello")
            XCTAssertEqual(signer, scene.alice)
            XCTAssertEqual(message.asker.key.text, "dapp:\(scene.site.origin)")
            try scene.host.approve(message)
            let signed = try await scene.result()
            XCTAssertEqual(signed["accountId"]?.stringValue, scene.alice.text)

            try await scene.begin("signAndSendTransaction", Self.transfer)
            try scene.host.approve(try await scene.question())
            let outcome = try await scene.result()
            let client = try scene.environment.manager.client()
            let bob = try await client.viewAccount(scene.environment.accounts[1].id).value.amount
            XCTAssertEqual(bob, try NEARToken("10000 NEAR").adding(.oneYocto))
            // The journal knows whose request it was.
            let entries = try await scene.environment.manager.history()
            let sent = try XCTUnwrap(entries.first)
            XCTAssertEqual(sent.asker?.key.text, "dapp:\(scene.site.origin)")
            let hash = outcome["transaction_outcome"]?["id"]?.stringValue
            XCTAssertEqual(sent.parts.first?.hash?.description, hash)
        }
    }

    func testWhatTheProgramRefusesIsNotSigned() throws {
        try withEmbedding { scene in
            try await scene.connect()
            try await scene.begin("signAndSendTransaction", Self.transfer)
            let request = try await scene.question()
            try scene.host.refuse(request, reason: "not today")
            let code = try await scene.code()
            XCTAssertEqual(code, 4001)
            let ended = await request.ended()
            XCTAssertEqual(ended, .refused)
            XCTAssertThrowsError(try scene.host.approve(request)) { error in
                XCTAssertEqual(error as? DAppRequestError, .ended(.refused))
            }
            let history = try await scene.environment.manager.history()
            guard case .notSent? = history.first?.state, history.count == 1 else { return XCTFail("\(history)") }
        }
    }

    func testAQuestionEndsWithItsDocumentAndWithItsView() throws {
        try withEmbedding { scene in
            try await scene.host.attach(to: scene.view.view)
            await scene.show()
            try await scene.begin("signIn", "{}")
            let first = try await scene.question()
            await scene.show("/next")
            let left = await first.ended()
            XCTAssertEqual(left, .withdrawn)
            XCTAssertThrowsError(try scene.host.approve(first, as: [scene.alice])) { error in
                XCTAssertEqual(error as? DAppRequestError, .ended(.withdrawn))
            }
            // The next document is another one, and gets nothing of the answer.
            try await scene.begin("getAccounts", "{}")
            let accounts = try await scene.result()
            XCTAssertEqual(accounts, [])

            try await scene.begin("signIn", "{}")
            let second = try await scene.question()
            XCTAssertGreaterThan(second.id, first.id)
            scene.view.destroy()
            let closed = await second.ended()
            XCTAssertEqual(closed, .withdrawn)
            XCTAssertEqual(scene.host.openRequests.count, 0)
            let site = try XCTUnwrap(SiteOrigin(scene.site.origin))
            XCTAssertNil(try scene.host.permissions.site(site))
        }
    }

    func testDetachingEndsAllAndAttachingAgainBeginsAnew() throws {
        try withEmbedding { scene in
            let attachment = try await scene.host.attach(to: scene.view.view)
            var ends = 0
            attachment.onEnd = { ends += 1 }
            await scene.show()
            try await scene.begin("signIn", "{}")
            let request = try await scene.question()
            attachment.detach()
            attachment.detach()
            let end = await request.ended()
            XCTAssertEqual(end, .withdrawn)
            XCTAssertFalse(attachment.isAttached)
            XCTAssertEqual(ends, 1)
            let code = try await scene.code()
            XCTAssertNotNil(code)
            // The page that is shown asks nobody any more, and the next one finds no wallet.
            try await scene.begin("getAccounts", "{}")
            let later = try await scene.code()
            XCTAssertEqual(later, -32603)
            await scene.show("/next")
            let found = try await scene.view.call("return String(Boolean(window.injectedWeb3));")
            XCTAssertEqual(found, "false")
            scene.view.load("about:blank")
            await waitUntil("the empty page") { scene.view.shows("about:blank") }
            try await scene.connect()
        }
    }

    func testRevocationLockAndTheHostsEndAreHeard() throws {
        try withEmbedding { scene in
            try await scene.connect()
            let site = try XCTUnwrap(SiteOrigin(scene.site.origin))
            try await scene.begin("signAndSendTransaction", Self.transfer)
            let request = try await scene.question()
            try scene.host.revoke(site)
            let end = await request.ended()
            XCTAssertEqual(end, .withdrawn)
            let code = try await scene.code()
            XCTAssertEqual(code, 4100)
            try await scene.begin("getAccounts", "{}")
            let accounts = try await scene.result()
            XCTAssertEqual(accounts, [])

            scene.host.isLocked = true
            try await scene.begin("signAndSendTransaction", Self.transfer)
            let locked = try await scene.code()
            XCTAssertEqual(locked, 4100)
            scene.host.isLocked = false

            try await scene.begin("signIn", "{}")
            let last = try await scene.question()
            scene.host.close()
            let closed = await last.ended()
            XCTAssertEqual(closed, .withdrawn)
            do throws(DAppAttachError) {
                try await scene.host.attach(to: scene.view.view)
                XCTFail("the host is closed")
            } catch {
                XCTAssertEqual(error, .hostClosed)
            }
        }
    }

    func testTheProgramsOwnScriptsAndItsManagerStay() throws {
        try withEmbedding { scene in
            scene.view.addOwnScript("globalThis.own = 1;")
            let attachment = try await scene.host.attach(to: scene.view.view)
            await scene.show()
            let attached = try await scene.view.call("return `${globalThis.own} ${Boolean(window.injectedWeb3)}`;")
            XCTAssertEqual(attached, "1 true")
            attachment.detach()
            await scene.show("/next")
            let detached = try await scene.view.call("return `${globalThis.own} ${Boolean(window.injectedWeb3)}`;")
            XCTAssertEqual(detached, "1 false")
        }
    }

    func testAHostThatIsLetGoEndsItsAttachments() throws {
        try withEmbedding { scene in
            var host: DAppHost? = DAppHost(signer: .wallet(of: scene.environment.manager), context: scene.host.context)
            let attachment = try await XCTUnwrap(host).attach(to: scene.view.view)
            await scene.show()
            try await scene.begin("signIn", "{}")
            host = nil
            XCTAssertFalse(attachment.isAttached)
            let code = try await scene.code()
            XCTAssertNotNil(code)
        }
    }

    func testAViewOfTheContextIsAttached() throws {
        try withEmbedding { scene in
            for isPrivate in [false, true] {
                let context = DAppContext(manager: scene.environment.manager, isPrivate: isPrivate)
                let host = DAppHost(signer: .wallet(of: scene.environment.manager), context: context)
                let view = PlainWebView(in: try context.webContext)
                try await host.attach(to: view.view)
                await scene.show(in: view)
                try await scene.begin("signIn", "{}", in: view)
                var listener = host.requests.makeAsyncIterator()
                let next = await listener.next()
                try host.approve(try XCTUnwrap(next), as: [scene.alice])
                let accounts = try await scene.result(in: view)
                XCTAssertEqual(accounts[0]?["accountId"]?.stringValue, scene.alice.text)
                host.close()
            }
        }
    }
}
