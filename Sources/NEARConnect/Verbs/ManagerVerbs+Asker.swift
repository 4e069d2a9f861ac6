// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

extension ManagerVerbs {
    /// Performs a verb for another program, which sees its own entries of the history and no others.
    ///
    /// - Parameters:
    ///   - verb: The operation.
    ///   - json: Its parameters, as in ``perform(_:_:)``.
    ///   - asker: The program, whom dialogs, policies and the journal name.
    /// - Throws: ``NEARError``.
    package func perform(
        _ verb: ManagerVerb, _ json: JSONValue, as asker: Asker
    ) async throws(NEARError) -> JSONValue {
        try await manager.requests.asking(as: asker) { () throws(NEARError) in
            switch verb {
            case .history, .reconcile:
                _ = try VerbParameters(json, known: [])
                let entries = try await verb == .history ? manager.history() : manager.reconcile()
                return .array(entries.filter { $0.asker == asker }.map(\.json))
            default: return try await perform(verb, json)
            }
        }
    }
}
