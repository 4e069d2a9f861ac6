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

/// Pages' requests for permissions and files; none is granted without the user.
final class PageQuestionTests: MainLoopTestCase {
    private static let page = "<!DOCTYPE html><title>Wallet</title><input type=file>"

    func testAQuestionStandsAboveTheWindowThatAsksAndGoesWithIt() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let answer = Task { try await scene.page.call("return String(confirm('Go on?'))") }
            let question = try await scene.asked(ScriptQuestion.self)
            XCTAssertTrue(question.dialog.isTransient(for: scene.popup.handle))
            scene.popup.close()
            XCTAssertNil(scene.question)
            XCTAssertTrue(question.dialog.isDestroyed)
            _ = await answer.result
            try await scene.end()
        }
    }

    func testAPromptGetsWhatWasWritten() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let answer = Task { try await scene.page.call("return prompt('Name?', 'nobody')") }
            let question = try await scene.asked(ScriptQuestion.self)
            XCTAssertEqual(question.entry?.text, "nobody")
            question.entry?.text = "alice"
            question.dialog.respond(QuestionDialog.accept)
            let text = try await answer.value
            XCTAssertEqual(text, "alice")
            try await scene.end()
        }
    }

    func testAPageGetsTheChosenFileAndNoOther() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
            try Data("chosen".utf8).write(to: file)
            let ask: StaticString = """
                const input = document.querySelector("input");
                const done = new Promise((resolve) => { input.onchange = resolve; input.oncancel = resolve; });
                input.click();
                await done;
                return input.files.length ? await input.files[0].text() : "none";
                """
            let chosen = Task { try await scene.page.call(ask) }
            let question = try await scene.asked(FileQuestion.self)
            XCTAssertEqual(question.title, "A file for \(scene.site.origin(PopupScene.host))")
            question.finish(with: [file, URL(fileURLWithPath: "/etc/passwd")])
            let text = try await chosen.value
            XCTAssertEqual(text, "chosen")
            let refused = Task { try await scene.page.call(ask) }
            try await scene.asked(FileQuestion.self).cancel()
            _ = try await refused.value
            XCTAssertNil(scene.question)
            try FileManager.default.removeItem(at: file)
            try await scene.end()
        }
    }

    func testAPasswordIsAskedForInTheNameOfTheServerThatWantsIt() throws {
        try run {
            let right = "Basic " + Data("me:secret".utf8).base64EncodedString()
            let wrong = "Basic " + Data("me:wrong".utf8).base64EncodedString()
            let scene = try await PopupScene { request in
                if request.authorization == right { return .init(Self.page) }
                return .init("no", status: 401, headers: [("WWW-Authenticate", "Basic realm=\"the vault\"")])
            }
            let first = try await scene.asked(LoginQuestion.self)
            XCTAssertTrue(first.dialog.isTransient(for: scene.popup.handle))
            first.name.text = "me"
            first.password.text = "wrong"
            first.dialog.respond(QuestionDialog.accept)
            await waitUntil("the second question") { scene.question != nil && scene.question !== first }
            let second = try XCTUnwrap(scene.question as? LoginQuestion)
            second.name.text = "me"
            second.password.text = "secret"
            second.dialog.respond(QuestionDialog.accept)
            await waitUntil("the page") { scene.page.title == "Wallet" }
            XCTAssertEqual(scene.site.requests.map(\.authorization), [nil, wrong, right])
            XCTAssertNil(scene.question)
            try await scene.end()
        }
    }

    func testAnotherSitesPictureAsksForNoPassword() throws {
        try run {
            let scene = try await PopupScene { request in
                guard request.host != PopupScene.host else { return .init(Self.page) }
                return .init("no", status: 401, headers: [("WWW-Authenticate", "Basic realm=\"Wallet\"")])
            }
            await scene.loaded()
            let ended = try await scene.page.call(
                """
                const picture = new Image();
                picture.src = url;
                return await new Promise((resolve) => { picture.onerror = () => resolve("refused"); });
                """, arguments: ["url": scene.site.url("other.localhost", "/picture")])
            XCTAssertEqual(ended, "refused")
            XCTAssertNil(scene.question)
            try await scene.end()
        }
    }

    func testTheCameraIsAskedForAndEverythingElseIsDenied() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            scene.page.useMockCaptureDevices()
            await scene.loaded()
            let camera: StaticString = """
                try {
                    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
                    const kinds = stream.getTracks().map((track) => track.kind).join();
                    stream.getTracks().forEach((track) => track.stop());
                    return kinds;
                } catch (error) { return error.name; }
                """
            for (response, expected) in [(QuestionDialog.refuse, "NotAllowedError"), (QuestionDialog.accept, "video")] {
                let answer = Task { try await scene.page.call(camera) }
                let dialog = try await scene.asked(CameraQuestion.self).dialog
                XCTAssertNotNil(dialog.armingState)
                dialog.respond(response)
                let kinds = try await answer.value
                XCTAssertEqual(kinds, expected)
            }
            let rest = try await scene.page.call(
                """
                const tell = async (wish) => { try { await wish(); return "yes"; } catch (error) { return "no"; } };
                const media = (constraints) => () => navigator.mediaDevices.getUserMedia(constraints);
                return [
                    await tell(media({ audio: true })), await tell(media({ audio: true, video: true })),
                    await tell(() => navigator.mediaDevices.getDisplayMedia({ video: true })),
                    await tell(() => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))),
                    await tell(async () => { if (await Notification.requestPermission() !== "granted") throw 0; }),
                    await tell(() => navigator.clipboard.readText()),
                ].join(" ");
                """)
            XCTAssertEqual(rest, "no no no no no no")
            XCTAssertNil(scene.question)
            try await scene.end()
        }
    }

    func testAPageThatFloodsIsCutOffWhateverItAsksFor() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            let answers = Task {
                try await scene.page.call(
                    "let yes = 0; for (let turn = 0; turn < 100; turn++) yes += confirm('?'); return String(yes)")
            }
            for _ in 0..<DialogFloodGuard.cutOff {
                try await scene.asked(ScriptQuestion.self).dialog.respond(QuestionDialog.accept)
            }
            let yes = try await answers.value
            XCTAssertEqual(yes, "\(DialogFloodGuard.cutOff)")
            XCTAssertNil(scene.question)
            let files = try await scene.page.call(
                """
                const input = document.querySelector("input");
                const done = new Promise((resolve) => { input.onchange = resolve; input.oncancel = resolve; });
                input.click();
                return (await done).type;
                """)
            XCTAssertEqual(files, "cancel")
            try await scene.end()
        }
    }

    func testWithoutAWindowEverythingIsRefusedAtOnce() throws {
        try run {
            let scene = try await PopupScene(isShown: false) { request in
                guard request.path == "/locked" else { return .init(Self.page) }
                return .init("no", status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])
            }
            scene.page.useMockCaptureDevices()
            await scene.loaded()
            let answers = try await scene.page.call(
                """
                const input = document.querySelector("input");
                const done = new Promise((resolve) => { input.onchange = resolve; input.oncancel = resolve; });
                input.click();
                const file = (await done).type;
                const camera = await navigator.mediaDevices.getUserMedia({ video: true }).catch((error) => error.name);
                const locked = (await fetch("/locked")).status;
                return `${confirm("?")} ${file} ${camera} ${locked}`;
                """)
            XCTAssertEqual(answers, "false cancel NotAllowedError 401")
            try await scene.end()
        }
    }

    func testAWalletsPageMayAskBeforeItIsLeft() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            await scene.loaded()
            _ = try await scene.page.call(
                "window.onbeforeunload = (event) => { event.preventDefault(); return 'stay'; }; return ''")
            scene.page.reload()
            try await scene.asked(ScriptQuestion.self).dialog.respond(QuestionDialog.refuse)
            let kept = try await scene.page.call("return typeof window.onbeforeunload")
            XCTAssertEqual(kept, "function")
            scene.page.reload()
            try await scene.asked(ScriptQuestion.self).dialog.respond(QuestionDialog.accept)
            await waitUntil("the second page") { scene.site.requests.count { $0.path == "/" } == 2 }
            try await scene.end()
        }
    }

    func testAFrameCanNotHoldTheBridgesOwnReload() throws {
        try run {
            let scene = try await PopupScene { _ in .init(Self.page) }
            let manager = scene.environment.manager
            _ = try await scene.coordinator.view.call(
                "window.onbeforeunload = (event) => { event.preventDefault(); return 'stay'; }; return ''")
            manager.reloadBridge()
            await waitUntil("the new page") { manager.isBridgeReady }
            XCTAssertNil(scene.question)
            try await scene.end()
        }
    }
}
