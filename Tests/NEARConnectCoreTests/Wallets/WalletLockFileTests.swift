// SPDX-License-Identifier: MIT

import FileLocking
import Foundation
import TestSupport
import Testing

@testable import NEARConnectCore

/// A lock that can't be read, or understood, never counts as an empty one.
@Suite(.timeLimit(.minutes(2))) struct WalletLockFileTests {
    private let id = "example-wallet"

    @Test(arguments: [#"{"schema":2,"wallets":{}}"#, #"{"schema":9,"pins":[]}"#])
    func aLockOfALaterVersionIsLeftAsItIs(text: String) async throws {
        let profile = try WalletProfile()
        try profile.write(lock: text)
        let error = #expect(throws: WalletError.self) { try profile.library.lock() }
        #expect(error?.code == "lock-newer")
        await #expect(throws: WalletError.self) { try await profile.library.pin(id) }
        #expect(throws: WalletError.self) { try profile.catalog() }
        #expect(try String(contentsOf: profile.lockFile, encoding: .utf8) == text)
        #expect(try profile.names().filter { $0.contains("corrupt") }.isEmpty)
    }

    @Test func aLinkToNowhereIsNotAnEmptyLock() throws {
        let profile = try WalletProfile()
        try FileManager.default.createDirectory(at: profile.folders.data, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: profile.lockFile.path, withDestinationPath: "/nowhere/wallets.lock")
        let error = #expect(throws: WalletError.self) { try profile.library.lock() }
        #expect(error?.description.contains("it is a link, which is not followed") == true, "\(error as Any)")
    }

    @Test func whatIsNotAFileIsNotAnEmptyLock() throws {
        let profile = try WalletProfile()
        try FileManager.default.createDirectory(at: profile.lockFile, withIntermediateDirectories: true)
        let error = #expect(throws: WalletError.self) { try profile.library.lock() }
        #expect(error?.code == "storage")
        #expect(error?.description.contains("it is not a regular file") == true, "\(error as Any)")
    }

    @Test func aFolderThatMayNotBeEnteredIsNotAnEmptyLock() throws {
        // A user who may enter every folder can't be locked out.
        guard geteuid() != 0 else { return }
        let profile = try WalletProfile()
        try profile.write(lock: #"{"schema":1,"wallets":{}}"#)
        let data = profile.folders.data.path
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: data)
        defer { #expect(chmod(data, 0o700) == 0) }
        let error = #expect(throws: WalletError.self) { try profile.library.lock() }
        #expect(error?.code == "storage")
    }

    @Test func aDamagedLockIsMovedByWhoIsAloneOnly() async throws {
        let profile = try WalletProfile()
        try await profile.library.pin(id)
        let good = try Data(contentsOf: profile.lockFile)
        try profile.write(lock: "{")
        let guardian = FileLock(url: profile.folders.data.appendingPathComponent(".wallets.lock.guard"))
        // Somebody else has the lock: what he writes must not be moved away in place of what was damaged.
        try guardian.hold(.exclusive) {
            let error = #expect(throws: WalletError.self) { try profile.library.lock() }
            #expect(error?.code == "busy")
            #expect(try String(contentsOf: profile.lockFile, encoding: .utf8) == "{")
            try good.write(to: profile.lockFile, options: .atomic)
        }
        #expect(try profile.library.lock().wallets.keys.sorted() == [id])
        #expect(try profile.names().filter { $0.contains("corrupt") }.isEmpty)
    }
}
