// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// One JSON-RPC server of a NEAR network.
public struct RPCEndpoint: Sendable, Hashable {
    /// The server's URL, `http` or `https`.
    public var url: URL
    /// Header fields sent with each request, for example `Authorization` or `x-api-key`.
    ///
    /// Never logged.
    public var headers: [String: String]

    /// An endpoint at `url`.
    public init(url: URL, headers: [String: String] = [:]) {
        self.url = url
        self.headers = headers
    }

    /// An endpoint that wants an API key in a header.
    ///
    /// - Parameters:
    ///   - url: The server's URL.
    ///   - apiKey: The key.
    ///   - header: The header that carries it. For `Authorization` the key is sent as a bearer token.
    public init(url: URL, apiKey: String, header: String = "x-api-key") {
        let isAuthorization = header.lowercased() == "authorization"
        self.init(url: url, headers: [header: isAuthorization ? "Bearer \(apiKey)" : apiKey])
    }

    /// True if the URL is one that the client talks to: `http` or `https`, with a host.
    var isUsable: Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return false }
        return !(url.host() ?? "").isEmpty
    }
}

extension RPCEndpoint: CustomStringConvertible {
    /// Scheme, host and port only: providers put API keys into the path and the query.
    public var description: String {
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(url.scheme ?? "?")://\(url.host() ?? "?")\(port)"
    }
}

extension RPCEndpoint: CustomReflectable {
    /// Mirrors the description, so that dumping an endpoint shows no key either.
    public var customMirror: Mirror { Mirror(self, children: ["server": description]) }
}
