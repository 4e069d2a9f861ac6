// SPDX-License-Identifier: MIT

/// The hashes by which a user names the version of a wallet to pin.
package struct WalletHashes: Sendable, Hashable {
    /// The SHA-256 of the code, 64 hexadecimal digits in lower case.
    package let code: String
    /// The SHA-256 of the manifest entry, which has the permissions; see ``WalletManifest/sha256``.
    ///
    /// `nil` for any.
    package let manifest: String?

    /// Reads hashes; `nil` for texts that are not 64 hexadecimal digits.
    package init?(code: String, manifest: String? = nil) {
        self.code = code.lowercased()
        self.manifest = manifest?.lowercased()
        guard [self.code, self.manifest].compactMap(\.self).allSatisfy(ContentHash.isSHA256Hex) else { return nil }
    }

    /// Takes the hashes of a version.
    package init(of pin: WalletLock.Pin) {
        code = pin.executor.sha256
        manifest = pin.manifestSHA256
    }

    /// Returns true if a version has these hashes.
    func match(_ pin: WalletLock.Pin) -> Bool {
        code == pin.executor.sha256 && (manifest == nil || manifest == pin.manifestSHA256)
    }

    /// Checks that a version has these hashes.
    ///
    /// - Throws: ``WalletError/hashDiffers(wallet:isManifest:wanted:found:)`` if it doesn't.
    func check(_ pin: WalletLock.Pin, of wallet: String) throws(WalletError) {
        guard code == pin.executor.sha256 else {
            throw .hashDiffers(wallet: wallet, isManifest: false, wanted: code, found: pin.executor.sha256)
        }
        guard let manifest, manifest != pin.manifestSHA256 else { return }
        throw .hashDiffers(wallet: wallet, isManifest: true, wanted: manifest, found: pin.manifestSHA256)
    }
}
