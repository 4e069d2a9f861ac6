// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// A dialog that lists which wallets may open links without asking, with a button to forget each.
@MainActor
final class RememberedLinksDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [RememberedLinksDialog] = []

    let dialog: Dialog
    /// The buttons, one for each remembered answer, in the order of the list.
    private(set) var forgets: [Button] = []
    private let links: RememberedLinks?
    private let list = Box(.down, spacing: 9)
    private let note = Label().wrapping(at: 44)

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - links: The profile's answers; `nil` for a profile that remembers none.
    ///   - parent: A widget of that window.
    static func present(_ links: RememberedLinks?, above parent: WidgetHandle) {
        let view = RememberedLinksDialog(links, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in open.removeAll { $0 === view } }
        view.dialog.present()
    }

    private init(_ links: RememberedLinks?, parent: WidgetHandle) {
        self.links = links
        dialog = Dialog(
            title: localized("Links without asking"), parent: parent, width: 400,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        dialog.append(note)
        dialog.append(list)
        refresh()
    }

    private func refresh() {
        list.removeAll()
        forgets = []
        do throws(NEARError) {
            let entries = try links?.entries() ?? []
            note.text =
                entries.isEmpty
                ? localized("No wallet opens links without asking you.")
                : localized("These wallets open links with other programs without asking you.")
            for entry in entries { list.append(row(entry)) }
        } catch {
            note.text = error.errorDescription ?? error.code
        }
    }

    private func row(_ entry: RememberedLinks.Entry) -> WidgetHandle {
        let what = localized("“%1$s:” links of %2$s", entry.scheme, entry.walletName)
        let forgetText = localized("Forget “%1$s:” links of %2$s", entry.scheme, entry.walletName)
        let day = TimeText.day(entry.since)
        let text = Box(
            .down, spacing: 3, Label(what).wrapping(at: 30),
            Label(localized("since %1$s", day)).styled("dim-label", "near-connect-small"))
        let forget = Button(localized("Forget")).accessible(forgetText).aligned(.end, .center)
        forget.onClick { [weak self] in self?.forget(entry) }
        forgets.append(forget)
        let row = Box(.across, spacing: 12)
        row.append(text, expands: true)
        row.appendAtEnd(forget)
        return row
    }

    private func forget(_ entry: RememberedLinks.Entry) {
        do throws(NEARError) {
            try links?.forget(walletId: entry.walletId, scheme: entry.scheme)
            refresh()
        } catch {
            note.text = error.errorDescription ?? error.code
        }
    }
}
