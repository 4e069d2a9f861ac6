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
    /// The link in question.
    let link: ExternalLink
    private var check: CheckButton?

    /// - Parameters:
    ///   - program: The name of the program that opens such links; `nil` if the desktop chooses it later.
    ///   - parent: The dialog stands above its window.
    init(_ link: ExternalLink, offer: LinkOffer, program: String?, parent: WidgetHandle) {
        let asker = offer.wallet?.name ?? offer.site ?? localized("A wallet’s page")
        let heading = program.map { localized("Open “%1$s”?", $0) } ?? localized("Open another program?")
        let wish =
            program.map { localized("%1$s wants to open a “%2$s:” link with “%3$s”.", asker, link.scheme, $0) }
            ?? localized("%1$s wants to open a “%2$s:” link with another program.", asker, link.scheme)
        self.link = link
        dialog = Dialog(
            title: localized("Open a link"), parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: Self.refuse),
                Dialog.Choice(text: localized("_Open"), response: Self.open, look: .suggested),
            ], byDefault: Self.refuse)
        dialog.append(Label(heading).wrapping(at: 40).styled("near-connect-heading"))
        let advice =
            offer.site == nil
            ? localized("Go on only if you have just chosen this wallet.")
            : localized("Go on only if you have just asked the page for it.")
        dialog.append(Label("\(wish) \(advice)").wrapping(at: 52))
        dialog.setAccessibleName(heading, description: wish)
        let address = Label(DisplayText.beginning(of: link.uri, limit: 600).shown)
            .wrapping(at: 52).selectable().styled("near-connect-account", "near-connect-small", "dim-label")
            .accessible(localized("Address of the link"))
        dialog.append(scrolling: address, maximumHeight: 120)
        if offer.mayRemember, let wallet = offer.wallet {
            let name = DisplayText.line(wallet.name).replacing("_", with: "__")
            let check = CheckButton(localized("_Don’t ask again for “%1$s:” links of %2$s", link.scheme, name))
            dialog.append(check)
            self.check = check
        }
        // A page chooses when it asks: a click that was meant for it must not start a program.
        dialog.arm(Self.open, hint: ArmingText.hint)
    }

    /// True if the answer is to be stored.
    var wantsToBeRemembered: Bool {
        get { check?.isChecked ?? false }
        set { check?.isChecked = newValue }
    }
}
