// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The way back to a script that has posted a message and waits for an answer.
///
/// The answer goes to the document that asked, or to nobody if it is gone. One that is dropped without an answer fails.
@MainActor
public final class MessageReply {
    private let context: GObjectOwner
    /// The reply (ownership: full), until it was used.
    private var reply: OpaquePointer?

    init(_ reply: OpaquePointer, to message: UnsafeMutablePointer<JSCValue>) {
        context = GObjectOwner(UnsafeMutableRawPointer(jsc_value_get_context(message)), .none)
        self.reply = webkit_script_message_reply_ref(reply)
    }

    isolated deinit {
        fail("nobody answered")
    }

    /// Resolves the script's promise with a text; later calls do nothing.
    public func answer(_ text: String) {
        guard let reply = reply.take() else { return }
        let value = jsc_value_new_string(context.cast(), text)
        webkit_script_message_reply_return_value(reply, value)
        g_object_unref(value)
        webkit_script_message_reply_unref(reply)
    }

    /// Rejects the script's promise; later calls do nothing.
    public func fail(_ message: String) {
        guard let reply = reply.take() else { return }
        webkit_script_message_reply_return_error_message(reply, message)
        webkit_script_message_reply_unref(reply)
    }
}
