// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The way out of a sandbox, against a portal of the test's own on a real bus.
final class LinkPortalTests: MainLoopTestCase {
    /// Answers `OpenURI` as the desktop's portal does: at once with a handle, then the user's choice by a signal.
    @MainActor private final class Portal {
        let bus: SessionBus
        private(set) var uris: [String] = []
        var response: UInt32? = 0
        private var object: ExportedObject?

        init(on bus: SessionBus) async throws {
            self.bus = bus
            object = try ExportedObject(
                at: "/org/freedesktop/portal/desktop", on: bus,
                introspection: """
                    <node><interface name="org.freedesktop.portal.OpenURI">
                      <method name="OpenURI">
                        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
                        <arg type="o" direction="out"/>
                      </method>
                      <method name="SchemeSupported">
                        <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="b" direction="out"/>
                      </method>
                    </interface></node>
                    """
            ) { [weak self] call in self?.answer(call) }
            let isOurs = try await bus.request(name: "org.freedesktop.portal.Desktop")
            XCTAssertTrue(isOurs)
        }

        private func answer(_ call: DBusCall) {
            guard call.method == "OpenURI" else {
                return call.reply([.boolean(call.arguments[0] == .string("near-known"))])
            }
            uris.append(call.arguments[1].stringValue ?? "")
            let token = call.arguments[2].optionsValue?["handle_token"]?.stringValue ?? ""
            let client = call.sender.dropFirst().replacing(".", with: "_")
            let path = "/org/freedesktop/portal/desktop/request/\(client)/\(token)"
            do {
                if let response {
                    try bus.emit(
                        "Response", of: "org.freedesktop.portal.Request", at: path,
                        [.unsigned(response), .options([:])])
                    call.reply([.objectPath(path)])
                } else {
                    call.fail("org.freedesktop.portal.Error.NotAllowed", "Not from here.")
                }
            } catch {
                XCTFail("\(error)")
            }
        }
    }

    func testALinkLeavesThroughThePortalAndItsAnswerIsHeard() throws {
        try run {
            let bus = try PrivateBus()
            let portal = try await Portal(on: try await SessionBus.connect(environment: bus.environment))
            let opener = LinkOpener(environment: bus.environment, way: .portal)
            let link = try ExternalLink("near-known:a%20b?x='\"$(id)")
            try await opener.open(link)
            XCTAssertEqual(portal.uris, [link.uri])

            // The user closed the portal's question, which is an answer.
            portal.response = 1
            try await opener.open(link)

            portal.response = 2
            await Self.assertRefused(link, by: opener, with: .portal(reason: "no program took it."))
            portal.response = nil
            await Self.assertRefused(link, by: opener, with: .portal(reason: "Not from here."))

            let asker = LinkPortal(environment: bus.environment, patience: .seconds(5))
            let (known, unknown) = (await asker.supports(scheme: "near-known"), await asker.supports(scheme: "other"))
            XCTAssertEqual([known, unknown], [true, false])
            try await bus.stop()
            let gone = await asker.supports(scheme: "near-known")
            XCTAssertNil(gone)
        }
    }

    @MainActor
    private static func assertRefused(_ link: ExternalLink, by opener: LinkOpener, with refusal: ExternalLinkError)
        async
    {
        do throws(ExternalLinkError) {
            try await opener.open(link)
            XCTFail("no error")
        } catch {
            XCTAssertEqual(error, refusal)
        }
    }
}
