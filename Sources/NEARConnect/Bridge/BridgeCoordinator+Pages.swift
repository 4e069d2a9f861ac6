// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import WebKitGTK

/// What pages do with windows, and what they want of people.
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
            offerLink(address, of: actingWallet?(), mayRemember: mayRemember)
            return nil
        case .returned(let address):
            events?(.returned(address))
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
        if case .dialog(let dialog) = question {
            scriptDialogs = scriptDialogs.filter { $0.dialog != nil } + [Asked(dialog: dialog)]
        }
        let asker = PageAsker(view: view, popup: popupSet.popup(of: view), isBridge: view === self.view)
        switch QuestionPolicy.decide(question, of: asker, isWalletSite: isWalletSite) {
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
