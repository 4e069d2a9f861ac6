// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import WebKitGTK
import XCTest

/// Contexts over one folder: what a page of one has just stored, a page of the next one finds.
final class WebsiteDataStoreTests: MainLoopTestCase {
    @MainActor private static func page(_ context: WebContext) async -> WebView {
        let observer = PageObserver()
        let view = WebView(context: context, contentManager: UserContentManager())
        view.delegate = observer
        view.load(html: "<!DOCTYPE html><title>test</title>", baseURI: "https://bridge.test/")
        await waitUntil("the page's load") { observer.isLoaded }
        return view
    }

    @MainActor private static func context(_ folder: URL) -> WebContext {
        WebContext(
            storage: .persistent(
                data: folder.appendingPathComponent("data"), cache: folder.appendingPathComponent("cache")))
    }

    @MainActor private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await body(folder)
        // The network process writes until it has heard that its contexts are gone.
        await waitUntil("the end of the network process") {
            ProcessTree.children(named: "WebKitNetworkPr").isEmpty || LiveCount.of(.webContext) > 0
        }
        try FileManager.default.removeItem(at: folder)
    }

    private static let read: StaticString = "return String(localStorage.getItem('key'))"

    func testAContextFindsWhatAnotherOneHasJustStored() throws {
        try run {
            try await Self.withFolder { folder in
                let first = await Self.page(Self.context(folder))
                let second = await Self.page(Self.context(folder))
                for value in ["one", "two"] {
                    _ = try await first.call(
                        "localStorage.setItem('key', value); return ''", arguments: ["value": value])
                    // WebKit writes half a second later, and a page that has read once is told of changes.
                    let third = await Self.page(Self.context(folder))
                    let found = try await third.call(Self.read)
                    XCTAssertEqual(found, value)
                }
                let found = try await second.call(Self.read)
                XCTAssertEqual(found, "two")
            }
        }
    }

    func testAFolderThatWasMadeAnewHasNothingOfTheOldOne() throws {
        try run {
            try await Self.withFolder { folder in
                let first = await Self.page(Self.context(folder))
                _ = try await first.call("localStorage.setItem('key', 'old'); return ''")
                try FileManager.default.moveItem(
                    at: folder.appendingPathComponent("data"), to: folder.appendingPathComponent("moved"))
                let second = await Self.page(Self.context(folder))
                let found = try await second.call(Self.read)
                XCTAssertEqual(found, "null")
                withExtendedLifetime(first) {}
            }
        }
    }

    func testStoresInMemoryShareTheProcessOfOneInAFolderAndNothingElse() throws {
        try run {
            try await Self.withFolder { folder in
                let before = Set(ProcessTree.children(named: "WebKitNetworkPr"))
                let stored = await Self.page(Self.context(folder))
                let first = await Self.page(WebContext(storage: .ephemeral))
                let second = await Self.page(WebContext(storage: .ephemeral))
                XCTAssertEqual(Set(ProcessTree.children(named: "WebKitNetworkPr")).subtracting(before).count, 1)
                let write: StaticString = """
                    document.cookie = "key=" + value + "; Secure; Max-Age=999";
                    localStorage.setItem("key", value);
                    await (await caches.open("key")).put("/key", new Response(value));
                    return "";
                    """
                let read: StaticString = """
                    const kept = await (await caches.open("key")).match("/key");
                    return [document.cookie, String(localStorage.getItem("key")), kept ? await kept.text() : "null"].join();
                    """
                for (view, value) in [(first, "one"), (second, "two"), (stored, "three")] {
                    let found = try await view.call(read)
                    XCTAssertEqual(found, ",null,null", value)
                    _ = try await view.call(write, arguments: ["value": value])
                }
                for (view, value) in [(first, "one"), (second, "two"), (stored, "three")] {
                    let found = try await view.call(read)
                    XCTAssertEqual(found, "key=\(value),\(value),\(value)")
                }
                let third = await Self.page(WebContext(storage: .ephemeral))
                let found = try await third.call(read)
                XCTAssertEqual(found, ",null,null")
            }
        }
    }
}
