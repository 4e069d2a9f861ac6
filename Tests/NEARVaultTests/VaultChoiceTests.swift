// SPDX-License-Identifier: MIT

import Foundation
import XCTest

@testable import NEARVault

/// The choice of a place, and the sentence that says which and why.
final class VaultChoiceTests: KeyringTestCase {
    @MainActor
    private static func choose(
        _ test: TestFolders, in environment: [String: String], preferring preference: VaultKind? = nil
    ) async throws -> VaultChoice {
        try await VaultChoice.choose(preference, profile: "test", folders: test.folders, environment: environment)
    }

    func testTheKeyringIsChosenWhereThereIsOne() throws {
        let test = try TestFolders()
        try run { bus in
            try await bus.startUnlockedKeyring()
            let choice = try await Self.choose(test, in: bus.environment)
            XCTAssertEqual(choice.vault.place, .secretService)
            XCTAssertTrue(choice.sentence.contains("every program that you run can read them"), choice.sentence)
        }
    }

    func testTheSealedFileIsChosenWhereThereIsNone() throws {
        let test = try TestFolders()
        try run { bus in
            let choice = try await Self.choose(test, in: bus.environment)
            XCTAssertEqual(choice.vault.place, .sealedFile(path: test.sealedPath))
            XCTAssertTrue(choice.sentence.contains(test.sealedPath), choice.sentence)
            XCTAssertTrue(choice.sentence.contains("org.freedesktop.secrets"), choice.sentence)
        }
    }

    /// A keyring that is away today must not make a profile's secrets seem lost.
    func testAKeyringThatWasUsedStaysTheChoiceWhenItIsAway() throws {
        let test = try TestFolders()
        try run { bus in
            try await bus.startUnlockedKeyring()
            _ = try await Self.choose(test, in: bus.environment)
            try await bus.endKeyring()
            let choice = try await Self.choose(test, in: bus.environment)
            XCTAssertEqual(choice.vault.place, .secretService)
            await expect("no service", where: { if case .noService = $0 { true } else { false } }) {
                () throws(VaultError) in try await choice.vault.names()
            }
        }
    }

    func testASealedFileThatIsThereStaysTheChoiceWhenAKeyringComes() throws {
        let test = try TestFolders()
        try run { bus in
            let vault = try await test.filledVault()
            try await bus.startUnlockedKeyring()
            let choice = try await Self.choose(test, in: bus.environment)
            XCTAssertEqual(choice.vault.place, vault.place)
            // Restored without its note, as on a new machine.
            try FileManager.default.removeItem(atPath: test.recordPath)
            let again = try await Self.choose(test, in: bus.environment)
            XCTAssertEqual(again.vault.place, vault.place)
        }
    }

    func testAPreferenceWinsAndSaysSo() throws {
        let test = try TestFolders()
        try run { bus in
            try await bus.startUnlockedKeyring()
            for kind in VaultKind.allCases {
                let choice = try await Self.choose(test, in: bus.environment, preferring: kind)
                XCTAssertEqual(choice.vault.place.kind, kind)
                XCTAssertTrue(choice.sentence.contains("because you chose it"), choice.sentence)
            }
            let plain = try await Self.choose(test, in: [:], preferring: .plainFile)
            XCTAssertTrue(plain.sentence.contains("Keys that can spend are refused"), plain.sentence)
        }
    }

    func testADamagedNoteIsAnErrorAndNoOtherPlace() throws {
        let test = try TestFolders()
        try run { bus in
            _ = try await test.filledVault()
            try test.overwrite(test.recordPath, [1, 2, 3])
            await expect("damaged", where: { $0 == .damaged(path: test.recordPath, .notAVault) }) {
                () throws(VaultError) in
                try await VaultChoice.choose(
                    profile: "test", folders: test.folders, environment: bus.environment)
            }
        }
    }
}
