// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// Asynchronous methods of a class that is none of the kit's, after a test that was.
///
/// XCTest turns Foundation's loop under them. The main actor works, and what needs GLib's loop says so at once.
final class ForeignLoopTests: XCTestCase {
    override class func setUp() {
        let before = MainLoopTestCase(name: "before") { _ in }
        XCTAssertNoThrow(try before.run { await MainLoop.turn() })
    }

    @MainActor
    func testAnEnvironmentSaysThatItsLoopIsMissing() async throws {
        XCTAssertFalse(MainLoop.isTurning)
        do {
            _ = try await WalletTestEnvironment.start()
            XCTFail("an environment without a loop was started")
        } catch let error as MainLoopMissingError {
            XCTAssertTrue(error.description.contains("from a method without async"), error.description)
        }
    }

    func testTheMainActorWorks() async {
        let isMain = await MainActor.run { Thread.isMainThread }
        XCTAssertTrue(isMain)
    }
}
