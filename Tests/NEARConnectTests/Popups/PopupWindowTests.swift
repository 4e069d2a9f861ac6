// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Popups as users see and operate them, apart from their pages.
final class PopupWindowTests: MainLoopTestCase {
    private static let page = "<!DOCTYPE html><title>Wallet</title><h1>Page</h1>"

    func testThePageGetsTheSizeItAskedForAndItsWindowFitsTheScreen() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            @MainActor func open(_ features: String) async throws -> PopupWindow {
                let count = scene.coordinator.popups.count
                _ = try await scene.coordinator.view.call(
                    "window.open(url, '', features); return ''",
                    arguments: ["url": scene.site.url(PopupScene.host), "features": features])
                await waitUntil("the popup") { scene.coordinator.popups.count == count + 1 }
                let popup = try XCTUnwrap(scene.coordinator.popups.last)
                await waitUntil("its page") { popup.view.title == "Wallet" && popup.isPresented }
                return popup
            }
            let asked = try await open("width=500,height=400")
            let size = try await asked.view.call(
                """
                for (let turn = 0; turn < 3000 && innerWidth !== 500; turn++)
                    await new Promise((done) => setTimeout(done, 10));
                return `${innerWidth} ${innerHeight}`;
                """)
            XCTAssertEqual(size, "500 400")
            let large = try await open("width=9999,height=9999")
            let screen = try XCTUnwrap(WorkArea(around: nil))
            await waitUntil("the window") { Screen.size(of: large.handle.gtkWidget).width > 1000 }
            let outer = Screen.size(of: large.handle.gtkWidget)
            XCTAssertLessThanOrEqual(outer.width, Int(screen.width))
            XCTAssertLessThanOrEqual(outer.height, Int(screen.height))
            try await scene.end()
        }
    }

    func testTheBarNamesTheOriginGoesBackReloadsAndOpensTheBrowser() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let popup = scene.popup
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let record = folder.appendingPathComponent("argv")
            let program = folder.appendingPathComponent("xdg-open")
            try ShellProgram.install("printf '%s\\n' \"$#\" \"$1\" > '\(record.path)'", at: program)
            popup.links = LinkOpener(environment: ["PATH": "\(folder.path):/usr/bin:/bin"], way: .xdgOpen)

            let origin = scene.site.origin(PopupScene.host)
            XCTAssertEqual(popup.origin.text, String(origin.dropFirst("https://".count)))
            XCTAssertFalse(popup.back.isSensitive)
            let next = scene.site.url("other.localhost", "/next?a=%2F%27%22&b=$(x)")
            scene.page.call("location.href = url; return ''", arguments: ["url": next]) { _ in }
            await waitUntil("the next page") { scene.page.committedURI == next && !scene.page.isLoading }
            XCTAssertTrue(popup.origin.text.hasPrefix("other.localhost:"))
            XCTAssertEqual(popup.progress.fraction, 0)
            popup.browser.press()
            await waitUntil("the browser") { FileManager.default.fileExists(atPath: record.path) }
            await waitUntil("its arguments") {
                FileManager.default.contents(atPath: record.path) == Data("1\n\(next)\n".utf8)
            }
            await waitUntil("the way back") { popup.back.isSensitive }
            popup.back.press()
            await waitUntil("the page before") {
                scene.page.committedURI?.hasPrefix(origin) == true && !scene.page.isLoading
            }
            XCTAssertEqual(popup.origin.text, String(origin.dropFirst("https://".count)))
            _ = try await scene.page.call("document.title = 'old'; return ''")
            await waitUntil("the old page's title") { scene.page.title == "old" }
            let count = scene.site.requests.count
            popup.reload.press()
            // A page that comes takes notices away.
            await waitUntil("the page again") { scene.page.title == "Wallet" && !scene.page.isLoading }
            XCTAssertGreaterThan(scene.site.requests.count, count)
            try ShellProgram.install("exit 4", at: program)
            popup.browser.press()
            await waitUntil("the failure") { popup.notice.text?.contains("No program took the link") == true }
            try FileManager.default.removeItem(at: folder)
            try await scene.end()
        }
    }

    func testAPopupOfAPopupStandsAboveTheOneThatOpenedIt() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let window = try XCTUnwrap(scene.popup.handle as? Window)
            XCTAssertTrue(window.isTransient(for: try XCTUnwrap(scene.window).body))
            _ = try await scene.page.call("window.open('/second'); return ''")
            await waitUntil("the second popup") { scene.coordinator.popups.last?.view.title == "Wallet" }
            await waitUntil("its window") { scene.coordinator.popups.last?.isPresented == true }
            let second = try XCTUnwrap(scene.coordinator.popups.last?.handle as? Window)
            XCTAssertTrue(second.isTransient(for: window))
            scene.popup.close(by: .user)
            XCTAssertFalse(second.isDestroyed)
            try await scene.end()
        }
    }

    func testAPageThatWantsAttentionComesForwardButNotAllTheTime() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            _ = try await scene.page.call("window.other = open('/other', 'other'); return ''")
            await waitUntil("the other window") {
                scene.coordinator.popups.last?.view.title == "Wallet"
                    && scene.coordinator.popups.last?.isPresented == true
            }
            let other = try XCTUnwrap(scene.coordinator.popups.last)
            let (mine, others) = (scene.popup.handle.gtkWidget, other.handle.gtkWidget)
            /// The user goes back to the first window, whose page then calls the other one.
            @MainActor func call() async throws -> Bool {
                scene.popup.bringForward()
                scene.page.focus()
                XCTAssertTrue(Screen.isAbove(mine, others))
                // WebKit hears a page only while it has the keyboard.
                let hasFocus = try await scene.page.call(
                    """
                    for (let turn = 0; turn < 3000 && !document.hasFocus(); turn++)
                        await new Promise((done) => setTimeout(done, 10));
                    window.other.focus();
                    return String(document.hasFocus());
                    """)
                XCTAssertEqual(hasFocus, "true")
                _ = try await scene.page.call("return ''")
                return Screen.isAbove(others, mine)
            }
            let first = try await call()
            XCTAssertTrue(first, "the window that was called")
            var turns = 0
            for _ in 0..<12 where try await call() { turns += 1 }
            XCTAssertLessThan(turns, DialogFloodGuard.limit)
            // The program itself may.
            XCTAssertTrue(scene.environment.manager.presentWallet())
            XCTAssertTrue(Screen.isAbove(others, mine))
            try await scene.end()
        }
    }

    func testAWindowComesForwardForQuestionsOnly() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let other = try await PopupScene.open(scene.site.url(PopupScene.host), in: scene.coordinator)
            await waitUntil("the other window") { other.isPresented }
            let (mine, others) = (scene.popup.handle.gtkWidget, other.handle.gtkWidget)
            await waitUntil("the other one above") { Screen.isAbove(others, mine) }
            _ = try await scene.page.call(
                """
                await Notification.requestPermission();
                await new Promise((done) => navigator.geolocation.getCurrentPosition(done, done));
                return "";
                """)
            XCTAssertTrue(Screen.isAbove(others, mine), "a page came forward by asking for what it isn't given")
            let answer = Task { try await scene.page.call("return String(confirm('Go on?'))") }
            try await scene.asked(ScriptQuestion.self).dialog.respond(QuestionDialog.refuse)
            _ = try await answer.value
            XCTAssertTrue(Screen.isAbove(mine, others))
            XCTAssertTrue(scene.environment.manager.presentWallet())
            XCTAssertTrue(Screen.isAbove(others, mine))
            try await scene.end()
        }
    }
}
