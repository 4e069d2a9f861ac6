// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// Watches over what a phone is asked for, so that closing the window or leaving it doesn't lose the answer.
///
/// Meanwhile the desktop is asked to stay awake. A notification says what has come of it where nobody sees the window.
@MainActor
final class PhoneVigil {
    /// True while a phone is asked.
    private(set) var isAsked = false
    /// Called when the notification is pressed; must hold its owner weakly.
    var onShow: (() -> Void)?
    /// Called when a phone is waited for no longer, after the notification; must hold its owner weakly.
    var onOver: (() -> Void)?

    private let desktop: DesktopServices
    private let isSeen: @MainActor () -> Bool
    private var askCount = 0
    private var awake: Task<SessionBus?, Never>?

    /// - Parameters:
    ///   - desktop: The desktop.
    ///   - isSeen: Returns true while the user has the window before them; must hold its owner weakly.
    init(_ desktop: DesktopServices, isSeen: @escaping @MainActor () -> Bool) {
        (self.desktop, self.isSeen) = (desktop, isSeen)
    }

    /// Watches over a manager's phone, in place of the one before.
    func follow(_ manager: NEARWalletManager) {
        manager.onPhoneWait = { [weak self, weak manager] wait in
            guard let self else { return }
            switch wait {
            case .asked(let question): begin(question)
            case .over(let question, let outcome): Task { await self.end(question, outcome, of: manager) }
            }
        }
    }

    private func begin(_ question: PhoneWalletQuestion) {
        isAsked = true
        askCount += 1
        guard awake == nil else { return }
        let reason = localized("%1$s is asked on your phone.", DisplayText.name(question.walletName))
        awake = Task { [desktop] in await desktop.stayAwake(reason) }
    }

    private func end(
        _ question: PhoneWalletQuestion, _ outcome: Result<Void, NEARError>?, of manager: NEARWalletManager?
    ) async {
        let count = askCount
        // The answer is still being checked, and sent.
        if let manager { await Self.untilIdle(manager) }
        let isLast = count == askCount
        let awake = isLast ? self.awake.take() : nil
        if isLast { isAsked = false }
        if let outcome, !isSeen() {
            await desktop.notify(
                localized("%1$s has answered", DisplayText.name(question.walletName)), Self.text(question, outcome)
            ) { [weak self] in self?.onShow?() }
        }
        _ = await awake?.value
        if isLast { onOver?() }
    }

    private static func untilIdle(_ manager: NEARWalletManager) async {
        let (busy, continuation) = AsyncStream.makeStream(of: Void.self)
        let observer = StateObserver { [weak manager] in
            if manager?.isBusy != true { continuation.finish() }
        }
        for await _ in busy {}
        observer.stop()
    }

    /// Says what has come of a question.
    static func text(_ question: PhoneWalletQuestion, _ outcome: Result<Void, NEARError>) -> String {
        if case .failure(let error) = outcome { return error.errorDescription ?? error.code }
        return switch question.kind {
        case .accounts: localized("It is connected.")
        case .message: localized("The message is signed.")
        case .functionCallKey: localized("The key was added.")
        case .transactions(let count):
            localizedPlural("The transaction was sent.", "%1$s transactions were sent.", count: count, "\(count)")
        }
    }
}
