// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys
@testable import NEARVault

/// The place of this computer's share, which the window says before anything lies there.
final class SharedKeyPlaceWindowTests: MainLoopTestCase {
    func testTheSealedFileIsNamedBeforeThereIsOne() throws {
        try run {
            let scene = try await SharedKeyWindowScene.start()
            try scene.saveLogin()
            let path = try scene.sealedFile.path
            let sentence =
                "This computer’s share goes where your secrets are. Your secrets are stored in the sealed file \(path),"
            let view = try scene.open()
            for choice in [SharedKeyListPane.Choice.join, .new] {
                try await view.press(choice)
                let pane = try await view.until(SharedKeyPane.self) { $0.placeNote.isMapped }
                XCTAssertTrue(pane.placeNote.text.hasPrefix(sentence), "\(choice): \(pane.placeNote.text)")
                XCTAssertFalse(try scene.sealedFile.isThere)
                // Escape goes back, as the button does.
                Keyboard.press("Escape", in: view.window)
                _ = try await view.until(SharedKeyListPane.self)
            }
            try await view.press(.new)
            try await view.until(SharedKeyNewPane.self).start.press()
            // Said once more by the step itself, which asks for the passphrase of a file that isn't there yet.
            let step = try await view.until(SharedKeyStepsPane.self) { $0.again.isMapped }
            XCTAssertTrue(step.placeNote.isMapped && step.placeNote.text.hasPrefix(sentence), step.placeNote.text)
            XCTAssertFalse(try scene.sealedFile.isThere)
            step.leave.press()
            _ = try await view.end()
            XCTAssertFalse(try scene.sealedFile.isThere)
            XCTAssertTrue(view.model.records.isEmpty)
            view.close()
            try await scene.stop()
        }
    }

    func testTheKeyringIsNamedWhereItIsUsed() throws {
        try run(timeout: 120) {
            let keyring = try TestKeyring()
            try await keyring.start()
            let scene = try await SharedKeyWindowScene.start(
                environment: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
            try scene.saveLogin()
            let view = try scene.open()
            try await view.press(.new)
            let new = try await view.until(SharedKeyNewPane.self) { $0.placeNote.isMapped }
            XCTAssertTrue(new.placeNote.text.contains("stored in the desktop’s keyring"), new.placeNote.text)
            let folders = try scene.folders
            let note = VaultFolders(data: folders.data.path, state: folders.state.path).recordFile
            XCTAssertNil(try VaultRecord.read(note), "a look notes no place")
            new.start.press()
            _ = try await view.typeBack()
            _ = try await view.end()
            XCTAssertEqual(try VaultRecord.read(note)?.kind, .secretService)
            let record = try XCTUnwrap(view.model.records.first)
            XCTAssertEqual(record.holdings[.device]?.place, .keyring)
            XCTAssertFalse(try scene.sealedFile.isThere)
            view.close()
            try await scene.stop()
            try await keyring.stop()
        }
    }
}
