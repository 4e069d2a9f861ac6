// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// Shown when a link can't be opened on this computer: what went wrong, the link as a QR code for the phone that may have the wallet, the
/// link to copy, and where the wallet can be had.
@MainActor
final class LinkPanel {
    /// The response that tries once more.
    static let tryAgain = 1
    private static let close = 0
    /// Pixels for the code. With the dialog's margins it fits a window of 360.
    private static let codeSide: Int32 = 264
    private static let leastSide: Int32 = 160
    /// Pixels of everything but the code, about.
    private static let otherHeight: Int32 = 470

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
        _ link: ExternalLink, wallet: LinkWallet?, refusal: ExternalLinkError, parent: WidgetHandle,
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
        dialog.setAccessibleName("Continue on your phone", description: refusal.description)
        copy = Button("C_opy link")
        problem = Label(refusal.description).wrapping(at: 38)
        dialog.append(Label("Continue on your phone").wrapping(at: 30).styled("near-connect-heading"))
        dialog.append(problem)
        addCode(of: link, for: name, near: parent)
        addAddress(of: link)
        addInstalls(of: wallet, onInstall)
    }

    private func addCode(of link: ExternalLink, for name: String, near parent: WidgetHandle) {
        guard let symbol = QRSymbol(link.uri) else {
            dialog.append(
                Label("The link is too long for a QR code. Copy it instead.").wrapping(at: 38).styled("dim-label"))
            return
        }
        // A code that can't be seen whole can't be scanned, and a panel that is too high has its buttons below the screen.
        let height = WorkArea(around: parent)?.height ?? 768
        let side = min(Self.codeSide, max(height - Self.otherHeight, Self.leastSide))
        dialog.append(
            Label("If \(name) is on your phone, scan this code there. Or copy the link.").wrapping(at: 38))
        dialog.append(
            QRCodeView(
                size: symbol.size, side: side, name: "QR code of the link for \(name)",
                isDark: { symbol.isDark(x: $0, y: $1) }
            )
            .aligned(.center, .center))
    }

    private func addAddress(of link: ExternalLink) {
        let address = Label(DisplayText.line(link.uri)).shortening(to: 24, least: 8)
            .styled("near-connect-account", "near-connect-small", "dim-label").accessible("Address of the link")
        address.setTooltip(DisplayText.beginning(of: link.uri, limit: 600).shown)
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
        // Two a row: one a row would make the panel higher than small screens are.
        let grid = Grid(columnSpacing: 6, rowSpacing: 6)
        for (index, place) in wallet.installLinks.enumerated() {
            let host = place.link.address.place
            let name = Self.name(of: place.platform)
            // No mnemonic: the text is the manifest's.
            let button = Button(DisplayText.line(name.replacing("_", with: "__"))).expanding(horizontally: true)
            button.setTooltip(DisplayText.line(place.link.uri))
            button.setAccessibleName("Get \(wallet.name): \(name)", description: host)
            button.onClick { onInstall(place.link) }
            grid.attach(button, column: Int32(index % 2), row: Int32(index / 2))
            installs.append(button)
        }
        dialog.append(grid)
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
