// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The dialog that asks whether another program may open a link.
@MainActor
final class LinkQuestion {
    /// The response that opens the link.
    static let open = 1
    private static let refuse = 0

    let dialog: Dialog

    init(_ link: ExternalLink, program: String?, parent: WidgetHandle) {
        let name = program.map { "\u{201C}\($0)\u{201D}" } ?? "another program"
        dialog = Dialog(
            title: "Open a link", parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: "_Cancel", response: Self.refuse),
                Dialog.Choice(text: "_Open", response: Self.open, look: .suggested),
            ], byDefault: Self.refuse)
        dialog.append(Label("Open \(name)?").wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(
            Label(
                "A wallet\u{2019}s page wants to open a \u{201C}\(link.scheme):\u{201D} link with \(name). "
                    + "Go on only if you have just chosen this wallet."
            ).wrapping(at: 52))
        let address = Label(VisibleText.beginning(of: link.uri, limit: 600).shown)
            .wrapping(at: 52).selectable().styled("near-connect-account", "near-connect-small", "dim-label")
        dialog.append(scrolling: address, maximumHeight: 120)
        if program == nil {
            dialog.append(
                Label("No installed program says that it opens \u{201C}\(link.scheme):\u{201D} links.")
                    .wrapping(at: 52).styled("near-connect-problem"))
        }
    }

    /// The name of the program that opens links of `scheme` by the desktop's settings.
    static func program(for scheme: String) -> String? {
        guard let info = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return g_app_info_get_display_name(info).map { String(cString: $0) }
    }
}
