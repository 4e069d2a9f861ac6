// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// A bridge in a window, with a popup that shows a page of a site with TLS.
@MainActor
final class PopupScene {
    let environment: WalletTestEnvironment
    let window: ConnectWindow?
    let site: LoopbackSite
    let popup: PopupWindow
    let coordinator: BridgeCoordinator
    var page: WebView { popup.view }
    var questions: PageQuestions? { window?.bridge.dialogs.pages }
    /// The question on the screen.
    var question: (any QuestionView)? { questions?.shown.first }

    static let host = "wallet.localhost"

    init(
        isShown: Bool = true, placement: PopupPlacement = .ownWindow,
        _ answer: @escaping @MainActor (LoopbackSite.Request) -> LoopbackSite.Reply
    ) async throws {
        environment = try await WalletTestEnvironment.start { $0.popups = placement }
        let manager = environment.manager
        try await manager.ready()
        coordinator = try XCTUnwrap(manager.coordinator)
        window = isShown ? ConnectWindow(manager: manager) : nil
        window?.present()
        site = try LoopbackSite(answer)
        site.trust(in: coordinator.context, for: Self.host, "other.localhost")
        popup = try await Self.open(site.url(Self.host), in: coordinator)
    }

    static func open(_ url: String, in coordinator: BridgeCoordinator) async throws -> PopupWindow {
        let count = coordinator.popups.count
        _ = try await coordinator.view.call("window.open(url); return ''", arguments: ["url": url])
        await waitUntil("the popup") { coordinator.popups.count == count + 1 }
        return try XCTUnwrap(coordinator.popups.last)
    }

    func loaded() async {
        await waitUntil("the page") { page.committedURI?.hasPrefix("https://") == true && !page.isLoading }
    }

    func asked<View>(_: View.Type) async throws -> View {
        await waitUntil("the question") { question != nil }
        return try XCTUnwrap(question as? View)
    }

    func end() async throws {
        window?.close()
        site.stop()
        try await environment.stop()
    }
}
