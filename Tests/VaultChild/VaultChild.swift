// SPDX-License-Identifier: MIT

import GLibRuntime
import Glibc
import NEARVault

/// A process of the vault's tests, whose memory and whose disk are the test's to look into and to fill.
///
///     near-connect-vault-child hold PLACE DATA STATE   keeps a secret from standard input, then wipes it
///     near-connect-vault-child fill DATA STATE         stores secrets in a sealed file until that fails
///     near-connect-vault-child shares                  deals a key in shares and signs, a step a byte
@main
struct VaultChild {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "hold" where arguments.count == 5:
            let folders = VaultFolders(data: arguments[3], state: arguments[4])
            try MainLoop.run { try await SecretHolder(place: arguments[2], folders).run() }
        case "fill" where arguments.count == 4:
            let folders = VaultFolders(data: arguments[2], state: arguments[3])
            try MainLoop.run { try await fill(folders) }
        case "shares" where arguments.count == 2: try ShareHolderProcess().run()
        default: exit(2)
        }
    }

    /// Stores secrets of 4,000 bytes until that fails; prints how many were stored, the error, and how many are there.
    private static func fill(_ folders: VaultFolders) async throws {
        let vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
        let passphrase = SecretBytes(count: 1) { $0[0] = 1 }
        try await vault.unlock { _ in passphrase }
        var stored = 0
        while stored < 200 {
            do throws(VaultError) {
                let name = try SecretName(.importedKey, id: "\(stored)")
                try await vault.store(.random(count: 4000), as: name)
                stored += 1
            } catch {
                switch error {
                case .file(_, let number): print("file \(number)")
                case .unrecorded(_, let number): print("unrecorded \(number)")
                default: print(error)
                }
                break
            }
        }
        await vault.lock()
        try await vault.unlock { _ in passphrase }
        print(stored, try await vault.names().count)
    }
}

/// Stores a secret, reads it back, says "holding", wipes everything after a byte came, says "erased".
@MainActor
final class SecretHolder {
    private let place: String
    private let folders: VaultFolders
    private var vault: (any SecretVault)?
    private var found: SecretBytes?

    init(place: String, _ folders: VaultFolders) {
        self.place = place
        self.folders = folders
    }

    func run() async throws {
        let name = try SecretName(.walletConnect, id: "marker")
        try await open()
        try await vault?.store(Self.readSecret(), as: name)
        found = try await vault?.secret(named: name)
        guard found?.count == 32 else { exit(3) }
        say("holding")
        waitForByte()
        found = nil
        await vault?.lock()
        vault = nil
        await MainLoop.turn()
        say("erased")
        waitForByte()
    }

    private func open() async throws {
        switch place {
        case "sealed-file":
            vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
        case "secret-service":
            let bus = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) } ?? ""
            vault = SecretServiceVault(profile: "test", environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
        default: vault = MemoryVault()
        }
        // Straight from the pipe into guarded memory: this process has no other copy to begin with.
        let passphrase = Self.readSecret()
        try await vault?.unlock { _ in passphrase }
    }

    private static func readSecret() -> SecretBytes {
        SecretBytes(count: 32) { memory in
            var rest = memory[...]
            while !rest.isEmpty {
                let count = read(STDIN_FILENO, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { exit(4) }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(5) }
    }

    private func waitForByte() {
        var byte: UInt8 = 0
        _ = read(STDIN_FILENO, &byte, 1)
    }
}
