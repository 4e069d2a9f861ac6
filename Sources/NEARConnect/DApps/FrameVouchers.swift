// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The frames of other origins for which the relays of their top frames vouch.
///
/// A frame's relay sends a nonce of its own to the top frame, whose relay tells the host which view it is in, and the
/// origin that the browser has written on the message. The nonce then stands for that place, for one document of that
/// origin.
struct FrameVouchers {
    /// The view of a frame, and the document of its top frame.
    struct Place: Equatable {
        let view: DAppAsker.Token
        let top: DAppAsker.Token
    }

    private struct Voucher {
        let place: Place
        let origin: ExactText
        /// The document that has used it; `nil` before one has.
        var document: DAppAsker.Token?
    }

    /// The most frames of one view; the one that was vouched for longest ago goes first.
    static let limit = 64

    private var vouchers: [DAppAsker.Token: Voucher] = [:]
    private var order: [DAppAsker.Token] = []

    /// Notes what the relay of a top frame has said.
    ///
    /// - Parameter text: A JSON object with `view`, `top`, `nonce` and `origin`.
    /// - Returns: False for what isn't one, and for a nonce that was named before.
    mutating func add(_ text: String) -> Bool {
        guard text.utf8.count <= 4096 else { return false }
        let fields: JSONValue
        do {
            fields = try JSONValue.parse(text)
        } catch {
            return false
        }
        func token(_ field: ExactText) -> DAppAsker.Token? {
            fields[field]?.stringValue.flatMap { DAppAsker.Token($0) }
        }
        guard let view = token("view"), let top = token("top"), let nonce = token("nonce"), vouchers[nonce] == nil,
            let origin = fields["origin"]?.stringValue, SiteOrigin(origin) != nil
        else { return false }
        vouchers[nonce] = Voucher(place: Place(view: view, top: top), origin: ExactText(origin))
        order.append(nonce)
        let own = order.filter { vouchers[$0]?.place.view == view }
        if own.count > Self.limit, let oldest = own.first { forget([oldest]) }
        return true
    }

    /// Returns the place of a document.
    ///
    /// - Parameters:
    ///   - document: The document; the first that names the nonce is the only one.
    ///   - nonce: Its relay's nonce.
    ///   - origin: The document's origin.
    mutating func place(of document: DAppAsker.Token, by nonce: DAppAsker.Token, from origin: String) -> Place? {
        guard let voucher = vouchers[nonce], voucher.origin == ExactText(origin),
            voucher.document == nil || voucher.document == document
        else { return nil }
        vouchers[nonce]?.document = document
        return voucher.place
    }

    /// Forgets the frames of a view whose document was left.
    mutating func forget(view: DAppAsker.Token) {
        forget(Set(order.filter { vouchers[$0]?.place.view == view }))
    }

    private mutating func forget(_ gone: Set<DAppAsker.Token>) {
        order.removeAll(where: gone.contains)
        for nonce in gone { vouchers[nonce] = nil }
    }
}
