// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// Takes what pages ask from their relays, and carries answers back.
///
/// A relay's word about its document is believed, since no page can write it; what it says of a view's own document is
/// compared with the address that the view shows.
@MainActor
final class DAppRelay {
    /// Handles a request of a document in a page's view.
    ///
    /// The result goes to that document, or to nobody if it is gone by then.
    var onRequest: (DAppAsker, [UInt8], DAppPage) async throws(DAppError) -> DAppAnswer = { _, _, _ in .done }
    /// The number of messages that were refused: malformed, of no view, or of a document that isn't shown.
    private(set) var refusedMessages: UInt64 = 0

    private var pages: [DAppAsker.Token: DAppPage] = [:]

    private let logger: Logger

    /// Hears the relays in the pages of views that use `manager`; `logger` says what was refused.
    init(_ manager: UserContentManager, logger: Logger) {
        self.logger = logger
        manager.onRequest(ProviderScripts.handler, world: ProviderScripts.world) { [weak self] text, reply in
            guard let self else { return }
            Task { await self.take(text, reply) }
        }
    }

    /// Begins to answer a page.
    func add(_ page: DAppPage) {
        pages[page.token] = page
    }

    /// Ends a page's requests.
    func remove(_ page: DAppPage) {
        page.end()
        pages[page.token] = nil
    }

    /// The message of a relay that hasn't heard its view's token; it can't say which view it is in.
    private static let lost = "?"

    private func take(_ text: String, _ reply: MessageReply) async {
        if text.hasSameBytes(as: Self.lost) {
            for page in pages.values { page.greetAgain() }
            return reply.answer("")
        }
        do throws(DAppError) {
            let answer = try await answer(text)
            reply.answer(JSONValue.object(["result": answer.json]).text)
        } catch {
            reply.answer(JSONValue.object(["error": error.json]).text)
        }
    }

    private func answer(_ text: String) async throws(DAppError) -> DAppAnswer {
        let message: RelayMessage
        let page: DAppPage
        do throws(DAppError) {
            message = try RelayMessage(text)
            guard let found = pages[message.asker.view], let address = found.view.committedURI else {
                throw .revoked
            }
            page = found
            try message.asker.requireCommitted(address)
            guard await page.shows(message.top) else { throw .revoked }
        } catch {
            noteRefusal(text, error)
            throw error
        }
        return try await onRequest(message.asker, message.request, page)
    }

    /// Counts a message that was refused, and logs it: each of the first, and then ever fewer.
    private func noteRefusal(_ text: String, _ error: DAppError) {
        refusedMessages += 1
        // A page that floods fills no log: 1 to 16, 32, 64, 128 …
        guard refusedMessages <= 16 || refusedMessages & (refusedMessages - 1) == 0 else { return }
        logger.warning(
            "a page's message was refused",
            metadata: [
                "origin": "\(RelayMessage.claimedOrigin(text) ?? "unknown")", "code": "\(error.code.rawValue)",
                "count": "\(refusedMessages)",
            ])
    }
}
