// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The form that answers a new computer's request: the request, the digits to compare, and the words.
@MainActor
final class SharedKeyRequestPane: SharedKeyPane {
    let request = TextArea(height: 60, isCode: true)
    let digits = Label().wrapping(at: 40).selectable().styled("near-connect-account", "near-connect-heading").hidden()
    let same = CheckButton(localized("The other computer shows the same digits"))
    let words = TextArea(height: 96, isCode: true)
    let go = Button(localized("_Make its share")).styled("suggested-action")
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    private let needsWords: Bool

    /// - Parameters:
    ///   - account: The account.
    ///   - needsWords: True where the login's service gives no share, so that the words are needed.
    ///   - onGo: Called with the request and the words; must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ account: AccountId, needsWords: Bool,
        onGo: @escaping @MainActor (ComputerRequest, ShareWords?) -> Void, onBack: @escaping @MainActor () -> Void
    ) {
        self.needsWords = needsWords
        super.init()
        head(
            localized("Add a computer"),
            localized(
                "The other computer gets a share of its own for %1$s; the key stays. There, choose “From another computer…” under “Shared keys”, and bring its request here: by mail or message, or by typing it.",
                account.text))
        column.append(Self.area(localized("Its _request"), request))
        column.append(digits)
        column.append(same)
        if needsWords { column.append(Self.area(localized("The 24 recovery _words"), words)) }
        column.append(problem)
        foot(backButton(onBack), go)
        first = request
        go.onClick { [weak self] in
            guard let self, let asked = read(), let words = readWords() else { return }
            onGo(asked, words.first)
        }
        request.onChange { [weak self] in self?.requestChanged() }
        words.onChange { [weak self] in self?.refresh() }
        same.onToggle { [weak self] in self?.refresh() }
        requestChanged()
    }

    private func requestChanged() {
        let asked = TypedText.trimmed(request.text).isEmpty ? nil : read()
        digits.text = asked?.number ?? ""
        (digits.isVisible, same.isVisible) = (asked != nil, asked != nil)
        // Other digits are another question.
        same.isChecked = false
        if asked != nil || TypedText.trimmed(request.text).isEmpty { say(nil, of: request) }
        refresh()
    }

    private func read() -> ComputerRequest? {
        do throws(SharedKeyError) {
            return try ComputerRequest(request.text)
        } catch {
            say(error.description, of: request)
            return nil
        }
    }

    /// Reads the words: none where none are needed; `nil` for wrong ones.
    private func readWords() -> [ShareWords]? {
        guard needsWords else { return [] }
        return Self.words(in: words, { say($0, of: words) }).map { [$0] }
    }

    private func refresh() {
        go.isSensitive =
            same.isVisible && same.isChecked
            && (!needsWords || !TypedText.trimmed(words.text).isEmpty)
    }

    private func say(_ text: String?, of field: TextArea) {
        problem.text = text ?? ""
        problem.isVisible = text != nil
        for area in [request, words] { area.describeText(by: text != nil && area === field ? problem : nil) }
    }
}
