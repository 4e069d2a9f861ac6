// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// A message for another site's host signs its bearer in there.
@Suite struct MessageRecipientTests {
    private func judged(_ recipient: String, site: String = "app.example") throws -> MessageRecipient {
        MessageRecipient(ExactText(recipient), askedBy: try #require(SiteHost(site)))
    }

    @Test(arguments: [
        "app.example", "APP.example", "app.example.", "https://app.example", "https://app.example/login",
        "app.example:443", " app.example",
    ])
    func theSitesOwnHostIsItsOwn(recipient: String) throws {
        #expect(try judged(recipient) == .asker)
    }

    @Test(arguments: [
        "app.near-treasury.com", "APP.Near-Treasury.com", "https://app.near-treasury.com", "app.near-treasury.com.",
        "http://app.near-treasury.com:80/x?y#z", "//app.near-treasury.com", "app.near-treasury.com/app.example",
        "https://app.example@app.near-treasury.com", "\u{200B}app.near-treasury.com", "app.near-treasury.com\n",
        "app.near-treasury.com:8443", "wss://app.near-treasury.com",
    ])
    func anotherSitesHostIsAnother(recipient: String) throws {
        #expect(try judged(recipient) == .otherHost(try #require(SiteHost("app.near-treasury.com"))))
    }

    @Test(arguments: [
        "www.app.example", "example.org", "localhost", "localhost:3000", "127.0.0.1", "[::1]", "1.2.3.4:80", "a.tg",
    ])
    func everyOtherHostIsAnother(recipient: String) throws {
        guard case .otherHost = try judged(recipient) else {
            Issue.record("\(recipient) isn't taken for a host")
            return
        }
    }

    @Test(arguments: ["alice.near", "my-app", "bob.testnet", "", "Sign in to app.near-treasury.com", "a:b:c", "\u{1}"])
    func namesAreNoHosts(recipient: String) throws {
        #expect(try judged(recipient) == .name)
    }
}
