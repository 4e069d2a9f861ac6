// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The dialog that asks whether another program may open a link.
@MainActor
final class LinkQuestion {
    /// The response that opens the link.
    static let open = 1
    private static let refuse = 0

    let dialog: Dialog
    /// What is asked about.
    let link: ExternalLink
    private var check: CheckButton?

    /// - Parameters:
    ///   - program: The name of the program that opens such links; `nil` where the desktop chooses it later.
    ///   - parent: The dialog stands above its window.
    init(_ link: ExternalLink, offer: LinkOffer, program: String?, parent: WidgetHandle) {
        let name = program.map { "\u{201C}\($0)\u{201D}" } ?? "another program"
        let asker = offer.wallet?.name ?? "A wallet\u{2019}s page"
        self.link = link
        dialog = Dialog(
            title: "Open a link", parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: "_Cancel", response: Self.refuse),
                Dialog.Choice(text: "_Open", response: Self.open, look: .suggested),
            ], byDefault: Self.refuse)
        dialog.append(Label("Open \(name)?").wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(
            Label(
                "\(asker) wants to open a \u{201C}\(link.scheme):\u{201D} link with \(name). "
                    + "Go on only if you have just chosen this wallet."
            ).wrapping(at: 52))
        dialog.setAccessibleName(
            "Open \(name)?", description: "\(asker) wants to open a \u{201C}\(link.scheme):\u{201D} link.")
        let address = Label(DisplayText.beginning(of: link.uri, limit: 600).shown)
            .wrapping(at: 52).selectable().styled("near-connect-account", "near-connect-small", "dim-label")
            .accessible("Address of the link")
        dialog.append(scrolling: address, maximumHeight: 120)
        if offer.mayRemember, let wallet = offer.wallet {
            let name = DisplayText.line(wallet.name).replacing("_", with: "__")
            let check = CheckButton("_Don\u{2019}t ask again for \u{201C}\(link.scheme):\u{201D} links of \(name)")
            dialog.append(check)
            self.check = check
        }
    }

    /// Whether the answer is to be kept.
    var wantsToBeRemembered: Bool {
        get { check?.isChecked ?? false }
        set { check?.isChecked = newValue }
    }
}
