// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARSharedKeys
internal import QRCode
internal import SafeText

/// The page of a new computer, with its request as QR code and text, and the place for the answer.
@MainActor
final class SharedKeyJoinPane: SharedKeyPane {
    let copy = Button(localized("_Copy the request"))
    let answer = TextArea(height: 96, isCode: true)
    let go = Button(localized("_Take the share")).styled("suggested-action")
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    /// The request and the digits, as they are shown.
    let request, digits: Label
    private let computer: JoiningComputer

    /// - Parameters:
    ///   - computer: The request, which has one answer.
    ///   - onGo: Called with the answer; must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ computer: JoiningComputer, onGo: @escaping @MainActor (ComputerAnswer) -> Void,
        onBack: @escaping @MainActor () -> Void
    ) {
        self.computer = computer
        request = Label(computer.request.text).wrapping(at: 40).selectable().styled("near-connect-account")
        digits = Label(computer.request.number).wrapping(at: 40).selectable()
            .styled("near-connect-account", "near-connect-heading")
        super.init()
        head(
            localized("From another computer"),
            localized(
                "This computer gets a share of its own; the key stays. On the other one, choose “Add a computer…” at the shared key, and bring this request there. Leave this page open: the answer is for it alone."
            ))
        if let picture = SharedKeyCode.picture(of: computer.request.text, side: 200) { column.append(picture) }
        column.append(request)
        column.append(copy.aligned(.start))
        column.append(Box(.down, spacing: 3, Self.dim(localized("The other computer must show these digits:")), digits))
        column.append(Self.area(localized("Its _answer"), answer))
        column.append(placeNote)
        column.append(problem)
        foot(backButton(onBack), go)
        first = copy
        copy.onClick { Clipboard.copy(computer.request.text) }
        go.onClick { [weak self] in self?.read().map(onGo) }
        answer.onChange { [weak self] in self?.refresh() }
        refresh()
    }

    private func read() -> ComputerAnswer? {
        do throws(SharedKeyError) {
            return try computer.open(answer.text)
        } catch {
            say(error.description)
            return nil
        }
    }

    private func say(_ text: String?) {
        problem.text = text ?? ""
        problem.isVisible = text != nil
        answer.describeText(by: text == nil ? nil : problem)
    }

    private func refresh() {
        say(nil)
        go.isSensitive = !TypedText.trimmed(answer.text).isEmpty
    }
}

/// The page that shows the answer to a new computer's request.
@MainActor
final class SharedKeyAnswerPane: SharedKeyPane {
    let copy = Button(localized("_Copy")).styled("suggested-action")
    let answer: Label

    /// - Parameters:
    ///   - text: The answer.
    ///   - onBack: Called to go back.
    init(_ text: String, onBack: @escaping @MainActor () -> Void) {
        answer = Label(text).wrapping(at: 52).selectable().styled("near-connect-account", "near-connect-small")
        super.init()
        head(
            localized("Bring this to the other computer"),
            localized(
                "It is sealed: only the computer that has asked can open it, so a mail or a message will do. There, put it under “Its answer”."
            ))
        let done = Button(localized("_Done"))
        column.append(Self.row([copy, done]))
        // Modules of three pixels.
        if let picture = SharedKeyCode.picture(of: text, side: 400) { column.append(picture) }
        column.append(answer)
        first = copy
        copy.onClick { Clipboard.copy(text) }
        done.onClick(onBack)
    }
}

/// A text of a shared key's computers as a QR code.
@MainActor
private enum SharedKeyCode {
    static func picture(of text: String, side: Int32) -> WidgetHandle? {
        guard let symbol = QRSymbol(text) else { return nil }
        return QRCodeView(size: symbol.size, side: side, name: localized("QR code of the text below")) {
            symbol.isDark(x: $0, y: $1)
        }.aligned(.center)
    }
}
