// SPDX-License-Identifier: MIT

import WebKitGTK

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// A presenter that records what it should show, and refuses it.
@MainActor
final class RecordingPresenter: BridgePresenter {
    private(set) var offers: [LinkOffer] = []
    var links: [String] { offers.map(\.address.text) }
    private(set) var origins: [String] = []

    var parentWindow: WidgetHandle? { nil }

    func offerExternalLink(_ offer: LinkOffer) {
        offers.append(offer)
    }

    func show(_ question: PageQuestion, of asker: PageAsker) {
        origins.append(asker.origin)
        question.refuse()
    }

    func dismiss(of view: WebView) {}

    func dismissAll() {}
}
