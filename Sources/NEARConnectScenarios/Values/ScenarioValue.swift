// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// A value that a scenario file writes as a text.
package protocol ScenarioValue: Sendable {
    /// Reads the text.
    init(scenario text: String) throws(ScenarioValueError)
}

/// A value that is known when the file is read, or only once earlier steps have run.
package enum Late<Value: ScenarioValue>: Sendable {
    /// The value.
    case known(Value)
    /// A text that refers to results of steps.
    case open(ScenarioText)

    /// Returns the value.
    ///
    /// - Throws: ``ScenarioValueError`` where a result isn't there or doesn't fit.
    package func value(_ values: ScenarioValues) throws(ScenarioValueError) -> Value {
        switch self {
        case .known(let value): value
        case .open(let text): try Value(scenario: text.resolved(values))
        }
    }
}

/// Reads a text by a type's own rules.
private func fitting<Value>(
    _ text: String, by read: (String) throws -> Value, example: String, _ reason: (_ error: String) -> String
) throws(ScenarioValueError) -> Value {
    do {
        return try read(text)
    } catch {
        throw .unfit(reason("\(error)"), example: example)
    }
}

extension AccountId: ScenarioValue {
    package init(scenario text: String) throws(ScenarioValueError) {
        self = try fitting(text, by: AccountId.init(_:), example: "alice.test.near") {
            localized("this is no account id: %1$s", $0)
        }
    }
}

extension NEARToken: ScenarioValue {
    package init(scenario text: String) throws(ScenarioValueError) {
        self = try fitting(text, by: NEARToken.init(_:), example: "1.5 NEAR") {
            localized("this is no amount of NEAR: %1$s", $0)
        }
    }
}

extension Gas: ScenarioValue {
    package init(scenario text: String) throws(ScenarioValueError) {
        self = try fitting(text, by: Gas.init(_:), example: "30 Tgas") {
            localized("this is no amount of gas: %1$s", $0)
        }
    }
}

extension PublicKey: ScenarioValue {
    package init(scenario text: String) throws(ScenarioValueError) {
        self = try fitting(text, by: PublicKey.init(_:), example: "ed25519:…") {
            localized("this is no public key: %1$s", $0)
        }
    }
}

extension String: ScenarioValue {
    package init(scenario text: String) throws(ScenarioValueError) { self = text }
}

extension Duration: ScenarioValue {
    private static let units: [String: Duration] = [
        "ms": .milliseconds(1), "s": .seconds(1), "min": .seconds(60), "h": .seconds(3_600),
    ]

    /// Reads a whole number and a unit: `500 ms`, `20 s`, `2 min`; at most a day.
    package init(scenario text: String) throws(ScenarioValueError) {
        let digits = text.unicodeScalars.prefix { ("0"..."9").contains($0) }
        let unit = String(text.unicodeScalars.dropFirst(digits.count)).drop { $0 == " " }
        guard let size = Self.units[String(unit)], let number = Int32(String(digits)), number > 0,
            size * Int(number) <= .seconds(86_400)
        else {
            throw .unfit(localized("this is no time of at most a day"), example: "500 ms, 20 s, 2 min")
        }
        self = size * Int(number)
    }
}

/// A whole number of blocks.
package struct BlockCount: ScenarioValue {
    /// The number.
    package let number: UInt64

    package init(scenario text: String) throws(ScenarioValueError) {
        guard let number = UInt64(text), (1...1_000_000_000).contains(number) else {
            throw .unfit(localized("this is no number of blocks"), example: "100")
        }
        self.number = number
    }
}
