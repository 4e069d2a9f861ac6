// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

extension DoctorCheck {
    /// Reports versions of the system and its libraries; wallets' pages need a recent WebKitGTK.
    static let versions = DoctorCheck(name: "versions") { _ in
        let release = KernelFile.text("/etc/os-release") ?? ""
        let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let system = name.map { $0.dropFirst("PRETTY_NAME=".count).trimmingPrefix("\"").replacing("\"", with: "") }
        let kernel = KernelFile.text("/proc/sys/kernel/osrelease") ?? localized("unknown")
        return [
            .ok("versions.system", localized("%1$s, kernel %2$s", system.map { String($0) } ?? "Linux", kernel)),
            webKit(LibraryVersions.webKitGTK),
            .ok("versions.gtk", "GTK \(LibraryVersions.gtk), GLib \(LibraryVersions.glib), Swift \(swiftVersion)"),
        ]
    }

    /// The oldest series that distributions still maintain.
    private static let oldestWebKit = (2, 44)

    static func webKit(_ version: String) -> DoctorFinding {
        let parts = version.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2, (parts[0], parts[1]) >= oldestWebKit else {
            return .warn(
                "versions.webkit", "WebKitGTK \(version)",
                advice: localized("Update libwebkit2gtk-4.1-0: this series gets no security fixes any more."))
        }
        return .ok("versions.webkit", "WebKitGTK \(version)")
    }

    private static var swiftVersion: String {
        #if swift(>=6.4)
            localized("6.4 or later")
        #elseif swift(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}
