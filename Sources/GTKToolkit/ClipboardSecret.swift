// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import Glibc

/// A secret in the desktop's clipboard, which is taken out again.
///
/// Every program on the desktop can read it while it is there, and some keep what was there.
@MainActor
package final class ClipboardSecret {
    private static var current: ClipboardSecret?

    /// The text's bytes, UTF-8; wiped once the clipboard has something else.
    private var bytes: [UInt8]
    private var ending: Task<Void, Never>?

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// True while the clipboard has the secret.
    package static var isThere: Bool { current != nil }

    /// Puts a secret into the clipboard for a time.
    ///
    /// A text that anybody copies meanwhile stays.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - time: The time after which it is taken out.
    package static func copy(_ bytes: [UInt8], for time: Duration) {
        takeOut()
        guard let clipboard = Clipboard.shared else { return }
        let secret = ClipboardSecret(bytes)
        current = secret
        secret.offer(in: clipboard)
        secret.ending = Task {
            do {
                try await Task.sleep(for: time)
            } catch {
                return  // The clipboard has something else already.
            }
            takeOut()
        }
    }

    /// Takes the secret out of the clipboard, where it is still there.
    package static func takeOut() {
        // GTK lets go only of what this program has put there, and calls the function that wipes.
        if current != nil, let clipboard = Clipboard.shared { gtk_clipboard_clear(clipboard) }
    }

    private func offer(in clipboard: OpaquePointer) {
        let list = gtk_target_list_new(nil, 0)
        defer { gtk_target_list_unref(list) }
        gtk_target_list_add_text_targets(list, 0)
        var count: gint = 0
        let targets = gtk_target_table_new_from_list(list, &count)
        defer { gtk_target_table_free(targets, count) }
        // Without `gtk_clipboard_set_can_store` no clipboard manager is asked to keep it when the program ends.
        gtk_clipboard_set_with_data(
            clipboard, targets, guint(count),
            { _, selection, _, _ in MainActor.assumeIsolated { ClipboardSecret.current?.give(to: selection) } },
            { _, _ in MainActor.assumeIsolated { ClipboardSecret.current?.end() } }, nil)
    }

    private func give(to selection: OpaquePointer?) {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                _ = gtk_selection_data_set_text(selection, text.baseAddress, gint(text.count))
            }
        }
    }

    private func end() {
        bytes.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
        ending?.cancel()
        if Self.current === self { Self.current = nil }
    }
}
