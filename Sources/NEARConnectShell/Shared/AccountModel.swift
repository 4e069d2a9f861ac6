// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import Observation
internal import SafeText

/// The signed-in account as the chain has it, read once for all pages.
@MainActor
@Observable
final class AccountModel {
    /// The knowledge of the account.
    enum State: Equatable {
        /// Nobody is signed in.
        case none
        /// A node is being asked for the first time.
        case loading
        /// The account.
        case loaded(AccountView)
        /// The account doesn't exist yet: nothing was ever sent to it.
        case missing
        /// It can't be read, for the reason in ``AccountModel/failure``.
        case failed
    }

    /// The last word of a node on the account.
    ///
    /// It stays while the account is read again, and where that fails.
    private(set) var state = State.none
    /// The reason why the account couldn't be read last, as a sentence; `nil` where it could.
    private(set) var failure: String?
    /// True while a node is being asked.
    private(set) var isReading = false
    /// The account; `nil` while nobody is signed in.
    private(set) var id: AccountId?

    @ObservationIgnored private weak var manager: NEARWalletManager?
    @ObservationIgnored private var reading: Task<Void, Never>?
    /// The network, by its id, that ``state`` is about.
    @ObservationIgnored private var network = ""

    init(manager: NEARWalletManager) {
        self.manager = manager
    }

    isolated deinit {
        reading?.cancel()
    }

    /// The account as the chain has it; `nil` where that isn't known.
    var view: AccountView? {
        if case .loaded(let view) = state { view } else { nil }
    }

    /// Follows another account, or none.
    func follow(_ account: NEARAccount?) {
        let next: AccountId?
        do {
            next = try account.map { try AccountId($0.accountId) }
        } catch {
            next = nil  // An id that is none has no balance; the manager stores none.
        }
        guard next != id else { return }
        id = next
        (state, failure) = (next == nil ? .none : .loading, nil)
        read()
    }

    /// Returns whether the window still has an account, on a network, so that a request for it may go out.
    func shows(_ account: AccountId, on network: String) -> Bool {
        guard let manager, let current = manager.currentAccount, id == account else { return false }
        return current.accountId.hasSameBytes(as: account.text)
            && manager.network.rawValue.hasSameBytes(as: network)
    }

    /// The sentence where ``shows(_:on:)`` is false for what the user has asked for.
    static var nothingSent: String {
        localized("Nothing was sent: the window has gone to another account or network meanwhile.")
    }

    /// Asks a node again without a word, unless one is being asked.
    ///
    /// The account stays as it is shown until the answer is there.
    func stayFresh() {
        guard reading == nil, let manager, network.hasSameBytes(as: manager.network.rawValue) else { return }
        ask()
    }

    /// Asks a node again.
    func read() {
        reading?.cancel()
        reading = nil
        guard id != nil, let manager else {
            isReading = false
            return
        }
        // Elsewhere the account is another one.
        if !network.hasSameBytes(as: manager.network.rawValue) {
            network = manager.network.rawValue
            (state, failure) = (.loading, nil)
        }
        isReading = true
        ask()
    }

    private func ask() {
        guard let id else { return }
        reading = Task { [weak self, weak manager] in
            let (state, problem) = await Self.state(of: id, manager)
            guard !Task.isCancelled, let self, self.id == id else { return }
            reading = nil
            note(state, problem)
            isReading = false
        }
    }

    private func note(_ state: State, _ problem: String?) {
        guard let problem else {
            // The same state again would have all pages drawn anew.
            if self.state != state { self.state = state }
            if failure != nil { failure = nil }
            return
        }
        switch self.state {
        case .loaded, .missing:
            failure = localized("This may be out of date, since your balance can’t be read again: %1$s", problem)
        case .none, .loading, .failed:
            self.state = state
            failure = localized("Your balance can’t be read: %1$s", problem)
        }
    }

    /// Asks a node.
    ///
    /// - Returns: The account; for `.failed` also the reason, as a sentence.
    private static func state(of id: AccountId, _ manager: NEARWalletManager?) async -> (State, problem: String?) {
        do {
            guard let client = try manager?.client() else { return (.none, nil) }
            return (.loaded(try await client.viewAccount(id).value), nil)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return (.missing, nil)
        } catch {
            return (.failed, ReceiverInput.sentence(DisplayText.words(error)))
        }
    }
}
