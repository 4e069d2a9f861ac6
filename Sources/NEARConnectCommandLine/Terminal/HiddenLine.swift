// SPDX-License-Identifier: MIT

internal import Glibc

/// A line that is typed in the terminal and not shown: a passphrase, a key, words.
package enum HiddenLine {
    /// Asks on the controlling terminal, since standard input may be a pipe.
    ///
    /// - Parameter question: What is shown in front.
    /// - Returns: The line's bytes, which the caller wipes; `nil` where there is no terminal.
    package static func ask(_ question: String) -> [UInt8]? {
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
        fputs(question, terminal)
        fflush(terminal)
        var buffer = [CChar](repeating: 0, count: 4_096)
        defer { for index in buffer.indices { buffer[index] = 0 } }
        guard fgets(&buffer, Int32(buffer.count), terminal) != nil else { return nil }
        return buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    }
}
