// SPDX-License-Identifier: MIT

import FoundationEssentials
import GuardedMemory
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Synchronization
import TestSupport

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// A program with embedded wallets: a login, a sealed file, recovery words and a devnet.
struct EmbeddedScene: Sendable {
    let login: LoginScene
    let devnet: Devnet
    let folder: URL
    let presenter = NotingPresenter()
    let vault: SealedFileVault

    static func start(_ mode: LoginShareMode, hasSetClock: Bool = false) async throws -> EmbeddedScene {
        let place = TestFolder("embedded")
        let clock = SetClock()
        let scene = EmbeddedScene(
            login: try await LoginScene.start(clock: clock) {
                $0.modes = [mode]
                if hasSetClock { $0.now = clock.now }
                // Some tests are many visits of one person.
                $0.requestsPerMinute = 10_000
            }, devnet: try await Devnet.start(), place: place, folder: place.url, mode: mode)
        try await scene.unlock()
        return scene
    }

    /// Another computer, with the same login and the same chain.
    func elsewhere(_ name: String = "elsewhere") async throws -> EmbeddedScene {
        let scene = EmbeddedScene(
            login: login, devnet: devnet, place: place, folder: folder.appendingPathComponent(name), mode: mode)
        try await scene.unlock()
        return scene
    }

    /// Returns records whose writes fail after so many steps, as those of a program that ends there.
    func records(endingAfter steps: Int) -> ShareSetRecords {
        struct StopError: Error {}
        let left = Counter(steps)
        return ShareSetRecords(folder: folder, afterStep: { _ in if !left.counts() { throw StopError() } })
    }

    /// Steps that are left.
    private final class Counter: Sendable {
        private let left: Mutex<Int>
        init(_ left: Int) { self.left = Mutex(left) }

        /// Returns false where none is left.
        func counts() -> Bool {
            left.withLock { left in
                left -= 1
                return left >= 0
            }
        }
    }

    /// Another sealed file, in a folder of this name.
    func sealedFile(_ name: String) async throws -> SealedFileVault {
        let folders = VaultFolders(
            data: folder.appendingPathComponent(name).path, state: folder.appendingPathComponent(name + "-state").path)
        let vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
        try await vault.unlock { _ in SecretBytes(copying: Array("another passphrase".utf8)) }
        return vault
    }

    private func unlock() async throws {
        try await vault.unlock { _ in SecretBytes(copying: Array("a passphrase".utf8)) }
    }

    let mode: LoginShareMode

    /// Removed with the last computer of the scene.
    private let place: TestFolder

    private init(login: LoginScene, devnet: Devnet, place: TestFolder, folder: URL, mode: LoginShareMode) {
        (self.login, self.devnet, self.place, self.folder, self.mode) = (login, devnet, place, folder, mode)
        let folders = VaultFolders(data: folder.path, state: folder.appendingPathComponent("state").path)
        vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
    }

    /// The places, of which this computer's may be another one, and a clock that may be wrong.
    func plan(
        app: AppShareForm? = nil, device: (any SecretVault)? = nil, recovery: RecoveryForm = .words,
        now: @escaping @Sendable () -> Date = { Date() }, timeout: Duration? = nil
    ) throws -> SharedKeyPlan {
        var configuration = login.configuration()
        if let timeout { configuration.timeout = timeout }
        let client = OpenIDClient(
            configuration, keeping: login.vault, now: now, browser: LoginScene.browser)
        return try SharedKeyPlan(
            login: ShareServiceClient(login.service.address, mode: mode, login: client, now: now),
            service: login.service.address, device: device ?? vault, recovery: recovery, app: app)
    }

    /// The profile, whose record's file may end at a step, and whose node may be another one.
    ///
    /// Its policy may let daily keys burn gas.
    func profile(
        _ records: ShareSetRecords? = nil, at url: URL? = nil, allowing deposit: NEARToken = .zero
    ) throws -> EmbeddedProfile {
        try profile(records, at: [url ?? devnet.rpcURL], allowing: deposit)
    }

    /// The profile with several nodes.
    func profile(
        _ records: ShareSetRecords?, at urls: [URL], allowing deposit: NEARToken = .zero
    ) throws -> EmbeddedProfile {
        let network = NEARNetwork.custom(try CustomNetwork(id: "devnet", rpcURLs: urls))
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: deposit)
        rule.allowsDangerousActions = true
        return EmbeddedProfile(
            network: network, known: [], records: records ?? ShareSetRecords(folder: folder),
            asker: .program(origin: "https://app.example"), approval: .allow(rule), approver: nil,
            journal: JournalFile(folder: folder))
    }

    var node: NEARRPCClient {
        get throws { try NEARRPCClient(url: devnet.rpcURL.absoluteString) }
    }

    func keys(of account: AccountId) async throws -> Set<PublicKeyHandle> {
        Set(try await node.viewAccessKeyList(of: account, at: .final).value.keys.map(\.publicKey))
    }

    /// Sends one yoctoNEAR to another account, which the chain takes from a key of the account only.
    func pays(_ key: any AccessKeySigner, _ account: AccountId) async throws -> Bool {
        let seen = try await node.viewAccessKey(key.publicKey, of: account, at: .final)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account, publicKey: key.publicKey, nonce: seen.value.nonce + 1,
                receiverId: try AccountId("test.near"), blockHash: seen.blockHash, actions: [.transfer(.oneYocto)]))
        let signature = try await key.sign(.transaction(transaction)) { _ in }
        let result = try await node.sendTransaction(
            SignedTransaction(transaction: transaction, signature: signature), waitUntil: .final)
        return result.outcome?.isSuccess == true
    }

    /// Makes the account by the devnet, as a relayer does.
    var creator: DevnetPlacer { DevnetPlacer(devnet: devnet) }

    func stop() async {
        await login.stop()
        await devnet.stop()
    }
}

/// An owner who types the words back, once in another order first.
final class NotingPresenter: SharedKeyPresenter {
    struct State {
        var words: [ShareWords] = []
        var steps: [EmbeddedStep] = []
        var faults: [SharedKeyError] = []
        var isGone = false
        var mistypes = false
    }

    let state = Mutex(State())

    var words: ShareWords? { state.withLock { $0.words.last } }

    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        let (isGone, mistypes) = state.withLock { state in
            state.words.append(words)
            if let error { state.faults.append(error) }
            return (state.isGone, state.mistypes && error == nil)
        }
        if isGone { throw .login(.cancelled) }
        guard mistypes else { return words }
        do {
            guard let other = try SharedKeyScene().dealt.shares.first(where: { $0.holder == .recovery }) else {
                return words
            }
            return try ShareWords(other.share)
        } catch {
            return words
        }
    }

    func told(_ step: EmbeddedStep) async { state.withLock { $0.steps.append(step) } }
}
