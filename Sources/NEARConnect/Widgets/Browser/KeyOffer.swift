// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The offer, after a site was disconnected, to delete the function-call keys that it had added.
@MainActor
final class KeyOffer: Container {
    /// Called with the keys that are to be deleted.
    var onDelete: (([SiteGrant.Key]) -> Void)?

    let text = Label().wrapping(at: 60)
    let delete = Button("")
    let keep = Button("")
    private(set) var keys: [SiteGrant.Key] = []
    private let row = Box(.across, spacing: 9)

    init() {
        super.init(shared: row.widget)
        keep(row)
        row.append(text, expands: true)
        row.appendAtEnd(Box(.across, spacing: 6, delete, keep).aligned(.end, .center))
        delete.onClick { [weak self] in
            guard let self else { return }
            let keys = self.keys
            self.show([], of: nil)
            self.onDelete?(keys)
        }
        keep.onClick { [weak self] in self?.show([], of: nil) }
        styled("near-connect-sitebar")
        show([], of: nil)
    }

    /// Offers to delete keys that a site had added; none hides the offer.
    func show(_ keys: [SiteGrant.Key], of site: SiteOrigin?) {
        self.keys = keys
        isVisible = !keys.isEmpty
        delete.setText(localizedPlural("_Delete it", "_Delete them", count: keys.count))
        keep.setText(localizedPlural("_Keep it", "_Keep them", count: keys.count))
        text.text = localizedPlural(
            "%2$s had added 1 key to your account, which stays there.",
            "%2$s had added %1$s keys to your accounts, which stay there.", count: keys.count, "\(keys.count)",
            site.map { "\($0)" } ?? "")
    }

    /// Puts text and buttons side by side, or one below the other.
    func setNarrow(_ isNarrow: Bool) { row.setDirection(isNarrow ? .down : .across) }
}
