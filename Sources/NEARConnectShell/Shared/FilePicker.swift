// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import SafeText

/// Asks for one file at a time, by the desktop's own window.
@MainActor
final class FilePicker {
    private var chooser: FileChooser?

    /// Asks for the name of a file that is to be written.
    ///
    /// - Parameters:
    ///   - name: The name that is proposed.
    ///   - title: The window's title.
    ///   - accept: The text of the accepting button, with its mnemonic.
    ///   - parent: A widget of the window that it stands above.
    ///   - then: Called with the file, where one is named; it must hold its owner weakly.
    func save(
        as name: String, title: String, accept: String, above parent: WidgetHandle,
        then: @escaping @MainActor (URL) -> Void
    ) {
        show(
            FileChooser(
                savingAs: name, title: title, parent: parent, accept: accept, cancel: localized("_Cancel")), then)
    }

    /// Asks for a file that is to be read.
    ///
    /// - Parameters:
    ///   - title: The window's title.
    ///   - parent: A widget of the window that it stands above.
    ///   - then: Called with the file, where one is chosen; it must hold its owner weakly.
    func open(title: String, above parent: WidgetHandle, then: @escaping @MainActor (URL) -> Void) {
        show(
            FileChooser(
                title: title, parent: parent, takesSeveral: false, accept: localized("_Choose"),
                cancel: localized("_Cancel")), then)
    }

    /// Takes the window away.
    func close() {
        chooser?.hide()
        chooser = nil
    }

    private func show(_ chooser: FileChooser, _ then: @escaping @MainActor (URL) -> Void) {
        chooser.onResponse = { [weak self] files in
            self?.chooser = nil
            if let file = files.first { then(file) }
        }
        chooser.present()
        self.chooser = chooser
    }
}
