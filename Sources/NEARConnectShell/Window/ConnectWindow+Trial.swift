// SPDX-License-Identifier: MIT

extension ConnectWindow {
    /// Offers the way back from a chain of the window's own, in the menu of the network.
    ///
    /// - Parameter action: Called when the user wants to go back; must hold its owner weakly.
    public func offerLeavingTrial(_ action: @escaping @MainActor () -> Void) {
        header.network.onLeaveTrial = action
        header.network.offerLeaving()
    }
}
