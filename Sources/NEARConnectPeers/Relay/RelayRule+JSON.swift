// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The reason why a text isn't a script of faults.
package struct RelayRuleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence.
    package let description: String
}

extension RelayRule {
    /// The most rules of one script.
    package static let limit = 64

    /// Reads a script: an array of rules.
    ///
    /// - Throws: ``RelayRuleError``, which names the rule and its fault.
    package static func script(_ json: JSONValue) throws(RelayRuleError) -> [RelayRule] {
        guard let elements = json.arrayValue, elements.count <= limit else {
            throw RelayRuleError(
                description: localized("The relay’s faults are a list of at most %1$s rules.", "\(limit)"))
        }
        var rules: [RelayRule] = []
        for (index, element) in elements.enumerated() {
            do throws(RelayRuleError) {
                rules.append(try RelayRule(json: element))
            } catch {
                throw RelayRuleError(description: localized("Rule %1$s: %2$s", "\(index + 1)", error.description))
            }
        }
        return rules
    }

    /// Reads one rule.
    ///
    /// - Throws: ``RelayRuleError``.
    package init(json: JSONValue) throws(RelayRuleError) {
        guard let members = json.objectValue, let name = json["on"]?.stringValue, let fault = json["do"]?.stringValue
        else {
            throw RelayRuleError(description: localized("“on” says what it is about, and “do” what happens."))
        }
        let known: Set<String> = [
            "on", "do", "tag", "agent", "skip", "times", "code", "data", "reason", "milliseconds", "payload",
        ]
        if let other = members.keys.map(\.text).sorted().first(where: { !known.contains($0) }) {
            throw RelayRuleError(description: localized("There is no member “%1$s”.", DisplayText.name(other)))
        }
        switch name {
        case "connect": event = .connection
        case "delivery": event = .delivery
        case "call": event = .call(nil)
        case let method where RelayMethodName(rawValue: method) != nil: event = .call(method)
        default:
            throw RelayRuleError(description: localized("Nothing is called “%1$s”.", DisplayText.name(name)))
        }
        self.fault = try Self.fault(fault, json, on: event)
        tag = try Self.number("tag", in: json)
        skip = try Self.number("skip", in: json) ?? 0
        let count = try Self.number("times", in: json) ?? 1
        times = count == 0 ? nil : count
        agent = json["agent"]?.stringValue
    }

    private static func fault(_ name: String, _ json: JSONValue, on event: Event) throws(RelayRuleError) -> Fault {
        let isConnection = event == .connection
        let code = try number("code", in: json)
        switch name {
        case "refuse" where event != .delivery:
            guard !isConnection || (400...599).contains(code ?? 403) else {
                throw RelayRuleError(
                    description: localized("A refused connection takes a “code” of HTTP, from 400 to 599."))
            }
            return .refuse(
                code: code ?? (isConnection ? 403 : 3_000), data: json["data"]?.stringValue ?? "ProjectNotFound")
        case "limit" where event != .delivery: return .limit
        case "hold" where !isConnection: return .hold
        case "delay":
            guard let milliseconds = try number("milliseconds", in: json), milliseconds <= 600_000 else {
                throw RelayRuleError(
                    description: localized("“delay” takes “milliseconds” of up to ten minutes."))
            }
            return .delay(milliseconds: Int64(milliseconds))
        case "duplicate" where !isConnection: return .duplicate
        case "lose" where !isConnection: return .lose
        case "close":
            guard (1_000...4_999).contains(code ?? 1_001) else {
                throw RelayRuleError(description: localized("“close” takes a “code” from 1000 to 4999."))
            }
            return .close(code: code ?? 1_001, reason: json["reason"]?.stringValue ?? "")
        case "cut": return .cut
        case "mute": return .mute
        case "payload" where !isConnection: return .payload(json["payload"] ?? .null)
        case "garbage" where !isConnection: return .garbage
        default:
            throw RelayRuleError(
                description: localized("“%1$s” can’t be done there.", DisplayText.name(name)))
        }
    }

    private static func number(_ name: String, in json: JSONValue) throws(RelayRuleError) -> Int? {
        guard let value = json[name] else { return nil }
        guard let number = value.integerValue(), (0...1_000_000).contains(number) else {
            throw RelayRuleError(description: localized("“%1$s” is a number of up to a million.", name))
        }
        return number
    }
}
