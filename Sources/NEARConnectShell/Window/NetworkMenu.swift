// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The network in the window's bar: a label, and where there are others to go to, a menu.
@MainActor
final class NetworkMenu: Container {
    /// Called with the network that the user has chosen; must hold its owner weakly.
    var onChoose: ((NEARNetwork) -> Void)?
    /// Called when the user wants to try the window out; must hold its owner weakly.
    var onTryOut: (() -> Void)?

    /// Called when the user has tried enough; must hold its owner weakly.
    var onLeaveTrial: (() -> Void)?

    /// Called when the user wants to add or remove networks; must hold its owner weakly.
    var onOwnNetworks: (() -> Void)?

    /// The networks to choose from, and their items.
    private(set) var items: [(network: NEARNetwork, item: Button)] = []
    private let plain = Label().styled("near-connect-chip").aligned(.center, .center)
    private let chosen = Label().styled("near-connect-chip").aligned(.center, .center)
    /// The item for a chain of the window's own.
    let trial = Button(menuItem: localized("Try it out on a chain of its own…")).hidden()
    /// The item for the user's own networks; hidden where the program keeps none.
    let own = Button(menuItem: localized("Networks of your own…")).hidden()
    /// The item that ends such a chain.
    private let leave = Button(menuItem: localized("Leave this chain, and go back to your profile")).hidden()
    private let list = Box(.down)
    private let menu: MenuButton
    private var shown: NetworkLabel?
    /// The network that the window shows, and whether a wallet works.
    private var current: (network: NEARNetwork, isBusy: Bool)?

    init() {
        menu = MenuButton(label: chosen, name: localized("Network"), panel: Box(.down, list, own, trial, leave))
            .hidden()
        let row = Box(.across, plain, menu)
        super.init(shared: row.widget)
        keep(row)
        trial.onClick { [weak self] in
            self?.menu.closePanel()
            self?.onTryOut?()
        }
        own.onClick { [weak self] in
            self?.menu.closePanel()
            self?.onOwnNetworks?()
        }
        leave.onClick { [weak self] in
            self?.menu.closePanel()
            self?.onLeaveTrial?()
        }
    }

    /// Offers the way back from a chain of the window's own.
    func offerLeaving() {
        for widget in [menu, leave] { widget.isVisible = true }
        plain.isVisible = false
    }

    /// Offers to add and remove networks.
    func offerOwnNetworks() {
        for widget in [menu, own] { widget.isVisible = true }
        plain.isVisible = false
    }

    /// Offers these networks; with one alone there is only a label.
    func offer(_ networks: [NEARNetwork]) {
        list.removeAll()
        items = networks.map { network in
            let item = Button(menuItem: DisplayText.name(network.rawValue))
            item.onClick { [weak self] in
                self?.menu.closePanel()
                self?.onChoose?(network)
            }
            list.append(item)
            return (network, item)
        }
        mark()
        menu.isVisible = networks.count > 1 || leave.isVisible || own.isVisible
        plain.isVisible = !menu.isVisible
    }

    /// Shows the network, and marks it in the menu.
    ///
    /// - Parameters:
    ///   - label: The network as users see it.
    ///   - network: The network.
    ///   - isBusy: True while a wallet works, so that no other network can be chosen.
    func show(_ label: NetworkLabel, of network: NEARNetwork, isBusy: Bool) {
        current = (network, isBusy)
        mark()
        for item in [own, trial, leave] { item.isSensitive = !isBusy }
        guard label != shown else { return }
        shown = label
        for chip in [plain, chosen] {
            for style in NetworkLabel.Style.allCases { chip.setStyle(style.rawValue, style == label.style) }
            chip.text = label.text
            chip.setTooltip(label.meaning)
        }
        plain.setAccessibleName(localized("Network %1$s", label.text))
        menu.setAccessibleName(localized("Network %1$s", label.text))
        menu.setTooltip(label.meaning)
    }

    private func mark() {
        guard let (network, isBusy) = current else { return }
        for (other, item) in items {
            item.isMarked = other == network
            item.isSensitive = !isBusy || other == network
        }
    }

    /// The network's label.
    var text: String { plain.text }
}
