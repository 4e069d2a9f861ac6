// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import NEARPrimitives
import NEARRPC
import ProcessSetup
import SafeText

/// A trial of a WebDriver: a driven browser, a click in its page, and the title that the click sets.
///
/// Some builds of WebKitGTK have a driver whose clicks reach no page, which no version tells.
@MainActor
struct DriverTrial {
    /// A step that failed, in a sentence.
    private struct FailedError: Error {
        let sentence: String
    }

    /// The longest time for one answer of the driver.
    private static let patience = Duration.seconds(30)
    private static let element = "element-6066-11e4-a52e-4f735466cecf"
    private static let page = """
        document.body.innerHTML = "<button id=button>Click</button>";
        document.getElementById("button").onclick = () => { document.title = "clicked"; };
        """

    /// The driver.
    let driver: String
    /// The program whose command `browse` is driven.
    let program: String

    /// Returns the program `near-connect` that belongs to this one, beside it or as it is installed; `nil` if none is.
    private static func ownProgram() -> String? {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return ["near-connect", "../../bin/near-connect"].map { own.appendingPathComponent($0).standardized.path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Tries a driver; nothing of it is left.
    ///
    /// - Returns: The reason why tests of dApps can't run; `nil` if they can.
    static func problem(with driver: String) async -> String? {
        guard let program = ownProgram() else {
            return localized("the program near-connect isn’t beside this one, so install it again")
        }
        do throws(FailedError) {
            try await DriverTrial(driver: driver, program: program).run()
            return nil
        } catch {
            return error.sentence
        }
    }

    private func run() async throws(FailedError) {
        guard let port = Self.freePort() else {
            throw FailedError(sentence: localized("no port of this computer is free"))
        }
        let process: ChildProgram
        do throws(GLibError) {
            process = try ChildProgram([driver, "--port=\(port)", "--host=127.0.0.1"])
        } catch {
            throw FailedError(sentence: error.message)
        }
        let attempt = Task { await self.attempt(at: port) }
        // Whatever a driver that has ended would have been asked, nobody answers.
        let watch = Task {
            let status = await process.ended()
            attempt.cancel()
            return status
        }
        let result = await attempt.value
        // The browser ends with its driver, whichever step it was in.
        let number = process.identifier
        if let number { kill(number, SIGTERM) }
        let status = await watch.value
        guard case .failure = result, number == nil else { return try result.get() }
        // Its standard error is this program's.
        throw FailedError(
            sentence: localized(
                "%1$s ended by itself with exit code %2$s; what it said stands above", driver, "\(status)"))
    }

    private func attempt(at port: UInt16) async -> Result<Void, FailedError> {
        do throws(FailedError) {
            let words: [JSONValue] = ["browse", "--automation", "--display", "own", "--devnet", "--policy", "deny"]
            let session = try await begin(
                at: port,
                [
                    "capabilities": [
                        "alwaysMatch": [
                            "browserName": "near-connect",
                            "webkitgtk:browserOptions": ["binary": .string(program), "args": .array(words)],
                        ]
                    ]
                ])
            guard let id = session["sessionId"]?.stringValue else {
                throw FailedError(sentence: localized("the driver began no session"))
            }
            let base = "/session/\(id)"
            _ = try await call(port, "\(base)/execute/sync", with: ["script": .string(Self.page), "args": []])
            let found = try await call(
                port, "\(base)/element", with: ["using": "css selector", "value": "#button"])
            guard let button = found[Self.element]?.stringValue else {
                throw FailedError(sentence: localized("the driver found no button"))
            }
            _ = try await call(port, "\(base)/element/\(button)/click", with: [:])
            let title = try await call(
                port, "\(base)/execute/sync", with: ["script": "return document.title", "args": []])
            guard title == "clicked" else {
                throw FailedError(sentence: localized("a click of the driver reached no page"))
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Opens the session as soon as the driver listens.
    private func begin(at port: UInt16, _ capabilities: JSONValue) async throws(FailedError) -> JSONValue {
        let time = DeadlineTime(ContinuousClock())
        let end = time.now + Self.patience
        while !Self.listens(port) {
            guard time.now < end else {
                throw FailedError(sentence: localized("the driver takes no connection"))
            }
            do {
                try await time.sleep(for: .milliseconds(20))
            } catch {
                throw FailedError(sentence: localized("the trial was given up"))
            }
        }
        return try await call(port, "/session", with: capabilities)
    }

    private func call(_ port: UInt16, _ path: String, with body: JSONValue) async throws(FailedError) -> JSONValue {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw FailedError(sentence: localized("the driver gave an impossible name"))
        }
        let request = RPCTransportRequest(
            url: url, headers: ["Content-Type": "application/json"], body: body.bytes, isRepeatable: false,
            timeout: Self.patience, maximumResponseBytes: 1 << 20)
        do {
            let response = try await CurlTransport().send(request)
            let answer = try JSONValue.parse(response.body)
            if response.status == 200, let value = answer["value"] { return value }
            let reason = answer["value"]?["message"]?.stringValue ?? ""
            throw FailedError(
                sentence: localized("the driver answered: %1$s", DisplayText.line("\(response.status) \(reason)")))
        } catch let error as FailedError {
            throw error
        } catch {
            throw FailedError(sentence: DisplayText.words(error))
        }
    }

    // MARK: Ports

    private static func withSocket<Value>(
        _ port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Value?
    ) -> Value? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, size) }
        }
    }

    private static func freePort() -> UInt16? {
        withSocket(0) { descriptor, address, size in
            guard bind(descriptor, address, size) == 0 else { return nil }
            var bound = sockaddr_in()
            var length = size
            let result = withUnsafeMutablePointer(to: &bound) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
            return result == 0 ? UInt16(bigEndian: bound.sin_port) : nil
        }
    }

    private static func listens(_ port: UInt16) -> Bool {
        withSocket(port) { connect($0, $1, $2) == 0 } ?? false
    }
}
