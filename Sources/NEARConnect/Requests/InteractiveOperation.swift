// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

/// The part of a request that a user takes part in: it begins and ends with the request.
///
/// One is open at a time. Its request owns it, so that nothing of it can be taken for the next one's.
@MainActor
final class InteractiveOperation {
    /// The wallets whose code the user may be about to use.
    private enum Choice {
        /// The request is no sign-in.
        case none
        /// The user chooses from the wallet list.
        case any
        /// The request names the wallet.
        case wallet(String)
    }

    /// The wallet that is at work, as soon as it is known.
    private(set) var walletId: String?
    /// True if the user has closed the wallet's last window and no other one was opened.
    private(set) var wasClosedByUser = false
    /// True if a window of the wallet has said something to the page.
    ///
    /// From then on an error of the wallet is no refusal: the user may have approved in that window.
    private(set) var hasWindowSpoken = false
    /// The reason why the keystore's request was refused, as this process has seen it.
    var refusal: KeystoreRefusal?
    /// Writes what becomes of the request to the journal; `nil` for requests that move nothing on chain.
    private(set) var recorder: JournalRecorder?
    /// The function-call key that the program wants with a sign-in.
    var functionCallKey: FunctionCallKeyRequest?
    /// The NEP-413 message that the program wants signed.
    var message: NEP413Payload?

    private var choice = Choice.none
    private var grace: Task<Void, Never>?
    private var isEnded = false

    isolated deinit {
        grace?.cancel()
    }

    /// Notes what the page is being asked for.
    func begin(_ request: BridgeRequest) {
        let named = request.params["walletId"]?.stringValue
        if let named { walletId = named }
        if [.signIn, .signInAndSignMessage].contains(request.kind) { choice = named.map(Choice.wallet) ?? .any }
    }

    /// Returns true if this is a sign-in that may be with the wallet.
    ///
    /// It names the wallet, or the user is choosing from the list.
    ///
    /// The page has a wallet's code before it says which wallet that is.
    func offers(_ walletId: String) -> Bool {
        switch choice {
        case .none: false
        case .any: true
        case .wallet(let id): id == walletId
        }
    }

    /// True for a sign-in in which the user chooses from the wallet list.
    var wantsList: Bool {
        if case .any = choice { true } else { false }
    }

    /// Has `recorder` write what becomes of the request.
    func record(by recorder: JournalRecorder) {
        self.recorder = recorder
    }

    /// Notes which wallet is at work.
    func noteWallet(_ id: String) {
        walletId = id
    }

    /// Notes that the wallet has a window.
    func noteWindow() {
        wasClosedByUser = false
    }

    /// Notes that a window of the wallet has said something to the page.
    func noteWindowSpoke() {
        hasWindowSpoken = true
    }

    /// Gives the request a time in which to end by itself, since the wallet's last window was closed.
    ///
    /// - Parameters:
    ///   - isUser: True if the user closed it, false if its page did.
    ///   - grace: The time.
    ///   - time: Measures it.
    ///   - end: Called when the time is over, unless the request has ended before.
    func noteLastWindowClosed(
        byUser isUser: Bool, grace: Duration, time: DeadlineTime, end: @escaping @MainActor () -> Void
    ) {
        guard !isEnded else { return }
        wasClosedByUser = isUser
        let due = time.now + grace
        self.grace?.cancel()
        self.grace = Task { [weak self] in
            do {
                try await time.sleep(until: due)
            } catch {
                return  // The request has ended, or another window was closed.
            }
            guard self?.isEnded == false else { return }
            end()
        }
    }

    /// Ends with the request.
    ///
    /// Only the request calls this.
    func end() {
        isEnded = true
        grace?.cancel()
    }
}
