// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARConnectScenarios
internal import SafeText

/// Looks at the files that scenarios name, before anything is started.
package enum ScenarioPreflight {
    /// Reads the policy and the contracts of a scenario.
    ///
    /// - Throws: ``ScenarioFileError``, whose reason names the file and, of a policy, the place in it.
    package static func check(_ scenario: Scenario) throws(ScenarioFileError) {
        let files = ScenarioFiles(beside: scenario.file)
        do {
            if let policy = scenario.wallets.policy { _ = try files.policy(policy) }
            for path in codes(of: scenario) { _ = try files.code(path) }
        } catch {
            throw ScenarioFileError(
                file: scenario.file, place: nil, reason: ScenarioRunError(error).sentence.trimmingPoint,
                advice: localized("paths begin at the scenario’s folder"))
        }
    }

    private static func codes(of scenario: Scenario) -> [String] {
        var codes = scenario.steps.compactMap { step in
            if case .deploy(let code) = step.work { code } else { nil }
        }
        if case .devnet(let devnet) = scenario.chain { codes += devnet.contracts.map(\.code) }
        return codes.compactMap { if case .file(let path) = $0 { path } else { nil } }
    }
}

extension String {
    /// The text without the point at its end.
    fileprivate var trimmingPoint: String { last == "." ? String(dropLast()) : self }
}
