// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import Observation
internal import SafeText

/// The shared keys of a manager's profile, and the one work on them that is going on.
@MainActor
@Observable
final class SharedKeyModel {
    /// The point at which the work is.
    enum Stage {
        /// Nothing is going on.
        case idle
        /// A step is being taken; `nil` before the first.
        case working(EmbeddedStep?)
        /// The passphrase of the sealed file is wanted; the sentence says what was wrong with the last one.
        case passphrase(PassphraseQuestion, problem: String?)
        /// New words are shown, to be typed back.
        case words(ShareWords, of: AccountId, problem: String?)
        /// A new computer has its share: the answer to be brought there.
        case answer(String)
        /// It is over.
        case ended(String, isGood: Bool)
    }

    private(set) var stage = Stage.idle
    /// The profile's keys on the network, the newest of each account.
    private(set) var records: [ShareSetRecord] = []
    /// The keys of accounts that no set of the profile counts on.
    private(set) var strangeKeys: [AccountId: [PublicKeyHandle]] = [:]
    /// The keys that were replaced.
    private(set) var replacedKeys: Set<PublicKeyHandle> = []
    /// The accounts whose key is being replaced: the last replacement was cut off.
    private(set) var unfinished: Set<AccountId> = []
    /// A sentence about records that can't be read.
    private(set) var problem: String?

    /// The account that a login was to open, and didn't: its recovery words may.
    private(set) var awaitsWords: AccountId?

    /// A sentence that says where this profile has its secrets; `nil` until ``findPlace()``.
    ///
    /// This computer's share goes there. Where no place can be named, it says why.
    private(set) var placeSentence: String?

    /// The account that was opened last, with its signer, until the next work begins.
    private(set) var opened: Keystore.Entry?

    /// Opens the login's page.
    @ObservationIgnored var browser: OpenIDClient.Browser
    @ObservationIgnored private let manager: NEARWalletManager
    /// The place of this computer's share, open from its first use to the end of the window.
    @ObservationIgnored private var vault: (any SecretVault)?
    @ObservationIgnored private let approver: (any Approver & Sendable)?
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var answer: CheckedContinuation<VaultOpening.Answer, Never>?
    @ObservationIgnored private var typed: CheckedContinuation<ShareWords?, Never>?

    /// - Parameters:
    ///   - manager: The manager, whose profile and network it is.
    ///   - approver: Asks the user before keys are changed; `nil` where only is looked.
    init(_ manager: NEARWalletManager, approver: (any Approver & Sendable)?) {
        (self.manager, self.approver) = (manager, approver)
        browser = { address throws(LoginError) in try await SharedKeyBrowser.open(address) }
        read()
    }

    /// The account that is connected, which may be given a shared key.
    var connected: AccountId? { manager.connectedAccount }

    /// The manager whose profile it is.
    var walletManager: NEARWalletManager { manager }

    /// The network's id.
    var network: String { manager.network.rawValue }

    // MARK: What there is

    /// Reads the records again.
    func read() {
        guard let folders = manager.folders else { return }
        do throws(SharedKeyError) {
            let store = ShareSetRecords(folders)
            let all = try store.all().filter { $0.network == ExactText(network) }
            problem = store.takeProblem()
            var newest: [AccountId: ShareSetRecord] = [:]
            for record in all where newest[record.account]?.state != .active || record.state == .active {
                newest[record.account] = record
            }
            records = newest.values.sorted { $0.account.text < $1.account.text }
            replacedKeys = all.replacedKeys
            unfinished = Set(
                all.filter { pending in
                    guard pending.state == .pending, let active = newest[pending.account] else { return false }
                    return active.state == .active && active.set.publicKey != pending.set.publicKey
                }.map(\.account))
        } catch {
            problem = error.description
        }
    }

    /// Returns the set of which words are a share; `nil` for words of none.
    func set(of words: ShareWords) -> ShareSet? {
        guard let folders = manager.folders else { return nil }
        do throws(SharedKeyError) {
            return try ShareSetRecords(folders).all().map(\.set).last { words.share.belongs(to: $0) }
        } catch {
            return nil
        }
    }

    /// Asks the chain which keys the accounts have.
    ///
    /// A node that doesn't answer says nothing here; nobody is asked where there are no shared keys.
    func lookForStrangeKeys() async {
        guard let folders = manager.folders, !records.isEmpty else { return }
        var found: [AccountId: [PublicKeyHandle]] = [:]
        for record in records where record.state != .retired {
            do throws(SharedKeyError) {
                found[record.account] = try await profile(folders).strangeKeys(of: record.account)
            } catch {
                manager.logger.notice("the keys of a shared account can't be read", metadata: ["reason": "\(error)"])
            }
        }
        strangeKeys = found.filter { !$0.value.isEmpty }
    }

    /// The login that the profile has; `nil` before one is named.
    var login: SavedLogin? {
        do throws(SharedKeyError) {
            return try manager.folders.flatMap { folders throws(SharedKeyError) in try SavedLogin.read(folders) }
        } catch {
            problem = error.description
            return nil
        }
    }

    /// Saves a login for the profile.
    ///
    /// - Returns: A sentence about what is wrong; `nil` where it is saved.
    func save(_ login: SavedLogin) -> String? {
        guard let folders = manager.folders else {
            return localized("This profile stores nothing, so it can’t have a shared key.")
        }
        do throws(SharedKeyError) {
            try login.save(folders)
            return nil
        } catch {
            return error.description
        }
    }

    // MARK: The work

    /// Does something with the profile's places, and says what came of it.
    ///
    /// - Parameters:
    ///   - other: A login that isn't saved yet; `nil` for the profile's.
    ///   - account: A new account, whose name must be free before anything is done; `nil` for none.
    ///   - placer: Makes that account.
    ///   - body: What is done; returns what came of it.
    func run(
        with other: SavedLogin? = nil, making account: AccountId? = nil, by placer: ManagerKeyPlacer? = nil,
        _ body: @escaping @MainActor (SharedKeyPlan, EmbeddedProfile) async throws(SharedKeyError) -> String
    ) {
        guard work == nil, let folders = manager.folders else { return }
        stage = .working(nil)
        (opened, awaitsWords) = (nil, nil)
        work = Task { [weak self] in
            let end: (String, Bool)
            do throws(SharedKeyError) {
                if let account, let placer { try await placer.requireNew(account) }
                guard let self else { return }
                end = (try await body(try await plan(folders, other), profile(folders)), true)
            } catch {
                end = (error.description, false)
            }
            guard let self else { return }
            work = nil
            read()
            if case .answer = stage, end.1 { return }
            stage = .ended(end.0, isGood: end.1)
            if !Task.isCancelled { await lookForStrangeKeys() }
        }
    }

    /// Ends the work, or what it has said; all that was done stays, and it is gone on with later.
    func leave() {
        work?.cancel()
        give(.none)
        typed.take()?.resume(returning: nil)
        if work == nil { stage = .idle }
    }

    private func profile(_ folders: ProfileFolders) -> EmbeddedProfile {
        EmbeddedProfile(
            folders, network: manager.network, asker: manager.ownAsker, approval: .ask, approver: approver)
    }

    /// Returns the places of the shares, and the login.
    ///
    /// - Parameters:
    ///   - other: A login that isn't saved yet; `nil` for the profile's.
    ///   - keepsSession: True for the session that a program of this profile has kept; false for a login without one.
    func plan(
        _ folders: ProfileFolders, _ other: SavedLogin?, keepsSession: Bool = false
    ) async throws(SharedKeyError) -> SharedKeyPlan {
        guard let login = other ?? login else {
            throw .storage(reason: localized("No login is known. Name one under “Login…”."))
        }
        let vault = try await openVault(folders)
        // Where the service gives its share, no session is kept beside another one.
        let keeps = keepsSession && login.mode == .coSign
        let provider = login.provider(keeping: keeps ? vault : nil, browser: browser)
        return try SharedKeyPlan(login: provider, service: provider.address, device: vault)
    }

    private func openVault(_ folders: ProfileFolders) async throws(SharedKeyError) -> any SecretVault {
        if let vault { return vault }
        do throws(VaultError) {
            let choice = try await place(folders, remembers: true)
            placeSentence = choice.sentence
            let vault = choice.vault
            try await VaultOpening.open(vault) { [weak self] question, said in
                await self?.ask(question, said) ?? .none
            }
            self.vault = vault
            return vault
        } catch {
            throw .vault(error)
        }
    }

    /// Says in ``placeSentence`` where this computer's share goes; nothing is opened, and nothing is stored.
    func findPlace() {
        guard placeSentence == nil, let folders = manager.folders else { return }
        Task { [weak self] in
            let sentence: String?
            do throws(VaultError) {
                sentence = try await self?.place(folders, remembers: false).sentence
            } catch {
                sentence = error.description
            }
            // The place may be open meanwhile, and its sentence stands there already.
            guard let self, placeSentence == nil else { return }
            placeSentence = sentence
        }
    }

    private func place(_ folders: ProfileFolders, remembers: Bool) async throws(VaultError) -> VaultChoice {
        try await VaultChoice.choose(
            nil, profile: manager.profileName,
            folders: VaultFolders(data: folders.data.path, state: folders.state.path),
            environment: manager.environment, remembers: remembers)
    }

    /// Notes an account that a login could not open.
    func note(wordsFor account: AccountId) { awaitsWords = account }

    /// Notes an account that was opened.
    func note(_ session: EmbeddedSession, of account: AccountId) {
        awaitsWords = nil
        opened = Keystore.Entry(network: network, accountId: account, signer: session.signer)
    }

    /// Shows the answer that is to be brought to a new computer.
    func show(answer: String) { stage = .answer(answer) }

    /// Gives up the account that was opened, and the place of this computer's share, which its signer needs open.
    func takeOpened() -> Keystore.Entry? {
        if opened != nil { vault = nil }
        return opened.take()
    }

    /// Closes the place of this computer's share.
    func lock() {
        let open = vault.take()
        Task { await open?.lock() }
    }

    private func ask(_ question: PassphraseQuestion, _ problem: String?) async -> VaultOpening.Answer {
        guard !Task.isCancelled else { return .none }
        stage = .passphrase(question, problem: problem)
        let given = await withCheckedContinuation { answer = $0 }
        stage = .working(nil)
        return given
    }

    /// Answers the question for the passphrase, where one is open.
    func give(_ given: VaultOpening.Answer) { answer.take()?.resume(returning: given) }

    /// Gives the words that were typed back.
    ///
    /// - Returns: A sentence about words that are no share, for the user's own eyes; `nil` for those that are one.
    func give(words text: String) -> String? {
        do throws(ShareWordsError) {
            let words = try ShareWords(text)
            typed.take()?.resume(returning: words)
            return nil
        } catch {
            return error.exposedText
        }
    }
}

extension SharedKeyModel: SharedKeyPresenter {
    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        guard !Task.isCancelled else { throw .cancelled }
        read()
        stage = .words(words, of: account, problem: error?.description)
        guard let given = await withCheckedContinuation({ typed = $0 }) else { throw .cancelled }
        stage = .working(nil)
        return given
    }

    func told(_ step: EmbeddedStep) async { stage = .working(step) }
}
