// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import QRCode
internal import SafeText

/// The panel for a link that can't be opened on this computer.
///
/// It says what went wrong, and shows the link as a QR code for a phone that has the wallet, the link to copy, and
/// where the wallet can be installed from.
@MainActor
final class LinkPanel {
    /// The response for another attempt.
    static let tryAgain = 1
    private static let close = 0
    /// The approximate height in pixels of everything but the code.
    private static let otherHeight: Int32 = 470

    let dialog: Dialog
    /// The link that could not be opened.
    let link: ExternalLink
    /// The button that copies the link.
    let copy: Button
    /// The label that says that the link was copied.
    let said = Label().styled("dim-label", "near-connect-small")
    /// The buttons for places to install the wallet from.
    private(set) var installs: [Button] = []
    /// The label that says what is wrong.
    let problem: Label

    /// - Parameters:
    ///   - refusal: The reason why the link was not opened.
    ///   - parent: The panel stands above its window.
    ///   - onInstall: Opens a place to install the wallet from; must hold its owner weakly.
    init(
        _ link: ExternalLink, wallet: LinkWallet?, refusal: ExternalLinkError, parent: WidgetHandle,
        onInstall: @escaping @MainActor (ExternalLink) -> Void
    ) {
        self.link = link
        dialog = Dialog(
            title: localized("Open a link"), parent: parent, width: 340,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: Self.close),
                Dialog.Choice(text: localized("_Try again"), response: Self.tryAgain),
            ], byDefault: Self.close)
        dialog.setAccessibleName(localized("Continue on your phone"), description: refusal.description)
        copy = Button(localized("C_opy link"))
        problem = Label(refusal.description).wrapping(at: 38)
        dialog.append(Label(localized("Continue on your phone")).wrapping(at: 30).styled("near-connect-heading"))
        dialog.append(problem)
        addCode(of: link, for: wallet?.name, near: parent)
        addAddress(of: link)
        addInstalls(of: wallet, onInstall)
    }

    private func addCode(of link: ExternalLink, for name: String?, near parent: WidgetHandle) {
        guard let symbol = QRSymbol(link.uri) else {
            dialog.append(
                Label(localized("The link is too long for a QR code. Copy it instead.")).wrapping(at: 38).styled(
                    "dim-label"))
            return
        }
        let hint =
            name.map { localized("If %1$s is on your phone, scan this code there. Or copy the link.", $0) }
            ?? localized("If the wallet is on your phone, scan this code there. Or copy the link.")
        dialog.append(Label(hint).wrapping(at: 38))
        dialog.append(symbol.picture(near: parent, leaving: Self.otherHeight))
    }

    private func addAddress(of link: ExternalLink) {
        let address = Label(DisplayText.line(link.uri)).shortening(to: 24, least: 8)
            .styled("near-connect-account", "near-connect-small", "dim-label").accessible(
                localized("Address of the link"))
        address.setTooltip(DisplayText.beginning(of: link.uri, limit: 600).shown)
        let row = Box(.across, spacing: 9)
        row.append(address, expands: true)
        row.appendAtEnd(copy)
        dialog.append(row)
        said.isVisible = false
        dialog.append(said)
        copy.onClick { [weak self] in
            Clipboard.copy(link.uri)
            self?.said.text = localized("Copied")
            self?.said.setAccessibleName(localized("The link was copied"))
            self?.said.isVisible = true
        }
    }

    private func addInstalls(of wallet: LinkWallet?, _ onInstall: @escaping @MainActor (ExternalLink) -> Void) {
        guard let wallet, !wallet.installLinks.isEmpty else { return }
        dialog.append(Label(localized("Get %1$s", wallet.name)).styled("near-connect-strong"))
        // There are two in a row: with one the panel would be higher than small screens.
        let grid = Grid(columnSpacing: 6, rowSpacing: 6)
        for (index, place) in wallet.installLinks.enumerated() {
            let host = place.link.address.place
            let name = Self.name(of: place.platform)
            // No mnemonic: the text is the manifest's.
            let button = Button(DisplayText.line(name.replacing("_", with: "__"))).expanding(horizontally: true)
            button.setTooltip(DisplayText.line(place.link.uri))
            button.setAccessibleName(localized("Get %1$s: %2$s", wallet.name, name), description: host)
            button.onClick { onInstall(place.link) }
            grid.attach(button, column: Int32(index % 2), row: Int32(index / 2))
            installs.append(button)
        }
        dialog.append(grid)
    }

    /// Returns the usual name of a manifest's platform.
    private static func name(of platform: String) -> String {
        switch platform.lowercased() {
        case "ios": "iOS"
        case "android": "Android"
        case "chrome": "Chrome"
        case "firefox": "Firefox"
        case "edge": "Edge"
        case "linux", "desktop": localized("Computer")
        case "web", "website": localized("Website")
        default: platform
        }
    }
}
