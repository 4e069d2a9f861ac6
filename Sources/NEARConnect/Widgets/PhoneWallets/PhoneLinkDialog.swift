// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARRPC
internal import QRCode
internal import SafeText

/// The dialog with a phone wallet's link.
///
/// It shows the QR code, a button that copies the link, and the time that the link has left.
@MainActor
final class PhoneLinkDialog {
    private static let cancel = 0
    /// The approximate height in pixels of everything but the code.
    private static let otherHeight: Int32 = 360

    let dialog: Dialog
    /// The button that copies the link.
    let copy = Button(localized("C_opy link"))
    /// The label that says how long the link counts.
    let left = Label().styled("dim-label", "near-connect-small")
    /// The label that says that the link was copied.
    let said = Label().styled("dim-label", "near-connect-small")
    let link: PhoneWalletLink
    private var counting: Task<Void, Never>?

    init(_ link: PhoneWalletLink, parent: WidgetHandle) {
        self.link = link
        let heading = localized("Connect %1$s", DisplayText.name(link.walletName))
        let hint = localized(
            "Scan this code with the wallet on your phone, or copy the link and paste it there. Whoever has the link can answer it."
        )
        dialog = Dialog(
            title: localized("Connect a phone wallet"), parent: parent, width: 340,
            choices: [Dialog.Choice(text: localized("_Cancel"), response: Self.cancel)], byDefault: Self.cancel)
        dialog.setAccessibleName(heading, description: hint)
        dialog.append(Label(heading).wrapping(at: 30).styled("near-connect-heading"))
        dialog.append(Label(hint).wrapping(at: 38))
        if let symbol = QRSymbol(link.uri) {
            dialog.append(symbol.picture(near: parent, leaving: Self.otherHeight))
        }
        let row = Box(.across, spacing: 9)
        row.append(left, expands: true)
        row.appendAtEnd(copy)
        dialog.append(row)
        said.isVisible = false
        dialog.append(said)
        copy.onClick { [weak self] in self?.copyLink() }
        showTime()
    }

    /// Shows the dialog, and counts down.
    func present() {
        dialog.present()
        let time = DeadlineTime(ContinuousClock())
        counting = Task { [weak self] in
            while !Task.isCancelled, self?.showTime() == true {
                do {
                    try await time.sleep(until: time.now + .seconds(1))
                } catch {
                    return  // The dialog is gone.
                }
            }
        }
    }

    /// Takes the dialog away; nobody hears of it.
    func close() {
        counting?.cancel()
        dialog.onResponse = nil
        dialog.cancel()
    }

    private func copyLink() {
        Clipboard.copy(link.uri)
        said.text = localized("Copied")
        said.setAccessibleName(localized("The link was copied"))
        said.isVisible = true
    }

    /// Says how long the link counts.
    ///
    /// - Returns: False once it has ended.
    @discardableResult
    private func showTime() -> Bool {
        let seconds = Int(link.expires.timeIntervalSinceNow.rounded(.up))
        guard seconds > 0 else {
            left.text = localized("The link has ended; the next one is being made.")
            return false
        }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        left.text = localized("It counts for %1$s.", "\(minutes):\(rest < 10 ? "0" : "")\(rest)")
        return true
    }
}
