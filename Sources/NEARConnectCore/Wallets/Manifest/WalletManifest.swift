// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// One wallet, as its manifest entry describes it, checked by the schema.
///
/// The format is near-connect's. Every value came from outside; names are safe to show, addresses to parse.
package struct WalletManifest: Sendable, Hashable {
    /// The origins of an entry, which decide what it may name.
    package enum Provenance: Sendable, Hashable {
        /// It ships with the package.
        case packaged
        /// It comes from the program's own manifests, or from a file of the user's.
        case local
        /// A list on the web.
        case remote
    }

    /// The wallet's id: letters, digits, `.`, `_` and `-`, at most 64 of them.
    package let id: String
    /// Its name for users, at most 64 characters, none of them invisible.
    package let name: String
    /// Its icon: an https address, or a checked picture as a `data:image/` address.
    package let icon: String?
    /// The reason for which the picture inside the entry isn't used; the wallet's first letter is shown instead.
    package let iconProblem: String?
    /// A sentence about it.
    package let summary: String?
    /// Its website.
    package let website: String?
    /// The version of the entry, as its authors number it.
    package let version: String
    /// The address of its code.
    package let executor: String
    /// The hash of its code, as in HTML (`sha384-…`), if the manifest names one.
    package let integrity: String?
    /// The features that it declares, by near-connect's names.
    package let features: [ExactText: Bool]
    /// The permissions of its code.
    package let permissions: WalletPermissions
    /// Store and web links by platform; by number if the manifest has a list.
    package let platform: [ExactText: String]
    /// The origin of the entry.
    package let provenance: Provenance
    /// The entry as it was published, with the fields that only its executor reads.
    package let json: JSONValue

    /// The https origins whose pages the wallet opens or embeds, in the order of its manifest, for policies by site.
    package var origins: [String] { permissions.origins }

    /// True if it works on networks other than the two package ones.
    package var takesCustomNetworks: Bool { features["customNetworks"] == true }

    /// The SHA-256 of the entry as JSON with sorted members, hexadecimal, which identifies the entry.
    package var sha256: String { ContentHash.sha256(json.bytes).hex }

    /// Returns true if it works on a network: always on mainnet, on testnet and others if it says so.
    package func works(on network: String) -> Bool {
        switch network {
        case "mainnet": true
        case "testnet": features["testnet"] == true
        default: takesCustomNetworks
        }
    }
}
