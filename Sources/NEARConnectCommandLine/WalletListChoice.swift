// SPDX-License-Identifier: MIT

package import ArgumentParser
package import Foundation
package import NEARConnectCore
internal import NEARRPC
internal import SafeText

/// Reads the lists of wallets that a command line names.
package enum WalletListChoice {
    /// The help of the option that names lists.
    package static let listHelp = help(
        "An https address of a list of wallets, in place of the public one; “public” names that. Repeat it for more: they are merged, and of wallets that several name, the first one’s counts."
    )

    /// The help of the flag that accepts http addresses of this computer.
    package static let loopbackHelp = help(
        "Also take http addresses of this computer, such as http://localhost:8080/…, for developers of wallets and lists. Any program on this computer can answer there."
    )

    /// Returns the lists that the texts name; without texts, the public one.
    ///
    /// - Throws: `ValidationError`.
    package static func lists(_ texts: [String], allowsPlainLoopback: Bool = false) throws -> [WalletList] {
        guard !texts.isEmpty else { return [.nearConnect] }
        return try texts.map { text in
            if text == "public" { return .nearConnect }
            guard text.contains("://"), !text.hasPrefix("file://") else {
                throw ValidationError(
                    localized(
                        "“%1$s” is not an https address. To offer the wallets of a file, use “near-connect shell --wallet-manifest FILE”; to check it, use “near-connect wallets check FILE”.",
                        text))
            }
            return WalletList(try address(text, allowsPlainLoopback: allowsPlainLoopback))
        }
    }

    /// Returns an https address, or one of this computer if that is allowed.
    ///
    /// - Throws: `ValidationError`.
    package static func address(_ text: String, allowsPlainLoopback: Bool) throws -> URL {
        if let url = URL(string: text) {
            if url.scheme == "https", url.host() != nil { return url }
            if Downloader.isPlainLoopback(url) {
                if allowsPlainLoopback { return url }
                throw ValidationError(
                    localized(
                        "“%1$s” is not an https address. Add --insecure-loopback to use addresses of this computer.",
                        text))
            }
        }
        throw ValidationError(localized("“%1$s” is not an https address. Use one that begins with https://.", text))
    }
}
