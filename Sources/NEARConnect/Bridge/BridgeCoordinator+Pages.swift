// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import WebKitGTK

/// Windows that pages open, and questions that they ask the user.
extension BridgeCoordinator {
    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? {
        let asked = NavigationRequest(kind: .newWindow, uri: request.uri, isUserGesture: request.isUserGesture)
        switch policy.decide(asked, from: source(of: view)) {
        case .popup, .allow:
            guard let popup = popupSet.open(from: view, parent: presenter?.parentWindow) else {
                logger.warning("popup refused", metadata: ["reason": "there are too many"])
                return nil
            }
            popup.view.delegate = self
            return popup.view
        case .external(let address, let mayRemember):
            offerLink(address, of: delegate?.actingWallet, mayRemember: mayRemember)
            return nil
        case .returned(let address):
            report(.returned(address))
            return nil
        case .block(let reason):
            logger.warning(
                "popup refused", metadata: ["uri": "\(Redaction.address(request.uri))", "reason": "\(reason)"])
            return nil
        }
    }

    func webViewIsReadyToShow(_ view: WebView) {
        popupSet.present(view)
    }

    func webViewWantsToClose(_ view: WebView) {
        popupSet.popup(of: view)?.close(by: .page)
    }

    func webView(_ view: WebView, asks question: PageQuestion) {
        if case .dialog(let dialog) = question { noteDialog(dialog) }
        let asker = PageAsker(view: view, popup: popupSet.popup(of: view), isBridge: view === self.view)
        let decision = QuestionPolicy.decide(question, of: asker) { delegate?.isWalletSite($0) ?? false }
        switch decision {
        case .ask:
            // Without anybody to ask, dropping the question refuses it.
            presenter?.show(question, of: asker)
        case .accept:
            question.accept()
        case .refuse(let wish):
            logger.notice("a page's wish was refused", metadata: ["origin": "\(asker.origin)", "wish": "\(wish)"])
            question.refuse()
        }
    }

    func webViewDidUpdate(_ view: WebView) {
        popupSet.popup(of: view)?.update()
    }

    func webViewDidFinishLoading(_ view: WebView) {
        popupSet.popup(of: view)?.update()
    }

    func webView(_ view: WebView, failed failure: LoadFailure) {
        logger.warning("a page did not come", metadata: ["uri": "\(Redaction.address(failure.uri))"])
        popupSet.popup(of: view)?.show(failure)
    }

    func webViewWantsAttention(_ view: WebView) {
        popupSet.attend(to: view)
    }

    func webViewWasRefusedFile(_ view: WebView) {
        logger.notice("a page's file was refused")
        popupSet.popup(of: view)?.showRefusedFile()
    }
}

extension BridgeCoordinator: WatchedPage {
    var isWaitedFor: Bool { delegate?.isPageNeeded == true && !waitsForUser }

    func ping(_ answered: @escaping @MainActor () -> Void) {
        // A page that is gone has its own way to say so.
        view.call("return 0", arguments: [:]) { _ in answered() }
    }

    func silenceChanged(_ isSilent: Bool) {
        report(isSilent ? .unresponsive : .responsive)
    }
}
