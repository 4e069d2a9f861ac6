// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText
package import WalletConnectSign

/// An event of a sign client, in words and as JSON.
package struct SignReport: Sendable, Hashable {
    /// The event's name, which stays.
    package let name: String
    /// The event in words.
    package let line: String
    /// The values that belong to it.
    package let fields: JSONValue.Members

    /// The session that there is, without the time of its wallet's last word; `nil` for another event.
    package var sessionFacts: JSONValue.Members? {
        guard name == "session", var facts = fields["session"]?.objectValue else { return nil }
        facts["lastSeen"] = nil
        return facts
    }

    /// Tells of an event.
    package init(_ event: SignEvent) {
        func words(_ peer: SignSession) -> String { DisplayText.name(peer.peer.name) }
        switch event {
        case .relay(let state): self.init(state)
        case .settled(let each): self.init(SessionSummary(each))
        case .updated(let each): self.init(SessionSummary(each), name: "updated")
        case .extended(let each): self.init(SessionSummary(each), name: "extended")
        case .event(let each, let chain, let name, let data):
            self.init(
                "event",
                localized(
                    "%1$s: %2$s on %3$s: %4$s", words(each), DisplayText.name(name), "\(chain)",
                    DisplayText.line(data.text)),
                fields: [
                    "topic": .string(each.topic.text), "chain": .string("\(chain)"), "name": .string(name),
                    "data": data,
                ])
        case .late(let answer):
            self.init(
                "late",
                localized(
                    "an answer to %1$s came too late, and nothing was done with it", DisplayText.name(answer.method)),
                fields: ["topic": .string(answer.session.text), "method": .string(answer.method)])
        case .ended(let each, let end):
            self.init(
                "ended", localized("%1$s: the session has ended, %2$s", words(each), "\(end)"),
                fields: ["topic": .string(each.topic.text), "reason": .string("\(end)")])
        case .failed(let error):
            self.init("stopped", "\(error)", fields: ["code": .string(error.code), "text": .string("\(error)")])
        }
    }

    /// Tells of a session that there is.
    package init(_ session: SessionSummary) { self.init(session, name: "session") }

    private init(_ session: SessionSummary, name: String) {
        self.init(name, session.lines.joined(separator: "\n"), fields: ["session": session.json])
    }

    private init(_ state: RelayState) {
        let (name, words): (JSONValue, String) =
            switch state {
            case .idle: ("idle", localized("relay: not needed"))
            case .connecting: ("connecting", localized("relay: connecting"))
            case .connected: ("connected", localized("relay: connected"))
            case .waiting(let until, let reason):
                (
                    "waiting",
                    localized("relay: %1$s; tried again at %2$s", "\(reason)", SessionSummary.text(until))
                )
            case .refused(let refusal): ("refused", localized("relay: %1$s", "\(refusal)"))
            }
        self.init("relay", words, fields: ["state": name, "text": .string(words)])
    }

    private init(_ name: String, _ line: String, fields: JSONValue.Members) {
        (self.name, self.line, self.fields) = (name, line, fields)
    }

    // MARK: Between processes

    /// Reads what another process has told; `nil` for anything else.
    init?(json: JSONValue?) {
        guard let name = json?["name"]?.stringValue, let line = json?["line"]?.stringValue,
            let fields = json?["fields"]?.objectValue
        else { return nil }
        self.init(name, line, fields: fields)
    }

    var json: JSONValue { ["name": .string(name), "line": .string(line), "fields": .object(fields)] }
}

extension SessionSummary {
    /// The session in lines: topic, wallet and end, then an account a line.
    package var lines: [String] {
        [
            localized(
                "%1$s\t%2$s\tuntil %3$s", topic.text, DisplayText.name(wallet), Self.text(expires))
        ] + accounts.map { "\t\(DisplayText.line($0))" }
    }
}
