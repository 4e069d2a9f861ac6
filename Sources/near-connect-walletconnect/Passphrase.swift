// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARConnectCommandLine
import SafeText

/// A sealed file's passphrase, which is typed in the terminal and not shown.
enum Passphrase {
    /// Asks for it; `nil` where there is no terminal, and for an empty one.
    static func asked() -> SecretBytes? {
        guard var bytes = HiddenLine.ask(localized("Passphrase of the sealed file: ")), !bytes.isEmpty else {
            return nil
        }
        return SecretBytes(moving: &bytes)
    }
}
