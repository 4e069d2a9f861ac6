// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import GuardedMemory
import SafeText

/// A sealed file's passphrase, which is typed in the terminal and not shown.
enum Passphrase {
    /// Asks for it; `nil` where there is no terminal.
    static func asked() -> SecretBytes? {
        guard let terminal = fopen("/dev/tty", "r+e") else { return nil }
        defer { fclose(terminal) }
        let descriptor = fileno(terminal)
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(descriptor, TCSADRAIN, &silent) == 0 else { return nil }
        defer {
            tcsetattr(descriptor, TCSADRAIN, &settings)
            fputs("\n", terminal)
        }
        fputs(localized("Passphrase of the sealed file: "), terminal)
        fflush(terminal)
        var buffer = [CChar](repeating: 0, count: 4_096)
        defer { for index in buffer.indices { buffer[index] = 0 } }
        guard fgets(&buffer, Int32(buffer.count), terminal) != nil else { return nil }
        var bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? nil : SecretBytes(moving: &bytes)
    }
}
