// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog that makes a key of twelve words, shows the words, and keeps the key.
///
/// A label that shows words has them as a text, in memory of GTK's; it is emptied when the dialog ends.
@MainActor
final class CreateKeyDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [CreateKeyDialog] = []
    static let keep = 1

    let dialog: Dialog
    let words = Label().wrapping(at: 40).styled("near-connect-account")
    let written = CheckButton(localized("I have _written the words down"))
    let problem = Label().wrapping(at: 52).styled("near-connect-problem").hidden()

    /// The places to choose from.
    let places: KeyPlaceChoice
    private let network: String
    private let draft: KeyDraft
    private let onKept: @MainActor ([Keystore.Entry]) -> Void
    private let onLeft: @MainActor (String) -> Void
    private var work: Task<Void, Never>?

    /// Makes a key, and shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - network: The network, by its id.
    ///   - places: The places where the key may be kept.
    ///   - problem: The reason why the vault is none of them, as a sentence; `nil` where there is none.
    ///   - parent: A widget of the window.
    ///   - onKept: Called with the keystore's entries for the key once it is kept.
    ///   - onLeft: Called with a sentence where the key was kept before the user's Cancel came.
    /// - Throws: `SeedPhraseError`, ``KeyDraftError``.
    @discardableResult
    static func present(
        for network: String, in places: [KeyPlace], problem: String? = nil, above parent: WidgetHandle,
        onKept: @escaping @MainActor ([Keystore.Entry]) -> Void, onLeft: @escaping @MainActor (String) -> Void
    ) throws -> CreateKeyDialog {
        let phrase = try SeedPhrase.generate()
        let draft = try KeyDraft(try phrase.secretKey(), of: nil)
        let view = CreateKeyDialog(
            network, in: places, problem: problem, draft: draft, phrase: phrase, parent: parent, onKept: onKept,
            onLeft: onLeft)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.work?.cancel()
            view?.words.text = ""
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            if $0 == keep { view?.startKeeping() }
            return $0 != keep
        }
        view.dialog.present()
        view.written.focus()
        return view
    }

    private init(
        _ network: String, in places: [KeyPlace], problem reason: String?, draft: KeyDraft, phrase: SeedPhrase,
        parent: WidgetHandle, onKept: @escaping @MainActor ([Keystore.Entry]) -> Void,
        onLeft: @escaping @MainActor (String) -> Void
    ) {
        (self.network, self.draft) = (network, draft)
        (self.onKept, self.onLeft) = (onKept, onLeft)
        self.places = KeyPlaceChoice(places, problem: reason)
        dialog = Dialog(
            title: localized("A new key"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Keep key"), response: Self.keep, look: .suggested),
            ], byDefault: Self.keep)
        dialog.append(
            Label(
                localized(
                    "Write these twelve words on paper, in this order. They are shown only now. Whoever has them has the account."
                )
            ).wrapping(at: 52))
        words.text = phrase.exposedText()
        words.setAccessibleName(localized("Twelve words"))
        dialog.append(Box(.down, words).styled("near-connect-call"))
        dialog.append(
            Label(
                localized(
                    "Its account is %1$s. It comes to life on %2$s when somebody sends it NEAR.", draft.account.text,
                    DisplayText.name(network))
            ).wrapping(at: 52).selectable())
        dialog.append(self.places)
        dialog.append(written)
        dialog.append(problem)
        written.onToggle { [weak self] in self?.refresh() }
        refresh()
    }

    private func refresh() {
        dialog.button(Self.keep)?.isSensitive = written.isChecked && work == nil
    }

    private func startKeeping() {
        guard work == nil, written.isChecked else { return }
        work = Task { [weak self] in
            await self?.keep()
            self?.work = nil
            self?.refresh()
        }
        refresh()
    }

    private func keep() async {
        let place = places.chosen
        let kept: [Keystore.Entry]
        do throws(KeyKeepingError) {
            kept = try await place.keep(draft, on: network)
        } catch {
            guard !Task.isCancelled else { return }
            problem.text = error.sentence
            problem.isVisible = true
            return
        }
        // A user who has cancelled isn't signed in, and has to know that the key is there.
        guard !Task.isCancelled else { return onLeft(place.sentence(afterCancelling: draft.account)) }
        dialog.end(Self.keep)
        onKept(kept)
    }
}
