// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The details about this computer that help whoever reads a report.
enum AboutText {
    /// Returns the details, a line each; none names a user, an account or a folder.
    ///
    /// - Parameters:
    ///   - version: The program's version, if it has said it.
    ///   - environment: The process's environment.
    @MainActor
    static func details(version: String?, environment: [String: String]) -> String {
        var lines = [version.map { "\(ShellIdentity.name) \($0)" } ?? ShellIdentity.name]
        lines.append("WebKitGTK \(LibraryVersions.webKitGTK), GTK \(LibraryVersions.gtk), GLib \(LibraryVersions.glib)")
        if let system = SystemName.pretty { lines.append(system) }
        for name in ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "LANG", "GTK_THEME"] {
            if let value = environment[name], !value.isEmpty {
                lines.append("\(name)=\(DisplayText.beginning(of: DisplayText.name(value), limit: 64).shown)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The operating system's name for users.
enum SystemName {
    /// The name, such as “Debian GNU/Linux 12 (bookworm)”; `nil` where the system doesn't say it.
    static var pretty: String? {
        let release = KernelFile.text("/etc/os-release") ?? ""
        let line = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return line.map { $0.dropFirst("PRETTY_NAME=".count).replacing("\"", with: "") }.map {
            DisplayText.name(String($0))
        }
    }
}
