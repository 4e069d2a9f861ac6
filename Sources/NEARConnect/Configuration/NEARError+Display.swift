// SPDX-License-Identifier: MIT

package import GTKToolkit
package import NEARConnectCore
internal import SafeText

extension NEARError {
    /// Makes the error for a display that GTK could not open.
    package init(_ error: GTKDisplay.OpenError) {
        switch error {
        case .noDisplay(let name?):
            self = .bridgeUnavailable(reason: localized("the display %1$s doesn’t answer", name))
        case .noDisplay(nil):
            self = .bridgeUnavailable(
                reason: localized(
                    "there is no display: DISPLAY and WAYLAND_DISPLAY are not set. Start it in a desktop session, or on a virtual display: xvfb-run -a COMMAND"
                ))
        }
    }
}
