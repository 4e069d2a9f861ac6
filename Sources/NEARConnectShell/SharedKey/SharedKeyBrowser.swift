// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARSharedKeys

/// The user's browser, for a login.
@MainActor
enum SharedKeyBrowser {
    /// Opens a login's page.
    static func open(_ address: String) async throws(LoginError) {
        do throws(ExternalLinkError) {
            try await LinkOpener().open(try ExternalLink(address))
        } catch .noAnswer {
            // Without a desktop xdg-open is the browser itself, and runs for as long.
        } catch {
            throw .noBrowser(reason: "\(error)")
        }
    }
}
