// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The way back to a script that has posted a message and waits for an answer.
///
/// The answer goes to the document that asked, or to nobody if it is gone. One that is dropped without an answer fails.
///
/// An answer is the message of the error by which the script's promise is rejected, behind ``mark``. WebKitGTK takes
/// values of JavaScriptCore's, too, but each belongs to a virtual machine, and WebKit replaces the one for messages
/// after ten seconds without any: answers by values of another one damage memory (WebKitGTK 2.50.6).
@MainActor
public final class MessageReply {
    /// Begins the message of an error that is an answer.
    public static let mark = "="

    /// The reply (ownership: full), until it was used.
    private var reply: OpaquePointer?

    init(_ reply: OpaquePointer) {
        self.reply = webkit_script_message_reply_ref(reply)
    }

    isolated deinit {
        fail("nobody answered")
    }

    /// Answers with a text; later calls do nothing.
    public func answer(_ text: String) {
        fail(Self.mark + text)
    }

    /// Rejects the script's promise; later calls do nothing.
    ///
    /// - Parameter message: The reason, which doesn't begin with ``mark``.
    public func fail(_ message: String) {
        guard let reply = reply.take() else { return }
        webkit_script_message_reply_return_error_message(reply, message)
        webkit_script_message_reply_unref(reply)
    }
}
