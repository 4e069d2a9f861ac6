// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARConnectCommandLine
import NEARVault
import SafeText

/// The passphrase of the sealed file with secrets of a profile.
enum VaultPassphrase {
    /// The number of times that a user may type it in one command.
    private static let tries = 3

    /// Opens a vault with the passphrase from a descriptor, or asks for it in the terminal.
    static func unlock(_ vault: any SecretVault, from descriptor: String?) async throws(VaultError) {
        guard descriptor == nil else {
            return try await vault.unlock { _ in read(descriptor) }
        }
        for _ in 1..<tries {
            do throws(VaultError) {
                return try await vault.unlock { question in asked(question) }
            } catch {
                switch error {
                case .wrongPassphrase, .emptyPassphrase, .longPassphrase: StandardError.say("\(error)")
                default: throw error
                }
            }
        }
        try await vault.unlock { question in asked(question) }
    }

    /// Reads a passphrase from a descriptor; `nil` where nothing can be read.
    static func read(_ name: String?) -> SecretBytes? {
        do {
            guard let name, let descriptor = try SecretDescriptor(name, option: "--passphrase") else { return nil }
            var bytes = try descriptor.read(limit: VaultLimits.longestPassphrase)
            while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
            return SecretBytes(moving: &bytes)
        } catch {
            return nil
        }
    }

    private static func asked(_ question: PassphraseQuestion) -> SecretBytes? {
        guard case .new = question else { return typed(localized("Passphrase of the sealed file: ")) }
        return typedTwice(localized("New passphrase for the sealed file: "))
    }

    /// Asks for a new passphrase twice; `nil` where there is no terminal.
    static func typedTwice(_ question: String) -> SecretBytes? {
        while true {
            guard let one = typed(question) else { return nil }
            // Refused at once, not after it was typed again.
            guard (1...VaultLimits.longestPassphrase).contains(one.count) else { return one }
            guard let other = typed(localized("The same again: ")) else { return nil }
            if one.withUnsafeBytes({ one in other.withUnsafeBytes { one.elementsEqual($0) } }) { return one }
            StandardError.say(localized("the two differ; nothing was made yet"))
        }
    }

    /// Asks for a passphrase; `nil` where there is no terminal.
    static func typed(_ question: String) -> SecretBytes? {
        guard var bytes = HiddenLine.ask(question) else { return nil }
        return SecretBytes(moving: &bytes)
    }
}
