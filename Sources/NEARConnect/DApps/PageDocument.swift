// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// The document that is in a view, for the wallet in it.
///
/// Views that opened each other share the handler of messages, so each view has a token. The relay of its main frame is
/// given it after each commit.
@MainActor
package class PageDocument {
    /// The view's token, which no page can guess.
    let token: DAppAsker.Token
    /// The token of the document in the main frame; `nil` for a page without a wallet.
    private(set) var document: DAppAsker.Token?

    /// Called when a document was left: what it and its frames have asked for ends.
    var onLeave: () -> Void = {}
    /// Awaited before the token is sent to a document: a test has the document left meanwhile.
    var beforeGreeting: () async -> Void = {}

    /// The origin of the address that was read last.
    private var read: (address: ExactText, origin: SiteOrigin?)?
    private let shown: PageView
    private var greeting: Task<Void, Never>?
    private var isGreeting = false
    /// The number of documents that were greeted or are to be.
    private var greetings = 0
    /// The number of the last one that has answered, or can't.
    private var greeted = 0

    /// Follows a view's document; whoever hears of the view's events calls ``noteCommit()``.
    init(in view: PageView) {
        shown = view
        token = .random()
    }

    /// The address of the document that the view shows; `nil` before the first.
    var address: String? { shown.committedURI }

    /// The origin of that address; `nil` for an address without one.
    var origin: SiteOrigin? {
        guard let address = address.map({ ExactText($0) }) else { return nil }
        if let read, read.address == address { return read.origin }
        let origin = SiteOrigin(ofPage: address.text)
        read = (address, origin)
        return origin
    }

    /// Ends what the document before has asked, and gives the view's token to the one that is shown now.
    ///
    /// The new document may not answer for a long time: nothing of the old one waits for that.
    func noteCommit() {
        end()
        greetings += 1
        let (before, number) = (greeting, greetings)
        greeting = Task { [weak self] in
            await before?.value
            await self?.greet(number)
        }
    }

    /// Gives the token once more to a document that may not have heard it.
    func greetAgain() {
        guard document == nil, !isGreeting else { return }
        noteCommit()
    }

    /// Ends what the page has asked: its view is closed, or its web process is gone.
    func end() {
        if document.take() != nil { onLeave() }
    }

    /// True if ``document`` is what the view's document has said; a request may come before its answer does.
    var isGreeted: Bool { greeted == greetings }

    /// Waits until the document has said which one it is, also if the next one comes meanwhile.
    func greeted() async {
        while !isGreeted { await greeting?.value }
    }

    private func greet(_ number: Int) async {
        defer { greeted = max(greeted, number) }
        guard number == greetings else { return }
        var found: DAppAsker.Token?
        isGreeting = true
        defer { isGreeting = false }
        await beforeGreeting()
        do {
            let text = try await shown.call(
                "return nearConnectRelay.greet(token, fresh)",
                // Made here: the first random number of a document's own costs it a third of a millisecond.
                arguments: ["token": token.text.text, "fresh": DAppAsker.Token.random().text.text],
                world: ProviderScripts.world)
            found = DAppAsker.Token(text)
        } catch {
            // A page without a relay, or one that is gone already.
        }
        // Whoever has answered may have been left since.
        if number == greetings { document = found }
    }
}

extension DAppAsker.Token {
    /// Returns a new token.
    fileprivate static func random() -> DAppAsker.Token {
        guard let token = DAppAsker.Token(UUID().uuidString) else {
            preconditionFailure("a UUID has 36 letters, digits and hyphens")
        }
        return token
    }
}
