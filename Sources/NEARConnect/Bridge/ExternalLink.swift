// SPDX-License-Identifier: MIT

internal import Foundation

/// Hands an address to the system's handler through `xdg-open`: one argument, no shell, nothing decoded or encoded anew.
struct ExternalLink: Sendable {
    /// Why an address was not handed on.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case notAnAddress
        case refusedScheme(String)
        case noOpener
        case failed(status: Int32)

        var description: String {
            switch self {
            case .notAnAddress: "The link is not an address that another program could open."
            case .refusedScheme(let scheme):
                "Links of the scheme \u{201C}\(scheme)\u{201D} are never handed to other programs."
            case .noOpener: "xdg-open is not installed (Debian and Ubuntu: apt-get install xdg-utils)."
            case .failed(let status): "No program took the link (xdg-open ended with \(status))."
            }
        }
    }

    /// The address exactly as the page asked for it.
    let uri: String
    /// Its scheme in lower case.
    let scheme: String

    /// - Throws: ``Refusal`` for what is not an address, and for schemes that reach into this machine.
    init(_ uri: String) throws(Refusal) {
        guard let scheme = NavigationPolicy.scheme(of: uri), !uri.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else {
            throw .notAnAddress
        }
        guard !Self.refusedSchemes.contains(scheme) else { throw .refusedScheme(scheme) }
        self.uri = uri
        self.scheme = scheme
    }

    private static let refusedSchemes: Set = [
        "file", "javascript", "data", "blob", "about", "vbscript", "view-source", "filesystem", BridgeScheme.name,
    ]

    /// Starts the system's handler and waits until `xdg-open` says whether it took the link.
    ///
    /// - Throws: ``Refusal``.
    func open(environment: [String: String] = ProcessInfo.processInfo.environment) async throws(Refusal) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let opener = folders.map({ "\($0)/xdg-open" }).first(where: FileManager.default.isExecutableFile(atPath:))
        else { throw .noOpener }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: opener)
        process.arguments = [uri]
        process.environment = Self.scrubbed(environment)
        process.standardInput = FileHandle.nullDevice
        let status: Int32? = await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(returning: nil)
            }
        }
        guard let status else { throw .noOpener }
        guard status == 0 else { throw .failed(status: status) }
    }

    /// What another program needs to find the display, the session and the user's settings; nothing of ours.
    static func scrubbed(_ environment: [String: String]) -> [String: String] {
        let kept: Set = [
            "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
            "DBUS_SESSION_BUS_ADDRESS",
            "DESKTOP_SESSION", "BROWSER", "TMPDIR", "SHELL",
        ]
        return environment.filter { kept.contains($0.key) || $0.key.hasPrefix("XDG_") || $0.key.hasPrefix("LC_") }
    }
}
