// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// A page's question on the screen, until it is answered.
@MainActor
protocol QuestionView: AnyObject {
    /// Called once, after the question was answered or closed.
    var onEnd: (() -> Void)? { get set }
    /// True if the user wants no more questions of this page.
    var wantsBlock: Bool { get }

    /// Shows the question.
    func present()
    /// Closes the question; it counts as refused.
    func cancel()
}

/// A page's question in a dialog that says who asks and what for, with buttons for no and yes.
@MainActor
class QuestionDialog: QuestionView {
    /// The response that accepts.
    static let accept = 1
    /// The response that refuses.
    static let refuse = 0

    let dialog: Dialog
    var onEnd: (() -> Void)?
    var wantsBlock: Bool { block?.isChecked ?? false }

    private let block: CheckButton?

    /// - Parameters:
    ///   - asker: The page that asks; the dialog stands above its window.
    ///   - offersBlock: True if the dialog offers to allow no more questions of this page.
    init(
        title: String, asker: PageAsker, parent: WidgetHandle, offersBlock: Bool, width: Int32 = 440,
        choices: [Dialog.Choice], byDefault: Int
    ) {
        dialog = Dialog(
            title: title, parent: asker.window ?? parent, width: width, choices: choices, byDefault: byDefault)
        block = offersBlock ? CheckButton(localized("_Don’t let this page ask again")) : nil
        dialog.onResponse = { [weak self] response in
            self?.answer(isAccepted: response == Self.accept)
            let ended = self?.onEnd
            self?.onEnd = nil
            ended?()
        }
    }

    func present() {
        if let block { dialog.append(block) }
        dialog.present()
    }

    func cancel() {
        dialog.cancel()
    }

    /// Answers the page, in subclasses.
    ///
    /// Without an answer the question is refused.
    func answer(isAccepted: Bool) {}
}
