// SPDX-License-Identifier: MIT

public import NEARShares

/// The holders of a set and the places of their shares, of which no single one gives two shares away.
///
/// Device and app share in one home folder are one theft. So the keyring and the program's own storage count as one
/// place; a file that is sealed by a passphrase is another.
public struct SharePlaces: Hashable, Sendable {
    /// The place of each holder's share.
    public let places: [ShareHolder: SharePlace]

    /// Checks where shares are to lie.
    ///
    /// - Parameters:
    ///   - places: The place of each holder's share.
    ///   - here: The holder that this computer is; the places of other computers are theirs.
    /// - Throws: ``SharedKeyError/tooFewHolders(_:)`` for fewer than three: two shares open the account, so a third one
    ///   has to be there for the day on which one is lost. ``SharedKeyError/onePlace(_:_:)`` where one theft gives two
    ///   shares away. ``SharedKeyError/unfit(_:_:)`` for a holder's share in a place that isn't his.
    public init(_ places: [ShareHolder: SharePlace], here: ShareHolder = .device) throws(SharedKeyError) {
        guard places.count >= 3 else { throw .tooFewHolders(places.count) }
        var known: [SharePlace.Theft: ShareHolder] = [:]
        for (holder, place) in places.sorted(by: { $0.key < $1.key }) {
            let isElsewhere = holder.isComputer && holder != here
            guard Self.fits(place, holder), place != .elsewhere || isElsewhere else { throw .unfit(holder, place) }
            // What lies on another computer is another theft.
            guard !isElsewhere else { continue }
            if let other = known.updateValue(holder, forKey: place.theft) { throw .onePlace(other, holder) }
        }
        self.places = places
    }

    private static func fits(_ place: SharePlace, _ holder: ShareHolder) -> Bool {
        switch (holder, place) {
        case (.login, .service), (.app, .app), (.recovery, .words), (.recovery, .sealedFile): true
        case (_, .keyring), (_, .sealedFile), (_, .elsewhere): holder.isComputer
        default: false
        }
    }
}

extension ShareHolder {
    /// The computers after the first one.
    static let furtherComputers: [ShareHolder] = [.secondDevice, .thirdDevice, .fourthDevice]

    /// True for the first computer and those after it.
    package var isComputer: Bool { self == .device || Self.furtherComputers.contains(self) }
}
