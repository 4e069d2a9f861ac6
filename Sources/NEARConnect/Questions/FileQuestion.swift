// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// The desktop's own file chooser, for a page that wants files.
@MainActor
final class FileQuestion: QuestionView {
    var onEnd: (() -> Void)?
    let wantsBlock = false

    private let request: FileChooserRequest
    private let chooser: FileChooser

    /// The window's title.
    let title: String

    init(_ request: FileChooserRequest, asker: PageAsker, parent: WidgetHandle) {
        self.request = request
        let site = PopupSite.end(of: asker.origin)
        title = request.takesSeveral ? localized("Files for %1$s", site) : localized("A file for %1$s", site)
        chooser = FileChooser(
            title: title, parent: asker.window ?? parent, takesSeveral: request.takesSeveral,
            accept: localized("_Give to the page"), cancel: localized("_Cancel"))
        // Types that the page takes are offered first; the user may look at all files.
        if !request.mimeTypes.isEmpty {
            chooser.offer(localized("Files that the page takes"), mimeTypes: request.mimeTypes)
            chooser.offer(localized("All files"))
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

    /// Answers the page with `files`; without any, the question is refused.
    func finish(with files: [URL]) {
        request.choose(files)
        let ended = onEnd
        onEnd = nil
        ended?()
    }
}
