// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore

/// The contracts of one kind that the user has added, one list for all pages of a window.
@MainActor
final class ContractList<Format: ContractListFormat> {
    private(set) var added: [ContractPlace]
    private let document: ProfileDocument<Format>

    init(_ format: Format.Type, manager: NEARWalletManager) {
        document = ProfileDocument(format, of: manager)
        added = document.read()
    }

    /// Adds a contract, unless it is there or the list is full.
    func add(_ place: ContractPlace) {
        guard !added.contains(place) else { return note(place) }
        guard added.count < Format.limit else { return }
        added.append(place)
        document.change { if !$0.contains(place) { $0.append(place) } }
    }

    /// Notes the decimals of a token that was added before they were kept.
    private func note(_ place: ContractPlace) {
        guard place.decimals != nil, let index = added.firstIndex(of: place), added[index].decimals == nil else {
            return
        }
        added[index] = place
        document.change { places in
            if let index = places.firstIndex(of: place) { places[index] = place }
        }
    }

    /// Takes a contract off the list.
    func remove(_ place: ContractPlace) {
        added.removeAll { $0 == place }
        document.change { $0.removeAll { $0 == place } }
    }
}
