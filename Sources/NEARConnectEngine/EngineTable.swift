// SPDX-License-Identifier: MIT

public import CNearConnectEngine
internal import Glibc
internal import NEARPrimitives
internal import Synchronization

/// The thread that opened the engine, and the table that it got.
///
/// Functions of the table that are called on another thread do nothing: the library above has refused the call by then.
enum EngineTable {
    private static let owner = Mutex<pthread_t?>(nil)

    /// Notes the calling thread if it is the first; returns true on that thread.
    static func adoptThread() -> Bool {
        owner.withLock { owner in
            if owner == nil { owner = pthread_self() }
            return owner == pthread_self()
        }
    }

    /// Runs `body` as the main actor; on another thread than the engine's, the result is `otherwise`.
    static func onThread<Value: Sendable>(_ otherwise: Value, _ body: @MainActor () -> Value) -> Value {
        guard owner.withLock({ $0 == pthread_self() }) else { return otherwise }
        return MainActor.assumeIsolated(body)
    }

    /// Returns a text from outside; `nil` for NULL, and for bytes that aren't UTF-8.
    static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.flatMap { String(validatingCString: $0) }
    }

    /// Returns a copy of a text for C, which `text_free` frees.
    ///
    /// A text with a NUL ends there for C.
    static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? { strdup(text) }

    @MainActor static let table: UnsafePointer<NearConnectEngine> = {
        let table = UnsafeMutablePointer<NearConnectEngine>.allocate(capacity: 1)
        table.initialize(
            to: NearConnectEngine(
                abi: UInt32(NEAR_CONNECT_ENGINE_ABI), manager_new: managerNew, manager_free: managerFree, call: call,
                cancel: cancel, command: command, widget_new: widgetNew, widget_free: widgetFree, convert: convert,
                text_free: { free($0) },
                live: { EngineTable.onThread(0) { UInt64(clamping: Engine.shared.liveCount) } }))
        return UnsafePointer(table)
    }()
}

/// Opens the engine on the calling thread; see near-connect-engine.h.
@c(near_connect_engine_open)
public func openEngine() -> UnsafePointer<NearConnectEngine>? {
    guard EngineTable.adoptThread() else { return nil }
    return EngineTable.onThread(nil) {
        Engine.shared.start()
        return SharedTable(EngineTable.table)
    }?.pointer
}

/// Takes the table's address off the main actor: what it points to never changes.
private struct SharedTable: Sendable {
    private let address: UInt
    init(_ pointer: UnsafePointer<NearConnectEngine>) { address = UInt(bitPattern: pointer) }
    var pointer: UnsafePointer<NearConnectEngine>? { UnsafePointer(bitPattern: address) }
}

// MARK: - The functions of the table

/// A callback's data pointer, as a number: the engine hands it back and never looks at it.
struct HostData: Sendable {
    private let address: UInt
    init(_ pointer: UnsafeMutableRawPointer?) { address = UInt(bitPattern: pointer) }
    var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }
}

private func managerNew(
    configuration: UnsafePointer<CChar>?, change: NearConnectEngineChange?, event: NearConnectEngineEvent?,
    data: UnsafeMutableRawPointer?, problem: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
    let (text, data) = (EngineTable.text(configuration), HostData(data))
    let made: Result<UInt64, EngineError> = EngineTable.onThread(.failure(.otherThread)) {
        Result { () throws(EngineError) in
            try Engine.shared.makeManager(
                text, change: { state in state.withCString { change?(data.pointer, $0) } },
                event: { name, json in
                    let heard = event?(data.pointer, name.rawValue, json.text) ?? 0
                    return heard == 1
                })
        }
    }
    return EngineTable.value(of: made, or: 0, problem)
}

private func managerFree(manager: UInt64) {
    EngineTable.onThread(()) { Engine.shared.forgetManager(manager) }
}

private func call(
    manager: UInt64, verb: UnsafePointer<CChar>?, parameters: UnsafePointer<CChar>?, answer: NearConnectEngineAnswer?,
    data: UnsafeMutableRawPointer?
) -> UInt64 {
    let (verb, parameters, data) = (EngineTable.text(verb), EngineTable.text(parameters), HostData(data))
    return EngineTable.onThread(0) {
        Engine.shared.call(manager, verb: verb, parameters: parameters) { result in
            switch result {
            case .success(let json): json.text.withCString { answer?(data.pointer, $0, nil) }
            case .failure(let error): error.json.text.withCString { answer?(data.pointer, nil, $0) }
            }
        }
    }
}

private func cancel(call: UInt64) {
    EngineTable.onThread(()) { Engine.shared.cancel(call) }
}

private func command(
    manager: UInt64, name: UnsafePointer<CChar>?, argument: UnsafePointer<CChar>?,
    problem: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    let (name, argument) = (EngineTable.text(name), EngineTable.text(argument))
    let done: Result<Bool, EngineError> = EngineTable.onThread(.failure(.otherThread)) {
        Result { () throws(EngineError) in try Engine.shared.command(manager, name: name, argument: argument) }
    }
    return EngineTable.value(of: done, or: false, problem) ? 1 : 0
}

private func widgetNew(manager: UInt64, widget: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> UInt64 {
    let made: (id: UInt64, widget: HostData)? = EngineTable.onThread(nil) { Engine.shared.makeWidget(of: manager) }
    widget?.pointee = made?.widget.pointer
    return made?.id ?? 0
}

private func widgetFree(widget: UInt64) {
    EngineTable.onThread(()) { Engine.shared.forgetWidget(widget) }
}

private func convert(
    name: UnsafePointer<CChar>?, text: UnsafePointer<CChar>?,
    problem: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UnsafeMutablePointer<CChar>? {
    let converted = Result { () throws(EngineError) in
        try Conversion.perform(EngineTable.text(name), EngineTable.text(text))
    }
    return EngineTable.value(of: converted.map(Optional.some), or: nil, problem).flatMap(EngineTable.copy)
}

extension EngineTable {
    /// Returns a result's value, or `otherwise` with the error's sentence in `problem`.
    fileprivate static func value<Value>(
        of result: Result<Value, EngineError>, or otherwise: Value,
        _ problem: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error):
            problem?.pointee = copy(error.sentence)
            return otherwise
        }
    }
}
