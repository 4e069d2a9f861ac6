// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import NEARVault
import TestSupport
import XCTest

@testable import NEARConnectCore
@testable import NEARConnectPeers

/// Secrets, to be looked for in each form in which bytes are written.
struct SecretSearch {
    private struct Secret: Hashable {
        let name: String
        let bytes: [UInt8]
    }

    private var secrets: Set<Secret> = []
    private var forms: [(name: String, bytes: Data)] = []

    /// The names of the secrets, without what tells two of one kind apart.
    var names: Set<String> { Set(secrets.map(\.name)) }

    private mutating func add(_ name: String, _ bytes: [UInt8]) {
        XCTAssertGreaterThanOrEqual(bytes.count, 32, name)
        guard secrets.insert(Secret(name: name, bytes: bytes)).inserted else { return }
        forms += Self.forms(of: bytes).map { ("\(name) in \($0.name)", Data($0.bytes)) }
    }

    /// Adds a pairing link's key.
    mutating func add(link: String) throws {
        let digits = try XCTUnwrap(link.split(separator: "symKey=").last).prefix(64)
        add("symKey", try XCTUnwrap(Hexadecimal.decode(String(digits))))
    }

    mutating func add(keys: [(name: String, bytes: [UInt8])]) {
        for key in keys { add(key.name, key.bytes) }
    }

    /// Returns the client's key, and those of sessions and attempts, that a profile has now.
    static func keys(of folders: ProfileFolders) async throws -> [(name: String, bytes: [UInt8])] {
        let vault = PlainFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
        var keys: [(name: String, bytes: [UInt8])] = []
        for name in try await vault.names() where name.purpose == .walletConnect {
            guard let secret = try await vault.secret(named: name) else { continue }
            keys.append((String(name.id.prefix { $0 != "/" }), secret.withUnsafeBytes { Array($0) }))
        }
        return keys
    }

    /// Adds tokens that a relay has got, each as a whole and its signature.
    mutating func add(tokens: [String]) throws {
        for token in tokens {
            add("token", Array(token.utf8))
            let signature = try XCTUnwrap(token.split(separator: ".").last)
                .replacing("-", with: "+").replacing("_", with: "/")
            add("signature", try XCTUnwrap(Base64.decode("\(signature)==")))
        }
    }

    /// Returns which secrets are in `data`, and how they are written there.
    func found(in data: Data) -> [String] {
        forms.filter { data.range(of: $0.bytes) != nil }.map(\.name)
    }

    /// Returns which secrets are in `text`.
    func found(in text: String) -> [String] { found(in: Data(text.utf8)) }

    /// Returns which secrets the files below a folder have, but for the vault's own.
    func found(below folder: URL) throws -> [String] {
        var found: [String] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where !path.hasSuffix("secrets.plain") {
            // Sockets and folders have no contents.
            guard let data = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path) else {
                continue
            }
            found += self.found(in: data).map { "\(path): \($0)" }
        }
        return found
    }

    private static func forms(of bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let digits = Hexadecimal.encode(bytes)
        var texts = [
            ("hexadecimal", digits), ("large hexadecimal", digits.uppercased()), ("Base58", Base58.encode(bytes)),
            ("numbers", bytes.map(String.init).joined(separator: ",")),
            ("spaced numbers", bytes.map(String.init).joined(separator: ", ")),
        ]
        // Inside of other bytes a secret begins at any place of Base64's groups; its whole groups are found there.
        for start in 0..<3 {
            let rest = bytes.dropFirst(start)
            let text = Base64.encode(Array(rest.prefix(rest.count / 3 * 3)))
            texts.append(("Base64", text))
            texts.append(("Base64url", text.replacing("+", with: "-").replacing("/", with: "_")))
        }
        return [("bytes", bytes)] + texts.map { ($0, Array($1.utf8)) }
    }
}
