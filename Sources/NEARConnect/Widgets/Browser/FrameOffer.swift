// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The offer to let a site's frame inside another site use the wallet, and the note while that lasts.
@MainActor
final class FrameOffer: Container {
    /// The content of the row.
    enum State: Equatable {
        case none
        /// A frame of the first site looks for a wallet inside the second.
        case offered(SiteOrigin, inside: SiteOrigin)
        /// Frames of the first site have a wallet inside the second.
        case present(SiteOrigin, inside: SiteOrigin)
    }

    /// Called with the user's answer: the site of the frames, the site around them, and whether they are allowed.
    var onAnswer: ((SiteOrigin, SiteOrigin, _ areAllowed: Bool) -> Void)?

    let allow = Button(localized("_Allow"))
    let decline = Button(localized("_No"))
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
        for button in [allow, decline, stop] { buttons.append(button) }
        allow.onClick { [weak self] in self?.answer(true) }
        decline.onClick { [weak self] in self?.answer(false) }
        stop.onClick { [weak self] in self?.answer(false) }
        styled("near-connect-sitebar")
        show(.none)
    }

    private func answer(_ areAllowed: Bool) {
        switch state {
        case .offered(let site, let top)?, .present(let site, let top)?: onAnswer?(site, top, areAllowed)
        case .none?, nil: break
        }
    }

    /// Shows a state.
    func show(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        isVisible = state != .none
        var isOffered = false
        switch state {
        case .none: text.text = ""
        case .offered(let site, let top):
            isOffered = true
            text.text = localized(
                "A frame of %1$s inside %2$s looks for your wallet. Let %1$s ask you here?", "\(site)", "\(top)")
            allow.setAccessibleName(localized("Let %1$s ask inside %2$s", "\(site)", "\(top)"))
            decline.setAccessibleName(localized("Don’t let %1$s ask inside %2$s", "\(site)", "\(top)"))
        case .present(let site, let top):
            text.text = localized("Frames of %1$s inside %2$s may ask you.", "\(site)", "\(top)")
            stop.setAccessibleName(localized("Let %1$s ask no more inside %2$s", "\(site)", "\(top)"))
        }
        allow.isVisible = isOffered
        decline.isVisible = isOffered
        stop.isVisible = !isOffered
    }

    /// Puts text and buttons side by side, or one below the other.
    func setNarrow(_ isNarrow: Bool) { row.setDirection(isNarrow ? .down : .across) }
}
