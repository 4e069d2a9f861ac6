// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// The question where a key is to be kept, with the sentence about the place that is chosen.
@MainActor
final class KeyPlaceChoice: Container {
    /// The options, in the order of the places; empty where there is no choice.
    private(set) var options: [RadioButton] = []
    let sentence = Label().wrapping(at: 52).styled("dim-label")
    private let places: [KeyPlace]

    /// The sentence that says why the profile's vault isn't among the places; hidden where it is.
    let problem = Label().wrapping(at: 52).styled("near-connect-problem").hidden()

    /// - Parameters:
    ///   - places: At least one place; the first is chosen at the start.
    ///   - problem: The reason why the vault can't be used, as a sentence; `nil` where it can, or isn't wanted.
    init(_ places: [KeyPlace], problem reason: String? = nil) {
        precondition(!places.isEmpty, "a key is kept somewhere")
        self.places = places
        let column = Box(.down, spacing: 3)
        super.init(shared: column.widget)
        keep(column)
        if places.count > 1 {
            for place in places {
                let option = RadioButton(place.option, group: options.first)
                option.onToggle { [weak self] in self?.refresh() }
                options.append(option)
                column.append(option)
            }
        }
        column.append(sentence)
        column.append(problem)
        if let reason {
            problem.text = localized("Your keys can’t be kept encrypted: %1$s", reason)
            problem.isVisible = true
        }
        refresh()
    }

    /// The place that is chosen.
    var chosen: KeyPlace { places[options.firstIndex { $0.isChosen } ?? 0] }

    private func refresh() { sentence.text = chosen.sentence }
}
