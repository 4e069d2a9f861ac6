// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives
package import WalletConnectSign

/// A session as commands show it and as processes tell it each other: without keys.
package struct SessionSummary: Sendable, Hashable {
    /// The session's topic at the relay.
    package let topic: Topic
    /// The part of the program that connected the wallet: a wallet's id, or `command`.
    package let owner: String
    /// The wallet's name and site, which are untrusted text.
    package let wallet, url: String
    /// The accounts by CAIP-10.
    package let accounts: [String]
    /// The methods that may be called, in their order.
    package let methods: [String]
    /// The times of its settlement, of its end by itself, and of the wallet's last word.
    package let settled, expires, lastSeen: UnixTime

    /// Tells of a session.
    package init(_ session: SignSession) {
        topic = session.topic
        owner = session.owner
        wallet = session.peer.name
        url = session.peer.url
        accounts = session.namespaces.accounts.map { "\($0)" }
        methods = Set(session.namespaces.byKey.values.flatMap(\.methods)).sorted()
        settled = session.settled
        expires = session.expires
        lastSeen = session.lastSeen
    }

    /// Reads what another process has told; `nil` for anything else.
    package init?(json: JSONValue) {
        guard let topic = json["topic"]?.stringValue.flatMap({ Topic($0) }), let owner = json["owner"]?.stringValue,
            let wallet = json["wallet"]?.stringValue, let url = json["url"]?.stringValue,
            let accounts = json["accounts"]?.arrayValue,
            let methods = json["methods"]?.arrayValue, let settled = json["settled"].flatMap(Self.time),
            let expires = json["expires"].flatMap(Self.time), let lastSeen = json["lastSeen"].flatMap(Self.time)
        else { return nil }
        (self.topic, self.owner, self.wallet, self.url) = (topic, owner, wallet, url)
        self.accounts = accounts.compactMap(\.stringValue)
        self.methods = methods.compactMap(\.stringValue)
        (self.settled, self.expires, self.lastSeen) = (settled, expires, lastSeen)
    }

    /// The session as JSON, with times as ``text(_:)`` has them.
    package var json: JSONValue {
        [
            "topic": .string(topic.text), "owner": .string(owner), "wallet": .string(wallet), "url": .string(url),
            "accounts": .array(accounts.map { .string($0) }), "methods": .array(methods.map { .string($0) }),
            "settled": .string(Self.text(settled)), "expires": .string(Self.text(expires)),
            "lastSeen": .string(Self.text(lastSeen)),
        ]
    }

    /// The chains of the accounts, each once.
    package var chains: [ChainID] { Set(accounts.compactMap { Self.chain(of: $0) }).sorted() }

    /// Returns the chain of an account by CAIP-10.
    package static func chain(of account: String) -> ChainID? {
        account.lastIndex(of: ":").flatMap { ChainID(String(account[..<$0])) }
    }

    /// A time of day as RFC 3339 has it, in UTC and whole seconds.
    package static func text(_ time: UnixTime) -> String {
        Date(timeIntervalSince1970: TimeInterval(time.seconds)).formatted(.iso8601)
    }

    private static func time(_ json: JSONValue) -> UnixTime? {
        guard let text = json.stringValue else { return nil }
        do {
            return UnixTime(seconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970))
        } catch {
            return nil
        }
    }
}
