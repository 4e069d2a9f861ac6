// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore

extension DAppHost {
    /// Asks the user about sites' questions in native dialogs, as ``DAppBrowserWidget`` does.
    ///
    /// From then on none comes to ``requests``. One dialog of the process is open at a time.
    ///
    /// - Parameter widget: A `GtkWidget *`, the view for example: dialogs stand above its window. One reference is
    ///   kept.
    public func showDialogs(above widget: UnsafeMutableRawPointer) {
        desk.dismiss()
        desk.dialogs = DAppDialogs(above: WidgetHandle(foreign: widget))
    }
}
