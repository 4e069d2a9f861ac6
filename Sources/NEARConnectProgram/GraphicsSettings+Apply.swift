// SPDX-License-Identifier: MIT

internal import Glibc
public import NEARConnect

extension GraphicsSettings {
    /// Sets the variables of WebKit's that made pages visible at an earlier start, unless the user has set some.
    ///
    /// It works only before GTK is started, so a program calls it first. Where nothing is remembered it does nothing.
    public static func applyRemembered(_ configuration: NEARWalletConfiguration) {
        for (name, value) in remembered(configuration) { setenv(name, value, 1) }
    }
}
