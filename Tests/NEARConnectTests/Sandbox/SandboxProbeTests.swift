// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WebKitGTK

@testable import NEARConnect
@testable import NEARConnectCore

/// The sandbox's state for everything that a machine can report.
@MainActor @Suite struct SandboxProbeTests {
    private func decide(
        _ change: (inout SandboxFacts) -> Void = { _ in }, exitCode: Int? = 0, errors: String = "",
        memory: SandboxMemory? = nil, trials: Trials = Trials()
    ) -> SandboxState {
        var facts = SandboxFacts()
        facts.identity = "boot kernel bwrap"
        change(&facts)
        let result = ProgramRun.Result(exitCode: exitCode, errors: errors)
        return SandboxProbe(
            facts: facts,
            runTrial: {
                trials.count += 1
                return result
            }, memory: memory
        ).decide()
    }

    private final class Trials {
        var count = 0
    }

    private func kind(_ state: SandboxState) -> SandboxProblem.Kind? {
        guard case .unavailable(let problem) = state else { return nil }
        #expect(!problem.reason.isEmpty && !problem.advice.isEmpty)
        return problem.kind
    }

    @Test func aTrialThatWorksIsTheSandbox() {
        #expect(decide() == .on)
        #expect(decide { $0.isInContainer = true } == .on)
        #expect(decide { $0.appArmorRestriction = 1 } == .on, "with a profile it works")
    }

    @Test func whatIsMissingIsNamedBeforeAnythingIsTried() {
        let trials = Trials()
        #expect(kind(decide({ $0.hasBubblewrap = false }, trials: trials)) == .bubblewrapMissing)
        #expect(kind(decide({ $0.hasProxy = false }, trials: trials)) == .proxyMissing)
        #expect(kind(decide({ $0.isDisabledByEnvironment = true }, trials: trials)) == .environment)
        #expect(decide({ $0.isInFlatpak = true }, trials: trials) == .flatpak)
        #expect(trials.count == 0)
    }

    @Test func aFailureIsExplainedByTheMachine() {
        let said = "bwrap: setting up uid map: Permission denied\nmore"
        #expect(kind(decide({ $0.appArmorRestriction = 1 }, exitCode: 1, errors: said)) == .appArmor)
        #expect(kind(decide({ $0.unprivilegedClone = 0 }, exitCode: 1, errors: said)) == .userNamespaces)
        #expect(kind(decide({ $0.maximumUserNamespaces = 0 }, exitCode: 1, errors: said)) == .userNamespaces)
        #expect(kind(decide({ $0.isInContainer = true }, exitCode: 1, errors: said)) == .container)
        let other = decide(exitCode: nil, errors: said)
        #expect(kind(other) == .other)
        guard case .unavailable(let problem) = other else { return }
        #expect(problem.reason.contains("setting up uid map: Permission denied"))
        #expect(!problem.reason.contains("more"))
    }

    @Test func aTrialIsNotRepeatedUntilTheMachineChanges() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let memory = SandboxMemory(file: folder.appendingPathComponent("near-connect/sandbox"))
        let trials = Trials()
        #expect(kind(decide(exitCode: 1, memory: memory, trials: trials)) == .other)
        #expect(decide(memory: memory, trials: trials) == .on, "a failure is not remembered")
        #expect(decide(memory: memory, trials: trials) == .on)
        #expect(trials.count == 2)
        #expect(
            kind(decide({ $0.identity = "boot kernel other" }, exitCode: 1, memory: memory, trials: trials)) == .other)
        #expect(trials.count == 3)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func thisMachineHasAnIdentity() {
        let facts = SandboxFacts.here(environment: [SandboxFacts.environmentSwitch: "1"])
        #expect(facts.isDisabledByEnvironment)
        #expect(!facts.identity.isEmpty)
        #expect(!SandboxFacts.here(environment: [:]).isDisabledByEnvironment)
    }
}
