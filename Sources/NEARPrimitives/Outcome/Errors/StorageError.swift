// SPDX-License-Identifier: MIT

/// A fault of a node's own storage (nearcore's `StorageError`).
///
/// Another node is likely to be able to help.
public enum StorageError: Error, Sendable, Hashable {
    /// The key-value store failed.
    case storageInternalError
    /// A value of the trie is missing; the JSON has its hash and where it was looked for.
    case missingTrieValue(JSONValue)
    /// The trie has a value that it shouldn't have.
    case unexpectedTrieValue
    /// The storage contradicts itself.
    case storageInconsistentState(message: String)
    /// The flat storage doesn't know the block any more.
    case flatStorageBlockNotSupported(message: String)
    /// The trie couldn't be loaded into memory.
    case memTrieLoadingError(message: String)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension StorageError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "StorageInternalError": .storageInternalError
        case "MissingTrieValue": .missingTrieValue(variant.payload)
        case "UnexpectedTrieValue": .unexpectedTrieValue
        case "StorageInconsistentState": .storageInconsistentState(message: try variant.wrapped())
        case "FlatStorageBlockNotSupported": .flatStorageBlockNotSupported(message: try variant.wrapped())
        case "MemTrieLoadingError": .memTrieLoadingError(message: try variant.wrapped())
        default: nil
        }
    }
}
