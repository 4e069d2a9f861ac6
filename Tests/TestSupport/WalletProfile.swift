// SPDX-License-Identifier: MIT

package import Foundation
package import NEARConnectCore
package import NEARPrimitives

/// A profile's folders and a site with a list of wallets, all of which have the same code.
package final class WalletProfile: Sendable {
    package static let code = "window.selector.ready({});"

    package let site: SecureSite
    package let root = FileManager.default.temporaryDirectory.appendingPathComponent("wallets-\(UUID().uuidString)")
    package var folders: ProfileFolders { ProfileFolders(root: root) }
    package var lockFile: URL { folders.data.appendingPathComponent("wallets.lock") }

    package init(_ ids: [String] = ["example-wallet"]) throws {
        site = try SecureSite()
        try serve(ids)
        try site.serve("code.js", Self.code)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // Nothing was stored.
        }
    }

    package func serve(_ ids: [String], _ changes: [ExactText: JSONValue?] = [:]) throws {
        try site.serve(manifest: ids.map { try entry(changes.merging(["id": .string($0)]) { own, _ in own }) })
    }

    package func entry(_ changes: [ExactText: JSONValue?] = [:]) throws -> JSONValue {
        let code = try site.url("code.js").absoluteString
        return ManifestEntry.make(["executor": .string(code)].merging(changes) { $1 })
    }

    package var library: WalletLibrary {
        get throws {
            WalletLibrary(
                folders: folders, lists: [WalletList(try site.url("manifest.json"))], environment: site.environment)
        }
    }

    package func catalog(local: [WalletManifest] = []) throws -> WalletCatalog {
        try WalletCatalog(packaged: [], local: local, library: library)
    }

    package func write(lock text: String) throws {
        try FileManager.default.createDirectory(at: folders.data, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: lockFile)
    }

    /// The names in the data folder.
    package func names(under path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folders.data.appendingPathComponent(path).path).sorted()
    }
}
