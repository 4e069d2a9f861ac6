// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// A button that opens a page in the user's browser, and a line that says why it could not.
@MainActor
final class WebLink: Container {
    let button: Button
    /// The sentence about a browser that isn't there.
    let note = Label().wrapping(at: 44).centered().asStatus().styled("near-connect-small")
    private let address: String
    private let opener: LinkOpener
    private var opening: Task<Void, Never>?

    /// - Parameters:
    ///   - title: The button's text, with `_` before its letter.
    ///   - address: The page, an https address.
    init(_ title: String, to address: String, opener: LinkOpener = LinkOpener()) {
        (self.address, self.opener) = (address, opener)
        button = Button(title).aligned(.center)
        let column = Box(.down, spacing: 3, button, note)
        super.init(shared: column.widget)
        keep(column)
        button.setTooltip(address)
        button.onClick { [weak self] in self?.open() }
    }

    isolated deinit {
        opening?.cancel()
    }

    private func open() {
        opening?.cancel()
        note.text = ""
        opening = Task { [weak self, opener, address] in
            do throws(ExternalLinkError) {
                try await opener.open(try ExternalLink(address))
            } catch .noAnswer {
                // Without a desktop xdg-open is the browser itself, and runs for as long.
            } catch {
                self?.note.text = localized("No program opened %1$s (%2$s).", address, DisplayText.words(error))
            }
        }
    }
}
