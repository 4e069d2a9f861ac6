// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import FoundationEssentials
public import GLibRuntime

/// A page's request for files (`<input type=file>`).
///
/// The page sees the names and contents of what is chosen, never a folder's.
@MainActor
public final class FileChooserRequest: GObjectOwner {
    /// True if the page takes more than one file.
    public let takesSeveral: Bool
    /// The MIME types that the page names, such as `image/*`; empty when it takes everything.
    public let mimeTypes: [String]

    private var isAnswered = false

    /// - Parameter pointer: A `WebKitFileChooserRequest` (ownership: none; a reference is added).
    init(_ pointer: UnsafeMutableRawPointer) {
        let request = pointer.assumingMemoryBound(to: WebKitFileChooserRequest.self)
        takesSeveral = webkit_file_chooser_request_get_select_multiple(request) != 0
        var types: [String] = []
        var next = webkit_file_chooser_request_get_mime_types(request)
        while let entry = next, let text = entry.pointee {
            types.append(String(cString: text))
            next = entry + 1
        }
        mimeTypes = types
        super.init(pointer, .none)
    }

    isolated deinit {
        cancel()
    }

    /// Gives the page `files`; more than one only when it takes several.
    ///
    /// A second answer is ignored.
    public func choose(_ files: [URL]) {
        guard !isAnswered else { return }
        guard let first = files.first else { return cancel() }
        isAnswered = true
        var names = (takesSeveral ? files : [first]).map { strdup($0.path).map { UnsafePointer<CChar>($0) } }
        names.append(nil)
        defer { names.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        webkit_file_chooser_request_select_files(cast(), &names)
    }

    /// Gives the page nothing.
    ///
    /// A second answer is ignored.
    public func cancel() {
        guard !isAnswered else { return }
        isAnswered = true
        webkit_file_chooser_request_cancel(cast())
    }
}
