// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A notice that a transaction was executed, with its hash.
@MainActor
final class SentNotice: Container {
    private let what = Label().wrapping(at: 46).asStatus()
    private let hash = Label().shortening(to: 46).styled("near-connect-account", "near-connect-small")
    /// The button, which has no letter: pages have several notices.
    private let copy = Button(localized("Copy hash"))
    private let close = Button(icon: "window-close-symbolic", name: localized("Close")).styled("flat")

    init() {
        let column = Box(.down, spacing: 9).styled("near-connect-done")
        super.init(shared: column.widget)
        keep(column)
        let top = Box(.across, spacing: 9, Icon("emblem-ok-symbolic").aligned(.center, .start))
        top.append(what, expands: true)
        top.appendAtEnd(close.aligned(.end, .start))
        column.append(top)
        column.append(Label(localized("Transaction")).styled("dim-label", "near-connect-small"))
        let row = Box(.across, spacing: 12)
        row.append(hash, expands: true)
        row.appendAtEnd(copy)
        column.append(row)
        isVisible = false
        copy.onClick { [weak self] in
            if let self { Clipboard.copy(self.hash.text) }
        }
        close.onClick { [weak self] in self?.isVisible = false }
    }

    /// Shows the notice.
    ///
    /// - Parameters:
    ///   - done: The sentence about what was sent.
    ///   - outcome: What the chain says, with the fee.
    func show(_ done: String, _ outcome: FinalExecutionOutcome) {
        let fee = localized("The fee was %1$s.", NumberStyle.current.near(outcome.tokensBurnt, digits: 8))
        let (text, id) = ("\(done) \(fee)", outcome.transactionHash.description)
        what.text = text
        hash.text = id
        hash.setTooltip(id)
        setAccessibleName(localized("%1$s Transaction %2$s", text, id))
        isVisible = true
    }

    /// The sentence that is shown; empty while there is none.
    var text: String { isVisible ? what.text : "" }
}
