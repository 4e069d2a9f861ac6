// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// An error of the engine, which leaves it as JSON: `{"code", "message"}`, with an operation's own data.
enum EngineError: Error {
    /// The manager's operation ended with an error.
    case operation(NEARError)
    /// The configuration can't be used.
    case configuration(String)
    /// Another thread than the engine's called.
    case otherThread

    /// A sentence for a person.
    var sentence: String {
        switch self {
        case .operation(let error): ErrorReport(error).sentence
        case .configuration(let reason): DisplayText.sentence(reason)
        case .otherThread: localized("The wallet library was called on another thread than the one that runs GTK.")
        }
    }

    var json: JSONValue {
        switch self {
        case .operation(let error): VerbResult.error(error)
        case .configuration, .otherThread: ["code": "invalid-argument", "message": .string(sentence)]
        }
    }
}
