// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// The desktop's own window for choosing files, for a page that wants some. Inside a sandbox it is the portal's.
@MainActor
final class FileQuestion: GObjectOwner, QuestionView {
    var onEnd: (() -> Void)?
    let wantsBlock = false

    private let request: FileChooserRequest
    private var responded: SignalConnection?

    /// What the window's title says.
    let title: String

    init(_ request: FileChooserRequest, asker: Asker, parent: WidgetHandle) {
        self.request = request
        title = "\(request.takesSeveral ? "Files" : "A file") for \(PopupSite.end(of: asker.origin))"
        let chooser = gtk_file_chooser_native_new(
            DisplayText.line(title), Window.window(of: asker.window ?? parent), GTK_FILE_CHOOSER_ACTION_OPEN,
            "_Give to the page", "_Cancel")
        guard let chooser else { preconditionFailure("GTK could not make a file chooser") }
        // Not a widget: a new one is the caller's.
        super.init(UnsafeMutableRawPointer(chooser), .full)
        gtk_native_dialog_set_modal(cast(), 1)
        gtk_file_chooser_set_select_multiple(OpaquePointer(pointer), request.takesSeveral ? 1 : 0)
        gtk_file_chooser_set_local_only(OpaquePointer(pointer), 1)
        offerFilters()
        responded = connect("response") { [weak self] emission in
            self?.end(isAccepted: emission.integer(0) == Int(GTK_RESPONSE_ACCEPT.rawValue))
        }
    }

    isolated deinit {
        gtk_native_dialog_destroy(cast())
    }

    /// What the page takes is offered first; a person may look at everything.
    private func offerFilters() {
        guard !request.mimeTypes.isEmpty else { return }
        let wanted = gtk_file_filter_new()
        gtk_file_filter_set_name(wanted, "What the page takes")
        for type in request.mimeTypes { gtk_file_filter_add_mime_type(wanted, type) }
        gtk_file_chooser_add_filter(OpaquePointer(pointer), wanted)
        let all = gtk_file_filter_new()
        gtk_file_filter_set_name(all, "All files")
        gtk_file_filter_add_pattern(all, "*")
        gtk_file_chooser_add_filter(OpaquePointer(pointer), all)
    }

    func present() {
        gtk_native_dialog_show(cast())
    }

    func cancel() {
        gtk_native_dialog_hide(cast())
        end(isAccepted: false)
    }

    private func end(isAccepted: Bool) {
        finish(with: isAccepted ? chosen() : [])
    }

    /// Answers the page with `files`; with none it is refused.
    func finish(with files: [URL]) {
        request.choose(files)
        let ended = onEnd
        onEnd = nil
        ended?()
    }

    private func chosen() -> [URL] {
        let list = gtk_file_chooser_get_filenames(OpaquePointer(pointer))
        defer { g_slist_free_full(list, g_free) }
        var files: [URL] = []
        var next = list
        while let entry = next {
            if let name = entry.pointee.data {
                files.append(URL(fileURLWithPath: String(cString: name.assumingMemoryBound(to: CChar.self))))
            }
            next = entry.pointee.next
        }
        return files
    }
}
