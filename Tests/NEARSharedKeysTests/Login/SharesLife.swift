// SPDX-License-Identifier: MIT

import Foundation
import GuardedMemory
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// An account, its folder, and the services that outlive the programs that work on it.
struct SharesLife {
    let login: LoginScene
    let devnet: Devnet
    let account: AccountId
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kills-\(UUID().uuidString)")
    let mode: LoginShareMode

    func begin() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = try SecretKey.generate(.ed25519)
        try await devnet.createAccount(account, balance: try .near(10), publicKey: key.publicKey)
        try key.exposedText().write(
            to: folder.appendingPathComponent("key"), atomically: true, encoding: .utf8)
        // Each account is another person's: a service keeps so many sets of each.
        await login.provider.expect(IdentityProvider.Person(subject: account.text))
    }

    /// The program, beside the tests' own.
    static var child: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("near-connect-shares-child")
    }

    /// Returns a program that has one flow, not started yet.
    ///
    /// - Parameter point: The point at which it is killed; the negative one of the first at which it stops; 0 for none.
    func program(_ flow: String, point: Int) -> (Process, Pipe) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Self.child
        process.arguments = [
            flow, account.text, folder.path, devnet.rpcURL.absoluteString, login.provider.issuer,
            login.service.address, mode.rawValue, "\(point)",
        ]
        process.standardOutput = output
        return (process, output)
    }

    /// Runs a program that is killed at a point, or to its end.
    ///
    /// - Returns: The number of points of a run to its end; `nil` where it was killed.
    func run(_ flow: String, killedAt point: Int = 0) throws -> Int? {
        let (process, output) = program(flow, point: point)
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            let signal = process.terminationStatus
            #expect(signal == SIGKILL && point > 0, "\(flow) at \(point) ended by signal \(signal)")
            return nil
        }
        #expect(process.terminationStatus == 0, "\(flow) at \(point)")
        return Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The words that were written down, oldest first.
    var words: [ShareWords] {
        get throws {
            let written = folder.appendingPathComponent("words")
            guard FileManager.default.fileExists(atPath: written.path) else { return [] }
            return try String(contentsOf: written, encoding: .utf8).split(separator: "\n")
                .map { try ShareWords(String($0)) }
        }
    }

    /// Opens the program's vault, which the program may use for a time.
    func vault(in place: URL? = nil, patience: Duration = .seconds(10)) async throws -> SealedFileVault {
        let folder = place ?? folder
        let folders = VaultFolders(data: folder.path, state: folder.appendingPathComponent("state").path)
        let vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing, patience: patience)
        try await vault.unlock { _ in SecretBytes(copying: Array("a passphrase".utf8)) }
        return vault
    }

    /// Signs with this computer's share and with words that were written down, for the key that the chain shows.
    ///
    /// - Parameters:
    ///   - when: The point of the flow.
    ///   - isMade: True if the account has a shared key for sure.
    func opens(_ when: String, isMade: Bool) async throws {
        let node = try NEARRPCClient(url: devnet.rpcURL.absoluteString)
        let keys = try await node.viewAccessKeyList(of: account, at: .final).value.keys.map(\.publicKey)
        let words = try words
        var isOpen = false
        // The first computer, and the new one where there is one.
        for place in [folder, folder.appendingPathComponent("new")] {
            guard FileManager.default.fileExists(atPath: place.path) else { continue }
            let vault = try await vault(in: place)
            for record in try ShareSetRecords(folder: place).all() where keys.contains(record.set.publicKey.handle) {
                let device = try VaultShare(.device, in: vault)
                // A service that only signs gives a new computer no share of the key that it finds.
                guard try await device.holders(of: record.id).contains(.device) else { continue }
                let fitting = words.filter { $0.share.belongs(to: record.set) }
                let share = try #require(fitting.last, "no words of the account's key: \(when)")
                try await SharedKey(record.set, by: device, with: .share(HandedShare(share))).drill()
                isOpen = true
            }
        }
        #expect(isOpen || !isMade, "no two shares open the account: \(when)")
    }
}
