// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import NEARRPC

/// Exits while libcurl has a thread, for `CurlThreadTests`.
///
/// The status is 0 if libcurl's threads have ended when handlers run that were registered before the first of them.
struct ExitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "exit")

    enum Moment: String, ExpressibleByArgument {
        /// The answer isn't there yet.
        case waiting
        /// The answer is there, and a connection is kept.
        case idle
        /// The transport has just been released.
        case released
    }

    /// The address of a server.
    @Option var url: String
    /// The moment to exit at.
    @Option var moment: Moment

    func run() throws {
        // Handlers run in reverse order: this one comes after that of libcurl's threads.
        atexit { _exit(ExitCommand.threadsOfLibcurl() == 0 ? 0 : 9) }
        guard let url = URL(string: url) else { throw ValidationError("\(url) isn't a URL") }
        let request = RPCTransportRequest(
            url: url, body: Array("{}".utf8), isRepeatable: true, timeout: .seconds(60), maximumResponseBytes: 1 << 20)
        var transport: CurlTransport? = CurlTransport()
        let answered = DispatchSemaphore(value: 0)
        Task { [weak transport] in
            _ = try await transport?.send(request)
            answered.signal()
        }
        if moment == .waiting {
            while Self.threadsOfLibcurl() == 0 { sched_yield() }
        } else {
            answered.wait()
            if moment == .released { transport = nil }
        }
        withExtendedLifetime(transport) { Glibc.exit(3) }
    }

    /// Counts the threads of libcurl, by their name.
    private static func threadsOfLibcurl() -> Int {
        guard let tasks = opendir("/proc/self/task") else { return -1 }
        defer { closedir(tasks) }
        var count = 0
        while let entry = readdir(tasks) {
            let id = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
            guard let file = fopen("/proc/self/task/\(id)/comm", "r") else { continue }
            defer { fclose(file) }
            var name = [CChar](repeating: 0, count: 32)
            if fgets(&name, 32, file) != nil, strcmp(name, "libcurl\n") == 0 { count += 1 }
        }
        return count
    }
}
