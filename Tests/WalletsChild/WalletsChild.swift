// SPDX-License-Identifier: MIT

import Foundation
import KillingLog
import Logging
internal import NEARConnectCore

/// A program that pins wallets, or removes them, in a profile that other programs use too.
///
/// It kills itself at the step of the library's log that `WalletProcessTests` names.
///
/// Arguments: profile folder, address of the list, the step at which it dies (or `none`), `trust` or `remove`, ids.
/// Says each error's code
/// in a line of its own.
@main
struct WalletsChild {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count > 5, let list = URL(string: arguments[2]) else { exit(64) }
        let step = arguments[3]
        let library = WalletLibrary(
            folders: ProfileFolders(root: URL(fileURLWithPath: arguments[1])), lists: [WalletList(list)],
            logger: Logger(label: "child") { _ in KillingLogHandler(key: "step", value: step) })
        var code: CInt = 0
        for id in arguments[5...] {
            do throws(WalletError) {
                switch arguments[4] {
                case "trust": try await library.pin(id)
                case "remove": try await library.remove(id)
                default: exit(64)
                }
            } catch {
                print(error.code)
                code = 1
            }
        }
        exit(code)
    }
}
