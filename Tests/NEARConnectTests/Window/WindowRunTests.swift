// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnectShell

/// Windows that were not closed, the user's choices, and the desktop's look, without a display.
@Suite struct WindowRunTests {
    private static let here = ProcessIdentity.current

    private static func run(_ process: ProcessIdentity, session: String? = "3") -> WindowRun {
        WindowRun(process: process, start: 1_764_000_000, session: session)
    }

    /// A process that has ended.
    private static func ended() throws -> ProcessIdentity {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        return ProcessIdentity(
            pid: process.processIdentifier, startTicks: 1, boot: here.boot, namespace: here.namespace)
    }

    /// The process that has started the tests, which lives.
    private static func parent() throws -> ProcessIdentity {
        let stat = try String(contentsOf: URL(filePath: "/proc/\(getppid())/stat"), encoding: .utf8)
        let fields = try #require(stat.split(separator: ")").last).split(separator: " ")
        return ProcessIdentity(
            pid: getppid(), startTicks: try #require(UInt64(fields[19])), boot: here.boot, namespace: here.namespace)
    }

    @Test func aWindowWhoseProcessEndedIsToldOnce() throws {
        let aborted = Self.run(try Self.ended())
        var runs = [aborted]
        #expect(runs.open(Self.run(Self.here)) == [aborted])
        #expect(runs == [Self.run(Self.here)])
        #expect(runs.open(Self.run(Self.here)) == [])
    }

    @Test func anotherWindowThatIsOpenIsNotAccused() throws {
        let other = Self.run(try Self.parent())
        var runs = [other]
        #expect(runs.open(Self.run(Self.here)) == [])
        #expect(runs == [other, Self.run(Self.here)])
        runs.close(Self.here)
        #expect(runs == [other])
    }

    @Test func whatEndedWithTheComputerOrTheSessionIsNoFault() throws {
        let process = try Self.ended()
        let earlier = ProcessIdentity(
            pid: process.pid, startTicks: process.startTicks, boot: "another", namespace: process.namespace)
        for run in [Self.run(earlier), Self.run(process, session: "2"), Self.run(process, session: nil)] {
            var runs = [run]
            #expect(runs.open(Self.run(Self.here)) == [])
            #expect(runs.count == 1, "nobody waits for it")
        }
    }

    @Test func aListOfWindowsIsReadAsItWasWritten() throws {
        let runs = [Self.run(try Self.ended()), Self.run(Self.here, session: nil)]
        #expect(try WindowRunsFile.decode([UInt8](WindowRunsFile.encode(runs))) == runs)
        let many = [WindowRun](repeating: Self.run(Self.here), count: 100)
        #expect(try WindowRunsFile.decode([UInt8](WindowRunsFile.encode(many))).count == WindowRunsFile.limit)
    }

    @Test func choicesAreReadAsTheyWereMade() throws {
        for appearance in Preferences.Appearance.allCases {
            let preferences = Preferences(
                appearance: appearance, lockTime: appearance == .light ? .never : .hour, notifies: appearance == .dark)
            #expect(try PreferencesFile.decode([UInt8](PreferencesFile.encode(preferences))) == preferences)
        }
        let newer = #"{"schema":1,"appearance":"purple","notifies":false}"#
        #expect(try PreferencesFile.decode([UInt8](newer.utf8)) == Preferences(appearance: .desktop, notifies: false))
    }

    /// Another window may have changed what this one hasn't.
    @Test func onlyChoicesThatChangeAreTaken() {
        let (old, new) = (Preferences(), Preferences(appearance: .dark))
        let kept = Preferences(appearance: .light, lockTime: .hour, notifies: false)
        #expect(kept.changed(as: old, to: new) == Preferences(appearance: .dark, lockTime: .hour, notifies: false))
        #expect(kept.changed(as: old, to: old) == kept)
        #expect(kept.changed(as: new, to: old) == Preferences(appearance: .desktop, lockTime: .hour, notifies: false))
    }

    @Test func aKeyOfTheVaultIsNamedByWhatAnybodyMayKnow() throws {
        let key = VaultKey(
            network: "testnet", account: try AccountId("alice.testnet"), publicKey: try SecretKey.generate().publicKey)
        #expect(VaultKey(id: key.id) == key)
        #expect(try VaultKeyFile.decode([UInt8](VaultKeyFile.encode([key]))) == [key])
        for id in ["", "//", "testnet/alice.testnet", "testnet/Alice!/\(key.publicKey)", "\(key.id)/more"] {
            #expect(VaultKey(id: id) == nil)
        }
    }

    @Test func theDesktopsWishIsReadFromThePortalsSettings() {
        var wish = DesktopAppearance.Wish()
        wish.take("color-scheme", .unsigned(1))
        #expect(wish == DesktopAppearance.Wish(isDark: true))
        wish.take("contrast", .unsigned(1))
        wish.take("accent-color", .unsigned(1))
        wish.take("color-scheme", .string("dark"))
        #expect(wish == DesktopAppearance.Wish(isDark: true, isContrastHigh: true))
        wish.take("color-scheme", .unsigned(2))
        wish.take("contrast", .unsigned(0))
        #expect(wish == DesktopAppearance.Wish(isDark: false))
        wish.take("color-scheme", .unsigned(0))
        #expect(wish == DesktopAppearance.Wish())
    }

    @Test func theReportNamesAWindowThatWasNotClosed() {
        let text = ReportText.of([], version: "0.1.0", aborted: "2026-11-26 08:52")
        #expect(text.contains("A window that was opened on 2026-11-26 08:52 ended without being closed."))
        #expect(!ReportText.of([], version: nil).contains("ended"))
    }

    @Test @MainActor func theDetailsNameNoUser() {
        let environment = [
            "HOME": "/home/alice", "USER": "alice", "XDG_CURRENT_DESKTOP": "GNOME\nalice.near",
            "LANG": "de_DE.UTF-8",
        ]
        let text = AboutText.details(version: "0.1.0", environment: environment)
        #expect(text.hasPrefix("NEAR Connect 0.1.0\nWebKitGTK 2."))
        #expect(text.contains("LANG=de_DE.UTF-8"))
        #expect(!text.contains("/home/alice"))
        #expect(text.split(separator: "\n").count <= 6, "a value makes no lines of its own")
    }

    @Test func eachTopicOfTheHelpSaysSomething() {
        #expect(HelpText.topics.count >= 6)
        for topic in HelpText.topics { #expect(!topic.title.isEmpty && topic.text.hasSuffix(".")) }
    }
}
