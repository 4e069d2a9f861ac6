// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The page that stands in the place of one that needs an account, while there is none.
@MainActor
final class AccountNeededPage: Container {
    /// Called when the user wants to connect.
    var onConnect: (() -> Void)?

    let button = Button(localized("Connect _wallet")).styled("suggested-action").aligned(.center)
    private let icon = Icon("user-home-symbolic", size: 64).styled("dim-label").aligned(.center)
    private let text = Label().wrapping(at: 40).centered().styled("dim-label")

    init() {
        let column = Box(.down, spacing: 24, icon, text, button)
        super.init(shared: column.widget)
        keep(column)
        aligned(.center, .center).expanding(horizontally: true, vertically: true).margins(24)
        button.onClick { [weak self] in self?.onConnect?() }
    }

    /// Says what the page behind this one needs an account for.
    func explain(_ need: String, icon name: String) {
        icon.show(name)
        text.text = need
    }
}

extension AccountNeededPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) { button.isSensitive = !isBusy }

    func takeFocus() { button.focus() }
}
