// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchanges under way in one URLSession: collects each answer, keeps to its size limit and resumes its caller
/// exactly once.
///
/// Cancellation resumes the caller before URLSession has noticed it, so it never waits for the network.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let continuation: CheckedContinuation<Result<RPCTransportResponse, RPCTransportError>, Never>
        let limit: Int
        var body: [UInt8] = []
    }

    /// What is known of a task before, while and after somebody waits for it.
    private enum Slot {
        case cancelledEarly
        case waiting(Exchange)
    }

    private let slots = Mutex<[Int: Slot]>([:])

    /// Runs one request in `session`, whose delegate this is.
    func run(
        _ request: URLRequest, in session: URLSession, limit: Int
    ) async throws(RPCTransportError) -> RPCTransportResponse {
        let task = session.dataTask(with: request)
        let identifier = task.taskIdentifier
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = slots.withLock { slots in
                    if case .cancelledEarly = slots.removeValue(forKey: identifier) { return true }
                    slots[identifier] = .waiting(Exchange(continuation: continuation, limit: limit))
                    return false
                }
                if isCancelled {
                    task.cancel()
                    continuation.resume(returning: .failure(Self.cancelled(mayHaveBeenSent: false)))
                } else {
                    task.resume()
                }
            }
        } onCancel: {
            cancel(task)
        }
        // A cancellation that came too late has left a mark.
        slots.withLock { _ = $0.removeValue(forKey: identifier) }
        return try result.get()
    }

    private func cancel(_ task: URLSessionTask) {
        let exchange: Exchange? = slots.withLock { slots in
            switch slots.removeValue(forKey: task.taskIdentifier) {
            case .waiting(let exchange): return exchange
            case .cancelledEarly, nil:
                slots[task.taskIdentifier] = .cancelledEarly
                return nil
            }
        }
        exchange?.continuation.resume(returning: .failure(Self.cancelled(mayHaveBeenSent: Self.mayHaveSent(task))))
        task.cancel()
    }

    private func settle(_ task: URLSessionTask, _ result: (Exchange) -> Result<RPCTransportResponse, RPCTransportError>)
    {
        let exchange: Exchange? = slots.withLock { slots in
            guard case .waiting(let exchange) = slots.removeValue(forKey: task.taskIdentifier) else { return nil }
            return exchange
        }
        if let exchange { exchange.continuation.resume(returning: result(exchange)) }
    }

    // MARK: Delegate

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let overflow: Exchange? = slots.withLock { slots in
            guard case .waiting(var exchange) = slots.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            guard exchange.body.count + data.count <= exchange.limit else { return exchange }
            exchange.body.append(contentsOf: data)
            slots[dataTask.taskIdentifier] = .waiting(exchange)
            return nil
        }
        guard let overflow else { return }
        dataTask.cancel()
        let error = RPCTransportError(kind: .responseTooLarge(limit: overflow.limit), mayHaveBeenSent: true)
        overflow.continuation.resume(returning: .failure(error))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        settle(task) { exchange in
            if let error { return .failure(Self.failure(error, of: task)) }
            guard let response = task.response as? HTTPURLResponse else {
                return .failure(RPCTransportError(kind: .other, mayHaveBeenSent: true, detail: "not an HTTP answer"))
            }
            // A server that closes early leaves URLSession content with what came; the announced length tells.
            let expected = response.expectedContentLength
            if expected > 0, response.value(forHTTPHeaderField: "Content-Encoding") == nil,
                Int64(exchange.body.count) < expected
            {
                return .failure(RPCTransportError(kind: .connectionLost, mayHaveBeenSent: true))
            }
            var headers: [String: String] = [:]
            for case let (name as String, value as String) in response.allHeaderFields { headers[name] = value }
            return .success(
                RPCTransportResponse(status: response.statusCode, headers: headers, body: exchange.body))
        }
    }

    // MARK: Failures

    private static func cancelled(mayHaveBeenSent: Bool) -> RPCTransportError {
        RPCTransportError(kind: .cancelled, mayHaveBeenSent: mayHaveBeenSent)
    }

    /// A server can't act on a request whose body it hasn't got a byte of.
    private static func mayHaveSent(_ task: URLSessionTask) -> Bool { task.countOfBytesSent > 0 }

    private static func failure(_ error: any Error, of task: URLSessionTask) -> RPCTransportError {
        guard let error = error as? URLError else {
            return RPCTransportError(kind: .other, mayHaveBeenSent: mayHaveSent(task), detail: "\(type(of: error))")
        }
        let detail = "URLError \(error.code.rawValue)"
        switch error.code {
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
            return RPCTransportError(kind: .cannotConnect, mayHaveBeenSent: mayHaveSent(task), detail: detail)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            return RPCTransportError(kind: .insecure, mayHaveBeenSent: mayHaveSent(task), detail: detail)
        case .timedOut:
            return RPCTransportError(kind: .timedOut, mayHaveBeenSent: mayHaveSent(task), detail: detail)
        case .cancelled:
            return cancelled(mayHaveBeenSent: mayHaveSent(task))
        case .networkConnectionLost, .badServerResponse, .unknown:
            return RPCTransportError(kind: .connectionLost, mayHaveBeenSent: mayHaveSent(task), detail: detail)
        default:
            return RPCTransportError(kind: .other, mayHaveBeenSent: mayHaveSent(task), detail: detail)
        }
    }
}
