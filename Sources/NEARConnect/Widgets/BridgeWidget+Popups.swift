// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit

/// Popups as pages over the bridge.
extension BridgeWidget: PopupHost {
    func show(popup: WidgetHandle) {
        popups.removeAll { $0 === popup }
        popups.append(popup)
        showPopupPage(popup)
        refresh()
    }

    func shows(popup: WidgetHandle) -> Bool { popups.last === popup }

    func remove(popup: WidgetHandle) {
        popups.removeAll { $0 === popup }
        removePopupPage(popup)
        refresh()
    }
}
