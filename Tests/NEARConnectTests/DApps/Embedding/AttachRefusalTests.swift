// SPDX-License-Identifier: MIT

import FoundationEssentials
import MainLoopTesting
import NEARConnect
import NEARConnectTestKit
import XCTest

/// Views that get no wallet, each for its reason, and are as they were afterwards.
final class AttachRefusalTests: MainLoopTestCase {
    @MainActor
    private static func expect(
        _ expected: DAppAttachError, of view: UnsafeMutableRawPointer, from host: DAppHost,
        file: StaticString = #filePath, line: UInt = #line
    ) async {
        do {
            try await host.attach(to: view)
            XCTFail("attached", file: file, line: line)
        } catch {
            XCTAssertEqual(error, expected, file: file, line: line)
            XCTAssertNotNil(error.errorDescription, file: file, line: line)
        }
    }

    func testOneManagerForTwoViewsIsRefused() throws {
        try withEmbedding { scene in
            let other = PlainWebView(sharingWith: scene.view)
            await Self.expect(.contentManagerShared, of: scene.view.view, from: scene.host)
            await Self.expect(.contentManagerShared, of: other.view, from: scene.host)
            // Nothing was injected: a page of either finds no wallet.
            await scene.show(in: other)
            let found = try await other.call("return String(Boolean(window.injectedWeb3));")
            XCTAssertEqual(found, "false")
            let held = PlainWebView()
            do {
                let manager = held.holdManager()
                await Self.expect(.contentManagerShared, of: held.view, from: scene.host)
                withExtendedLifetime(manager) {}
            }
            try await scene.host.attach(to: held.view)
        }
    }

    func testAViewIsAttachedOnce() throws {
        try withEmbedding { scene in
            let other = DAppHost(signer: .keystore(of: scene.environment.manager), context: scene.host.context)
            // Also while the first is at work.
            let first = Task { try await scene.host.attach(to: scene.view.view) }
            await MainLoop.turn()
            await Self.expect(.alreadyAttached, of: scene.view.view, from: other)
            _ = try await first.value
            await Self.expect(.alreadyAttached, of: scene.view.view, from: scene.host)
            await scene.show()
            await Self.expect(.alreadyAttached, of: scene.view.view, from: other)
            other.close()
        }
    }

    func testAPageThatIsThereHasNoWalletSoItIsSaid() throws {
        try withEmbedding { scene in
            scene.view.load(scene.site.origin + "/")
            await Self.expect(.pageLoaded, of: scene.view.view, from: scene.host)
            await waitUntil("the page") { scene.view.shows(scene.site.origin + "/") }
            await Self.expect(.pageLoaded, of: scene.view.view, from: scene.host)
            // One that comes while the view is made ready is found, too.
            let late = PlainWebView()
            let attaching = Task { try await scene.host.attach(to: late.view) }
            await MainLoop.turn()
            late.load(scene.site.origin + "/")
            do {
                _ = try await attaching.value
                XCTFail("attached")
            } catch {
                XCTAssertEqual(error as? DAppAttachError, .pageLoaded)
            }
            await waitUntil("the page") { late.shows(scene.site.origin + "/") }
            let found = try await late.call("return String(Boolean(window.injectedWeb3));")
            XCTAssertEqual(found, "false")
        }
    }

    func testSettingsThatTakeThePromisesAwayAreRefused() throws {
        try withEmbedding { scene in
            scene.view.setScripts(false)
            await Self.expect(.scriptsDisabled, of: scene.view.view, from: scene.host)
            scene.view.setScripts(true)
            scene.view.setWebSecurity(false)
            await Self.expect(.webSecurityDisabled, of: scene.view.view, from: scene.host)
            scene.view.setWebSecurity(true)
            scene.view.ignoreCertificates(true)
            await Self.expect(.certificatesIgnored, of: scene.view.view, from: scene.host)
            scene.view.ignoreCertificates(false)
            try await scene.connect()
            // Whoever changes one of them later has no wallet from then on.
            for change in [scene.view.setWebSecurity, { scene.view.ignoreCertificates(!$0) }] {
                change(false)
                try await scene.begin("getAccounts", "{}")
                let code = try await scene.code()
                XCTAssertEqual(code, 4100)
                change(true)
                try await scene.begin("getAccounts", "{}")
                let accounts = try await scene.result()
                XCTAssertEqual(accounts[0]?["accountId"]?.stringValue, scene.alice.text)
            }
        }
    }

    func testWalletsStorageIsNoPlaceForDApps() throws {
        try withEmbedding { scene in
            guard case .folders(let folders) = scene.environment.configuration.profile else { return XCTFail() }
            let view = PlainWebView(storingIn: folders.data.appendingPathComponent("web").path)
            await Self.expect(.storageOfWallets, of: view.view, from: scene.host)
        }
    }

    func testOtherObjectsAreRefused() throws {
        try withEmbedding { scene in
            let browser = DAppBrowserWidget(configuration: DAppBrowserConfiguration(manager: scene.environment.manager))
            await Self.expect(.notAWebView, of: browser.gtkWidget, from: scene.host)
            browser.close()
        }
    }

    func testAWindowOfAPageIsRefused() throws {
        try withEmbedding { scene in
            await scene.show()
            _ = try await scene.view.call("window.open('about:blank'); return '';")
            await waitUntil("the window") { scene.view.popups.count == 1 }
            await Self.expect(.windowOfAPage, of: scene.view.popups[0].view, from: scene.host)
            // Also of a page that has a wallet, whose handlers count in the window.
            let view = PlainWebView()
            try await scene.host.attach(to: view.view)
            await scene.show(in: view)
            _ = try await view.call("window.open('about:blank'); return '';")
            await waitUntil("the window") { view.popups.count == 1 }
            await Self.expect(.windowOfAPage, of: view.popups[0].view, from: scene.host)
        }
    }

    func testAViewThatGoesMeanwhileIsRefused() throws {
        try withEmbedding { scene in
            let attaching = Task { try await scene.host.attach(to: scene.view.view) }
            await MainLoop.turn()
            scene.view.destroy()
            do {
                _ = try await attaching.value
                XCTFail("attached")
            } catch {
                XCTAssertEqual(error as? DAppAttachError, .destroyed)
            }
        }
    }

    func testAFilterThatCannotBeUsedIsNamed() throws {
        try withEmbedding { scene in
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("filter-\(UUID().uuidString)")
            try Data("[1]".utf8).write(to: file)
            let host = DAppHost(
                signer: .keystore(of: scene.environment.manager),
                context: DAppContext(manager: scene.environment.manager, deniedHosts: nil, contentFilter: file))
            do throws(DAppAttachError) {
                try await host.attach(to: scene.view.view)
                XCTFail("attached")
            } catch {
                guard case .unavailable(let reason) = error else { return XCTFail("\(error)") }
                XCTAssertTrue(reason.contains(file.path), reason)
            }
            // The view is as it was.
            try await scene.connect()
            host.close()
            try FileManager.default.removeItem(at: file)
        }
    }
}
