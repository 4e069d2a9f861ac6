// SPDX-License-Identifier: MIT

package import ArgumentParser

/// A page of the window, by the name that the command line and the desktop file have for it.
package enum WindowPage: String, CaseIterable, ExpressibleByArgument, Sendable {
    case wallet, send, contract, message, delegate, activity, apps, devnet
}
