// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectSign

/// Sessions as commands print them.
enum SessionText {
    /// The lines of a session: topic, wallet and end, then an account a line.
    static func lines(_ session: SignSession) -> [String] {
        [
            localized(
                "%1$s\t%2$s\tuntil %3$s", session.topic.text, DisplayText.name(session.peer.name),
                time(session.expires))
        ] + session.namespaces.accounts.map { "\t\($0)" }
    }

    /// A session as JSON.
    static func json(_ session: SignSession) -> JSONValue {
        [
            "topic": .string(session.topic.text), "wallet": .string(session.peer.name),
            "url": .string(session.peer.url),
            "accounts": .array(session.namespaces.accounts.map { .string("\($0)") }),
            "methods": .array(
                Set(session.namespaces.byKey.values.flatMap(\.methods)).sorted().map { .string($0) }),
            "settled": .string(time(session.settled)), "expires": .string(time(session.expires)),
        ]
    }

    /// A time of day as RFC 3339 has it, in UTC and whole seconds.
    static func time(_ time: UnixTime) -> String {
        Date(timeIntervalSince1970: TimeInterval(time.seconds)).formatted(.iso8601)
    }

    /// Finds a session by its topic or the topic's beginning.
    ///
    /// - Throws: `SignError.sessionUnknown`, or `ReportedError` where several begin so.
    static func find(_ text: String, in sessions: [SignSession]) throws -> SignSession {
        let found = sessions.filter { $0.topic.text.utf8.starts(with: text.utf8) }
        guard !text.isEmpty, let session = found.first else { throw SignError.sessionUnknown }
        guard found.count == 1 else {
            throw ReportedError(
                sentence: localized(
                    "%1$s sessions begin with %2$s. Write more of the topic.", "\(found.count)",
                    DisplayText.quotation(text, limit: 64)),
                code: "topicAmbiguous", status: .usage)
        }
        return session
    }
}
