// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import XCTest

@testable import WebKitGTK

final class WebViewTests: MainLoopTestCase {
    @MainActor private static func loadedView(_ observer: PageObserver) async -> WebView {
        let view = WebView(context: WebContext(storage: .ephemeral), contentManager: UserContentManager())
        view.delegate = observer
        view.load(html: "<!DOCTYPE html><title>test</title>", baseURI: "https://bridge.test/")
        await waitUntil("the page's load") { observer.isLoaded }
        return view
    }

    func testArgumentsTravelAsValues() throws {
        try run {
            let observer = PageObserver()
            let view = await Self.loadedView(observer)
            let hostile = "' \" \\ \n \u{2028} ${x} </script> 😀"
            let echoed = try await view.call("return text + text.length", arguments: ["text": hostile])
            XCTAssertEqual(echoed, hostile + "\(hostile.utf16.count)")
        }
    }

    func testArgumentsAreFreedAfterTheirCall() throws {
        try run {
            let view = await Self.loadedView(PageObserver())
            let (text, calls) = (String(repeating: "x", count: 1 << 20), 32)
            // The first call has WebKit make what stays.
            _ = try await view.call("return text.length", arguments: ["text": text])
            let before = try Self.residentBytes()
            for _ in 0..<calls {
                let length = try await view.call("return text.length", arguments: ["text": text])
                XCTAssertEqual(length, "\(text.utf8.count)")
            }
            let kept = try Self.residentBytes() - before
            XCTAssertLessThan(kept, calls * text.utf8.count / 2)
        }
    }

    /// Returns the bytes that this process has in memory.
    private static func residentBytes() throws -> Int {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/statm"))
        let words = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: " ")
        return try XCTUnwrap(Int(words[1])) * sysconf(Int32(_SC_PAGESIZE))
    }

    func testTimersOfAViewThatNobodySeesAreNotHeldBack() throws {
        try run {
            let view = await Self.loadedView(PageObserver())
            let answer = try await view.call(
                """
                const turns = [];
                for (let turn = 0; turn < 20; turn++) {
                    const start = performance.now();
                    await new Promise((resolve) => setTimeout(resolve, 10));
                    turns.push(performance.now() - start);
                }
                return document.visibilityState + ' ' + turns.sort((a, b) => a - b)[10];
                """)
            let parts = answer.split(separator: " ")
            XCTAssertEqual(parts.first, "hidden")
            // Held back, each turn takes up to a second; on a slow machine some do anyway.
            XCTAssertLessThan(Double(parts.last ?? "") ?? .infinity, 250)
        }
    }

    func testThrownExceptionIsAnError() throws {
        try run {
            let view = await Self.loadedView(PageObserver())
            do {
                _ = try await view.call("throw new Error('no')")
                XCTFail("no error")
            } catch let error as GLibError {
                XCTAssertTrue(error.message.contains("no"), "\(error)")
            }
        }
    }

    func testKilledWebProcessIsReportedAndTheViewLoadsAgain() throws {
        try run {
            let observer = PageObserver()
            let view = await Self.loadedView(observer)
            view.terminateWebProcess()
            await waitUntil("the end of the web process") { observer.ended != nil }
            XCTAssertEqual(observer.ended, .terminatedByAPI)
            observer.isLoaded = false
            view.load(html: "<!DOCTYPE html>", baseURI: "https://bridge.test/")
            await waitUntil("the second load") { observer.isLoaded }
            let two = try await view.call("return 1 + 1")
            XCTAssertEqual(two, "2")
        }
    }

    func testNothingIsLeftOfADroppedView() throws {
        try run {
            MainLoop.drain()
            let before = LiveCount.all
            do {
                let observer = PageObserver()
                let view = await Self.loadedView(observer)
                _ = try await view.call("return 1")
                // It is one of what is counted: without its owner it would stay.
                XCTAssertNotNil(view.keyTranslator)
            }
            await waitUntil("the release of everything that the view held") { LiveCount.isNoMore(than: before) }
        }
    }
}
