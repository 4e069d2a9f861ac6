// SPDX-License-Identifier: MIT

internal import FoundationEssentials

extension PackagedFile {
    /// The files from which pages and commands begin; all others are named by these.
    private static let beginnings = [
        "Bridge/near-connect-bridge.html", "Bridge/bridge.css", "Bridge/relay.js", "Bridge/host-scripts/paint-mark.js",
        "Bridge/host-scripts/wallet-data.js", "Connector/index.js", "Provider/personas.js", "Provider/frame.js",
        "Provider/relay.js", "Provider/framed.js", "Provider/vouching.js", "Provider/mapped-rpc/start.js",
        "Provider/mapped-rpc/relay.js", "Wallets/manifest.json",
        "DAppTests/conftest.py", "DAppTests/pytest.ini", "DAppTests/test_first.py", "DAppTests/workflow.yml",
        "Translations/de/LC_MESSAGES/near-connect.mo",
    ]
    /// The address of the packaged files in pages.
    static let root = "near-connect://bridge/"

    /// Reads each packaged file that the bridge view may ask for.
    ///
    /// - Returns: The number of files, and an error for each one that is named by another and can't be read.
    package static func readAll() -> (count: Int, errors: [UnreadableError]) {
        var (left, seen, errors) = (beginnings, Set(beginnings), [UnreadableError]())
        while let path = left.popLast() {
            do throws(UnreadableError) {
                let bytes = try bytes(path)
                for name in names(in: bytes, of: path) where seen.insert(name).inserted { left.append(name) }
            } catch {
                errors.append(error)
            }
        }
        return (seen.count, errors.sorted { $0.description < $1.description })
    }

    /// Returns the files that a file names in quotation marks, relative to itself or by their address.
    ///
    /// Types aren't packaged: they are for whoever changes the code.
    private static func names(in bytes: [UInt8], of path: String) -> [String] {
        guard path.hasSuffix(".js") || path.hasSuffix(".html") || path.hasSuffix(".json") else { return [] }
        return bytes.split { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }.compactMap { piece in
            let text = String(decoding: piece, as: UTF8.self)
            guard text.hasSuffix(".js") || text.hasSuffix(".css") || text.hasSuffix(".svg"), !text.contains("\n")
            else { return nil }
            if text.hasPrefix(root) { return String(text.dropFirst(root.count)) }
            guard text.hasPrefix("./") || text.hasPrefix("../") else { return nil }
            return self.path(text, namedBy: path)
        }
    }

    /// Returns the path of the file that the file at `path` names relative to itself, as `./x.js` or `../x.js`.
    static func path(_ name: String, namedBy path: String) -> String {
        var folders = path.split(separator: "/").dropLast()
        var parts = name.split(separator: "/")[...]
        while let first = parts.first, first == "." || first == ".." {
            if first == ".." { folders = folders.dropLast() }
            parts = parts.dropFirst()
        }
        return (folders + parts).joined(separator: "/")
    }
}
