// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The page that shows new recovery words, and has them typed back.
///
/// They are never on the clipboard, and no longer on the screen while they are typed.
@MainActor
final class SharedKeyWordsPane: SharedKeyPane {
    let print = Button(localized("_Print…"))
    let save = Button(localized("Save as P_DF…"))
    /// The sentence about the last sheet.
    let sheetNote = Label(
        localized(
            "On paper they are safest by hand. A printer’s queue keeps what it prints, and a PDF is a copy: print on a printer of your own, and keep the file away from this computer."
        )
    ).wrapping(at: 62).styled("dim-label", "near-connect-small")
    let written = Button(localized("I have _written them down")).styled("suggested-action")
    let show = Button(localized("_Show them again"))
    let check = Button(localized("_Check")).styled("suggested-action")
    let leave = Button(localized("_Leave"))
    let leaveTyping = Button(localized("_Leave"))
    let typed = TextArea(height: 96, isCode: true)
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    /// The words while they are shown.
    private(set) var labels: [Label] = []
    private let shown = Box(.down, spacing: 18)
    private let typing = Box(.down, spacing: 18)
    private let gridPlace = Box(.down)
    private let words: ShareWords
    private let account: AccountId
    private let sheet: (@MainActor () -> PrintedSheet)?
    private let files = FilePicker()
    private let onTyped: @MainActor (String) -> String?

    /// - Parameters:
    ///   - words: The words.
    ///   - account: The account.
    ///   - sheet: Makes the sheet with the words, once for each print; `nil` where there is none.
    ///   - said: What was wrong with the words that were typed last.
    ///   - onTyped: Called with what was typed; returns what is wrong with it. Must hold its owner weakly.
    ///   - onLeave: Called to leave the work as it is.
    init(
        _ words: ShareWords, of account: AccountId, sheet: (@MainActor () -> PrintedSheet)?, after said: String?,
        onTyped: @escaping @MainActor (String) -> String?, onLeave: @escaping @MainActor () -> Void
    ) {
        (self.words, self.account, self.sheet, self.onTyped) = (words, account, sheet, onTyped)
        super.init()
        written.onClick { [weak self] in self?.askForThem(after: nil) }
        show.onClick { [weak self] in self?.showThem() }
        leave.onClick(onLeave)
        leaveTyping.onClick(onLeave)
        check.onClick { [weak self] in self?.take() }
        typed.onChange { [weak self] in self?.refresh() }
        print.onClick { [weak self] in self?.printSheet() }
        save.onClick { [weak self] in self?.chooseFile() }
        makeViews()
        if let said { askForThem(after: said) } else { showThem() }
    }

    private func makeViews() {
        shown.append(
            Self.heading(
                localized("Step 3 of 3: recovery words"),
                localized(
                    "Write these 24 words on paper, with their numbers and the account. Alone they open nothing, and they are no seed phrase: with the login or this computer they open %1$s.",
                    account.text)))
        shown.append(gridPlace)
        shown.append(
            Self.dim(
                localized(
                    "This window can’t prevent that somebody looks over your shoulder, or that another program takes a picture of the screen. Take no photo: it would end up in a cloud."
                )))
        if sheet != nil {
            shown.append(sheetNote)
            shown.append(Self.row([leave, print, save, written]))
        } else {
            shown.append(Self.row([leave, written]))
        }
        typing.append(
            Self.heading(
                localized("Step 3 of 3: type them back"),
                localized("From your paper, all 24 in their order. Then you know that you can read it.")))
        typing.append(Self.area(localized("The 24 _words"), typed))
        typing.append(problem)
        typing.append(Self.row([leaveTyping, show, check]))
        column.append(shown)
        column.append(typing)
    }

    private func showThem() {
        let grid = Grid(columnSpacing: 24, rowSpacing: 9)
        labels = words.exposedText().split(separator: " ").enumerated().map { index, word in
            let label = Label("\(index + 1). \(word)").styled("near-connect-account")
            grid.attach(label, column: Int32(index / 8), row: Int32(index % 8))
            return label
        }
        gridPlace.append(grid.aligned(.center).styled("near-connect-card"))
        (shown.isVisible, typing.isVisible) = (true, false)
        first = written
        written.focus()
    }

    private func askForThem(after said: String?) {
        gridPlace.removeAll()
        labels = []
        (shown.isVisible, typing.isVisible) = (false, true)
        say(said)
        refresh()
        first = typed
        typed.focusText()
    }

    // MARK: The sheet

    private func printSheet() {
        guard let sheet = sheet?() else { return }
        sheet.onDone = { [weak self] error in
            if let error { self?.tell(localized("It wasn’t printed: %1$s", error.reason), isGood: false) }
        }
        sheet.askForPrinter(above: self)
    }

    private func chooseFile() {
        files.save(
            as: "recovery-words.pdf", title: localized("Save the words as PDF"), accept: localized("_Save"), above: self
        ) { [weak self] in self?.saveSheet(to: $0.path) }
    }

    /// Writes the sheet to a file.
    func saveSheet(to path: String) {
        do throws(PrintedSheet.PrintError) {
            try sheet?().write(to: path)
            tell(
                localized(
                    "Saved to %1$s, which only you can read. Move it away from this computer.", DisplayText.line(path)),
                isGood: true)
        } catch {
            tell(localized("%1$s can’t be written: %2$s", DisplayText.line(path), error.reason), isGood: false)
        }
    }

    private func tell(_ text: String, isGood: Bool) {
        sheetNote.text = text
        sheetNote.setStyle("near-connect-problem", !isGood)
    }

    private func take() {
        guard let said = onTyped(typed.text) else {
            typed.text = ""
            return
        }
        say(said)
        typed.focusText()
    }

    private func refresh() { check.isSensitive = !TypedText.trimmed(typed.text).isEmpty }

    private func say(_ text: String?) {
        problem.text = text ?? ""
        problem.isVisible = text != nil
        typed.describeText(by: text == nil ? nil : problem)
    }
}
