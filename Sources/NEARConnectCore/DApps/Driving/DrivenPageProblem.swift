// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Something that a page of a driven browser didn't do: it isn't shown, or something that it wanted was refused.
package struct DrivenPageProblem: Sendable, Hashable {
    /// The kinds of problems, by the names that the control channel gives them.
    package enum Kind: String, Sendable, Hashable {
        /// The page didn't load.
        case failed
        /// The page's process ended.
        case crashed
        /// Something that the page wanted isn't done here.
        case refused
        /// The page's host is on a list of hosts to stay away from.
        case denied
    }

    /// The kind of problem.
    package let kind: Kind
    /// The address that it is about; `nil` where that is unknown.
    package let address: String?
    /// A sentence that says what happened, and what to do.
    package let message: String

    /// Names a problem.
    package init(_ kind: Kind, at address: String?, _ message: String) {
        self.kind = kind
        self.address = address
        self.message = message
    }

    /// The problem as the control channel tells it.
    package var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "url": address.map(JSONValue.string) ?? .null,
            "message": .string(message),
        ]
    }
}
