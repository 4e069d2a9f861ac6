// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore

/// The tokens that the user has added, one list for all pages of a window.
@MainActor
final class TokenList {
    private(set) var added: [TokenPlace]
    private let document: ProfileDocument<TokenFile>

    init(manager: NEARWalletManager) {
        document = ProfileDocument(TokenFile.self, of: manager)
        added = document.read()
    }

    /// Adds a token, unless it is there or the list is full.
    func add(_ place: TokenPlace) {
        guard !added.contains(place), added.count < TokenFile.limit else { return }
        added.append(place)
        document.change { if !$0.contains(place) { $0.append(place) } }
    }

    /// Takes a token off the list.
    func remove(_ place: TokenPlace) {
        added.removeAll { $0 == place }
        document.change { $0.removeAll { $0 == place } }
    }
}
