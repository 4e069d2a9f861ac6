// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText
internal import WalletConnectSign

/// The note beside a store's records that says in which kind of place their keys are.
struct PlaceNote {
    private static let limit = 256

    private let url: URL

    /// The note of a store's folder.
    init(_ folder: URL) {
        url = folder.appendingPathComponent("place")
    }

    /// Reads the note; `nil` if there is none.
    func read() throws(SignStoreError) -> VaultKind? {
        do {
            guard let bytes = try RegularFile.read(url, limit: Self.limit) else { return nil }
            guard let kind = VaultKind(rawValue: String(decoding: bytes, as: UTF8.self)) else {
                throw SignStoreError.failed(
                    localized(
                        "%1$s doesn’t say where the keys of these sessions are: write %2$s into it", url.path,
                        VaultKind.allCases.map(\.rawValue).joined(separator: ", ")))
            }
            return kind
        } catch let error as SignStoreError {
            throw error
        } catch {
            throw .failed(FileErrorText.sentence(for: error, at: url.path))
        }
    }

    /// Writes the note.
    func write(_ kind: VaultKind) throws(SignStoreError) {
        do {
            try AtomicFile(url: url).replace(with: Data(kind.rawValue.utf8))
        } catch {
            throw .failed(FileErrorText.sentence(for: error, at: url.path))
        }
    }
}
