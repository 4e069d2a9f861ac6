// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// Shows what users of phone wallets have to see, in native dialogs above a window.
@MainActor
final class PhoneWalletDialogs: PhoneWalletPresenter {
    private static let cancel = 0

    private let parent: WidgetHandle
    /// The dialog with a link that is open.
    private(set) var link: PhoneLinkDialog?
    /// The dialog that is open while the phone is asked.
    private(set) var asking: Dialog?

    /// - Parameter parent: Dialogs stand above its window.
    init(parent: WidgetHandle) {
        self.parent = parent
    }

    isolated deinit {
        dismiss()
    }

    func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void) {
        dismiss()
        switch prompt {
        case .link(let link):
            let shown = PhoneLinkDialog(link, parent: parent)
            self.link = shown
            shown.dialog.onResponse = { [weak self] _ in
                self?.dismiss()
                cancel()
            }
            shown.present()
        case .asking(let question):
            let dialog = Self.dialog(question, parent: parent)
            asking = dialog
            dialog.onResponse = { [weak self] _ in
                self?.asking = nil
                cancel()
            }
            dialog.present()
        }
    }

    func dismiss() {
        link.take()?.close()
        guard let asking = asking.take() else { return }
        asking.onResponse = nil
        asking.cancel()
    }

    private static func dialog(_ question: PhoneWalletQuestion, parent: WidgetHandle) -> Dialog {
        let heading = localized("Look at your phone")
        let text = text(question)
        let dialog = Dialog(
            title: localized("Phone wallet"), parent: parent, width: 400,
            choices: [Dialog.Choice(text: localized("_Cancel"), response: Self.cancel)], byDefault: Self.cancel)
        dialog.setAccessibleName(heading, description: text)
        dialog.append(Label(heading).wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(Label(text).wrapping(at: 48))
        return dialog
    }

    /// Says what the phone is asked for.
    static func text(_ question: PhoneWalletQuestion) -> String {
        let name = DisplayText.name(question.walletName)
        return switch question.kind {
        case .accounts: localized("%1$s is asked there which accounts this program may use.", name)
        case .message: localized("%1$s asks you there to sign a message. Compare it with what you want to say.", name)
        case .transactions(let count):
            localizedPlural(
                "%2$s asks you there to approve %1$s transaction. It is sent from here once you have.",
                "%2$s asks you there to approve %1$s transactions. They are sent from here once you have.",
                count: count, "\(count)", name)
        }
    }
}
