// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The profile's shared keys: where their shares are, and what can be done with each.
@MainActor
final class SharedKeyListPane: SharedKeyPane {
    /// The things that a user may choose.
    enum Choice: Equatable {
        case new, login, lost, join
        case goOn(AccountId), signIn(AccountId), signOut(AccountId), check(AccountId), rotate(AccountId)
        case receive(AccountId)
        case addComputer(AccountId), leave(AccountId), erase(AccountId)
    }

    /// The buttons, with what each stands for.
    private(set) var buttons: [(choice: Choice, button: Button)] = []
    /// The lines about daily keys.
    private(set) var dailyKeys: [Label] = []
    private let onChoose: @MainActor (Choice) -> Void

    /// - Parameters:
    ///   - model: The keys.
    ///   - onChoose: Called with what the user chooses; must hold its owner weakly.
    init(_ model: SharedKeyModel, onChoose: @escaping @MainActor (Choice) -> Void) {
        self.onChoose = onChoose
        super.init()
        head(
            localized("Shared keys"),
            localized(
                "A shared key opens an account with any two of three: a login, this computer, and 24 words on paper. Lose one, and the other two go on. It is never put together, and can be replaced by another one at any time."
            ))
        if let problem = model.problem {
            column.append(Label(problem).wrapping(at: 62).styled("near-connect-problem"))
        }
        for record in model.records { column.append(card(record, model)) }
        column.append(
            Box(
                .down, spacing: 6,
                Self.dim(localized("Is it on another computer of yours? That one can make a share for this one.")),
                button(.join, localized("_From another computer…")).aligned(.start)))
        let new = button(.new, localized("_Make a shared key…"))
        if model.records.isEmpty { new.styled("suggested-action") }
        foot(button(.login, localized("_Login…")), button(.lost, localized("Lost some_thing?")), new)
        first = new
    }

    private func button(_ choice: Choice, _ text: String) -> Button {
        let button = Button(text)
        button.onClick { [weak self] in self?.onChoose(choice) }
        buttons.append((choice, button))
        return button
    }

    private func card(_ record: ShareSetRecord, _ model: SharedKeyModel) -> WidgetHandle {
        let account = record.account
        let isUnfinished = model.unfinished.contains(account)
        let strange = (model.strangeKeys[account] ?? []).map { ($0, model.replacedKeys.contains($0)) }
        let card = Box(.down, spacing: 9).styled("near-connect-card")
        card.append(
            Label(account.text).wrapping(at: 40).selectable().styled("near-connect-account", "near-connect-heading"))
        let row = Box(.across, spacing: 9)
        if record.state == .pending {
            let isReady = record.provenHolders.count == record.set.holders.count
            let isOwn = account == record.set.publicKey.implicitAccountId
            card.append(Self.waiting(isReady: isReady, isOwn: isOwn))
            if isReady, isOwn { row.append(button(.receive(account), localized("_Receive"))) }
            row.append(button(.goOn(account), localized("_Go on…")).styled("suggested-action"))
        } else if record.state == .active {
            row.append(button(.signIn(account), localized("_Sign in…")).styled("suggested-action"))
            row.append(button(.check(account), localized("_Check the words…")))
        } else {
            card.append(
                Label(localized("It was left for an ordinary key: these shares open the account no more."))
                    .wrapping(at: 56))
            row.append(button(.erase(account), localized("_Erase its share here…")))
        }
        if isUnfinished {
            card.append(
                Label(
                    localized(
                        "The replacement of its key isn’t finished: “Replace the key…” goes on with it. Until then the account opens with the old shares."
                    )
                ).wrapping(at: 56).styled("near-connect-problem"))
        }
        if record.isDrillDue(at: Date()) {
            card.append(
                Label(
                    localized(
                        "Nobody has typed the recovery words here for 90 days: see with “Check the words…” that they are at hand."
                    )
                ).wrapping(at: 56).styled("near-connect-problem"))
        }
        for (key, isReplaced) in strange { card.append(Self.warning(key, isReplaced: isReplaced)) }
        for holder in record.set.holders { card.append(Self.place(holder, record)) }
        for key in record.dailyKeys { card.append(daily(key)) }
        card.append(row)
        if record.state == .active {
            let rotate = button(.rotate(account), localized("_Replace the key…"))
            if !strange.isEmpty { rotate.styled("destructive-action") }
            card.append(
                Box(.across, spacing: 9, rotate, button(.addComputer(account), localized("_Add a computer…"))))
            card.append(
                Box(
                    .across, spacing: 9, button(.signOut(account), localized("Sign _out…")),
                    button(.leave(account), localized("Lea_ve the shared key…"))))
        }
        return card
    }

    private static func waiting(isReady: Bool, isOwn: Bool) -> Label {
        let text =
            if !isReady {
                localized("Not finished: its shares aren’t all in their places. Don’t send anything to it yet.")
            } else if isOwn {
                localized("Not open yet: it waits for its first deposit.")
            } else {
                localized("Not open yet: its shares are in their places, and the account doesn’t have the key.")
            }
        return Label(text).wrapping(at: 56).styled("near-connect-problem")
    }

    private static func warning(_ key: PublicKeyHandle, isReplaced: Bool) -> Label {
        Label(
            isReplaced
                ? localized(
                    "The account still has a key that was replaced, %1$s: two of its old shares open the account. Replace the shared key once more, which removes it.",
                    key.description)
                : localized(
                    "The account has a key that this computer doesn’t know: %1$s. If it isn’t yours, replace the shared key, then remove that one on the wallet’s page.",
                    key.description)
        ).wrapping(at: 56).selectable().styled("near-connect-danger-text")
    }

    private func daily(_ key: DailyKeyRecord) -> Label {
        let label = Label(
            localized(
                "Daily key: calls %1$s until %2$s", key.contractId.text,
                key.ends.formatted(.iso8601.year().month().day()))
        ).wrapping(at: 56).styled("dim-label", "near-connect-small")
        dailyKeys.append(label)
        return label
    }

    private static func place(_ holder: ShareHolder, _ record: ShareSetRecord) -> Label {
        let holding = record.holdings[holder]
        let place = holding.map { "\($0.place)" } ?? ""
        let isOne = record.set.holders.count(where: \.isComputer) == 1
        let holder = holder == record.here && !isOne ? localized("%1$s, this one", "\(holder)") : "\(holder)"
        let text =
            if let proven = holding?.proven {
                localized(
                    "%1$s: %2$s, seen on %3$s", holder, place, proven.formatted(.iso8601.year().month().day()))
            } else {
                localized("%1$s: %2$s, not seen yet", holder, place)
            }
        return Label(text).wrapping(at: 56).styled("dim-label", "near-connect-small")
    }
}
