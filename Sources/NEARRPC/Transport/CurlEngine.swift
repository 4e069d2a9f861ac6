// SPDX-License-Identifier: MIT

import CCurl
import Synchronization

/// The thread that all transfers of a transport run on.
///
/// Other threads leave commands for it and wake it; libcurl's handles are touched by this thread only. Whoever asks for
/// the first transfer makes the handle, and loads libcurl where nobody has: until then a transport costs nothing.
final class CurlEngine: Sendable {
    typealias Completion = @Sendable (Result<RPCTransportResponse, RPCTransportError>) -> Void

    private enum Command: Sendable {
        case start(Job)
        case cancel(Int)
    }

    private struct Job: Sendable {
        let id: Int
        let exchange: CurlExchange
        let proxies: ProxyEnvironment
        /// Tells whether the job was cancelled before it came to the thread.
        let isCancelled: @Sendable () -> Bool
        let completion: Completion
    }

    private struct State {
        var multi: CurlMulti?
        var commands: [Command] = []
        var nextId = 0
        var isRunning = false
        var isStopping = false
        var isAbandoned = false
    }

    private let state = Mutex(State())

    /// Runs one exchange; ends at once when the task is cancelled.
    func run(
        _ exchange: CurlExchange, proxies: ProxyEnvironment
    ) async throws(RPCTransportError) -> RPCTransportResponse {
        let id = state.withLock { state in
            state.nextId += 1
            return state.nextId
        }
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    id: id, exchange: exchange, proxies: proxies, isCancelled: { cancellation.isRequested }
                ) { continuation.resume(returning: $0) }
                post(.start(job))
            }
        } onCancel: {
            // First the mark, then the command: whichever of them the thread meets, it meets one.
            cancellation.request()
            post(.cancel(id))
        }
        return try result.get()
    }

    /// Ends the thread.
    ///
    /// No transfer is under way then: each keeps its transport alive.
    func stop() {
        let multi = state.withLock { state in
            state.isStopping = true
            return state.multi
        }
        multi?.wakeUp()
    }

    /// Ends the thread with what is under way, which nobody hears of any more: the process exits.
    private func abandon() {
        let multi = state.withLock { state in
            state.isAbandoned = true
            return state.multi
        }
        multi?.wakeUp()
    }

    private func post(_ command: Command) {
        let (multi, needsThread) = state.withLock { state in
            state.commands.append(command)
            defer { state.isRunning = true }
            let multi = state.multi ?? CurlMulti()
            state.multi = multi
            return (multi, !state.isRunning)
        }
        // The thread starts after libcurl is there: `CurlThread` has its handler of `exit` run before libcurl's.
        if needsThread, !CurlThread.start({ [self] in work(multi) }, abandon: { [weak self] in self?.abandon() }) {
            return refuse()
        }
        multi.wakeUp()
    }

    /// Ends what waits for a thread that the system doesn't give; the next job tries again.
    private func refuse() {
        let commands = state.withLock { state in
            defer { (state.commands, state.isRunning) = ([], false) }
            return state.commands
        }
        for case .start(let job) in commands {
            let detail = "the system has no thread left"
            job.completion(.failure(RPCTransportError(kind: .other, mayHaveBeenSent: false, detail: detail)))
        }
    }

    // MARK: On the thread

    private func work(_ multi: CurlMulti) {
        var transfers: [Int: CurlTransfer] = [:]
        while true {
            let (commands, isStopping, isAbandoned) = state.withLock { state in
                defer { if !state.isAbandoned { state.commands = [] } }
                return (state.commands, state.isStopping, state.isAbandoned)
            }
            if isAbandoned {
                // Whoever waits isn't resumed: nothing runs any more. Nor is a connection closed, which may take time.
                _ = Unmanaged.passRetained(self)
                for transfer in transfers.values { _ = Unmanaged.passRetained(transfer) }
                return
            }
            for command in commands {
                switch command {
                case .start(let job): transfers[job.id] = start(job, on: multi)
                case .cancel(let id):
                    // Unknown here: not started yet, and then its mark is seen, or over.
                    guard let transfer = transfers.removeValue(forKey: id) else { continue }
                    let mayHaveBeenSent = transfer.mayHaveBeenSent
                    multi.remove(transfer)
                    transfer.finish(.failure(RPCTransportError(kind: .cancelled, mayHaveBeenSent: mayHaveBeenSent)))
                }
            }
            if isStopping, transfers.isEmpty { break }
            for (handle, code) in multi.perform() {
                guard let (id, transfer) = transfers.first(where: { $0.value.handle == handle }) else { continue }
                transfers.removeValue(forKey: id)
                let result = transfer.result(code)
                multi.remove(transfer)
                transfer.finish(result)
            }
            multi.wait()
        }
    }

    private func start(_ job: Job, on multi: CurlMulti) -> CurlTransfer? {
        if job.isCancelled() {
            job.completion(.failure(RPCTransportError(kind: .cancelled, mayHaveBeenSent: false)))
            return nil
        }
        guard let transfer = CurlTransfer(job.exchange, proxies: job.proxies, completion: job.completion),
            multi.add(transfer)
        else {
            let detail = CurlLibrary.problem ?? "the request can't be set up"
            job.completion(.failure(RPCTransportError(kind: .other, mayHaveBeenSent: false, detail: detail)))
            return nil
        }
        return transfer
    }
}

/// A mark that the caller no longer wants an answer.
private final class Cancellation: Sendable {
    private let mark = Atomic(false)

    var isRequested: Bool { mark.load(ordering: .acquiring) }
    func request() { mark.store(true, ordering: .releasing) }
}
