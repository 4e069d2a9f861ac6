// SPDX-License-Identifier: MIT

internal import Glibc
public import NEARConnect

extension GraphicsSettings {
    /// Sets the variables of WebKit's that ``recommended(_:)`` returns.
    ///
    /// It works only before GTK is started, so a program with a stored profile calls it before
    /// ``DisplaySession/start(_:)``, which sets those that fit the machine where this wasn't called.
    public static func apply(_ configuration: NEARWalletConfiguration) {
        for (name, value) in recommended(configuration) { setenv(name, value, 1) }
    }
}
