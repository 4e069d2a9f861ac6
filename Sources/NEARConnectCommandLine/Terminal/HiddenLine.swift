// SPDX-License-Identifier: MIT

internal import Glibc

/// A line that is typed in the terminal and not shown: a passphrase, a key, words.
package enum HiddenLine {
    /// The most bytes that a terminal gives of one line; it drops the rest without a word.
    package static let limit = 4_094

    /// Asks on the controlling terminal, since standard input may be a pipe.
    ///
    /// Ctrl-C ends the process once the terminal shows again what is typed.
    ///
    /// - Parameter question: What is shown in front.
    /// - Returns: The line's bytes, which the caller wipes: one more than ``limit`` of a longer one, none at the end of
    ///   input. `nil` where there is no terminal.
    package static func ask(_ question: String) -> [UInt8]? {
        guard let terminal = fopen("/dev/tty", "r+e") else { return nil }
        defer { fclose(terminal) }
        let descriptor = fileno(terminal)
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        guard set(hidden(settings), descriptor) else { return nil }
        fputs(question, terminal)
        fflush(terminal)
        var buffer = [CChar](repeating: 0, count: limit + 2)
        defer { for index in buffer.indices { buffer[index] = 0 } }
        let isRead = fgets(&buffer, Int32(buffer.count), terminal) != nil
        // The end of a line that was too long is no answer to the next question.
        tcflush(descriptor, TCIFLUSH)
        _ = set(settings, descriptor)
        fputs("\n", terminal)
        fflush(terminal)
        guard isRead else { return [] }
        let line = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        if line.contains(interrupt) { raise(SIGINT) }
        return line
    }

    /// The byte of Ctrl-C.
    private static let interrupt: UInt8 = 3

    /// Returns settings that show nothing, and in which Ctrl-C ends the line instead of the process.
    ///
    /// A process that was ended here would leave a terminal that shows nothing.
    private static func hidden(_ settings: termios) -> termios {
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = interrupt }
        return hidden
    }

    private static func set(_ settings: termios, _ descriptor: CInt) -> Bool {
        var settings = settings
        return tcsetattr(descriptor, TCSADRAIN, &settings) == 0
    }
}
