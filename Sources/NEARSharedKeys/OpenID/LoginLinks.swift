// SPDX-License-Identifier: MIT

public import NEARConnectCore
internal import Synchronization

/// Links of a program's own scheme, by which the browser brings the answers of logins (RFC 8252, 7.1).
///
/// The program's `.desktop` file has `MimeType=x-scheme-handler/<scheme>`, and the program hands each link that it is
/// opened with to ``take(_:)``. Every page and every program may send such a link: one without the state of a login
/// that waits changes nothing. Another program with the same scheme may get the answer in place of this one, and can't
/// use it: tokens are given for it only together with a secret of this process (RFC 7636). Safe to use on any thread.
public final class LoginLinks: Sendable {
    /// The longest link that is read, in bytes.
    public static let sizeLimit = 8 << 10

    /// The address that the identity provider has to know as one of the program's.
    public let address: String

    private typealias Outcome = Result<RedirectAnswer, LoginError>
    private enum Wait {
        case expected
        case came(RedirectAnswer)
        case waiting(CheckedContinuation<Outcome, Never>)
        /// Ended before it was waited for.
        case ended(LoginError)
    }
    private let waits = Mutex<[String: Wait]>([:])

    /// Names the links.
    ///
    /// - Parameters:
    ///   - scheme: The program's own scheme.
    ///   - path: The path; it begins with a slash.
    public init(_ scheme: ReturnScheme, path: String = "/login") {
        address = "\(scheme.name):\(path.hasPrefix("/") ? path : "/\(path)")"
    }

    /// Takes a link that the program was opened with.
    ///
    /// - Returns: True if it is the answer of a login that waits, which goes on with it; false for any other link.
    @discardableResult
    public func take(_ link: String) -> Bool {
        guard link.utf8.count <= Self.sizeLimit else { return false }
        // A provider's fragment, such as "#_=_", belongs to nothing.
        let parts = link.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // Desktops may change the case of a scheme, and browsers write an empty host.
        let name = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let own = address.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, name.count == 2, name[0].lowercased() == own[0],
            name[1] == own[1] || name[1] == "//" + own[1]
        else { return false }
        let found = waits.withLock { waits -> (RedirectAnswer, CheckedContinuation<Outcome, Never>?)? in
            for (state, wait) in waits {
                guard let answer = RedirectAnswer(query: parts[1], state: state) else { continue }
                switch wait {
                case .came, .ended: return nil
                case .expected:
                    waits[state] = .came(answer)
                    return (answer, nil)
                case .waiting(let continuation):
                    waits[state] = nil
                    return (answer, continuation)
                }
            }
            return nil
        }
        guard let (answer, continuation) = found else { return false }
        continuation?.resume(returning: .success(answer))
        return true
    }

    private func wait(for state: String, _ continuation: CheckedContinuation<Outcome, Never>) {
        let outcome = waits.withLock { waits -> Outcome? in
            switch waits[state] {
            case .expected?:
                waits[state] = .waiting(continuation)
                return nil
            case .came(let answer)?:
                waits[state] = nil
                return .success(answer)
            case .ended(let error)?:
                waits[state] = nil
                return .failure(error)
            case .waiting?, nil: return .failure(.cancelled)
            }
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    private func end(_ state: String, _ error: LoginError) {
        let waiting = waits.withLock { waits -> CheckedContinuation<Outcome, Never>? in
            switch waits[state] {
            case .waiting(let continuation)?:
                waits[state] = nil
                return continuation
            case .expected?, .came?: waits[state] = .ended(error)
            case .ended?, nil: break
            }
            return nil
        }
        waiting?.resume(returning: .failure(error))
    }
}

extension LoginLinks: LoginRedirect {
    func expect(_ state: String) { waits.withLock { $0[state] = .expected } }

    func answer(to state: String, within patience: Duration) async throws(LoginError) -> RedirectAnswer {
        let clock = Task { [weak self] in
            do {
                try await Task.sleep(for: patience)
                self?.end(state, .timedOut)
            } catch {
                // The answer was first.
            }
        }
        defer { clock.cancel() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(for: state, $0) }
        } onCancel: {
            end(state, .cancelled)
        }
        return try outcome.get()
    }
}
