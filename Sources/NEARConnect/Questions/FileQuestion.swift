// SPDX-License-Identifier: MIT

internal import Foundation
internal import GTKToolkit
internal import WebKitGTK

/// The desktop's own window for choosing files, for a page that wants some.
@MainActor
final class FileQuestion: QuestionView {
    var onEnd: (() -> Void)?
    let wantsBlock = false

    private let request: FileChooserRequest
    private let chooser: FileChooser

    /// What the window's title says.
    let title: String

    init(_ request: FileChooserRequest, asker: PageAsker, parent: WidgetHandle) {
        self.request = request
        title = "\(request.takesSeveral ? "Files" : "A file") for \(PopupSite.end(of: asker.origin))"
        chooser = FileChooser(
            title: title, parent: asker.window ?? parent, takesSeveral: request.takesSeveral,
            accept: "_Give to the page", cancel: "_Cancel")
        // What the page takes is offered first; a person may look at everything.
        if !request.mimeTypes.isEmpty {
            chooser.offer("What the page takes", mimeTypes: request.mimeTypes)
            chooser.offer("All files")
        }
        chooser.onResponse = { [weak self] files in self?.finish(with: files) }
    }

    func present() {
        chooser.present()
    }

    func cancel() {
        chooser.hide()
        finish(with: [])
    }

    /// Answers the page with `files`; with none it is refused.
    func finish(with files: [URL]) {
        request.choose(files)
        let ended = onEnd
        onEnd = nil
        ended?()
    }
}
