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
        let found = finding(path, version: packagedVersion(in: "/var/lib/dpkg/status"))
        guard context.triesDriver, let path else { return [found] }
        return [found, await trial(of: path)]
    }

    /// Returns the finding of a trial: a driven browser, and a click in its page.
    @MainActor
    private static func trial(of path: String) async -> DoctorFinding {
        let name = "driver.trial"
        guard let program = DriverTrial.ownProgram() else {
            return .fail(
                name, localized("the program near-connect isn’t beside this one"),
                advice: localized("Install near-connect again."))
        }
        do throws(DriverTrial.FailedError) {
            try await DriverTrial(driver: path, program: program).run()
            return .ok(name, localized("a driven browser started, and a click reached its page"))
        } catch {
            return .fail(
                name, localized("no test of a dApp can run: %1$s", error.sentence),
                advice: localized(
                    "Install the driver of the WebKitGTK that is here, and Xvfb (Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb)."
                ))
        }
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
