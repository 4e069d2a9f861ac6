// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARShares
import NEARVault
import Synchronization

/// Counts the points at which this process may die or stop, and kills it at one of them.
final class KillPoints: Sendable {
    private let last: Int
    private let count = Mutex(0)

    /// - Parameter last: The point, from 1 on; 0 for none. From a negative one on, the process stops at each.
    init(at last: Int) { self.last = last }

    var passed: Int { count.withLock { $0 } }

    func pass() {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number == last { kill(getpid(), SIGKILL) }
        if last < 0, number >= -last { kill(getpid(), SIGSTOP) }
    }

    /// Does something between two points.
    func around<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        pass()
        let value = try await body()
        pass()
        return value
    }
}

/// A login with a point before and after each call.
struct CountedLogin: LoginShareProvider {
    let inner: ShareServiceClient
    let points: KillPoints

    var mode: LoginShareMode { inner.mode }

    func signIn(_ hint: LoginHint) async throws(LoginError) -> LoginToken { try await inner.signIn(hint) }
    func resume() async throws(LoginError) -> LoginToken { try await inner.resume() }

    func sets(token: LoginToken) async throws(LoginError) -> [HeldShareSet] {
        try await points.around { () throws(LoginError) in try await inner.sets(token: token) }
    }

    func share(of set: ShareSetID, token: LoginToken, to key: BoxPublicKey) async throws(LoginError) -> SealedShare {
        try await points.around { () throws(LoginError) in try await inner.share(of: set, token: token, to: key) }
    }

    func commit(
        _ set: ShareSetID, digest: CryptoHash, token: LoginToken
    ) async throws(LoginError) -> SigningCommitment {
        try await points.around { () throws(LoginError) in try await inner.commit(set, digest: digest, token: token) }
    }

    func sign(
        _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment], token: LoginToken
    ) async throws(LoginError) -> SignatureShare {
        try await points.around { () throws(LoginError) in
            try await inner.sign(subject, of: set, list: list, token: token)
        }
    }

    func discard(_ commitment: SigningCommitment, of set: ShareSetID, token: LoginToken) async {
        await inner.discard(commitment, of: set, token: token)
    }

    func replace(
        _ old: ShareSetID?, by new: NewShareSet, phase: ReplacePhase, token: LoginToken
    ) async throws(LoginError) {
        try await points.around { () throws(LoginError) in
            try await inner.replace(old, by: new, phase: phase, token: token)
        }
    }

    func signOut(_ token: LoginToken?) async throws(LoginError) { try await inner.signOut(token) }
}

/// A vault with a point before and after each write.
struct CountedVault: SecretVault {
    let inner: SealedFileVault
    let points: KillPoints

    var place: VaultPlace { inner.place }

    func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) { try await inner.unlock(passphrase) }

    func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
        try await inner.secret(named: name)
    }

    func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        try await points.around { () throws(VaultError) in try await inner.store(secret, as: name) }
    }

    func remove(_ name: SecretName) async throws(VaultError) {
        try await points.around { () throws(VaultError) in try await inner.remove(name) }
    }

    func names() async throws(VaultError) -> [SecretName] { try await inner.names() }
    func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await inner.namesOfAllProfiles() }
    func lock() async { await inner.lock() }
}

/// An owner who writes words down before typing them back.
struct WordsFile: SharedKeyPresenter {
    let file: URL
    let points: KillPoints

    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        if let error { throw error }
        do {
            let old = FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : Data()
            try (old + Data((words.exposedText() + "\n").utf8)).write(to: file, options: .atomic)
        } catch {
            throw .storage(reason: "\(error)")
        }
        points.pass()
        return words
    }

    func told(_ step: EmbeddedStep) async { points.pass() }

    /// Returns all words that were written down, the last ones at the end.
    func all() throws -> [ShareWords] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try ShareWords(String($0)) }
    }
}
