// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

extension WebView {
    /// Calls a script function whose body is `body` in the page's main frame and main world.
    ///
    /// - Parameters:
    ///   - body: A constant function body, `return nearConnect.perform(request)` for example. Nothing from outside is
    ///     ever spliced into it.
    ///   - arguments: Names that the body uses, with their texts. They travel as values.
    ///   - world: The isolated world to run it in; the page's own when `nil`.
    ///   - completion: Gets the function's result in its string form, or the error (a thrown exception, a destroyed
    ///     page, a web process that ended). It is called once, on the main thread.
    public func call(
        _ body: StaticString, arguments: KeyValuePairs<String, String>, world: String? = nil,
        completion: @escaping @MainActor (Result<String, GLibError>) -> Void
    ) {
        let done = AsyncCompletion { [weak self] result in
            // The view is alive while its call is pending: GIO keeps the source object for the callback.
            guard let self else { return completion(.failure(.viewIsGone)) }
            completion(self.finishCall(result))
        }
        let text = body.withUTF8Buffer { UnsafeRawPointer($0.baseAddress) }
        webkit_web_view_call_async_javascript_function(
            cast(), text?.assumingMemoryBound(to: CChar.self), gssize(body.utf8CodeUnitCount),
            VariantArguments.dictionary(arguments), world, nil, nil, done.callback, done.data)
    }

    /// Calls a script function and waits for its result; see ``call(_:arguments:world:completion:)``.
    ///
    /// - Throws: ``GLibError`` as the completion would get it.
    public func call(
        _ body: StaticString, arguments: KeyValuePairs<String, String> = [:], world: String? = nil
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            call(body, arguments: arguments, world: world) { continuation.resume(with: $0) }
        }
    }

    private func finishCall(_ result: OpaquePointer) -> Result<String, GLibError> {
        var error: UnsafeMutablePointer<GError>?
        let value = webkit_web_view_call_async_javascript_function_finish(cast(), result, &error)
        if let error { return .failure(GLibError(taking: error)) }
        guard let value else { return .failure(.noResult) }
        defer { g_object_unref(value) }
        guard let text = jsc_value_to_string(value) else { return .failure(.noResult) }
        defer { g_free(text) }
        return .success(String(cString: text))
    }
}

extension GLibError {
    fileprivate static let viewIsGone = GLibError(
        domain: "near-connect", code: 1, message: "the web view was closed before the script answered")
    fileprivate static let noResult = GLibError(
        domain: "near-connect", code: 2, message: "the script gave no result")
}
