// SPDX-License-Identifier: MIT

internal import SafeText

extension StorageError: CustomStringConvertible {
    /// The fault in the node's storage, in a sentence.
    public var description: String {
        switch self {
        case .storageInternalError: localized("Its database failed.")
        case .missingTrieValue: localized("A part of its state is missing.")
        case .unexpectedTrieValue: localized("Its state has a part that shouldn’t be there.")
        case .storageInconsistentState(let message):
            localized("Its state contradicts itself: %1$s.", DisplayText.quotation(message))
        case .flatStorageBlockNotSupported(let message):
            localized("It no longer has the block: %1$s.", DisplayText.quotation(message))
        case .memTrieLoadingError(let message):
            localized("Its state couldn’t be loaded: %1$s.", DisplayText.quotation(message))
        case .unrecognized(let json):
            localized("This version doesn’t know the fault (%1$s).", ErrorWords.name(of: json))
        }
    }
}
