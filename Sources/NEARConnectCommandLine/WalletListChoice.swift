// SPDX-License-Identifier: MIT

package import ArgumentParser
package import Foundation
package import NEARConnectCore
internal import NEARRPC

/// The lists of wallets that a command line names.
package enum WalletListChoice {
    package static let help = ArgumentHelp(
        "An https address of a list of wallets, in place of the public one; \u{201C}public\u{201D} names that. Repeat it for more: they are merged, "
            + "and of wallets that several name, the first one's counts.")

    package static let loopbackHelp = ArgumentHelp(
        "Also take http addresses of this computer, such as http://localhost:8080/…, for those who write wallets or lists. Any program that runs "
            + "here can answer there.")

    package static func lists(_ texts: [String], allowsPlainLoopback: Bool = false) throws -> [WalletList] {
        guard !texts.isEmpty else { return [.nearConnect] }
        return try texts.map { text in
            if text == "public" { return .nearConnect }
            guard text.contains("://"), !text.hasPrefix("file://") else {
                throw ValidationError(
                    "\u{201C}\(text)\u{201D} is not an https address. The wallets of a file are offered with "
                        + "`near-connect shell --wallet-manifest FILE`; `near-connect wallets check FILE` says what is wrong with it."
                )
            }
            return WalletList(try address(text, allowsPlainLoopback: allowsPlainLoopback))
        }
    }

    /// An https address, or one of this computer.
    package static func address(_ text: String, allowsPlainLoopback: Bool) throws -> URL {
        if let url = URL(string: text) {
            if url.scheme == "https", url.host() != nil { return url }
            if Downloader.isPlainLoopback(url) {
                if allowsPlainLoopback { return url }
                throw ValidationError(
                    "\u{201C}\(text)\u{201D} is not an https address. --insecure-loopback takes this computer's own ones."
                )
            }
        }
        throw ValidationError("\u{201C}\(text)\u{201D} is not an https address.")
    }
}
