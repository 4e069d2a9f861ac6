// SPDX-License-Identifier: MIT

/// The name under which a WebDriver may drive the tabs of a ``DAppBrowserWidget``; for tests of the program only.
///
/// The driver attaches to the running program, which was started with `WEBKIT_INSPECTOR_SERVER=127.0.0.1:PORT`:
/// `WebKitWebDriver -t 127.0.0.1:PORT`. Whoever reaches that port drives the tabs and runs scripts in their pages, and
/// whoever reaches the driver's own port runs programs as its user.
public struct BrowserAutomation: Sendable, Hashable {
    /// The name that the driver's client asks for as `browserName`.
    public var name: String
    /// The version: major, minor and patch.
    public var version: [UInt64]

    /// Names the browser.
    ///
    /// - Parameters:
    ///   - name: The name; the client asks for it as `browserName`.
    ///   - version: Major, minor and patch; zeros for those that are missing.
    public init(name: String, version: [UInt64] = [1]) {
        self.name = name
        self.version = version
    }

    var numbers: (UInt64, UInt64, UInt64) {
        let parts = version + [0, 0, 0]
        return (parts[0], parts[1], parts[2])
    }
}
