// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A window that is open, or was when its process ended.
struct WindowRun: Sendable, Equatable {
    /// The process that has the window.
    let process: ProcessIdentity
    /// The time when the window was opened, in seconds since 1970.
    let start: Int
    /// The desktop's session, whose end takes all windows with it; `nil` where it has no name.
    let session: String?

    /// True if the process has ended and its desktop's session hasn't.
    ///
    /// Of another computer, container or start of this computer nobody knows.
    func wasAborted(inSessionOf session: String?) -> Bool {
        process.liveness == .ended && self.session == session
    }
}

/// The content of `windows.json` in a profile's state folder: each window is there until it is closed.
enum WindowRunsFile: DocumentFormat {
    /// The most windows that are noted; a profile has one, or two where there is no session bus.
    static let limit = 20
    static let name = "windows"
    static let schema: Int128 = 1
    static let empty: [WindowRun] = []
    static var full: String { localized("the list of windows needs too much room") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The list of windows can’t be read (%1$s). The file is kept at %2$s.", reason, place)
    }

    static func content(_ fields: JSONFields) throws -> [WindowRun] {
        try fields.array("windows").prefix(limit).map { value in
            let run = try JSONFields(value, "window")
            return WindowRun(
                process: ProcessIdentity(
                    pid: Int32(clamping: try run.integer("pid")),
                    startTicks: UInt64(clamping: try run.integer("ticks")),
                    boot: try run.string("boot"), namespace: try run.optionalString("namespace")),
                start: try run.integer("start"), session: try run.optionalString("session"))
        }
    }

    static func fields(_ runs: [WindowRun]) -> JSONValue.Members {
        ["windows": .array(runs.map(Self.json))]
    }

    private static func json(_ run: WindowRun) -> JSONValue {
        var members: JSONValue.Members = [
            "pid": .integer(Int128(run.process.pid)), "ticks": .integer(Int128(run.process.startTicks)),
            "boot": .string(run.process.boot), "start": .integer(Int128(run.start)),
        ]
        if let namespace = run.process.namespace { members["namespace"] = .string(namespace) }
        if let session = run.session { members["session"] = .string(session) }
        return .object(members)
    }
}

extension [WindowRun] {
    /// Notes a window that opens, and forgets those that can't be open any more.
    ///
    /// - Returns: The windows whose processes ended without closing them.
    mutating func open(_ run: WindowRun) -> [WindowRun] {
        let aborted = filter { $0.wasAborted(inSessionOf: run.session) }
        // A process that has replaced itself is the same one.
        removeAll { $0.process == run.process || $0.process.liveness != .running }
        append(run)
        if count > WindowRunsFile.limit { removeFirst(count - WindowRunsFile.limit) }
        return aborted
    }

    /// Forgets a window that is closed.
    mutating func close(_ process: ProcessIdentity) {
        removeAll { $0.process == process }
    }
}
