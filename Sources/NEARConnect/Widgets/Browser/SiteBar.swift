// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The bar that says whose page a tab shows and what its site may see; no page can paint here.
@MainActor
final class SiteBar: Container {
    /// The state of the bar.
    struct State: Equatable {
        var text: SiteBarText
        /// The site's permission in a few words.
        var permission: String
        /// True if the site has a permission.
        var isConnected = false
        /// The wallet as which the site sees this one.
        var persona: SitePersona?
        /// The requests that wait for the user, of all sites.
        var waiting = 0
        var isPrivate = false
    }

    let disconnect = Button(localized("_Disconnect"))
    let stopPersona = Button(localized("S_top"))
    let beginning = Label().keepingEnd().styled("dim-label")
    let owner = Label().keepingEnd().styled("near-connect-strong")
    let end = Label().styled("dim-label")
    let warning = Label().styled("near-connect-chip").hidden()
    let permission = Label().shortening(to: 28, least: 8).styled("near-connect-small")
    let persona = Label().styled("near-connect-chip", "testnet").hidden()
    let waiting = Label().styled("near-connect-chip", "custom").hidden()
    let privacy = Label(localized("Private")).styled("near-connect-chip").hidden()
    private let icon = Icon("channel-secure-symbolic")
    private let site: Box
    private(set) var state: State?

    init() {
        let name = Box(.across, beginning, owner, end)
        site = Box(.across, spacing: 6, icon, name)
        let row = Box(.across, spacing: 9, site, warning, privacy)
        super.init(shared: row.widget)
        keep(row)
        row.appendAtEnd(disconnect)
        row.appendAtEnd(permission)
        row.appendAtEnd(waiting)
        row.appendAtEnd(stopPersona.hidden())
        row.appendAtEnd(persona)
        for chip in [warning, persona, waiting, privacy] { chip.aligned(.center, .center) }
        privacy.setTooltip(localized("Nothing of this tab is kept: no permission, no cookie."))
        styled("near-connect-sitebar")
    }

    /// Shows a state.
    func show(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        let text = state.text
        beginning.text = text.beginning
        owner.text = text.owner
        end.text = text.end
        icon.show(Self.icon(text.protection))
        icon.setStyle("near-connect-insecure", text.protection == .insecure)
        icon.isVisible = text.protection != .none
        warning.isVisible = text.warning != nil
        warning.text = text.warning ?? ""
        warning.setStyle("conflict", text.protection == .insecure)
        let explanation = [text.explanation, text.sharing].compactMap(\.self).joined(separator: " ")
        site.setAccessibleName(localized("Site %1$s", text.name), description: explanation)
        icon.setAccessibleName(explanation)
        for widget in [icon, owner, beginning, warning] as [WidgetHandle] { widget.setTooltip(explanation) }
        permission.text = state.permission
        permission.isVisible = !state.permission.isEmpty
        permission.setTooltip(state.permission)
        disconnect.isVisible = state.isConnected
        disconnect.setAccessibleName(localized("Disconnect %1$s", text.name))
        persona.isVisible = state.persona != nil
        stopPersona.isVisible = state.persona != nil
        if let wallet = state.persona {
            persona.text = localized("Appears as %1$s", wallet.name)
            stopPersona.setAccessibleName(localized("Stop appearing as %1$s on %2$s", wallet.name, text.name))
        }
        waiting.isVisible = state.waiting > 0
        waiting.text = localizedPlural(
            "1 request waits", "%1$s requests wait", count: state.waiting, "\(state.waiting)")
        privacy.isVisible = state.isPrivate
    }

    private static func icon(_ protection: SiteBarText.Protection) -> String {
        switch protection {
        case .secure: "channel-secure-symbolic"
        case .local: "computer-symbolic"
        case .insecure, .none: "channel-insecure-symbolic"
        }
    }
}
