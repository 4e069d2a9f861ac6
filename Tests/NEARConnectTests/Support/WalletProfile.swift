// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives

@testable import NEARConnect

/// A profile's folders and a site with a list of wallets, all of which have the same code.
final class WalletProfile: Sendable {
    static let code = "window.selector.ready({});"

    let site: SecureSite
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("wallets-\(UUID().uuidString)")
    var folders: ProfileFolders { ProfileFolders(root: root) }
    var lockFile: URL { folders.data.appendingPathComponent("wallets.lock") }

    init(_ ids: [String] = ["example-wallet"]) throws {
        site = try SecureSite()
        try serve(ids)
        try site.serve("code.js", Self.code)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // Nothing was kept.
        }
    }

    func serve(_ ids: [String], _ changes: [ExactText: JSONValue?] = [:]) throws {
        try site.serve(manifest: ids.map { try entry(changes.merging(["id": .string($0)]) { own, _ in own }) })
    }

    func entry(_ changes: [ExactText: JSONValue?] = [:]) throws -> JSONValue {
        let code = try site.url("code.js").absoluteString
        return WalletManifestTests.entry(["executor": .string(code)].merging(changes) { $1 })
    }

    var library: WalletLibrary {
        get throws {
            WalletLibrary(
                folders: folders, lists: [WalletList(try site.url("manifest.json"))], environment: site.environment)
        }
    }

    func catalog(local: [WalletManifest] = []) throws -> WalletCatalog {
        try WalletCatalog(packaged: [], local: local, library: library)
    }

    func write(lock text: String) throws {
        try FileManager.default.createDirectory(at: folders.data, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: lockFile)
    }

    /// The names in the data folder.
    func names(under path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folders.data.appendingPathComponent(path).path).sorted()
    }
}
