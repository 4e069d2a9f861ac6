// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore

@testable import NEARConnectShell

extension PrivateBus {
    /// Has the next window on this bus come back in a size.
    func keep(_ record: WindowRecord) throws {
        let folder = root.appendingPathComponent("state/near-connect/default")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(WindowRecordFile.encode(record)).write(to: folder.appendingPathComponent("window.json"))
    }
}
