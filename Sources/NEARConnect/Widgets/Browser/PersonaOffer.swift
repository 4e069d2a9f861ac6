// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The offer to appear as another wallet on a site that lists fixed ones, and the note while that lasts.
@MainActor
final class PersonaOffer: Container {
    /// The content of the row.
    enum State: Equatable {
        case none
        case offered
        /// The site sees this wallet as another one.
        case present(SitePersona)
    }

    /// Called with the wallet that the user has chosen.
    var onChoose: ((SitePersona) -> Void)?
    /// Called after the user has declined.
    var onDecline: (() -> Void)?
    /// Called when the site is to see this wallet as itself again.
    var onStop: (() -> Void)?

    /// The buttons, one a wallet.
    private(set) var choices: [SitePersona: Button] = [:]
    let decline = Button(localized("_No")).accessible(localized("Don’t appear as another wallet"))
    let stop = Button(localized("_Stop"))
    let text = Label().wrapping(at: 60)
    private let row = Box(.across, spacing: 9)
    private let buttons = Box(.across, spacing: 6)
    private(set) var state: State?

    init() {
        super.init(shared: row.widget)
        keep(row)
        row.append(text, expands: true)
        row.appendAtEnd(buttons.aligned(.end, .center))
        for persona in [SitePersona.nightly, .hot, .sender] {
            let button = Button(persona.name).accessible(localized("Appear as %1$s on this site", persona.name))
            button.onClick { [weak self] in self?.onChoose?(persona) }
            choices[persona] = button
            buttons.append(button)
        }
        buttons.append(decline)
        buttons.append(stop)
        decline.onClick { [weak self] in self?.onDecline?() }
        stop.onClick { [weak self] in self?.onStop?() }
        styled("near-connect-sitebar")
        show(.none)
    }

    /// Shows a state.
    func show(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        isVisible = state != .none
        for button in choices.values { button.isVisible = state == .offered }
        decline.isVisible = state == .offered
        stop.isVisible = state != .offered
        switch state {
        case .none: text.text = ""
        case .offered: text.text = localized("This app lists fixed wallets. Appear on this site as:")
        case .present(let persona):
            text.text = localized("This site sees your wallet as %1$s.", persona.name)
            stop.setAccessibleName(localized("Stop appearing as %1$s", persona.name))
        }
    }

    /// Puts text and buttons side by side, or one below the other.
    func setNarrow(_ isNarrow: Bool) { row.setDirection(isNarrow ? .down : .across) }
}
