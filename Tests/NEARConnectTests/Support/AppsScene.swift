// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The shell's window with its browser, over a chain of its own.
@MainActor
final class AppsScene {
    let environment: WalletTestEnvironment
    let window: ConnectWindow
    let browser: DAppBrowserWidget

    /// Opens the window and its browser.
    ///
    /// - Parameters:
    ///   - denied: The content of the list of denied hosts; `nil` for no file.
    ///   - filter: The content of the content filter; `nil` for no file.
    init(denied: String? = nil, filter: String? = nil) async throws {
        environment = try await WalletTestEnvironment.start(approval: .ask)
        let folders = try XCTUnwrap(environment.configuration.folders())
        if denied != nil || filter != nil {
            try FileManager.default.createDirectory(at: folders.config, withIntermediateDirectories: true)
        }
        try denied.map { try Data($0.utf8).write(to: folders.config.appendingPathComponent("denied-hosts")) }
        try filter.map { try Data($0.utf8).write(to: folders.config.appendingPathComponent("content-filter.json")) }
        window = ConnectWindow(manager: environment.manager)
        window.present()
        browser = window.body.showApps()
    }

    /// The tab that is shown.
    var tab: BrowserTab {
        get throws { try XCTUnwrap(browser.current) }
    }

    /// Writes an address into the tab that is shown and presses Enter.
    func enter(_ address: String) throws {
        let tab = try tab
        tab.toolbar.address.text = address
        tab.open(tab.toolbar.address.text)
    }

    /// Opens an address in the tab that is shown and waits for its page.
    @discardableResult
    func show(_ address: String, for place: StaticString = #filePath, line: UInt = #line) async throws -> BrowserTab {
        let tab = try tab
        try enter(address)
        await Self.wait(for: tab, toShow: address, file: place, line: line)
        return tab
    }

    /// Waits until a tab shows an address, and has it loaded.
    static func wait(
        for tab: BrowserTab, toShow address: String, file: StaticString = #filePath, line: UInt = #line
    ) async {
        await waitUntil("\(address), not \(tab.documentAddress ?? "nothing")", file: file, line: line) {
            tab.pending == nil && tab.page?.view.isLoading == false && tab.documentAddress == address
        }
    }

    /// The dialog of a page's question, once it is open.
    func question() async throws -> ApprovalDialog {
        let session = browser.session
        await waitUntil("the question") { session.approvals.current != nil }
        return try XCTUnwrap(session.approvals.current)
    }

    func stop() async throws {
        window.close()
        try await environment.stop()
    }
}
