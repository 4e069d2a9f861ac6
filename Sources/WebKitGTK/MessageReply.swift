// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The way back to a script that has posted a message and waits for an answer.
///
/// The answer goes to the document that asked, or to nobody if it is gone. One that is dropped without an answer fails.
@MainActor
public final class MessageReply {
    /// Holds the context that answers are made in: the first message's, kept for the process.
    ///
    /// WebKit makes a virtual machine of JavaScriptCore's for messages and lets it go after ten seconds without any. A
    /// reply may wait for hours, and would keep that of its own message for as long; this one serves all.
    private static var context: UnsafeMutablePointer<JSCContext>?

    /// The reply (ownership: full), until it was used.
    private var reply: OpaquePointer?

    init(_ reply: OpaquePointer, to message: UnsafeMutablePointer<JSCValue>) {
        if Self.context == nil {
            Self.context = jsc_value_get_context(message)
            g_object_ref(Self.context)
        }
        self.reply = webkit_script_message_reply_ref(reply)
    }

    isolated deinit {
        fail("nobody answered")
    }

    /// Resolves the script's promise with a text; later calls do nothing.
    public func answer(_ text: String) {
        guard let context = Self.context, let reply = reply.take() else { return }
        let value = jsc_value_new_string(context, text)
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
