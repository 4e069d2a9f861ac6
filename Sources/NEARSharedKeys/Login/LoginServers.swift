// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// HTTP with identity providers and share services: JSON both ways, bounded and with deadlines.
struct LoginServers: Sendable {
    private let downloader: Downloader
    let timeout: Duration

    init(allowsPlainLoopback: Bool, timeout: Duration) {
        downloader = Downloader(allowsPlainLoopback: allowsPlainLoopback)
        self.timeout = timeout
    }

    /// Fetches a JSON document of the server's own; redirects to other servers aren't followed.
    func document(at address: String, limit: Int) async throws(LoginError) -> JSONValue {
        let url = try Self.url(address)
        let file: Downloader.File
        do throws(DownloadError) {
            file = try await downloader.file(at: url, limit: limit, timeout: timeout, redirects: .sameOrigin)
        } catch {
            throw Self.failed(error, url)
        }
        return try Self.json(file.body, of: url)
    }

    /// Posts a form or JSON once, and returns status and answer; an answer that isn't JSON is `null`.
    func post(
        _ body: [UInt8], as type: String, headers: [String: String] = [:], to address: String, limit: Int
    ) async throws(LoginError) -> (status: Int, json: JSONValue) {
        let url = try Self.url(address)
        let answer: RPCTransportResponse
        do throws(DownloadError) {
            answer = try await downloader.post(
                body, as: type, headers: headers, to: url, limit: limit, timeout: timeout)
        } catch {
            throw Self.failed(error, url)
        }
        do throws(JSONParsingError) {
            return (answer.status, try JSONValue.parse(answer.body))
        } catch {
            return (answer.status, .null)
        }
    }

    /// Returns the text of a form with these fields.
    static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }

    private static func url(_ address: String) throws(LoginError) -> URL {
        guard let url = URL(string: address) else {
            throw .badAnswer(reason: localized("“%1$s” is no address", DisplayText.line(address)))
        }
        return url
    }

    private static func json(_ body: [UInt8], of url: URL) throws(LoginError) -> JSONValue {
        do throws(JSONParsingError) {
            return try JSONValue.parse(body)
        } catch {
            throw .badAnswer(reason: localized("%1$s sent no JSON", DisplayText.line(url.host() ?? "")))
        }
    }

    private static func failed(_ error: DownloadError, _ url: URL) -> LoginError {
        if case .transport(let failure) = error, failure.kind == .cancelled { return .cancelled }
        return .unreachable(host: url.host() ?? "", reason: "\(error)")
    }
}
