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

/// WebKit's own actions for pages, which are suppressed here.
final class PageRefusalTests: MainLoopTestCase {
    private static let page = """
        <!DOCTYPE html><title>Wallet</title><body style="margin: 0">
        <a id="link" style="display: block; height: 60px" href="/elsewhere">a link</a>
        <input id="text" style="display: block; height: 60px" value="text"><input id="colour" type="color">
        """

    func testAPageDoesNotCoverTheBarThatNamesIt() throws {
        try run {
            for placement in [PopupPlacement.ownWindow, .overBridge] {
                let scene = try await PopupScene(placement: placement) { _ in .init(Self.page) }
                await scene.loaded()
                for view in [scene.page, scene.coordinator.view] {
                    let covered = try await view.call(
                        """
                        const root = document.documentElement;
                        for (const name of ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"])
                            await Promise.race([
                                (async () => root[name]())().catch(() => {}), new Promise((done) => setTimeout(done, 300)),
                            ]);
                        return String(document.fullscreenElement ?? document.webkitFullscreenElement ?? null);
                        """)
                    XCTAssertEqual(covered, "null")
                }
                try await scene.end()
            }
        }
    }

    /// Returns the files with that name in the folders to which WebKit writes downloads.
    private static func kept(_ name: String) -> [URL] {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let folders = [home, home.appendingPathComponent("Downloads")]
        return folders.map { $0.appendingPathComponent(name) }.filter {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }

    func testAPageKeepsNoFileOnThisMachine() throws {
        try run {
            let name = "near-connect-\(UUID().uuidString).html"
            let scene = try await PopupScene { request in
                guard request.path == "/file" else { return .init(Self.page) }
                return .init(
                    "<script>document.title = 'ran'</script>",
                    headers: [("Content-Disposition", "attachment; filename=\(name)")])
            }
            await scene.loaded()
            let home = scene.page.committedURI
            _ = try await scene.page.call(
                "const link = document.getElementById('link'); link.download = name; link.click(); return ''",
                arguments: ["name": name])
            await waitUntil("the notice") { scene.popup.notice.text == PopupNotice.refusedFile }
            scene.popup.hideNotice()
            // A server's own word that something isn't a page.
            scene.page.call("location.href = '/file'; return ''", arguments: [:]) { _ in }
            await waitUntil("the notice") { scene.popup.notice.text == PopupNotice.refusedFile }
            let title = try await scene.page.call("return document.title")
            XCTAssertEqual(title, "Wallet")
            XCTAssertEqual(scene.page.committedURI, home)
            _ = try await scene.page.call(
                """
                const frame = document.createElement("iframe");
                frame.src = "/file";
                document.body.append(frame);
                return "";
                """)
            await waitUntil("the frame's file") { scene.site.requests.count { $0.path == "/file" } == 2 }
            let inner = try await scene.page.call("return String(frames[0].document.title)")
            XCTAssertEqual(inner, "")
            XCTAssertEqual(Self.kept(name), [])
            try await scene.end()
        }
    }

    func testAPageOpensNoDialogOfWebKitsOwn() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let count = Screen.windowCount
            for view in [scene.page, scene.coordinator.view] {
                let after = try await view.call("for (let turn = 0; turn < 20; turn++) print(); return 'after'")
                XCTAssertEqual(after, "after")
            }
            _ = try await scene.page.call("document.getElementById('colour').click(); return ''")
            _ = try await scene.page.call("return ''")
            XCTAssertEqual(Screen.windowCount, count)
            try await scene.end()
        }
    }

    func testTheMenuOfAPageOnlyCopiesAndPastes() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let link = await Screen.contextMenu(of: scene.page, x: 20, y: 20)
            XCTAssertEqual(link, ["copy-link-to-clipboard"])
            let menu = await Screen.contextMenu(of: scene.page, x: 20, y: 80)
            let text = try XCTUnwrap(menu)
            XCTAssertTrue(text.contains("paste"))
            let expected: Set = [
                "cut", "copy", "paste", "paste-as-plain-text", "delete", "select-all", "unicode", "input-methods",
                "insert-emoji", "-",
            ]
            XCTAssertEqual(Set(text).subtracting(expected), [])
            try await scene.end()
        }
    }

    func testAPageLearnsNothingAboutThisMachineOrItsUser() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let found = try await scene.page.call(
                """
                const devices = await navigator.mediaDevices.enumerateDevices();
                const lock = await new Promise((resolve) => {
                    document.addEventListener("pointerlockerror", () => resolve("refused"));
                    document.addEventListener("pointerlockchange", () => resolve("locked"));
                    document.body.requestPointerLock?.()?.catch?.(() => resolve("refused"));
                });
                return JSON.stringify([
                    document.referrer, typeof RTCPeerConnection, devices.filter((each) => each.label !== "").length,
                    document.execCommand("paste"), lock,
                ]);
                """)
            XCTAssertEqual(found, #"["","undefined",0,false,"refused"]"#)
            try await scene.end()
        }
    }

    func testAServerThatDoesNotShowWhoItIsIsNotTalkedTo() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let popup = try await PopupScene.open(scene.site.url("third.localhost", "/secret"), in: scene.coordinator)
            await waitUntil("the notice") { popup.notice.text != nil }
            let text = try XCTUnwrap(popup.notice.text)
            XCTAssertTrue(text.hasPrefix("third.localhost:"), text)
            XCTAssertTrue(text.contains("doesn’t trust the issuer of its certificate"), text)
            XCTAssertFalse(text.contains("secret"), text)
            XCTAssertEqual(popup.origin.text, "Nothing was loaded")
            XCTAssertFalse(popup.browser.isSensitive)
            // It stays so, whatever is pressed.
            await waitUntil("the end of the attempt") { !popup.view.isLoading }
            popup.notice.hide()
            popup.reload.press()
            await waitUntil("the second attempt") { popup.notice.text?.hasPrefix("third.localhost:") == true }
            XCTAssertFalse(scene.site.requests.contains { $0.host == "third.localhost" })
            try await scene.end()
        }
    }

    func testAPageThatDoesNotComeLeavesTheOneThatIsThereUnderItsOwnName() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let gone = try LoopbackSite { _ in .init() }
            let address = gone.url("gone.localhost")
            gone.stop()
            let home = scene.popup.origin.text
            scene.page.call("location.href = url; return ''", arguments: ["url": address]) { _ in }
            await waitUntil("the notice") { scene.popup.notice.text?.contains("can\u{2019}t be reached") == true }
            let title = try await scene.page.call("return document.title")
            XCTAssertEqual(title, "Wallet")
            XCTAssertEqual(scene.popup.origin.text, home)
            // The bridge's top frame shows no page about it either.
            let bridge = scene.coordinator.view
            var ends = 0
            let finished = 3  // WEBKIT_LOAD_FINISHED, which comes after a failure too.
            let watch = bridge.connect("load-changed") { if $0.enumeration(0) == finished { ends += 1 } }
            bridge.call("location.href = url; return ''", arguments: ["url": address]) { _ in }
            await waitUntil("the attempt's end") { ends > 0 }
            watch.disconnect()
            let echo = try await scene.environment.manager.echo("still here")
            XCTAssertEqual(echo, "still here")
            XCTAssertEqual(bridge.committedURI, "https://near-connect-bridge.local/")
            try await scene.end()
        }
    }
}
