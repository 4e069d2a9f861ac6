// SPDX-License-Identifier: MIT

internal import Glibc

/// The address at which WebKit lets other programs inspect and drive pages, as the environment names it.
///
/// WebKit listens wherever `WEBKIT_INSPECTOR_SERVER` is set, in any program, and asks nobody who connects. So a program
/// takes the variables away in its first line, and gives back the one of a WebDriver only where it is to be driven.
package enum InspectorAddress {
    private static let driver = "WEBKIT_INSPECTOR_SERVER"
    private static let names = [driver, "WEBKIT_INSPECTOR_HTTP_SERVER"]

    /// Takes the variables out of this process's environment, before the first view.
    ///
    /// - Returns: The address that a WebDriver has named; `nil` if there is none.
    package static func take() -> String? {
        let address = getenv(driver).map { String(cString: $0) }
        for name in names { unsetenv(name) }
        return address.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Sets the address, before the first view.
    package static func set(_ address: String) {
        setenv(driver, address, 1)
    }

    /// Returns whether an address is one of this computer alone.
    package static func isLocal(_ address: String) -> Bool {
        let host = address.split(separator: ":", omittingEmptySubsequences: false).dropLast().joined(separator: ":")
        return ["127.0.0.1", "[::1]", "localhost"].contains(host)
    }
}
