// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// A question that a page asks through `alert`, `confirm`, `prompt` or `beforeunload`.
///
/// The page's script stands still until the dialog is answered. Dropping it without an answer refuses: nothing is
/// accepted for a user who said nothing.
@MainActor
public final class ScriptDialog {
    /// The kind of dialog that a page asks for.
    public enum Kind: Sendable, Equatable {
        /// `alert`: tells something; there is nothing to decide.
        case alert
        /// `confirm`: yes or no.
        case confirm
        /// `prompt`: a text, `defaultText` until the user writes another one.
        case prompt(defaultText: String)
        /// `beforeunload`: whether to leave the page although it may lose something.
        case beforeUnload
    }

    /// The kind of dialog that the page asks for.
    public let kind: Kind
    /// The page's words.
    public let message: String

    private let pointer: OpaquePointer
    private var isAnswered = false
    /// True if WebKit is still telling of the dialog.
    ///
    /// It closes the dialog itself then, and crashes if anything else has closed it.
    private var isBeingTold = true

    /// - Parameter pointer: A `WebKitScriptDialog` (ownership: none; a reference is added).
    init(_ pointer: OpaquePointer) {
        self.pointer = webkit_script_dialog_ref(pointer)
        message = webkit_script_dialog_get_message(pointer).map { String(cString: $0) } ?? ""
        switch webkit_script_dialog_get_dialog_type(pointer) {
        case WEBKIT_SCRIPT_DIALOG_CONFIRM:
            kind = .confirm
        case WEBKIT_SCRIPT_DIALOG_PROMPT:
            let text = webkit_script_dialog_prompt_get_default_text(pointer)
            kind = .prompt(defaultText: text.map { String(cString: $0) } ?? "")
        case WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM:
            kind = .beforeUnload
        default:
            kind = .alert
        }
    }

    isolated deinit {
        // The last reference closes the dialog, with what was answered or else with a refusal.
        webkit_script_dialog_unref(pointer)
    }

    /// Called when this program's handler of WebKit's signal returns: answers close the dialog from now on.
    func endTelling() {
        isBeingTold = false
    }

    /// Answers the page and lets its script go on.
    ///
    /// A second answer is ignored.
    ///
    /// - Parameters:
    ///   - accepted: What `confirm` returns; `false` makes `prompt` return `null`.
    ///   - text: What `prompt` returns when accepted.
    public func answer(accepted: Bool, text: String? = nil) {
        guard !isAnswered else { return }
        isAnswered = true
        switch kind {
        case .confirm, .beforeUnload: webkit_script_dialog_confirm_set_confirmed(pointer, accepted ? 1 : 0)
        case .prompt: if accepted { webkit_script_dialog_prompt_set_text(pointer, text ?? "") }
        case .alert: break
        }
        if !isBeingTold { webkit_script_dialog_close(pointer) }
    }
}
