// SPDX-License-Identifier: MIT

internal import Foundation

/// An X server without a screen (Xvfb), for programs and tests that run where no display is.
///
/// The server picks its own display number. It lives exactly as long as this process: it is held by a shell that reads
/// a pipe whose other end only this process has, so that a crash or `kill -9` of the program ends the server too.
@MainActor
public final class VirtualDisplay {
    /// The reason why a virtual display could not be had.
    public enum StartError: Error, Equatable, Sendable, CustomStringConvertible {
        /// There is no `Xvfb` on `PATH`.
        case notInstalled
        /// Xvfb ended, or printed no display number.
        case failed(reason: String)

        /// The fault and the remedy, in words for the user.
        public var description: String {
            switch self {
            case .notInstalled:
                "No display and no Xvfb. Install it (Debian and Ubuntu: apt-get install xvfb) or set DISPLAY."
            case .failed(let reason):
                "Xvfb did not start: \(reason). Set DISPLAY to use a server of your own."
            }
        }
    }

    /// The server's name for `DISPLAY`, for example `:99`.
    public let name: String

    private let process: Process
    private let lifeline: FileHandle

    /// Starts a server and waits until it takes connections.
    ///
    /// Call it on the main thread before GTK starts.
    ///
    /// - Parameters:
    ///   - width: Pixels of the screen from left to right.
    ///   - height: Pixels of the screen from top to bottom.
    ///   - limit: How long the server may take until it says its number; it takes a fraction of a second.
    /// - Throws: ``StartError``.
    public init(width: Int = 1280, height: Int = 960, limit: Duration = .seconds(30)) throws(StartError) {
        guard Self.find("Xvfb") != nil else { throw .notInstalled }
        let announcement = Pipe()
        let held = Pipe()
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.keeper, "near-connect-display", "\(width)x\(height)x24"]
        process.standardInput = held
        process.standardOutput = announcement
        process.standardError = FileHandle.nullDevice
        lifeline = held.fileHandleForWriting
        let answer: String
        do {
            // A child must not hold the other end of its own lifeline.
            _ = fcntl(lifeline.fileDescriptor, F_SETFD, FD_CLOEXEC)
            try process.run()
            try announcement.fileHandleForWriting.close()
            answer = Self.readLine(announcement.fileHandleForReading, until: .now + limit)
        } catch {
            lifeline.closeFile()
            throw .failed(reason: "\(error)")
        }
        guard let number = UInt(answer) else {
            // The process keeps its pipe as long as it runs, and it runs as long as the pipe is open.
            lifeline.closeFile()
            throw .failed(reason: "it announced no display number")
        }
        name = ":\(number)"
    }

    /// Starts a server and makes it the display of this process, in place of whatever the environment named.
    ///
    /// - Throws: ``StartError``.
    public static func replaceEnvironment(width: Int = 1280, height: Int = 960) throws(StartError) -> VirtualDisplay {
        let display = try VirtualDisplay(width: width, height: height)
        setenv("DISPLAY", display.name, 1)
        setenv("GDK_BACKEND", "x11", 1)
        // Nobody listens with a screen reader here, and looking for its bus costs time and prints warnings.
        setenv("NO_AT_BRIDGE", "1", 0)
        unsetenv("WAYLAND_DISPLAY")
        return display
    }

    /// Ends the server.
    ///
    /// Everything that is connected to it must be gone by then.
    public func stop() {
        guard process.isRunning else { return }
        do {
            try lifeline.close()
        } catch {
            process.terminate()
        }
        process.waitUntilExit()
    }

    /// Runs Xvfb in a session of its own and kills it when standard input ends.
    ///
    /// Ctrl-C in the terminal must reach the program first, not the server.
    private static let keeper = """
        trap '' INT TERM HUP
        setsid Xvfb -displayfd 3 -screen 0 "$1" -nolisten tcp -noreset 3>&1 >/dev/null 2>&1 </dev/null &
        server=$!
        exec >/dev/null
        cat >/dev/null
        kill "$server" 2>/dev/null
        for turn in 1 2 3 4 5 6 7 8 9 10; do
            kill -0 "$server" 2>/dev/null || exit 0
            sleep 0.1
        done
        kill -KILL "$server" 2>/dev/null
        """

    private static func find(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Reads up to the end of a line, the end of the server or `deadline`, whichever comes first.
    private static func readLine(_ handle: FileHandle, until deadline: ContinuousClock.Instant) -> String {
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64)
        // Not FileHandle's own reading: it waits until it has all that it was asked for.
        while !line.contains(UInt8(ascii: "\n")), isReadable(handle, until: deadline) {
            let count = read(handle.fileDescriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            line.append(contentsOf: chunk[..<count])
        }
        return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Waits until `handle` has something to read or has ended; `false` at the deadline.
    private static func isReadable(_ handle: FileHandle, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            var descriptor = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            // A signal ends the wait early, and whole milliseconds may; then it is looked at again.
            if poll(&descriptor, 1, Int32(clamping: Int(left / .milliseconds(1)) + 1)) > 0 { return true }
        }
    }
}
