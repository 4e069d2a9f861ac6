// SPDX-License-Identifier: MIT

import GLibRuntime
import XCTest

@testable import NEARVault

/// The faults of the desktop's keyring: absent, locked, refused, silent, gone.
///
/// None of them may look like an empty keyring.
final class SecretServiceFaultTests: KeyringTestCase {
    private static let limit = Duration.seconds(2)

    @MainActor
    private static func vault(_ bus: TestBus, patience: Duration = .seconds(30)) -> SecretServiceVault {
        SecretServiceVault(profile: "test", environment: bus.environment, limit: limit, patience: patience)
    }

    private static func name() throws -> SecretName { try SecretName(.importedKey, id: "testnet/one") }

    /// Expects every operation to end with such an error.
    @MainActor
    private static func expectOfEveryOperation(
        _ what: String, _ vault: SecretServiceVault, line: UInt = #line, where isExpected: (VaultError) -> Bool
    ) async throws {
        let name = try name()
        await expect(what, line: line, where: isExpected) { () throws(VaultError) in try await vault.secret(named: name)
        }
        await expect(what, line: line, where: isExpected) { () throws(VaultError) in
            try await vault.store(.random(count: 32), as: name)
        }
        await expect(what, line: line, where: isExpected) { () throws(VaultError) in try await vault.remove(name) }
        await expect(what, line: line, where: isExpected) { () throws(VaultError) in try await vault.names() }
    }

    /// Fills a keyring with one secret and ends it: the next one on this bus is locked.
    @MainActor
    private static func leaveLockedKeyring(_ bus: TestBus) async throws {
        try await bus.startUnlockedKeyring()
        try await vault(bus).store(.random(count: 32), as: name())
        try await bus.endKeyring()
    }

    func testWithoutABusThereIsNoService() throws {
        try run { bus in
            let vault = SecretServiceVault(profile: "test", environment: [:])
            try await Self.expectOfEveryOperation("no service", vault) {
                if case .noService = $0 { true } else { false }
            }
        }
    }

    func testABusThatOffersNoKeyringIsSaid() throws {
        try run { bus in
            try await Self.expectOfEveryOperation("no service", Self.vault(bus)) {
                if case .noService(let reason) = $0 { reason.contains("org.freedesktop.secrets") } else { false }
            }
        }
    }

    func testAKeyringThatOnlyRunsWhenAskedIsFoundLockedAndNotEmpty() throws {
        try run(startsKeyring: true) { bus in
            try await Self.leaveLockedKeyring(bus)
            try await Self.expectOfEveryOperation("locked", Self.vault(bus)) { $0 == .locked(.secretService) }
        }
    }

    func testAKeyringWithoutADefaultCollectionIsSaid() throws {
        try run(startsKeyring: true) { bus in
            try await Self.expectOfEveryOperation("no keyring", Self.vault(bus)) { $0 == .noKeyring }
        }
    }

    func testWithoutAProgramThatAsksUnlockingIsRefusedAtOnce() throws {
        try run(startsKeyring: true) { bus in
            try await Self.leaveLockedKeyring(bus)
            let vault = Self.vault(bus)
            await expect("refused", where: { $0 == .refused(.secretService) }) { () throws(VaultError) in
                try await vault.unlock(noPassphrase)
            }
        }
    }

    func testAQuestionThatNobodyAnswersEndsAtItsDeadline() throws {
        try run(startsKeyring: true) { bus in
            try await Self.leaveLockedKeyring(bus)
            let prompter = try await SilentPrompter(on: bus)
            let vault = Self.vault(bus, patience: .seconds(1))
            await expect("unanswered", where: { $0 == .unanswered(.secretService, after: .seconds(1)) }) {
                () throws(VaultError) in try await vault.unlock(noPassphrase)
            }
            XCTAssertGreaterThan(prompter.questions, 0, "the keyring never asked")
        }
    }

    func testACancelledTaskEndsTheQuestion() throws {
        try run(startsKeyring: true) { bus in
            try await Self.leaveLockedKeyring(bus)
            let prompter = try await SilentPrompter(on: bus)
            let vault = Self.vault(bus)
            let task = Task { await outcome { () throws(VaultError) in try await vault.unlock(noPassphrase) } }
            try await bus.waitUntil("the question") { prompter.questions > 0 }
            task.cancel()
            guard case .failure(.cancelled) = await task.value else { return XCTFail("it was not cancelled") }
        }
    }

    func testAKeyringThatEndsDuringItsQuestionIsGone() throws {
        try run { bus in
            try await Self.leaveLockedKeyring(bus)
            let prompter = try await SilentPrompter(on: bus)
            try await bus.startLockedKeyring()
            let vault = Self.vault(bus)
            let task = Task { await outcome { () throws(VaultError) in try await vault.unlock(noPassphrase) } }
            try await bus.waitUntil("the question") { prompter.questions > 0 }
            try await bus.endKeyring(SIGKILL)
            guard case .failure(.gone) = await task.value else { return XCTFail("it is not gone") }
        }
    }

    func testAKeyringThatHangsEndsAtTheDeadline() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let vault = Self.vault(bus, patience: Self.limit)
            try await vault.store(.random(count: 32), as: Self.name())
            try bus.signalKeyring(SIGSTOP)
            try await Self.expectOfEveryOperation("unanswered", vault) {
                $0 == .unanswered(.secretService, after: Self.limit)
            }
            try bus.signalKeyring(SIGCONT)
            let found = try await vault.secret(named: Self.name())
            XCTAssertNotNil(found, "the keyring goes on and so must the vault")
        }
    }

    func testAKeyringThatIsKilledInACallIsGone() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let vault = Self.vault(bus)
            let name = try Self.name()
            try await vault.store(.random(count: 32), as: name)
            try bus.signalKeyring(SIGSTOP)
            let calls = LiveCount.of(.pendingCall)
            let task = Task { await outcome { () throws(VaultError) in try await vault.secret(named: name) } }
            try await bus.waitUntil("the call") { LiveCount.of(.pendingCall) > calls }
            try await bus.endKeyring(SIGKILL)
            let result = await task.value
            guard case .failure(.gone) = result else { return XCTFail("it is not gone: \(result)") }
        }
    }

    /// Between two calls of one operation another keyring takes the name: it is locked, and its "nothing" counts not.
    func testAKeyringThatIsReplacedBetweenTwoCallsIsGoneAndNotEmpty() throws {
        try run(startsKeyring: true) { bus in
            try await bus.startUnlockedKeyring()
            try await Self.vault(bus).store(.random(count: 32), as: Self.name())
            let keyring = try await Keyring.connect(environment: bus.environment, within: Self.limit)
            let collection = try await keyring.defaultCollection(within: Self.limit)
            try await bus.endKeyring(SIGKILL)
            let other = try await Keyring.connect(environment: bus.environment, within: Self.limit)
            XCTAssertNotEqual(keyring.owner, other.owner)
            await expect("gone", where: { if case .gone = $0 { true } else { false } }) { () throws(VaultError) in
                try await collection.items(with: ["profile": "test"], loadsSecrets: true, within: Self.limit)
            }
            try await Self.expectOfEveryOperation("locked", Self.vault(bus)) { $0 == .locked(.secretService) }
        }
    }

    func testABusThatEndsDoesNotEndTheProgram() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let vault = Self.vault(bus)
            let name = try Self.name()
            try await vault.store(.random(count: 32), as: name)
            try await bus.endBus()
            try await Self.expectOfEveryOperation("no service", vault) {
                if case .noService = $0 { true } else { false }
            }
        }
    }
}
