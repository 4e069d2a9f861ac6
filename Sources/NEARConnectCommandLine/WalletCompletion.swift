// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Completes the ids of wallets in a shell.
package enum WalletCompletion {
    /// Returns the ids of the wallets in the profile and the lists that the words before name.
    package static func ids(_ words: [String]) -> [String] {
        func values(_ option: String) -> [String] {
            zip(words, words.dropFirst()).filter { $0.0 == option }.map(\.1)
                + words.filter { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
        }
        do {
            let folders = try ProfileFolders(profile: values("--profile").last ?? "default")
            let library = WalletLibrary(
                folders: folders, lists: try WalletListChoice.lists(values("--list"), allowsPlainLoopback: true))
            return try library.statuses().map(\.id)
        } catch {
            return []  // The shell shows no messages here.
        }
    }
}
