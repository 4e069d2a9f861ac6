// SPDX-License-Identifier: MIT

/// The hashes by which somebody says which version of a wallet he means: what he was shown, or what he has looked through himself.
public struct WalletHashes: Sendable, Hashable {
    /// SHA-256 of the code, 64 hexadecimal digits in lower case.
    public let code: String
    /// SHA-256 of the manifest entry, which has the permissions; see ``WalletManifest/sha256``. `nil` for any.
    public let manifest: String?

    /// - Returns: `nil` for texts that are not 64 hexadecimal digits.
    public init?(code: String, manifest: String? = nil) {
        self.code = code.lowercased()
        self.manifest = manifest?.lowercased()
        guard [self.code, self.manifest].compactMap(\.self).allSatisfy(ContentHash.isSHA256Hex) else { return nil }
    }

    /// The hashes of a version.
    public init(of pin: WalletLock.Pin) {
        code = pin.executor.sha256
        manifest = pin.manifestSHA256
    }

    /// Whether a version is the one that is meant.
    func match(_ pin: WalletLock.Pin) -> Bool {
        code == pin.executor.sha256 && (manifest == nil || manifest == pin.manifestSHA256)
    }

    /// - Throws: ``WalletError/hashDiffers(wallet:what:wanted:found:)`` for a version that isn't the one that is meant.
    func check(_ pin: WalletLock.Pin, of wallet: String) throws(WalletError) {
        guard code == pin.executor.sha256 else {
            throw .hashDiffers(wallet: wallet, what: "code", wanted: code, found: pin.executor.sha256)
        }
        guard let manifest, manifest != pin.manifestSHA256 else { return }
        throw .hashDiffers(wallet: wallet, what: "manifest entry", wanted: manifest, found: pin.manifestSHA256)
    }
}
