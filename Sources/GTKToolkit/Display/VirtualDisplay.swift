// SPDX-License-Identifier: MIT

internal import CGLib
internal import FoundationEssentials
internal import GLibRuntime
internal import Glibc

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

    private let process: GPid
    /// The writing end of the keeper's standard input; `nil` once the server was ended.
    private var lifeline: CInt?

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
        let keeper: Keeper
        do throws(GLibError) {
            keeper = try Self.startKeeper(screen: "\(width)x\(height)x24")
        } catch {
            throw .failed(reason: error.message)
        }
        process = keeper.process
        lifeline = keeper.lifeline
        let answer = Self.readLine(keeper.announcement, until: .now + limit)
        close(keeper.announcement)
        guard let number = UInt(answer) else {
            name = ""
            // The process keeps its pipe as long as it runs, and it runs as long as the pipe is open.
            stop()
            throw .failed(reason: "it announced no display number")
        }
        name = ":\(number)"
    }

    isolated deinit {
        stop()
    }

    /// The shell that holds the server, and this process's ends of its pipes.
    private struct Keeper {
        var process = GPid()
        var lifeline: CInt = -1
        var announcement: CInt = -1
    }

    /// Starts the shell that holds the server.
    ///
    /// No other child gets this process's ends of the pipes: WebKit's processes inherit what they can, and with the
    /// lifeline they would keep the server alive, and ``stop()`` waiting.
    private static func startKeeper(screen: String) throws(GLibError) -> Keeper {
        let words = ["/bin/sh", "-c", keeper, "near-connect-display", screen]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { g_strdup($0) } + [nil]
        defer { arguments.forEach { g_free($0) } }
        var started = Keeper()
        let flags = GSpawnFlags(
            G_SPAWN_DO_NOT_REAP_CHILD.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue | G_SPAWN_CLOEXEC_PIPES.rawValue)
        _ = try GLibError.check {
            g_spawn_async_with_pipes(
                nil, &arguments, nil, flags, leaveTerminal, nil, &started.process, &started.lifeline,
                &started.announcement, nil, $0)
        }
        return started
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
        guard let lifeline else { return }
        self.lifeline = nil
        close(lifeline)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
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
    private static func readLine(_ descriptor: CInt, until deadline: ContinuousClock.Instant) -> String {
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64)
        while !line.contains(UInt8(ascii: "\n")), isReadable(descriptor, until: deadline) {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            line.append(contentsOf: chunk[..<count])
        }
        return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Waits until `file` has something to read or has ended; `false` at the deadline.
    private static func isReadable(_ file: CInt, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            var descriptor = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            // A signal ends the wait early, and whole milliseconds may; then it is looked at again.
            if poll(&descriptor, 1, Int32(clamping: Int(left / .milliseconds(1)) + 1)) > 0 { return true }
        }
    }
}

/// Runs in the new process before its program does: no terminal's signal is for it, and none is blocked.
///
/// Nothing may allocate or lock there, nor ask on which actor it is.
private nonisolated func leaveTerminal(_: gpointer?) {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    setpgid(0, 0)
}
