// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The bar that says whose page a tab shows and what its site may see; no page can paint here.
///
/// The part of the host that somebody has registered keeps its room, however narrow the window and whatever else the
/// bar says.
@MainActor
final class SiteBar: Container {
    /// The state of the bar.
    struct State: Equatable {
        var text: SiteBarText
        /// The site's permission in a few words.
        var permission: String
        /// True if the site has a permission.
        var isConnected = false
        /// True if the user lets the site have something signed without a question.
        var isTrusted = false
        /// The requests that wait for the user, of all sites.
        var waiting = 0
        var isPrivate = false
    }

    /// The most characters of the registered part for which there is always room.
    private static let ownerRoom = 24

    let disconnect = Button(localized("_Disconnect"))
    let limits = Button(localized("_Limits…"))
    let beginning = Label().keepingEnd().styled("dim-label")
    let owner = Label().keepingEnd().styled("near-connect-strong")
    let end = Label().styled("dim-label")
    let warning = Label().styled("near-connect-chip").hidden()
    let permission = Label().shortening(to: 28, least: 8).styled("near-connect-small")
    let waiting = Label().styled("near-connect-chip", "custom").hidden()
    let trust = Label(localized("Signs without asking")).styled("near-connect-chip", "testnet").hidden()
    let privacy = Label(localized("Private")).styled("near-connect-chip").hidden()
    private let icon = Icon("channel-secure-symbolic")
    private let site: Box
    private let row = Box(.across, spacing: 6)
    private(set) var state: State?

    init() {
        site = Box(.across, spacing: 6, icon, Box(.across, beginning, owner, end), warning, privacy)
        let wallet = Box(.across, spacing: 9)
        super.init(shared: row.widget)
        keep(row)
        row.append(site)
        row.appendAtEnd(wallet)
        wallet.append(waiting)
        wallet.append(trust)
        wallet.append(permission)
        wallet.append(limits)
        wallet.append(disconnect)
        for chip in [warning, waiting, trust, privacy] { chip.aligned(.center, .center) }
        trust.setTooltip(localized("“Limits…” says what, and takes it back."))
        privacy.setTooltip(localized("Nothing of this tab is kept: no permission, no cookie."))
        styled("near-connect-sitebar")
    }

    /// Puts the site and its permission side by side, or one below the other.
    func setNarrow(_ isNarrow: Bool) { row.setDirection(isNarrow ? .down : .across) }

    /// Shows a state.
    func show(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        showSite(state.text)
        permission.text = state.permission
        permission.isVisible = !state.permission.isEmpty
        permission.setTooltip(state.permission)
        disconnect.isVisible = state.isConnected
        trust.isVisible = state.isTrusted
        limits.isVisible = state.isConnected
        limits.setAccessibleName(localized("Limits of %1$s", state.text.name))
        disconnect.setAccessibleName(localized("Disconnect %1$s", state.text.name))
        waiting.isVisible = state.waiting > 0
        waiting.text = localizedPlural(
            "1 request waits", "%1$s requests wait", count: state.waiting, "\(state.waiting)")
        privacy.isVisible = state.isPrivate
    }

    private func showSite(_ text: SiteBarText) {
        beginning.text = text.beginning
        owner.text = text.owner
        // In characters of the font's usual width: hosts' letters are narrower.
        owner.reserve(Int32(min(text.owner.count, Self.ownerRoom) * 4 / 5))
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
    }

    private static func icon(_ protection: SiteBarText.Protection) -> String {
        switch protection {
        case .secure: "channel-secure-symbolic"
        case .local: "computer-symbolic"
        case .insecure, .none: "channel-insecure-symbolic"
        }
    }
}
