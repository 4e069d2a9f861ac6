// SPDX-License-Identifier: MIT

import FileLocking
import Foundation
import MainLoopTesting
import NEARConnectCore
import XCTest

@testable import NEARConnectLocal

/// Folders of temporary profiles: they go with the last one, and those of killed processes with the next.
final class TemporaryFolderTests: MainLoopTestCase {
    private static let place = FileManager.default.temporaryDirectory

    private static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    func testTheLastProfileTakesTheFolderWithIt() throws {
        try run {
            let (first, second) = (try TemporaryProfile(), try TemporaryProfile())
            let folder = first.root.deletingLastPathComponent()
            XCTAssertEqual(second.root.deletingLastPathComponent(), folder)
            XCTAssertNotEqual(first.root, second.root)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? NSNumber
            XCTAssertEqual(mode, 0o700)
            try FileManager.default.createDirectory(at: first.root, withIntermediateDirectories: true)
            try await first.remove()
            XCTAssertFalse(Self.exists(first.root))
            XCTAssertTrue(Self.exists(folder))
            // A process of WebKit's may make it again.
            try FileManager.default.createDirectory(at: first.root, withIntermediateDirectories: true)
            try await second.remove()
            XCTAssertFalse(Self.exists(folder))
            XCTAssertFalse(Self.exists(URL(filePath: folder.path + ".lock")))
        }
    }

    /// A folder whose lock nobody holds is removed, one of a living process and a link's target stay.
    func testOnlyFoldersOfEndedProcessesAreRemoved() throws {
        let name = "near-connect-tmp-test\(getpid())"
        let (left, living, link) = (
            Self.place.appending(path: "\(name)a"), Self.place.appending(path: "\(name)b"),
            Self.place.appending(path: "\(name)c")
        )
        for folder in [left, living] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "profile"), withIntermediateDirectories: true)
        }
        let other = Self.place.appending(path: "other-\(name)")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        let lock = try AdvisoryLock(path: living.path + ".lock").take(.exclusive, patience: .zero)
        try run { TemporaryFolder.sweep() }
        XCTAssertFalse(Self.exists(left))
        XCTAssertFalse(Self.exists(URL(filePath: left.path + ".lock")))
        XCTAssertTrue(Self.exists(living.appending(path: "profile")))
        XCTAssertTrue(Self.exists(link))
        lock.release()
        try run { TemporaryFolder.sweep() }
        XCTAssertFalse(Self.exists(living))
        for url in [link, other] { try FileManager.default.removeItem(at: url) }
    }
}
