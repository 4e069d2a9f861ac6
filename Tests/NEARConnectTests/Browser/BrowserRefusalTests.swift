// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// A dApp's page in its tab gets nothing of the machine and its user but what the user gives it.
final class BrowserRefusalTests: MainLoopTestCase {
    private static let page = WalletSite.Page(
        """
        <!doctype html><title>dApp</title><body style="margin: 0">
        <a id="link" style="display: block; height: 60px" href="/elsewhere">a link</a>
        <input id="text" style="display: block; height: 60px" value="text"><input id="colour" type="color">
        <input id="file" type="file">
        """)

    func testAPageCoversNothingAndOpensNoWindowOfWebKits() throws {
        try run {
            let site = try await WalletSite.start(["/": Self.page])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let view = try XCTUnwrap(tab.page?.view)
            let count = Screen.windowCount
            let covered = try await view.call(
                """
                const root = document.documentElement;
                for (const name of ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"])
                  await Promise.race([(async () => root[name]())().catch(() => {}), new Promise((done) => setTimeout(done, 300))]);
                for (let turn = 0; turn < 20; turn += 1) print();
                document.getElementById("colour").click();
                return String(document.fullscreenElement ?? document.webkitFullscreenElement ?? null);
                """)
            XCTAssertEqual(covered, "null")
            _ = try await view.call("return ''")
            XCTAssertEqual(Screen.windowCount, count)
            let link = await Screen.contextMenu(of: view, x: 20, y: 20)
            XCTAssertEqual(link, ["copy-link-to-clipboard"])
            let menu = await Screen.contextMenu(of: view, x: 20, y: 80)
            let text = try XCTUnwrap(menu)
            XCTAssertTrue(text.contains("paste"))
            XCTAssertFalse(text.contains { $0.contains("inspect") || $0.contains("open") || $0.contains("download") })
            try await scene.stop()
            await site.stop()
        }
    }

    func testAPageLearnsNothingOfThisMachineAndIsGivenNothingUnasked() throws {
        try run {
            let site = try await WalletSite.start(["/": Self.page])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let view = try XCTUnwrap(tab.page?.view)
            view.useMockCaptureDevices()
            let found = try await view.call(
                """
                const tell = async (wish) => { try { await wish(); return "yes"; } catch { return "no"; } };
                const media = (constraints) => () => navigator.mediaDevices.getUserMedia(constraints);
                const devices = await navigator.mediaDevices.enumerateDevices();
                return [
                  typeof RTCPeerConnection, devices.filter((each) => each.label !== "").length, document.execCommand("paste"),
                  await tell(media({ audio: true })), await tell(() => navigator.mediaDevices.getDisplayMedia({ video: true })),
                  await tell(() => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))),
                  await tell(async () => { if (await Notification.requestPermission() !== "granted") throw 0; }),
                  await tell(() => navigator.clipboard.readText()),
                ].join(" ");
                """)
            XCTAssertEqual(found, "undefined 0 false no no no no no")
            XCTAssertEqual(scene.browser.dialogs.openCount, 0)
            // The camera and files are asked for, in the site's name.
            let camera = Task {
                try await view.call(
                    "return await navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'yes', () => 'no')")
            }
            let dialogs = scene.browser.dialogs
            await waitUntil("the question about the camera") { dialogs.pages.shown.first is CameraQuestion }
            (dialogs.pages.shown.first as? CameraQuestion)?.dialog.respond(QuestionDialog.refuse)
            let refused = try await camera.value
            XCTAssertEqual(refused, "no")
            let file = Task {
                try await view.call(
                    """
                    const input = document.getElementById("file");
                    const done = new Promise((resolve) => { input.onchange = input.oncancel = resolve; });
                    input.click();
                    await done;
                    return String(input.files.length);
                    """)
            }
            await waitUntil("the question about a file") { dialogs.pages.shown.first is FileQuestion }
            let question = try XCTUnwrap(dialogs.pages.shown.first as? FileQuestion)
            XCTAssertEqual(question.title, "A file for \(site.origin)")
            question.cancel()
            let files = try await file.value
            XCTAssertEqual(files, "0")
            try await scene.stop()
            await site.stop()
        }
    }

    func testAPageKeepsNoFileAndLinksAreAskedAbout() throws {
        try run {
            let name = "near-connect-\(UUID().uuidString).html"
            let site = try await WalletSite.start([
                "/": Self.page,
                "/file": WalletSite.Page("x", headers: ["Content-Disposition": "attachment; filename=\(name)"]),
            ])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let view = try XCTUnwrap(tab.page?.view)
            for way in ["link.download = name; link.click()", "location.href = '/file'"] {
                tab.notice.hide()
                _ = try await view.call(
                    "const link = document.getElementById('link'); link.href = '/file'; new Function('link', 'name', way)(link, name); return ''",
                    arguments: ["way": way, "name": name])
                await waitUntil("the notice of \(way)") { tab.notice.isVisible && tab.notice.text != nil }
                XCTAssertEqual(tab.documentAddress, "\(site.origin)/")
            }
            let home = FileManager.default.homeDirectoryForCurrentUser
            for folder in [home, home.appendingPathComponent("Downloads")] {
                XCTAssertFalse(FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
            }
            _ = try await view.call("location.href = 'mailto:a@b.example'; return ''")
            // The question, or where no program takes the link, the panel that says so.
            let links = scene.browser.dialogs.links
            await waitUntil("the question about the link") { links.question != nil || links.panel != nil }
            XCTAssertEqual(tab.documentAddress, "\(site.origin)/")
            try await scene.stop()
            await site.stop()
        }
    }

    func testASiteInAnothersFrameSetsNoCookie() throws {
        try run {
            let framed: @MainActor (LoopbackSite.Request) -> LoopbackSite.Reply = { _ in
                LoopbackSite.Reply(
                    "<!doctype html><body></body>",
                    headers: [("Set-Cookie", "mark=1; Secure; SameSite=None; Path=/; Max-Age=3600")])
            }
            let site = try LoopbackSite(framed)
            let scene = try await DAppScene(["/": DAppScene.blank])
            site.trust(in: scene.pages.context, for: "tracker.localhost")
            let page = try await scene.open("/")
            for _ in 0..<2 {
                _ = try await page.view.call(
                    """
                    const frame = Object.assign(document.createElement("iframe"), { src: address });
                    await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
                    await fetch(address, { mode: "no-cors", credentials: "include" });
                    frame.remove();
                    return "";
                    """, arguments: ["address": site.url("tracker.localhost")])
            }
            XCTAssertEqual(site.requests.count, 4)
            XCTAssertEqual(site.requests.compactMap(\.cookie), [])
            // In a page of its own it has one.
            _ = try await scene.pages.show(site.url("tracker.localhost"))
            _ = try await scene.pages.show(site.url("tracker.localhost", "/again"))
            XCTAssertEqual(site.requests.last?.cookie, "mark=1")
            site.stop()
            await scene.stop()
        }
    }

    func testACrashedPageSaysSoAndLoadsAgain() throws {
        try run {
            let site = try await WalletSite.start(["/": Self.page])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let page = try XCTUnwrap(tab.page)
            let asking = Task { try await page.run("await wallet.signIn(); return null;") }
            _ = try await scene.question()
            page.view.terminateWebProcess()
            await waitUntil("the problem") { tab.failed != nil }
            XCTAssertTrue(tab.problem.heading.text.contains("has crashed"), tab.problem.heading.text)
            await waitUntil("the question's end") { scene.browser.session.approvals.current == nil }
            _ = await asking.result
            XCTAssertEqual(tab.site, nil)
            tab.problem.retry.press()
            await AppsScene.wait(for: tab, toShow: "\(site.origin)/")
            let again = try await page.run("return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(again["accounts"], [])
            try await scene.stop()
            await site.stop()
        }
    }
}
