// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The note, at each start, about shared keys that aren't finished, and about keys that somebody else may have added.
@MainActor
final class SharedKeyWatch {
    /// The note; hidden where there is nothing to say.
    private(set) lazy var bar = InfoBar(
        .warning, action: (localized("Show…"), { [weak self] in self?.onShow?() }), closed: {})
    /// Called to show what the note is about; must hold its owner weakly.
    var onShow: (() -> Void)?

    private let model: SharedKeyModel

    /// Looks at a manager's profile; the chain is asked only where the profile has a shared key.
    init(_ manager: NEARWalletManager) {
        model = SharedKeyModel(manager, approver: nil)
        look()
    }

    /// Looks again.
    func look() {
        model.read()
        say()
        guard !model.records.isEmpty else { return }
        Task { [weak self, model] in
            await model.lookForStrangeKeys()
            self?.say()
        }
    }

    private static func waiting(_ record: ShareSetRecord) -> String {
        if record.provenHolders.count != record.set.holders.count {
            return localized(
                "The shared key of %1$s isn’t finished. Don’t send anything to it before you have gone on with it.",
                record.account.text)
        }
        return record.account == record.set.publicKey.implicitAccountId
            ? localized("%1$s waits for its first deposit.", record.account.text)
            : localized("%1$s doesn’t have its shared key yet. Go on with it.", record.account.text)
    }

    /// Says the worst that there is.
    private func say() {
        let unknown = model.strangeKeys.filter { !model.replacedKeys.isSuperset(of: $0.value) }
        let strange = (unknown.isEmpty ? model.strangeKeys : unknown).min { $0.key.text < $1.key.text }
        // A key that nobody here knows may be a thief's; one that was replaced comes after it.
        if let strange,
            let key = strange.value.first(where: { !model.replacedKeys.contains($0) }) ?? strange.value.first
        {
            bar.show(
                model.replacedKeys.contains(key)
                    ? localized(
                        "%1$s still has a key that was replaced: %2$s. Replace the shared key once more, which removes it.",
                        strange.key.text, key.description)
                    : localized(
                        "%1$s has a key that this computer doesn’t know: %2$s. If it isn’t yours, replace the shared key, then remove that one on the wallet’s page.",
                        strange.key.text, key.description))
        } else if let record = model.records.first(where: { $0.state == .pending }) {
            bar.show(Self.waiting(record))
        } else if let account = model.unfinished.min(by: { $0.text < $1.text }) {
            bar.show(
                localized(
                    "The shared key of %1$s isn’t replaced yet: its old shares still open it. Go on with “Replace the key…”.",
                    account.text))
        } else if let record = model.records.first(where: { $0.isDrillDue(at: Date()) }) {
            bar.show(
                localized(
                    "Are the recovery words of %1$s at hand? Nobody has typed them here for 90 days. Check them, before they are needed.",
                    record.account.text))
        } else {
            bar.hide()
        }
    }
}
