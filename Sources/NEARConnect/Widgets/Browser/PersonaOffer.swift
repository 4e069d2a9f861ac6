// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The offer to appear as another wallet on a site that lists fixed wallets only.
@MainActor
final class PersonaOffer: Container {
    /// Called with the wallet that the user has chosen.
    var onChoose: ((SitePersona) -> Void)?
    /// Called after the user has declined.
    var onDecline: (() -> Void)?

    /// The buttons, one a wallet.
    private(set) var choices: [SitePersona: Button] = [:]
    let decline = Button(icon: "window-close-symbolic", name: localized("Don’t appear as another wallet"))

    init() {
        let text = Label(
            localized(
                "This app lists fixed wallets, and this one isn’t among them. Appear as another one on this site?")
        ).wrapping(at: 60)
        let row = Box(.across, spacing: 9)
        super.init(shared: row.widget)
        keep(row)
        row.append(text, expands: true)
        row.appendAtEnd(decline.styled("flat").aligned(.end, .center))
        for persona in [SitePersona.sender, .hot, .nightly] {
            let button = Button(persona.name).accessible(localized("Appear as %1$s on this site", persona.name))
            button.onClick { [weak self] in self?.onChoose?(persona) }
            choices[persona] = button
            row.appendAtEnd(button.aligned(.end, .center))
        }
        decline.onClick { [weak self] in self?.onDecline?() }
        styled("near-connect-sitebar").isVisible = false
    }
}
