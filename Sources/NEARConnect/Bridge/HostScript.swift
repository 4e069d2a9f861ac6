// SPDX-License-Identifier: MIT

/// A function of `Resources/Bridge/host-scripts` that the host runs in the relay's world, where no page can change a built-in.
///
/// The files are modules, so that they share names with the connector and are type-checked. They are not imported, though: a script of
/// the page could add an import map that puts its own code into the relay's world. Instead their text, without `import` and `export`,
/// becomes a function's body. All of it comes with the package.
struct HostScript: Sendable {
    /// The modules, in the order in which they need each other; none may import anything else.
    let files: [String]
    /// The statement that calls the function and returns a text. It uses the names of the arguments.
    let call: String

    static let forgetWallet = HostScript(files: walletData, call: "return forgetWallet(id);")
    static let storeValue = HostScript(files: walletData, call: "return storeValue(id, key, text);")
    static let markPaint = HostScript(
        files: ["Bridge/host-scripts/paint-mark.js"], call: #"return markPaint(shown === "yes");"#)

    private static let walletData = ["Connector/storage.js", "Bridge/host-scripts/wallet-data.js"]

    /// The body of the function to run.
    func body() throws(BridgePage.Fault) -> String {
        var lines: [Substring] = []
        for file in files {
            for line in try BridgePage.read(file).split(separator: "\n", omittingEmptySubsequences: false)
            where !line.hasPrefix("import ") {
                lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
            }
        }
        return (lines + [call[...]]).joined(separator: "\n")
    }
}
