// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A manifest: a version and a list of wallets.
///
/// Entries that the schema refuses are reported and left out; the others stay usable.
package struct WalletManifestList: Sendable {
    /// The entries that passed, in their order.
    package let wallets: [WalletManifest]
    /// The errors of the entries that didn't.
    package let faults: [WalletManifestError]

    /// Returns the longest manifest, in bytes.
    ///
    /// The package one has 16 thousand; a local one may contain code.
    package static func sizeLimit(_ provenance: WalletManifest.Provenance) -> Int {
        provenance == .local ? 4 * InlineCode.addressLimit : 4 << 20
    }
    private static let countLimit = 500

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - text: JSON of the form `{"version": …, "wallets": […]}`.
    ///   - provenance: Its origin.
    /// - Throws: ``WalletManifestError`` if the text as a whole is not a manifest.
    package init(parsing text: [UInt8], from provenance: WalletManifest.Provenance) throws(WalletManifestError) {
        func error(_ field: String, _ reason: String) -> WalletManifestError {
            WalletManifestError(wallet: localized("the manifest"), field: field, reason: reason)
        }
        let limit = Self.sizeLimit(provenance)
        guard text.count <= limit else { throw error("", localized("it is longer than %1$s bytes", "\(limit)")) }
        let json: JSONValue
        do {
            json = try JSONValue.parse(text)
        } catch {
            throw WalletManifestError(
                wallet: localized("the manifest"), field: "", reason: localized("it is not JSON: %1$s", "\(error)"))
        }
        guard let elements = json["wallets"]?.arrayValue else { throw error("wallets", localized("is not a list")) }
        guard elements.count <= Self.countLimit else {
            throw error("wallets", localized("has more than %1$s entries", "\(Self.countLimit)"))
        }
        var wallets: [WalletManifest] = []
        var faults: [WalletManifestError] = []
        var seen: Set<String> = []
        for (index, element) in elements.enumerated() {
            do throws(WalletManifestError) {
                let wallet = try WalletManifest(element, from: provenance, place: "wallets[\(index)]")
                guard seen.insert(wallet.id.lowercased()).inserted else {
                    throw WalletManifestError(
                        wallet: wallet.id, field: "id", reason: localized("is there twice; the first one counts"))
                }
                wallets.append(wallet)
            } catch {
                faults.append(error)
            }
        }
        self.wallets = wallets
        self.faults = faults
    }
}
