// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// The document of a dApp that asks, as the relay in its isolated world describes it.
///
/// Nothing of it comes from the page: a page can't reach the isolated world. Still, what the relay of a top document
/// says is compared with what the view has committed.
public struct DAppAsker: Sendable, Hashable {
    /// A name for a view or a document, made of random bytes.
    public struct Token: Sendable, Hashable {
        /// The token: 16 to 64 letters, digits, `-` and `_`.
        public let text: ExactText

        /// Checks a token's form.
        public init?(_ text: String) {
            let isPlain = text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_".utf8.contains(byte)
            }
            guard isPlain, (16...64).contains(text.utf8.count) else { return nil }
            self.text = ExactText(text)
        }
    }

    /// The origin of the document.
    public let origin: SiteOrigin
    /// The origins of the documents around it, the nearest first; none for a top document.
    public let ancestors: [SiteOrigin]
    /// The view, by the token that the host has given it.
    public let view: Token
    /// The document, by the token that its relay has made.
    public let document: Token

    /// Describes a document.
    ///
    /// - Parameters:
    ///   - origin: The document's `self.origin`, read in the isolated world.
    ///   - ancestors: Its `location.ancestorOrigins`, the nearest first.
    ///   - view: The view's token.
    ///   - document: The document's token.
    /// - Throws: ``DAppError`` with `unauthorized` for opaque origins, and where the document or one around it comes
    ///   neither over https nor from this computer.
    public init(origin: String, ancestors: [String], view: Token, document: Token) throws(DAppError) {
        guard let own = Self.read(origin) else { throw Self.noWallet(origin) }
        var around: [SiteOrigin] = []
        for ancestor in ancestors {
            guard let parent = Self.read(ancestor) else { throw Self.noWallet(ancestor) }
            around.append(parent)
        }
        guard DAppFrame(origin: own.text.text, ancestors: around.map(\.text.text)) != nil else {
            throw DAppError(
                .unauthorized, localized("Too many pages stand around this one for it to have a wallet."))
        }
        self.origin = own
        self.ancestors = around
        self.view = view
        self.document = document
    }

    /// The origin of the outermost document, whose address the user sees.
    public var top: SiteOrigin { ancestors.last ?? origin }

    /// True for a document that stands in no other.
    public var isTopDocument: Bool { ancestors.isEmpty }

    /// True if all documents around this one are of its own origin.
    public var isOfOneOrigin: Bool { ancestors.allSatisfy { $0 == origin } }

    /// The frame, for ``Asker/dApp(_:)``: without ancestors where all are of the document's own origin.
    ///
    /// A policy that names an origin covers its own frames in its own pages.
    public var frame: DAppFrame? {
        DAppFrame(origin: origin.text.text, ancestors: isOfOneOrigin ? [] : ancestors.map(\.text.text))
    }

    /// Compares the outermost document with the address that the view has committed.
    ///
    /// - Parameter address: The view's address.
    /// - Throws: ``DAppError`` with `unauthorized`. An empty document's origin can't be told from its address, so it
    ///   fails, too.
    public func requireCommitted(_ address: String) throws(DAppError) {
        try requireCommitted(SiteOrigin(ofPage: address))
    }

    /// Compares the outermost document with the origin of the address that the view has committed.
    ///
    /// - Parameter origin: That origin; `nil` where the address has none.
    /// - Throws: ``DAppError`` with `unauthorized`.
    package func requireCommitted(_ origin: SiteOrigin?) throws(DAppError) {
        guard origin == top else {
            throw DAppError(
                .unauthorized, localized("The page that asked isn’t the one that this window shows any more."))
        }
    }

    /// Checks that the document may ask at all where it stands.
    ///
    /// - Parameter allowed: The origins of pages inside which the user lets frames of this origin ask.
    /// - Throws: ``DAppError`` with `unauthorized`.
    public func requirePlace(allowedInside allowed: Set<SiteOrigin>) throws(DAppError) {
        guard !isOfOneOrigin else { return }
        // Whoever stands in between could have put the frame there, and decide what lies over it.
        let isAlone = ancestors.allSatisfy { $0 == origin || $0 == top }
        guard isAlone, top != origin, allowed.contains(top) else {
            throw DAppError(
                .unauthorized,
                localized(
                    "A frame of %1$s inside %2$s has no wallet. Open %1$s in a window of its own.", "\(origin)",
                    "\(top)"))
        }
    }

    private static func read(_ text: String) -> SiteOrigin? {
        SiteOrigin(text).flatMap { $0.mayHaveWallet ? $0 : nil }
    }

    private static func noWallet(_ text: String) -> DAppError {
        DAppError(
            .unauthorized,
            localized(
                "Only pages that come over https, or from this computer, have a wallet, and no frames without an origin; not %1$s.",
                DisplayText.name(String(text.prefix(256)))))
    }
}
