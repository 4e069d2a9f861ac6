// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// One wallet as its manifest describes it, checked: nothing in it is used before it has passed the schema.
///
/// The format is near-connect's. Every value came from outside; names are fit to be shown, addresses to be parsed.
public struct WalletManifest: Sendable, Hashable {
    /// Where an entry may come from. What it may name depends on that.
    public enum Provenance: Sendable, Hashable {
        /// It ships with the package.
        case packaged
        /// The program, or the person by a file, brought it.
        case local
        /// A list on the web.
        case remote
    }

    /// The wallet's id: letters, digits, `.`, `_` and `-`, at most 64 of them.
    public let id: String
    /// Its name for people, at most 64 characters, none of them invisible.
    public let name: String
    /// Its icon: an https address, or a picture that was looked at, as a `data:image/` one.
    public let icon: String?
    /// Why a picture that stands in the entry isn't used; its first letter stands in its place.
    public let iconProblem: String?
    /// A sentence about it.
    public let summary: String?
    /// Its web site.
    public let website: String?
    /// The version of the entry, as its authors number it.
    public let version: String
    /// Where its code is.
    public let executor: String
    /// What the code has to hash to, as in HTML (`sha384-…`), where the manifest says so.
    public let integrity: String?
    /// What it says it can do, by near-connect's feature names.
    public let features: [ExactText: Bool]
    /// What its code may do.
    public let permissions: WalletPermissions
    /// Store and web links, by platform; numbered where the manifest has a list.
    public let platform: [ExactText: String]
    /// Where the entry came from.
    public let provenance: Provenance
    /// The entry as it was published, with the fields that only its executor reads.
    public let json: JSONValue

    /// The https origins whose pages the wallet opens or embeds, in the order of its manifest, for policies that are made by site.
    public var origins: [String] { permissions.origins }

    /// Whether it takes networks other than the two public ones.
    public var takesCustomNetworks: Bool { features["customNetworks"] == true }

    /// SHA-256 of the entry as JSON with sorted members, hexadecimal. Two entries with this in common are the same entry.
    public var sha256: String { ContentHash.sha256(json.bytes).hex }

    /// Whether it can be used on a network of this id: mainnet always, testnet and others when it says so.
    public func works(on network: String) -> Bool {
        switch network {
        case "mainnet": true
        case "testnet": features["testnet"] == true
        default: takesCustomNetworks
        }
    }
}
