// SPDX-License-Identifier: MIT

import NEARVault
import Synchronization

/// A vault in front of a real one that fails at one call.
///
/// So the desktop's keyring does when it is locked or restarted.
final class StumblingVault: SecretVault {
    /// The faults, with those after which a change has been stored all the same.
    enum Fault: CaseIterable, Sendable {
        case locked, refused, absent, restarted, restartedAfter, diskFull

        func error(_ place: VaultPlace) -> VaultError {
            switch self {
            case .locked: .locked(place)
            case .refused: .refused(place)
            case .absent: .noService(reason: "nobody owns org.freedesktop.secrets")
            case .restarted, .restartedAfter: .gone(reason: "the connection was closed")
            case .diskFull: .file(path: "/", errno: 28)
            }
        }
    }

    private let vault: any SecretVault
    private let fault: Fault
    private let onlyRemovals: Bool
    private let left: Mutex<Int>

    var place: VaultPlace { vault.place }
    /// True once the call at which it fails has come.
    var hasStumbled: Bool { left.withLock { $0 < 0 } }

    init(_ vault: any SecretVault, _ fault: Fault, at call: Int, onlyRemovals: Bool = false) {
        (self.vault, self.fault, self.onlyRemovals) = (vault, fault, onlyRemovals)
        left = Mutex(call)
    }

    func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) { try await vault.unlock(passphrase) }

    func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
        if onlyRemovals { return try await vault.secret(named: name) }
        return try await step { () async throws(VaultError) in try await self.vault.secret(named: name) }
    }

    func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        if onlyRemovals { return try await vault.store(secret, as: name) }
        try await step { () async throws(VaultError) in try await self.vault.store(secret, as: name) }
    }

    func remove(_ name: SecretName) async throws(VaultError) {
        try await step { () async throws(VaultError) in try await self.vault.remove(name) }
    }

    func names() async throws(VaultError) -> [SecretName] { try await vault.names() }
    func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await vault.namesOfAllProfiles() }

    func lock() async { await vault.lock() }

    private func step<Value: Sendable>(
        _ body: () async throws(VaultError) -> Value
    ) async throws(VaultError) -> Value {
        let isNow = left.withLock { left in
            left -= 1
            return left == -1
        }
        guard isNow else { return try await body() }
        if fault == .restartedAfter { _ = try await body() }
        throw fault.error(place)
    }
}
