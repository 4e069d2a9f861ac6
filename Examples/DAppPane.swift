// SPDX-License-Identifier: MIT

// sample: browser
import NEARConnect

/// The part of a GTK window that is a whole browser for dApps.
@MainActor
final class BrowserPane {
    private let browser: DAppBrowserWidget

    /// Creates the pane and packs it; `pack` puts a `GtkWidget *` into the window.
    init(manager: NEARWalletManager, pack: (UnsafeMutableRawPointer) -> Void) {
        browser = DAppBrowserWidget(configuration: DAppBrowserConfiguration(manager: manager))
        pack(browser.gtkWidget)
    }

    /// Opens an app in a new tab.
    func open(_ address: String) throws(NEARError) { try browser.open(address) }
}
// end of sample

// sample: view
/// The part of a GTK window that shows dApps in a view of the program's own.
@MainActor
final class DAppPane {
    /// Answers the pages.
    let host: DAppHost

    /// Creates the pane.
    ///
    /// - Parameters:
    ///   - manager: The manager whose wallet the pages find.
    ///   - makeView: Makes a `WebKitWebView *` of a `WebKitWebContext *`, as `webkit_web_view_new_with_context` does.
    init(
        manager: NEARWalletManager, makeView: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
    ) async throws {
        let context = DAppContext(manager: manager)
        host = DAppHost(signer: .wallet(of: manager), context: context)
        let view = makeView(try context.webContext)
        // The user is asked in the package's own dialogs.
        host.showDialogs(above: view)
        try await host.attach(to: view)
    }
}
// end of sample

// sample: requests
/// Answers sites' questions in the program's own way: with one account, for transactions to one shop.
///
/// It returns after the host's end.
@MainActor
func answerQuestions(of host: DAppHost, as account: AccountId, for shop: AccountId) async {
    for await request in host.requests {
        do throws(DAppRequestError) {
            switch request.subject {
            case .approval(let asked) where asked.candidates.contains(account) && !asked.signs:
                try host.approve(request, as: [account])
            case .approval(let asked)
            where !asked.intents.isEmpty && asked.intents.allSatisfy { $0.receiverId == shop }:
                try host.approve(request)
            default:
                try host.refuse(request, reason: "this program pays \(shop) only")
            }
        } catch {
            // The page was left before the answer came: nothing is signed.
            print(error.errorDescription ?? "\(error)")
        }
    }
}
// end of sample
