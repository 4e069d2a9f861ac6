// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// What becomes of a page's wish: most are refused without a person being asked at all.
@MainActor
enum QuestionPolicy {
    enum Decision: Equatable {
        case ask
        case accept
        /// `wish` is what the page wanted, for the log.
        case refuse(wish: String)
    }

    /// - Parameter isWalletSite: Whether a registrable domain belongs to a wallet of the manifests.
    static func decide(
        _ question: PageQuestion, of asker: PageAsker, isWalletSite: (String) -> Bool
    ) -> Decision {
        switch question {
        case .dialog(let dialog):
            // A wallet's frame could hold the program's own reload with it. Windows of wallets ask.
            asker.isBridge && dialog.kind == .beforeUnload ? .accept : .ask
        case .files: .ask
        case .login(let request): login(request, loading: asker.view.uri, shown: asker.view.committedURI)
        case .permission(let request): permission(request.kind, isWalletSite: isWalletSite)
        }
    }

    /// A server may ask for a password only when it is the one whose page is, or is about to be, seen: a picture or a frame from
    /// elsewhere would have the person's answer under the page's name.
    private static func login(_ request: AuthenticationRequest, loading: String?, shown: String?) -> Decision {
        guard request.takesPassword else { return .refuse(wish: "a certificate") }
        if request.isForProxy { return .ask }
        let pages = [loading, shown].compactMap { $0.flatMap(WebAddress.init)?.origin }
        // A new window has no page yet: its first one is what asks.
        return pages.isEmpty || pages.contains(request.origin) ? .ask : .refuse(wish: "a password for another site")
    }

    /// The camera reads QR codes. Cookies in a frame are for wallets. Nothing else is any use to a wallet.
    static func permission(_ kind: PermissionRequest.Kind, isWalletSite: (String) -> Bool) -> Decision {
        switch kind {
        case .camera: .ask
        case .storageAccess(let site, _): isWalletSite(site) ? .accept : .refuse(wish: "cookies in a frame")
        case .other(let name): .refuse(wish: name)
        }
    }
}

extension PageQuestion {
    /// Says yes without asking anybody: only for what ``QuestionPolicy`` accepts.
    func accept() {
        switch self {
        case .dialog(let dialog): dialog.answer(accepted: true)
        case .permission(let request): request.answer(isAllowed: true)
        case .files, .login: refuse()
        }
    }
}
