// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The form in which a user says what a site may have signed without a question.
///
/// That is so much NEAR a day, for one contract.
@MainActor
final class LimitsDialog {
    /// Called with new limits, `nil` for none; returns why they can't be set.
    var onSave: ((SiteLimits.Daily?) -> String?)?
    /// Called once, when the dialog is gone.
    var onEnd: (() -> Void)?

    let dialog: Dialog
    let amount = Entry(placeholder: NumberStyle.current.text("1.5"), width: 24)
    let contract = Entry(placeholder: "app.near", width: 40)
    let methods = Entry(placeholder: localized("all, or names with commas between them"), width: 40)
    let save = Button(localized("_Allow without asking")).styled("suggested-action")
    let remove = Button(localized("_Ask every time"))
    let problem = Label().wrapping(at: 52).styled("near-connect-danger-text").hidden()

    /// - Parameters:
    ///   - site: The site.
    ///   - network: The network's id.
    ///   - limits: The limits that the site has now.
    ///   - parent: The dialog stands above its window.
    init(of site: SiteOrigin, on network: ExactText, showing limits: SiteLimits?, parent: WidgetHandle) {
        dialog = Dialog(
            title: localized("Limits"), parent: parent, width: 520,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        let column = Box(.down, spacing: 12)
        column.append(
            Label(localized("What may this site have signed without a question?")).wrapping(at: 40)
                .styled("near-connect-title"))
        column.append(
            FactGrid.make([
                .init(name: localized("Website"), value: site.text.text, isOrigin: true),
                .init(name: localized("Network"), value: network.text),
            ]))
        let daily = limits?.daily
        if limits != nil, daily == nil {
            column.append(
                Label(localized("The limits that are set now come from a policy, and can’t be shown here."))
                    .wrapping(at: 52))
        }
        let grid = Grid(columnSpacing: 12, rowSpacing: 9)
        for (row, (text, entry)) in [
            (localized("_At most, in NEAR in 24 hours"), amount), (localized("_Only to"), contract),
            (localized("_Methods"), methods),
        ].enumerated() {
            grid.attach(Label(mnemonic: text, for: entry), column: 0, row: Int32(row))
            grid.attach(entry.filling(), column: 1, row: Int32(row))
        }
        column.append(grid)
        column.append(
            Label(
                localized(
                    "Everything else is asked for as before: other receivers, messages, and whatever can take the account away. Gas isn’t counted."
                )
            ).wrapping(at: 56).styled("dim-label"))
        column.append(problem)
        column.append(Box(.across, spacing: 9, save, remove))
        dialog.append(column)
        if let daily {
            // Without groups, so that the text is read as it was written.
            amount.text = NumberStyle(decimal: NumberStyle.current.decimal, group: "").text(daily.amount.formatted())
            contract.text = daily.contract.text
            methods.text = daily.methods.map(\.text).joined(separator: ", ")
        }
        remove.isVisible = limits != nil
        save.onClick { [weak self] in self?.trySave() }
        remove.onClick { [weak self] in self?.end(with: nil) }
        dialog.onResponse = { [weak self] _ in self?.onEnd?() }
    }

    func present() { dialog.present() }

    private func trySave() {
        let receiver: AccountId
        let input = AmountInput(amount.text, available: nil, style: .current)
        guard let most = input.amount else {
            return show(input.problem ?? localized("Write how much NEAR it may be in 24 hours."), amount)
        }
        do throws(AccountIdError) {
            receiver = try AccountId(contract.text)
        } catch {
            return show(localized("Write the account that it may go to: %1$s.", "\(error)"), contract)
        }
        let names = methods.text.split(whereSeparator: { ", \t".contains($0) }).map { ExactText(String($0)) }
        end(with: SiteLimits.Daily(amount: most, contract: receiver, methods: names))
    }

    private func end(with daily: SiteLimits.Daily?) {
        if let reason = onSave?(daily) { return show(reason) }
        dialog.cancel()
    }

    /// Says what is wrong, and leads to the field that is.
    private func show(_ reason: String, _ field: Entry? = nil) {
        problem.text = reason
        problem.isVisible = true
        for entry in [amount, contract] { entry.describe(by: entry === field ? problem : nil) }
        field?.focusAll()
    }
}
