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
    var onRequest: (DAppAsker, [UInt8], PageDocument) throws(DAppError) -> DAppReply = { _, _, _ in .now(.done) }
    /// Called when a frame of another origin looks for a wallet in a page.
    var onFrame: (DAppAsker, PageDocument) -> Void = { _, _ in }
    /// The number of messages that were refused: malformed, of no view, or of a document that isn't shown.
    private(set) var refusedMessages: UInt64 = 0

    private var pages: [DAppAsker.Token: PageDocument] = [:]
    private var vouchers = FrameVouchers()
    private var askers = RelayAskers()
    private var lastAccounts = LastMade<DAppAnswer, String>()

    private let logger: Logger

    /// Hears the relays in the pages of views that use `manager`; `logger` says what was refused.
    ///
    /// - Returns: `nil` if another relay hears them.
    init?(_ manager: UserContentManager, logger: Logger) {
        self.logger = logger
        let isHeard = manager.onRequest(ProviderScripts.handler, world: ProviderScripts.world) { [weak self] in
            self?.start($0, $1)
        }
        guard isHeard else { return nil }
    }

    /// Begins to answer a page.
    func add(_ page: PageDocument) {
        pages[page.token] = page
    }

    /// Ends a page's requests.
    func remove(_ page: PageDocument) {
        page.end()
        vouchers.forget(view: page.token)
        pages[page.token] = nil
    }

    /// Forgets the frames of a page whose document was left.
    func forgetFrames(of page: PageDocument) { vouchers.forget(view: page.token) }

    /// The message of a relay that hasn't heard its view's token; it can't say which view it is in.
    private static let lost = "?"
    /// Begins the message of a top frame's relay that vouches for a frame.
    private static let vouching: UInt8 = UInt8(ascii: "!")
    /// Begins the message of a frame's relay whose page looks for a wallet.
    private static let looking: UInt8 = UInt8(ascii: "#")

    /// Answers within the callback: what needs to wait for nothing costs no task and no turn of the loop.
    private func start(_ text: String, _ reply: MessageReply) {
        if text.hasSameBytes(as: Self.lost) {
            for page in pages.values { page.greetAgain() }
            return reply.answer("")
        }
        switch text.utf8.first {
        case Self.vouching:
            if !vouchers.add(String(text.dropFirst())) { refusedMessages += 1 }
            reply.answer("")
        case Self.looking:
            noteFrame(String(text.dropFirst()))
            reply.answer("")
        default: answer(text, reply)
        }
    }

    private func answer(_ text: String, _ reply: MessageReply) {
        do throws(DAppError) {
            let (message, page) = try place(of: text)
            guard page.isGreeted else {
                // The document hasn't said yet which one it is.
                Task.immediate {
                    await page.greeted()
                    answer(text, reply)
                }
                return
            }
            switch try onRequest(message.asker, message.request, page) {
            case .now(let answer): reply.answer(printed(answer))
            case .later(let work):
                Task.immediate {
                    do throws(DAppError) {
                        reply.answer(printed(try await work()))
                    } catch {
                        reply.answer(Self.printed(error))
                    }
                }
            }
        } catch {
            reply.answer(Self.printed(error))
        }
    }

    private func printed(_ answer: DAppAnswer) -> String {
        // Others are made once.
        guard case .accounts = answer else { return Self.printed(answer) }
        return lastAccounts.value(of: answer, making: Self.printed)
    }

    private static func printed(_ answer: DAppAnswer) -> String { JSONValue.object(["result": answer.json]).text }

    private static func printed(_ error: DAppError) -> String { JSONValue.object(["error": error.json]).text }

    /// Reads a message, and finds the page that shows its document, as far as that is known.
    private func place(of text: String) throws(DAppError) -> (RelayMessage, PageDocument) {
        do throws(DAppError) {
            let message = try RelayMessage(text, vouchers: &vouchers, askers: &askers)
            guard let page = pages[message.asker.view], page.address != nil else { throw .revoked }
            try message.asker.requireCommitted(page.origin)
            guard !page.isGreeted || page.document == message.top else { throw .revoked }
            return (message, page)
        } catch {
            noteRefusal(text, error)
            throw error
        }
    }

    /// Notes that a frame looks for a wallet.
    ///
    /// It can't say in which of the views that show its outermost page.
    private func noteFrame(_ head: String) {
        do throws(DAppError) {
            let (origin, ancestors) = try RelayMessage.place(head)
            for page in pages.values {
                guard let address = page.address, let document = page.document else { continue }
                let asker = try DAppAsker(origin: origin, ancestors: ancestors, view: page.token, document: document)
                if SiteOrigin(ofPage: address) == asker.top, !asker.isOfOneOrigin { onFrame(asker, page) }
            }
        } catch {
            // A frame that can't have a wallet, whatever the user says.
        }
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
