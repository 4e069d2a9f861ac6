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
        /// The reason why it can't be read, as a sentence.
        case failed(String)
    }

    /// The last word of a node on the account; it stays while the account is read again.
    private(set) var state = State.none
    /// True while a node is being asked.
    private(set) var isReading = false
    /// The account; `nil` while nobody is signed in.
    private(set) var id: AccountId?

    @ObservationIgnored private weak var manager: NEARWalletManager?
    @ObservationIgnored private var reading: Task<Void, Never>?

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
        state = next == nil ? .none : .loading
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

    /// Asks a node again.
    func read() {
        reading?.cancel()
        reading = nil
        guard let id, let manager else {
            isReading = false
            return
        }
        isReading = true
        reading = Task { [weak self, weak manager] in
            let state = await Self.state(of: id, manager)
            guard !Task.isCancelled, let self, self.id == id else { return }
            (self.state, self.isReading) = (state, false)
        }
    }

    private static func state(of id: AccountId, _ manager: NEARWalletManager?) async -> State {
        do {
            guard let client = try manager?.client() else { return .none }
            return .loaded(try await client.viewAccount(id).value)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return .missing
        } catch {
            return .failed(
                localized("Your balance can’t be read: %1$s", ReceiverInput.sentence(DisplayText.words(error))))
        }
    }
}
