// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

/// Trees of windows for screen readers, compared with those that a file has.
///
/// With `NEAR_CONNECT_WRITE_TREES` set the file is written anew, to be looked at as a difference.
@MainActor
struct KeptTrees {
    private let file: URL
    private let home: URL
    private let writes = ProcessInfo.processInfo.environment["NEAR_CONNECT_WRITE_TREES"] != nil
    private let kept: [String: String]
    private var found: [(name: String, tree: String)] = []
    /// The places where the secret key was read.
    private var leaks: [String] = []
    private let secret: String

    /// - Parameters:
    ///   - name: The file's name among the fixtures.
    ///   - home: The user's folder, which another run has elsewhere.
    ///   - account: The account whose secret key must be nowhere.
    init(_ name: String, home: URL, without account: DevnetAccount) throws {
        self.home = home
        secret = String(account.secretKey.exposedText().dropFirst("ed25519:".count))
        file = URL(filePath: #filePath).appendingPathComponent("../../Fixtures/\(name)").standardizedFileURL
        let text = writes ? "" : try String(contentsOf: file, encoding: .utf8)
        let parts = text.split(separator: "\n# ").map { $0.split(separator: "\n", maxSplits: 1) }
        kept = Dictionary(
            uniqueKeysWithValues: parts.compactMap { part in
                part.count == 2
                    ? (part[0].trimmingPrefix("# ").trimmed, String(part[1]).trimmingCharacters(in: .newlines)) : nil
            })
    }

    /// Waits until the window is as the file has it, and notes how it is.
    ///
    /// - Parameters:
    ///   - name: The tree's name in the file.
    ///   - reader: The reader.
    ///   - dialog: The title of the dialog of which alone the tree is; `nil` for all windows.
    ///   - random: A text that another run has otherwise.
    ///   - edit: Takes out more that another run, or another computer, has otherwise.
    mutating func look(
        _ name: String, _ reader: ScreenReader, only dialog: String? = nil, without random: String? = nil,
        edit: (String) -> String = { $0 }
    ) async throws {
        var (tree, last, calm) = ("", "", 0)
        let limit = ContinuousClock.now + .seconds(20)
        repeat {
            last = tree
            var read = try await reader.tree()
            if read.contains(secret) { leaks.append(name) }
            if let dialog { read = Self.part(of: read, from: "dialog · \(dialog)") }
            tree = plain(edit(random.map { read.replacing($0, with: "…") } ?? read))
            calm = tree == last ? calm + 1 : 0
            if !writes, tree == kept[name] { break }
            for _ in 0..<20 { await MainLoop.turn() }
        } while writes ? calm < 8 : ContinuousClock.now < limit
        found.append((name, tree))
        guard !writes else { return }
        XCTAssertEqual(tree, kept[name] ?? "", name)
    }

    /// Writes the file where that is asked for.
    ///
    /// Fails if the file has a tree that nothing looked at, or if the secret key was read.
    func end() throws {
        if writes {
            try found.map { "# \($0.name)\n\n\($0.tree)\n" }.joined(separator: "\n").write(
                to: file, atomically: true, encoding: .utf8)
        }
        if !writes { XCTAssertEqual(found.map(\.name).sorted(), kept.keys.sorted()) }
        XCTAssertEqual(leaks, [], "a secret key is where readers look")
    }

    /// Returns a window's lines, from its first one on.
    private static func part(of tree: String, from first: String) -> String {
        let lines = tree.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0 == first || $0.hasPrefix("\(first) · ") }) else { return "" }
        let rest = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
        return lines[start..<rest.endIndex].joined(separator: "\n")
    }

    /// Takes out what another run has otherwise: numbers, keys, the home folder.
    private func plain(_ tree: String) -> String {
        tree.replacing(home.path, with: "HOME").replacing(/[0-9a-f]{64}/, with: "…").replacing(
            /ed25519:[1-9A-HJ-NP-Za-km-z]+/, with: "ed25519:…"
        )
        .replacing(/near-connect-computer:[1-9A-HJ-NP-Za-km-z]+/, with: "near-connect-computer:…")
        .replacing(/[^ ]*\/bus-[0-9A-F-]+/, with: "HOME").replacing(/[0-9]+/, with: "0")
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
