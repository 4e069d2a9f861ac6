// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives
internal import SafeText
internal import Synchronization
package import WalletConnectSign

/// Speaks with wallets through the process that has the profile's store.
package final class SharedSignSpeaker: SignSpeaker {
    /// The time in which the process has to take the connection and to say that it is there.
    private static let patience = Duration.seconds(5)
    /// The time that one of its answers may take beyond what is asked of a wallet or the relay.
    private static let slack = Duration.seconds(30)
    /// The longest life of a link, and of a connection that listens.
    private static let linkLife = Duration.seconds(300)
    private static let lifetime = Duration.seconds(365 * 86_400)

    /// The server's process as it calls itself.
    package let holder: String
    private let client: LocalClient
    private let notices: Notices

    /// The readers of notifications.
    private final class Notices: Sendable {
        let asked = Mutex<(@Sendable () -> Void)?>(nil)
        let reports = Mutex<AsyncStream<SignReport>.Continuation?>(nil)

        func take(_ method: String, _ params: JSONValue?) {
            switch method {
            case SignSharing.asked: asked.withLock(\.self)?()
            case SignSharing.report:
                if let report = SignReport(json: params) { reports.withLock { _ = $0?.yield(report) } }
            default: break
            }
        }
    }

    private init(holder: String, client: LocalClient, notices: Notices) {
        self.holder = holder
        self.client = client
        self.notices = notices
    }

    /// Connects to the process that has a profile's store.
    ///
    /// - Returns: `nil` where none has it, or where the one that has it doesn't answer.
    package static func find(_ folders: ProfileFolders) async -> SharedSignSpeaker? {
        guard let path = StoreHolder.socket(FileSignStore.folder(folders)) else { return nil }
        let notices = Notices()
        do throws(LocalClientError) {
            let client = try await LocalClient.connect(to: path, within: patience) { notices.take($0, $1) }
            _ = try await client.call(SignSharing.sessions.rawValue, within: patience)
            return SharedSignSpeaker(
                holder: StoreHolder.name(FileSignStore.folder(folders)), client: client, notices: notices)
        } catch {
            return nil
        }
    }

    /// Asks the process that has a profile's store to give it up to this one.
    ///
    /// - Returns: True if it does, as soon as it has closed; false where it keeps the store or doesn't answer.
    package static func asksToYield(_ folders: ProfileFolders) async -> Bool {
        guard let shared = await find(folders) else { return false }
        defer { shared.close() }
        do {
            return try await shared.call(.yield, nil, within: patience).boolValue ?? false
        } catch {
            // An older program knows no such method.
            return false
        }
    }

    /// Ends the connection.
    package func close() { client.close() }

    package func sessions() async throws -> [SessionSummary] {
        (try await call(.sessions, nil, within: Self.slack).arrayValue ?? []).compactMap { SessionSummary(json: $0) }
    }

    package func connect(
        _ proposal: SessionProposal, offered: @MainActor @Sendable (String, UnixTime) -> Void
    ) async throws -> SessionSummary {
        let offer = try await call(.propose, SignSharing.json(proposal), within: Self.slack)
        guard let uri = offer["uri"]?.stringValue, let attempt = offer["attempt"],
            let expires = offer["expires"]?.integerValue(as: Int64.self)
        else { throw unreadable }
        await offered(uri, UnixTime(seconds: expires))
        let answer = try await call(.session, ["attempt": attempt], within: Self.linkLife + Self.slack)
        guard let session = SessionSummary(json: answer) else { throw unreadable }
        return session
    }

    package func request(_ request: SpokenRequest, asked: @escaping @Sendable () -> Void) async throws -> JSONValue {
        notices.asked.withLock { $0 = asked }
        defer { notices.asked.withLock { $0 = nil } }
        return try await call(.request, request.json, within: request.expiry + Self.slack)
    }

    package func ping(_ session: Topic) async throws {
        _ = try await call(.ping, ["topic": .string(session.text)], within: Self.slack + Self.slack)
    }

    package func disconnect(_ session: Topic, within limit: Duration) async throws -> Bool {
        let params: JSONValue = [
            "topic": .string(session.text), "seconds": .integer(Int128(limit.components.seconds)),
        ]
        return try await call(.disconnect, params, within: limit + Self.slack).boolValue ?? false
    }

    package func reports() async throws -> AsyncStream<SignReport> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SignReport.self, bufferingPolicy: .bufferingNewest(SignLimits.events))
        notices.reports.withLock { $0 = continuation }
        let end = Task {
            do {
                _ = try await call(.listen, nil, within: Self.lifetime)
            } catch {
                // The process has ended, and with it what it could tell.
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in end.cancel() }
        return stream
    }

    private var unreadable: SharedSignError {
        SharedSignError(
            code: SharedSignError.endedCode,
            sentence: localized("%1$s gave an answer that can’t be read: end it, and try again.", holder))
    }

    private func call(_ method: SignSharing, _ params: JSONValue?, within limit: Duration) async throws -> JSONValue {
        do throws(LocalClientError) {
            return try await client.call(method.rawValue, params, within: limit)
        } catch {
            switch error {
            case .answered(let answer):
                if SignSharing.isClosing(answer) { throw SignHolderClosingError() }
                throw SignSharing.error(answer)
                    ?? SharedSignError(
                        code: SharedSignError.endedCode,
                        sentence: localized("%1$s can’t do this: %2$s", holder, "\(error)"))
            case .cancelled: throw SignError.cancelled
            default:
                throw SharedSignError(
                    code: SharedSignError.endedCode,
                    sentence: localized(
                        "%1$s, which speaks with wallets, doesn’t answer any more: %2$s", holder, "\(error)"))
            }
        }
    }
}

/// The process that has the store is about to end; nothing was done.
package struct SignHolderClosingError: Error {}
