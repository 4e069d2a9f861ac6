// SPDX-License-Identifier: MIT

public import Foundation
internal import NEARConnectCore

/// The files that a connector page may load: packaged ones, this target's fixtures, and a bundle under test.
public struct FixtureFiles: Sendable {
    /// The folder of the bundle under test.
    let bundle: URL?

    /// `Fixtures/` as it stands in the build.
    public static var root: URL { Bundle.module.bundleURL.appendingPathComponent("Fixtures") }

    /// The file for an address of the page, `nil` when there is none.
    func file(_ address: String) throws -> URL? {
        let path = address.replacing("near-connect://bridge/", with: "")
        guard let folder = path.split(separator: "/").first, !path.contains("..") else { return nil }
        switch folder {
        case "Bridge", "Connector", "Wallets": return try PackagedFile.url(path)
        case "Fixtures": return Self.root.appendingPathComponent(String(path.dropFirst("Fixtures/".count)))
        case "Bundle": return bundle?.appendingPathComponent(String(path.dropFirst("Bundle/".count)))
        default: return nil
        }
    }

    static func contentType(_ url: URL) -> String {
        switch url.pathExtension {
        case "js", "mjs": "text/javascript;charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "html": "text/html;charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
