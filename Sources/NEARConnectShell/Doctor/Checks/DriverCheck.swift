// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WebKitGTK

extension DoctorCheck {
    /// The largest list of packages that is read, in bytes; Debian's has some 5 MB on a desktop.
    private static let listLimit = 64 * 1024 * 1024

    /// Checks that a WebDriver is there for `near-connect browse --automation`, of WebKit's version.
    static let driver = DoctorCheck(name: "driver") { context in
        let path = context.find("WebKitWebDriver")
        let judged = finding(path, version: packagedVersion(in: "/var/lib/dpkg/status"))
        let found = judged.mended(by: judged.level == .ok ? nil : .install("webkit2gtk-driver", in: context))
        guard let trial = context.driverTrial, let path else { return [found] }
        return [found, finding(await trial(path))]
    }

    /// Returns the finding of a trial of a driver.
    ///
    /// - Parameter problem: The reason why tests of dApps can't run; `nil` if they can.
    private static func finding(_ problem: String?) -> DoctorFinding {
        guard let problem else {
            return .ok("driver.trial", localized("a driven browser started, and a click reached its page"))
        }
        return .fail(
            "driver.trial", localized("no test of a dApp can run: %1$s", problem),
            advice: localized(
                "Install the driver of the WebKitGTK that is here, and Xvfb (Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb)."
            ))
    }

    /// Returns the finding about a driver; only tests of dApps need one.
    ///
    /// - Parameters:
    ///   - path: The driver; `nil` if there is none.
    ///   - version: The version of the package that it comes from; `nil` where nobody says it.
    ///   - library: The version of WebKitGTK in this process.
    static func finding(
        _ path: String?, version: String?, library: String = LibraryVersions.webKitGTK
    ) -> DoctorFinding {
        guard let path else {
            return .warn(
                "driver", localized("no WebKitWebDriver; only tests of dApps need it"),
                advice: localized("Install it (Debian and Ubuntu: apt-get install webkit2gtk-driver)."))
        }
        guard let version else { return .ok("driver", localized("%1$s, of a version that no package tells", path)) }
        guard version.hasSameBytes(as: library) else {
            return .warn(
                "driver", localized("%1$s has version %2$s, and WebKitGTK %3$s", path, version, library),
                advice: localized("Update both together (Debian and Ubuntu: apt-get install webkit2gtk-driver)."))
        }
        return .ok("driver", localized("%1$s, version %2$s", path, version))
    }

    /// Returns the upstream version of Debian's package of the driver, as dpkg's list has it.
    ///
    /// - Parameter path: The list.
    static func packagedVersion(in path: String) -> String? {
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(URL(fileURLWithPath: path), limit: listLimit, followsLinks: true)
        } catch {
            // Another distribution's, or none that may be read: nobody says the version.
            return nil
        }
        var isOurs = false
        for line in (bytes ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: "Package: ".utf8) { isOurs = line.elementsEqual("Package: webkit2gtk-driver".utf8) }
            guard isOurs, line.starts(with: "Version: ".utf8) else { continue }
            let version = String(decoding: line.dropFirst(9), as: UTF8.self)
            return version.split(separator: "-").first.map(String.init)
        }
        return nil
    }
}
