// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The documents that have asked, by the first line of their messages.
///
/// A document's line is the same each time, and says the same each time: whether the document may have a wallet is read
/// from it once. Whether it is still shown isn't in it.
struct RelayAskers {
    /// A document, and the one in the main frame of its view.
    struct Place {
        let asker: DAppAsker
        /// The token of the view's own document.
        let top: DAppAsker.Token
    }

    /// The most documents; one more, and all are read anew.
    static let limit = 64

    private var places: [ExactText: Place] = [:]

    /// The number of documents.
    var count: Int { places.count }

    /// True before the first document has asked.
    var isEmpty: Bool { places.isEmpty }

    /// The document of a line; `nil` for one that wasn't read yet.
    subscript(line: ExactText) -> Place? {
        get { places[line] }
        set {
            if places.count >= Self.limit { places = [:] }
            places[line] = newValue
        }
    }
}
