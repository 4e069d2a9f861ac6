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

    /// The same work, where it is the main actor's.
    ///
    /// A call goes there at once, and its answer leaves from there.
    package typealias MainActorBody =
        @MainActor @Sendable (_ params: JSONValue?, _ caller: LocalCaller) async throws(LocalCallError) -> JSONValue
    /// The outcome of a call.
    typealias Answer = Result<JSONValue, LocalCallError>
    /// Starts a call's task, which hands the answer over as the last thing it does.
    typealias Start =
        @Sendable (
            _ params: JSONValue?, _ caller: LocalCaller, _ finish: @escaping @Sendable (Answer) -> Void
        ) -> Task<Void, Never>

    let name: ExactText
    let role: LocalRole
    let start: Start

    private init(_ name: String, _ role: LocalRole, start: @escaping Start) {
        self.name = ExactText(name)
        self.role = role
        self.start = start
    }

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - name: The name in calls. Names that begin with `$/` are the protocol's own.
    ///   - role: The one role whose clients have this method.
    ///   - body: The method's work.
    package init(_ name: String, for role: LocalRole, body: @escaping Body) {
        self.init(name, role) { params, caller, finish in
            Task {
                do throws(LocalCallError) {
                    finish(.success(try await body(params, caller)))
                } catch {
                    finish(.failure(error))
                }
            }
        }
    }

    /// Creates a method of the main actor's.
    ///
    /// - Parameters:
    ///   - name: The name in calls. Names that begin with `$/` are the protocol's own.
    ///   - role: The one role whose clients have this method.
    ///   - body: The method's work.
    package init(_ name: String, for role: LocalRole, onMainActor body: @escaping MainActorBody) {
        self.init(name, role) { params, caller, finish in
            Task { @MainActor in
                do throws(LocalCallError) {
                    finish(.success(try await body(params, caller)))
                } catch {
                    finish(.failure(error))
                }
            }
        }
    }
}

/// The methods that one role's clients have.
struct LocalMethodTable: Sendable {
    private let starts: [ExactText: LocalMethod.Start]

    /// Picks the methods of `role`; what belongs to another role isn't in the table at all.
    init(_ methods: [LocalMethod], for role: LocalRole) {
        starts = Dictionary(
            methods.filter { $0.role == role }.map { ($0.name, $0.start) },
            uniquingKeysWith: { _, _ in preconditionFailure("two methods of one role have one name") })
        precondition(starts.keys.allSatisfy { !$0.text.hasPrefix("$/") }, "names with $/ are the protocol's own")
    }

    subscript(name: ExactText) -> LocalMethod.Start? { starts[name] }
}
