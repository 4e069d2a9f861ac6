// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Synchronization

@testable import NEARConnectCore

/// Methods for tests, and what they have seen.
actor LocalServerMethods {
    private var held: [ExactText: CheckedContinuation<Void, Never>] = [:]
    private var released: Set<ExactText> = []
    private var cancelled: Set<ExactText> = []
    private var cancellations: [ExactText: AsyncStream<Void>.Continuation] = [:]
    /// The most bytes that waited for a client while it was flooded, and the notifications that it was sent.
    private var flooded: (bytes: Int, count: Int)?
    private var floodWaiter: CheckedContinuation<(bytes: Int, count: Int), Never>?

    /// Doesn't go on, whatever is cancelled, until `release` names the key.
    private func hold(_ key: ExactText) async {
        guard released.remove(key) == nil else { return }
        await withCheckedContinuation { held[key] = $0 }
    }

    func release(_ key: ExactText) {
        if let continuation = held.removeValue(forKey: key) { continuation.resume() } else { released.insert(key) }
    }

    private func note(cancelled key: ExactText) {
        if let waiter = cancellations.removeValue(forKey: key) { waiter.yield() } else { cancelled.insert(key) }
    }

    /// Returns when the call of `wait` with this key was cancelled, or when the test's time is over.
    func cancellation(of key: ExactText) async {
        guard cancelled.remove(key) == nil else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        cancellations[key] = continuation
        for await _ in stream { return }
    }

    /// Returns when a flooded client was disconnected.
    func flood() async -> (bytes: Int, count: Int) {
        if let flooded { return flooded }
        return await withCheckedContinuation { floodWaiter = $0 }
    }

    private func note(flood: (bytes: Int, count: Int)) {
        flooded = flood
        floodWaiter?.resume(returning: flood)
    }

    /// The methods, all of role `asks`.
    nonisolated var table: [LocalMethod] {
        [
            LocalMethod("echo", for: .asks) { params, _ in params ?? .null },
            LocalMethod("pid", for: .asks) { _, caller in .integer(Int128(caller.pid)) },
            LocalMethod(
                "main", for: .asks,
                onMainActor: { params, _ throws(LocalCallError) in
                    guard let params else { throw .cancelled }
                    return [.bool(Thread.isMainThread), params]
                }),
            LocalMethod("large", for: .asks) { params, _ in
                .string(String(repeating: "x", count: params?[0]?.integerValue() ?? 0))
            },
            LocalMethod("fail", for: .asks) { params, _ throws(LocalCallError) in
                guard let code = params?["code"]?.integerValue(as: Int.self) else {
                    throw .invalidParams("the parameter code is missing")
                }
                throw LocalCallError(code: code, message: "as asked", data: params?["data"])
            },
            LocalMethod("hold", for: .asks) { params, _ in
                await self.hold(Self.key(params))
                return params?["key"] ?? .null
            },
            LocalMethod("release", for: .asks) { params, _ in
                await self.release(Self.key(params))
                return .null
            },
            LocalMethod("wait", for: .asks) { params, _ throws(LocalCallError) in
                await Self.waitForCancellation()
                await self.note(cancelled: Self.key(params))
                throw .cancelled
            },
            LocalMethod("push", for: .asks) { params, caller in
                for element in params?.arrayValue ?? [] { caller.notify("pushed", [element]) }
                return .null
            },
            LocalMethod("flood", for: .asks) { _, caller in
                var (bytes, count) = (0, 0)
                let text = JSONValue.string(String(repeating: "x", count: 1000))
                while count < 1_000_000, caller.notify("pushed", [text]) {
                    count += 1
                    bytes = max(bytes, caller.waitingBytes)
                }
                await self.note(flood: (bytes, count))
                return .null
            },
        ]
    }

    private static func key(_ params: JSONValue?) -> ExactText { ExactText(params?["key"]?.stringValue ?? "") }

    private static func waitForCancellation() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
    }
}

extension LocalServer {
    /// Opens a server with `methods`' table.
    static func open(
        _ folder: LocalServerFolder, _ methods: LocalServerMethods = LocalServerMethods(),
        limits: LocalLimits = LocalLimits()
    ) async throws -> LocalServer {
        try await open(at: folder.socket, role: .asks, methods: methods.table, limits: limits)
    }
}
