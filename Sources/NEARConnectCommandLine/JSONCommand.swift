// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARPrimitives

/// A command that prints its answer as JSON where `--json` is given: one object, or one a line.
///
/// Its failure is an object too, which ``CommandFailure`` prints. `docs/schemas` describes the objects.
package protocol JSONCommand: ParsableCommand {
    /// The member that has the version of the command's JSON.
    static var versionMember: ExactText { get }

    /// True if `--json` is given.
    var printsJSON: Bool { get }

    /// The members by which every object says what it is about, such as the network.
    var subject: JSONValue.Members { get }
}

extension JSONCommand {
    package static var versionMember: ExactText { "version" }
    package var subject: JSONValue.Members { [:] }
}

extension JSONValue {
    /// Returns an object of a command, with the members that all of them have.
    ///
    /// - Parameters:
    ///   - command: The command's name, as it is typed.
    ///   - fields: The other members.
    ///   - versionMember: See ``JSONCommand/versionMember``.
    package static func answer(
        of command: String, _ fields: JSONValue.Members, versionMember: ExactText = "version"
    ) -> JSONValue {
        var object = fields
        object["command"] = .string(command)
        object[versionMember] = .integer(Int128(CommandFailure.jsonVersion))
        return .object(object)
    }
}
