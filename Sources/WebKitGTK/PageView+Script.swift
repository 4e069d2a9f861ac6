// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

extension PageView {
    /// Calls a script function whose body is `body` in the page's main frame and main world.
    ///
    /// - Parameters:
    ///   - body: A constant function body, `return nearConnect.perform(request)` for example. Nothing from outside is
    ///     ever spliced into it.
    ///   - arguments: Names that the body uses, with their texts. They travel as values.
    ///   - world: The isolated world to run it in; the page's own when `nil`.
    ///   - completion: Gets success, or the error (a thrown exception, a destroyed page, a web process that ended). It
    ///     is called once, on the main thread.
    public func call(
        _ body: StaticString, arguments: KeyValuePairs<String, String>, world: String? = nil,
        completion: @escaping @MainActor (Result<Void, GLibError>) -> Void
    ) {
        start(body, arguments, world: world, done: AsyncCompletion { completion(Self.end($0)) })
    }

    /// Calls a script function and waits for its result in its string form; see
    /// ``call(_:arguments:world:completion:)``.
    ///
    /// - Throws: ``GLibError`` as the completion would get it.
    public func call(
        _ body: StaticString, arguments: KeyValuePairs<String, String> = [:], world: String? = nil
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            let done = AsyncCompletion { continuation.resume(with: Self.finish($0).flatMap { Self.text(taking: $0) }) }
            start(body, arguments, world: world, done: done)
        }
    }

    private func start(
        _ body: StaticString, _ arguments: KeyValuePairs<String, String>, world: String?, done: AsyncCompletion
    ) {
        let text = body.withUTF8Buffer { UnsafeRawPointer($0.baseAddress) }
        VariantArguments.withDictionary(arguments) { arguments in
            webkit_web_view_call_async_javascript_function(
                cast(), text?.assumingMemoryBound(to: CChar.self), gssize(body.utf8CodeUnitCount), arguments, world,
                nil,
                nil, done.callback, done.data)
        }
    }

    /// Returns whether a call succeeded, without its value.
    ///
    /// WebKit makes a JavaScript context for each value that it hands out, which costs more than to read a message. Its
    /// result is a `GTask`, which says without that whether there is an error; it frees what nobody takes.
    private static func end(_ result: OpaquePointer) -> Result<Void, GLibError> {
        if let view = g_async_result_get_source_object(result) {
            defer { g_object_unref(view) }
            if g_task_is_valid(UnsafeMutableRawPointer(result), view) != 0, g_task_had_error(result) == 0 {
                return .success(())
            }
        }
        return finish(result).map { g_object_unref($0) }
    }

    /// The function's result (ownership: full).
    private typealias ScriptResult = UnsafeMutablePointer<JSCValue>

    private static func finish(_ result: OpaquePointer) -> Result<ScriptResult, GLibError> {
        // GIO keeps the view for as long as the call is pending, whatever became of its owner here.
        guard let view = g_async_result_get_source_object(result) else { return .failure(.noResult) }
        defer { g_object_unref(view) }
        var error: UnsafeMutablePointer<GError>?
        let value = webkit_web_view_call_async_javascript_function_finish(
            UnsafeMutableRawPointer(view).assumingMemoryBound(to: WebKitWebView.self), result, &error)
        if let error { return .failure(GLibError(taking: error)) }
        guard let value else { return .failure(.noResult) }
        return .success(value)
    }

    private static func text(taking value: ScriptResult) -> Result<String, GLibError> {
        defer { g_object_unref(value) }
        guard let text = jsc_value_to_string(value) else { return .failure(.noResult) }
        defer { g_free(text) }
        return .success(String(cString: text))
    }
}

extension GLibError {
    fileprivate static let noResult = GLibError(
        domain: "near-connect", code: 2, message: "the script gave no result")
}
