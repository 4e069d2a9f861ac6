// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARPrimitives
internal import SafeText

/// Compares a step's findings with what is expected of it.
struct ExpectationCheck {
    let expectation: ScenarioExpectation
    let values: ScenarioValues

    /// Compares the findings of a step that succeeded.
    ///
    /// - Throws: ``ScenarioRunError`` with both values.
    func compare(_ findings: StepFindings) throws {
        if let code = expectation.errorCode {
            throw ScenarioRunError(
                expectation: localized("It succeeded, and the error %1$s was expected.", code))
        }
        if let expected = try expectation.value?.value(values) {
            let found = findings.compared ?? .null
            try require(found == expected, expected: expected.text, found: found.text)
        }
        if let expected = try expectation.account?.value(values) {
            let found = findings.account ?? ""
            try require(found.hasSameBytes(as: expected.text), expected: expected.text, found: found)
        }
        if let expected = expectation.permission {
            let found = findings.permission ?? .absent
            try require(found == expected, expected: expected.rawValue, found: found.rawValue)
        }
        try compareBalance(findings.balance ?? .zero)
        try compareOutcome(findings)
    }

    /// Compares the error that a step ended with.
    ///
    /// - Returns: The findings in words.
    /// - Throws: The error, if another one or none was expected.
    func compare(_ error: any Error) throws -> String {
        let failure = ScenarioRunError(error)
        guard let code = expectation.errorCode else { throw failure }
        guard failure.code.hasSameBytes(as: code) else {
            throw ScenarioRunError(
                expectation: localized(
                    "The error %1$s was expected, and it ended with %2$s: %3$s", code, failure.code, failure.sentence))
        }
        if let reason = try expectation.reason?.value(values),
            failure.sentence.utf8.firstRange(of: reason.utf8) == nil
        {
            throw ScenarioRunError(
                expectation: localized(
                    "The reason “%1$s” was expected, and it is: %2$s", Self.shown(reason), failure.sentence))
        }
        return "\(failure.code): \(failure.sentence)"
    }

    private func compareBalance(_ found: NEARToken) throws {
        switch expectation.balance {
        case nil: break
        case .equal(let amount):
            let expected = try amount.value(values)
            try require(found == expected, expected: "\(expected)", found: "\(found)")
        case .within(let atLeast, let atMost):
            if let least = try atLeast?.value(values), found.yoctoNEAR < least.yoctoNEAR {
                throw failure(expected: localized("at least %1$s", "\(least)"), found: "\(found)")
            }
            if let most = try atMost?.value(values), found.yoctoNEAR > most.yoctoNEAR {
                throw failure(expected: localized("at most %1$s", "\(most)"), found: "\(found)")
            }
        }
    }

    private func compareOutcome(_ findings: StepFindings) throws {
        let logs = findings.outcome?.logs ?? findings.logs
        for log in expectation.logs {
            let expected = try log.value(values)
            guard logs.contains(where: { $0.utf8.firstRange(of: expected.utf8) != nil }) else {
                let found = logs.isEmpty ? localized("nothing") : logs.joined(separator: ", ")
                throw ScenarioRunError(
                    expectation: localized(
                        "“%1$s” should have been logged, and this was: %2$s", Self.shown(expected), Self.shown(found)))
            }
        }
        if let limit = try expectation.gasBelow?.value(values) {
            let burnt = findings.outcome?.gasBurnt ?? .zero
            guard burnt.gas < limit.gas else {
                throw failure(expected: localized("less than %1$s", "\(limit)"), found: "\(burnt)")
            }
        }
    }

    private func require(_ holds: Bool, expected: String, found: String) throws {
        guard holds else { throw failure(expected: expected, found: found) }
    }

    private func failure(expected: String, found: String) -> ScenarioRunError {
        ScenarioRunError(
            expectation: localized("Expected is %1$s, and found was %2$s.", Self.shown(expected), Self.shown(found)))
    }

    private static func shown(_ text: String) -> String {
        let (shown, hidden) = DisplayText.beginning(of: text, limit: 300)
        return DisplayText.name(hidden > 0 ? "\(shown)…" : shown)
    }
}
