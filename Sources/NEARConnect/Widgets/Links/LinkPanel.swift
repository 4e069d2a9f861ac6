// SPDX-License-Identifier: MIT

internal import GLibRuntime

/// Shown when a link can't be opened on this computer: what went wrong, the link as a QR code for the phone that may have the wallet, the
/// link to copy, and where the wallet can be had.
@MainActor
final class LinkPanel {
    /// The response that tries once more.
    static let tryAgain = 1
    private static let close = 0
    /// Pixels for the code. With the dialog's margins it fits a window of 360.
    private static let codeSide: Int32 = 264

    let dialog: Dialog
    /// What could not be opened.
    let link: ExternalLink
    /// Copies the link.
    let copy: Button
    /// Says that the link was copied.
    let said = Label().styled("dim-label", "near-connect-small")
    /// One button a place where the wallet can be had.
    private(set) var installs: [Button] = []
    /// What is wrong, as a person reads it.
    let problem: Label

    /// - Parameters:
    ///   - refusal: Why the link was not opened.
    ///   - parent: The panel stands above its window.
    ///   - onInstall: Opens the place where the wallet can be had; must hold its owner weakly.
    init(
        _ link: ExternalLink, wallet: LinkWallet?, refusal: ExternalLink.Refusal, parent: WidgetHandle,
        onInstall: @escaping @MainActor (ExternalLink) -> Void
    ) {
        let name = wallet?.name ?? "the wallet"
        self.link = link
        dialog = Dialog(
            title: "Open a link", parent: parent, width: 340,
            choices: [
                Dialog.Choice(text: "_Close", response: Self.close),
                Dialog.Choice(text: "_Try again", response: Self.tryAgain),
            ], byDefault: Self.close)
        copy = Button("C_opy link")
        problem = Label(refusal.description).wrapping(at: 38)
        dialog.append(Label("Continue on your phone").wrapping(at: 30).styled("near-connect-heading"))
        dialog.append(problem)
        addCode(of: link, for: name)
        addAddress(of: link)
        addInstalls(of: wallet, onInstall)
    }

    private func addCode(of link: ExternalLink, for name: String) {
        guard let symbol = QRSymbol(link.uri) else {
            dialog.append(
                Label("The link is too long for a QR code. Copy it instead.").wrapping(at: 38).styled("dim-label"))
            return
        }
        dialog.append(
            Label("If \(name) is on your phone, scan this code there. Or copy the link.").wrapping(at: 38))
        dialog.append(
            QRCodeView(symbol, side: Self.codeSide, name: "QR code of the link for \(name)").aligned(.center, .center))
    }

    private func addAddress(of link: ExternalLink) {
        let address = Label(VisibleText.line(link.uri)).shortening(to: 24, least: 8)
            .styled("near-connect-account", "near-connect-small", "dim-label").accessible("Address of the link")
        address.setTooltip(VisibleText.beginning(of: link.uri, limit: 600).shown)
        let row = Box(.across, spacing: 9)
        row.append(address, expands: true)
        row.appendAtEnd(copy)
        dialog.append(row)
        said.isVisible = false
        dialog.append(said)
        copy.onClick { [weak self] in
            Clipboard.copy(link.uri)
            self?.said.text = "Copied"
            self?.said.setAccessibleName("The link was copied")
            self?.said.isVisible = true
        }
    }

    private func addInstalls(of wallet: LinkWallet?, _ onInstall: @escaping @MainActor (ExternalLink) -> Void) {
        guard let wallet, !wallet.installLinks.isEmpty else { return }
        dialog.append(Label("Get \(wallet.name)").styled("near-connect-strong"))
        for place in wallet.installLinks {
            let host = BridgeOrigin.origin(of: place.link.uri).map { $0.dropFirst("https://".count) } ?? ""
            // No mnemonic: the text is the manifest's.
            let text = "\(Self.name(of: place.platform)): \(host)".replacing("_", with: "__")
            let button = Button(VisibleText.line(text)).styled("flat")
            button.setTooltip(place.link.uri)
            button.onClick { onInstall(place.link) }
            dialog.append(button)
            installs.append(button)
        }
    }

    /// What people call a platform of a manifest.
    private static func name(of platform: String) -> String {
        switch platform.lowercased() {
        case "ios": "iOS"
        case "android": "Android"
        case "chrome": "Chrome"
        case "firefox": "Firefox"
        case "edge": "Edge"
        case "linux", "desktop": "Computer"
        case "web", "website": "Website"
        default: platform
        }
    }
}
