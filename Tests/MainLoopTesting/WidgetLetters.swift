// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime

/// The letters that press buttons and lead to fields together with Alt.
@MainActor
package enum WidgetLetters {
    /// Returns the texts of what is shown in `owner` and has such a letter, each with `_` before it.
    package static func shown(in owner: GObjectOwner) -> [String] {
        var found: [String] = []
        collect(owner.cast(), into: &found)
        return found
    }

    /// Returns such texts of each window that is shown besides `owner`'s, the newest window last.
    package static func ofOtherWindows(than owner: GObjectOwner) -> [[String]] {
        otherWindows(than: owner).map { window in
            var found: [String] = []
            collect(window, into: &found)
            return found
        }
    }

    /// Closes all windows besides `owner`'s as a user does.
    package static func closeOtherWindows(than owner: GObjectOwner) {
        for window in otherWindows(than: owner) {
            gtk_window_close(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self))
        }
    }

    private static func otherWindows(than owner: GObjectOwner) -> [UnsafeMutablePointer<GtkWidget>] {
        let list = gtk_window_list_toplevels()
        defer { g_list_free(list) }
        let own: UnsafeMutablePointer<GtkWidget> = owner.cast()
        var (found, link) = ([UnsafeMutablePointer<GtkWidget>](), list)
        while let place = link {
            if let window = place.pointee.data?.assumingMemoryBound(to: GtkWidget.self), window != own,
                gtk_widget_get_mapped(window) != 0
            {
                found.append(window)
            }
            link = place.pointee.next
        }
        return found
    }

    /// Returns the letter of a text, as a small one; `nil` where it has none.
    package nonisolated static func letter(of text: String) -> String? {
        var rest = text[...]
        while let mark = rest.firstIndex(of: "_") {
            guard let next = rest[rest.index(after: mark)...].first else { return nil }
            if next != "_" { return next.lowercased() }
            rest = rest[mark...].dropFirst(2)
        }
        return nil
    }

    /// Returns the texts that share a letter, by that letter.
    package nonisolated static func shared(among texts: [String]) -> [String: [String]] {
        Dictionary(grouping: texts) { letter(of: $0) ?? "" }.filter { !$0.key.isEmpty && $0.value.count > 1 }
    }

    private static func collect(_ widget: UnsafeMutablePointer<GtkWidget>, into found: inout [String]) {
        guard gtk_widget_get_mapped(widget) != 0 else { return }
        if WidgetTree.isA(widget, gtk_label_get_type()) {
            let label = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkLabel.self)
            if gtk_label_get_use_underline(label) != 0,
                let text = gtk_label_get_label(label).map(String.init(cString:)),
                letter(of: text) != nil
            {
                found.append(text)
            }
        }
        for child in WidgetTree.allChildren(of: widget) { collect(child, into: &found) }
    }
}
