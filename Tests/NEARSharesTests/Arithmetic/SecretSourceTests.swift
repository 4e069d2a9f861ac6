// SPDX-License-Identifier: MIT

import Foundation
import NEARShares
import Testing

/// The places of the sources at which numbers that are secret are computed with.
///
/// The key itself is never computed after it was dealt: what adds or multiplies secret numbers is listed here, and a
/// further place fails until somebody has looked at what it computes.
@Suite struct SecretSourceTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    /// The number of lines of each file that have one of the texts.
    private static func lines(_ targets: [String], with texts: [String]) throws -> [String: Int] {
        var found: [String: Int] = [:]
        for target in targets {
            let folder = sources.appending(path: target)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let count = text.split(separator: "\n").count { line in texts.contains { line.contains($0) } }
                if count > 0 { found["\(target)/\(path)"] = count }
            }
        }
        return found
    }

    private static let targets = ["NEARShares", "NEARSharedKeys", "GuardedMemory", "NEARVault"]

    @Test func secretNumbersAreComputedWithInListedPlacesOnly() throws {
        let found = try Self.lines(
            Self.targets,
            with: ["crypto_core_ed25519_scalar_", "crypto_scalarmult_ed25519_base", "crypto_sign_"])
        #expect(
            found == [
                // s·B of a number, which is public.
                "NEARShares/Arithmetic/GroupElement.swift": 1,
                // Numbers that are public: weights, challenges, parts of signatures.
                "NEARShares/Arithmetic/Scalar.swift": 5,
                // The dealer, who draws the line and takes its values at the holders' places, none of which is zero.
                "NEARShares/Dealing/ShareDealer.swift": 4,
                // The value at a holder's place, from those at two others.
                "NEARShares/Dealing/SharePair+Dealing.swift": 5,
                // Hashes to numbers.
                "NEARShares/Signing/FROSTHash.swift": 1,
                // One holder's own part: d + ρ·e, and to it λ·c·share.
                "NEARShares/Signing/NoncePair.swift": 4,
            ], "a place that computes with secret numbers is new, or gone: what does it compute?")
    }

    /// The weight with which two shares would give the key makes parts of signatures, and nothing else.
    @Test func theWeightOfTheKeyIsUsedForSigningOnly() throws {
        let found = try Self.lines(Self.targets, with: ["weightOfKey("])
        #expect(found == ["NEARShares/Sets/Lagrange.swift": 1, "NEARShares/Signing/SigningPackage.swift": 1])
    }

    /// A value at the place zero is the key: no holder is there.
    @Test func noHolderIsAtTheKeysPlace() {
        #expect(ShareHolder(rawValue: 0) == nil && ShareHolder.allCases.map(\.rawValue) == Array(1...7))
    }
}
