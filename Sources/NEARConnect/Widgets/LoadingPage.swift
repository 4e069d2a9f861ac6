// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// The page that is shown until the bridge is ready.
@MainActor
enum LoadingPage {
    static func make() -> WidgetHandle {
        let label = Label(localized("Loading…")).centered().styled("dim-label")
        return Box(.down, spacing: 18, Spinner(size: 32), label).aligned(.center, .center).margins(24)
    }
}

/// The page that is shown if the bridge can't be loaded.
@MainActor
final class FailurePage: Container {
    /// Called after the user has pressed Try again.
    var onRetry: (() -> Void)?
    /// Called after the user has asked to empty the caches first.
    var onReset: (() -> Void)?

    private let reason = Label().wrapping(at: 48).centered().selectable()
    private let retry = Button(localized("_Try again")).aligned(.center).styled("suggested-action")
    /// The button that empties the caches and tries again.
    let reset = Button(localized("_Empty the caches and try again")).wrapping(at: 30).aligned(.center)

    init() {
        let icon = Icon("dialog-warning-symbolic", size: 48).styled("dim-label")
        let heading = Label(localized("The wallets can’t be shown")).wrapping(at: 30).centered().styled(
            "near-connect-heading")
        let column = Box(.down, spacing: 12, icon, heading, reason, retry.margins(horizontal: 0, vertical: 12), reset)
        super.init(shared: column.widget)
        keep(column)
        aligned(.center, .center).margins(24)
        retry.onClick { [weak self] in self?.onRetry?() }
        reset.setTooltip(localized("Accounts, sessions and what wallets have stored stay"))
        reset.onClick { [weak self] in self?.onReset?() }
    }

    /// True if the user is offered to empty the caches.
    var offersReset: Bool { reset.isVisible }

    func show(reason text: String, canRetry: Bool, canReset: Bool) {
        reason.text = text.prefix(1).uppercased() + text.dropFirst()
        retry.isVisible = canRetry
        reset.isVisible = canRetry && canReset
    }
}
