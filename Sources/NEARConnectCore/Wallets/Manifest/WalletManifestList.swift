// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A manifest: a version and a list of wallets. Entries that the schema refuses are left out and told, the others stay usable.
public struct WalletManifestList: Sendable {
    /// The entries that passed, in their order.
    public let wallets: [WalletManifest]
    /// The entries that didn't, with what is wrong.
    public let faults: [WalletManifestFault]

    /// Longest manifest, in bytes. The public one has 16 thousand; one that is brought may have the code of wallets in it.
    package static func sizeLimit(_ provenance: WalletManifest.Provenance) -> Int {
        provenance == .local ? 4 * InlineCode.addressLimit : 4 << 20
    }
    private static let countLimit = 500

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - text: JSON of the form `{"version": …, "wallets": […]}`.
    ///   - provenance: Where it comes from.
    /// - Throws: ``WalletManifestFault`` when the text as a whole is no manifest.
    public init(parsing text: [UInt8], from provenance: WalletManifest.Provenance) throws(WalletManifestFault) {
        func fault(_ field: String, _ reason: String) -> WalletManifestFault {
            WalletManifestFault(wallet: "the manifest", field: field, reason: reason)
        }
        let limit = Self.sizeLimit(provenance)
        guard text.count <= limit else { throw fault("", "it is longer than \(limit) bytes") }
        let json: JSONValue
        do {
            json = try JSONValue.parse(text)
        } catch {
            throw fault("", "it is not JSON: \(error)")
        }
        guard let elements = json["wallets"]?.arrayValue else { throw fault("wallets", "is not a list") }
        guard elements.count <= Self.countLimit else {
            throw fault("wallets", "has more than \(Self.countLimit) entries")
        }
        var wallets: [WalletManifest] = []
        var faults: [WalletManifestFault] = []
        var seen: Set<String> = []
        for (index, element) in elements.enumerated() {
            do throws(WalletManifestFault) {
                let wallet = try WalletManifest(element, from: provenance, place: "wallets[\(index)]")
                guard seen.insert(wallet.id.lowercased()).inserted else {
                    throw WalletManifestFault(
                        wallet: wallet.id, field: "id", reason: "is there twice; the first one counts")
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
