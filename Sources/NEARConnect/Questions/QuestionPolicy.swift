// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// The rules for pages' wishes: most are refused without asking the user.
@MainActor
enum QuestionPolicy {
    enum Decision: Equatable {
        case ask
        case accept
        /// The wish is refused; `wish` names it in the log.
        case refuse(wish: String)
    }

    /// - Parameter isWalletSite: Returns true if a registrable domain belongs to a wallet of the manifests.
    static func decide(
        _ question: PageQuestion, of asker: PageAsker, isWalletSite: (String) -> Bool
    ) -> Decision {
        switch question {
        case .dialog(let dialog):
            // A wallet's frame could stop the program's own reload by this question. Popups ask it.
            asker.isBridge && dialog.kind == .beforeUnload ? .accept : .ask
        case .files: .ask
        case .login(let request): login(request, loading: asker.view.uri, shown: asker.view.committedURI)
        case .permission(let request): permission(request.kind, isWalletSite: isWalletSite)
        }
    }

    /// Decides about a server that asks for a password.
    ///
    /// It may ask only if its own page is shown or about to be shown: a picture or a frame from elsewhere would get the
    /// user's answer under the page's name.
    private static func login(_ request: AuthenticationRequest, loading: String?, shown: String?) -> Decision {
        guard request.takesPassword else { return .refuse(wish: "a certificate") }
        if request.isForProxy { return .ask }
        let pages = [loading, shown].compactMap { $0.flatMap(WebAddress.init)?.origin }
        // A new window has no page yet: its first page is what asks.
        return pages.isEmpty || pages.contains(request.origin) ? .ask : .refuse(wish: "a password for another site")
    }

    /// Decides about a permission.
    ///
    /// The camera reads QR codes, and cookies in a frame are for wallets. Wallets need nothing else.
    static func permission(_ kind: PermissionRequest.Kind, isWalletSite: (String) -> Bool) -> Decision {
        switch kind {
        case .camera: .ask
        case .storageAccess(let site, _): isWalletSite(site) ? .accept : .refuse(wish: "cookies in a frame")
        case .other(let name): .refuse(wish: name)
        }
    }
}

extension PageQuestion {
    /// Accepts without asking the user: only for what ``QuestionPolicy`` accepts.
    func accept() {
        switch self {
        case .dialog(let dialog): dialog.answer(accepted: true)
        case .permission(let request): request.answer(isAllowed: true)
        case .files, .login: refuse()
        }
    }
}
