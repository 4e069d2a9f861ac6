// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A method of a local server, and the role that may call it.
package struct LocalMethod: Sendable {
    /// The method's work.
    ///
    /// It runs in a task, which is cancelled by the client or with its connection. Its answer is sent even then, while
    /// the connection stands: only the method knows whether something was done.
    package typealias Body =
        @Sendable (_ params: JSONValue?, _ caller: LocalCaller) async throws(LocalCallError) -> JSONValue

    let name: ExactText
    let role: LocalRole
    let body: Body

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - name: The name in calls. Names that begin with `$/` are the protocol's own.
    ///   - role: The one role whose clients have this method.
    ///   - body: The method's work.
    package init(_ name: String, for role: LocalRole, body: @escaping Body) {
        self.name = ExactText(name)
        self.role = role
        self.body = body
    }
}

/// The methods that one role's clients have.
struct LocalMethodTable: Sendable {
    private let bodies: [ExactText: LocalMethod.Body]

    /// Picks the methods of `role`; what belongs to another role isn't in the table at all.
    init(_ methods: [LocalMethod], for role: LocalRole) {
        bodies = Dictionary(
            methods.filter { $0.role == role }.map { ($0.name, $0.body) },
            uniquingKeysWith: { _, _ in preconditionFailure("two methods of one role have one name") })
        precondition(bodies.keys.allSatisfy { !$0.text.hasPrefix("$/") }, "names with $/ are the protocol's own")
    }

    subscript(name: ExactText) -> LocalMethod.Body? { bodies[name] }
}
