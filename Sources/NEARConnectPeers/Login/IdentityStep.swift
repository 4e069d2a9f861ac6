// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The ways in which an identity provider of tests treats one visit.
package enum IdentityStep: Hashable, Sendable {
    /// Approves at once.
    case approve
    /// Says no.
    case refuse
    /// Shows a page and never sends the browser back.
    case silent
    /// Approves after so many milliseconds.
    case late(Int)
    /// Approves, and brings the answer to the program by itself before the browser does.
    case twice
    /// Sends the browser back with another state.
    case wrongState

    /// Reads a step: its name, or `{"late": MILLISECONDS}`.
    package init?(_ json: JSONValue) {
        switch json.stringValue {
        case "approve": self = .approve
        case "refuse": self = .refuse
        case "silent": self = .silent
        case "twice": self = .twice
        case "wrong-state": self = .wrongState
        default:
            guard let pause = json["late"]?.integerValue(as: Int.self), (0...600_000).contains(pause) else {
                return nil
            }
            self = .late(pause)
        }
    }
}
