// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A message of a document's relay.
///
/// Its first line says who asks; the rest is the request as the page wrote it.
struct RelayMessage {
    /// The most bytes of the first line.
    private static let headLimit = 16 * 1024

    /// The document that asks.
    let asker: DAppAsker
    /// The token of the view's own document.
    let top: DAppAsker.Token
    /// The request.
    let request: [UInt8]

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - vouchers: The frames for which top frames vouch.
    ///   - askers: The documents that have asked.
    /// - Throws: ``DAppError`` with `unauthorized` for a document that can't have a wallet, and for one in a frame of
    ///   another origin than the top frame's for which nobody vouches.
    init(_ text: String, vouchers: inout FrameVouchers, askers: inout RelayAskers) throws(DAppError) {
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")),
            text.utf8.distance(from: text.startIndex, to: end) <= Self.headLimit
        else { throw Self.noWallet }
        let line = ExactText(String(text[..<end]))
        request = Array(text.utf8[text.utf8.index(after: end)...])
        if let known = askers[line] {
            (asker, top) = (known.asker, known.top)
            return
        }
        let head = try Self.parse(line.text)
        func token(_ field: String) -> DAppAsker.Token? { head[field]?.stringValue.flatMap { DAppAsker.Token($0) } }
        guard let document = token("document") else { throw Self.noWallet }
        let (origin, ancestors) = try Self.place(head)
        let place: FrameVouchers.Place
        let knowsPlace: Bool
        if let view = token("view"), let top = token("top") {
            place = FrameVouchers.Place(view: view, top: top)
            knowsPlace = true
        } else {
            guard let nonce = token("nonce"), let found = vouchers.place(of: document, by: nonce, from: origin) else {
                throw Self.noWallet
            }
            place = found
            knowsPlace = false
        }
        asker = try DAppAsker(
            origin: origin, ancestors: ancestors, view: place.view, document: document)
        top = place.top
        // Whoever vouches for a frame may do so no more tomorrow.
        if knowsPlace { askers[line] = RelayAskers.Place(asker: asker, top: top) }
    }

    /// Reads where a frame stands that looks for a wallet: its origin, and those around it.
    ///
    /// - Throws: ``DAppError`` with `unauthorized`.
    static func place(_ text: String) throws(DAppError) -> (origin: String, ancestors: [String]) {
        guard text.utf8.count <= headLimit else { throw noWallet }
        return try place(try parse(text))
    }

    private static func place(_ head: JSONValue) throws(DAppError) -> (origin: String, ancestors: [String]) {
        guard let origin = head["origin"]?.stringValue, let ancestors = head["ancestors"]?.arrayValue else {
            throw noWallet
        }
        return (origin, ancestors.map { $0.stringValue ?? "" })
    }

    private static func parse(_ text: String) throws(DAppError) -> JSONValue {
        do {
            return try JSONValue.parse(text)
        } catch {
            throw noWallet
        }
    }

    /// Returns the origin that a message names, for a log; `nil` where it names none.
    ///
    /// Nobody has looked whether it is true. Addresses have no path, no query and no user here.
    static func claimedOrigin(_ text: String) -> String? {
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")),
            text.utf8.distance(from: text.startIndex, to: end) <= headLimit
        else { return nil }
        do {
            let origin = try JSONValue.parse(String(text[..<end]))["origin"]?.stringValue
            return origin.flatMap { SiteOrigin($0) }.map { $0.text.text }
        } catch {
            return nil  // Whatever isn't JSON names no origin.
        }
    }

    private static var noWallet: DAppError {
        DAppError(.unauthorized, localized("This page has no wallet. Open the site in a window of its own."))
    }
}
