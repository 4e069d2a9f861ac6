// SPDX-License-Identifier: MIT

import CCurl
import FoundationEssentials

/// One request under way, on the engine's thread.
final class CurlTransfer {
    let handle: UnsafeMutableRawPointer
    private let completion: CurlEngine.Completion
    private let limit: Int
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private var headers: [String: String] = [:]
    private var headerBytes = 0
    private var isHeaderComplete = false
    private var body: [UInt8] = []
    private var isTooLarge = false

    /// Far above any answer's header; libcurl itself limits each line, not their number.
    private static let maximumHeaderBytes = 256 << 10

    /// Sets a request up; `nil` when libcurl can't.
    init?(_ exchange: CurlExchange, proxies: ProxyEnvironment, completion: @escaping CurlEngine.Completion) {
        guard let handle = near_curl_easy_init() else { return nil }
        self.handle = handle
        self.completion = completion
        limit = exchange.maximumResponseBytes
        guard setTarget(exchange, proxies), setHeaders(exchange), setMethod(exchange.method), setReceivers() else {
            return nil
        }
    }

    deinit {
        near_curl_easy_cleanup(handle)
        near_curl_slist_free_all(headerLines)
    }

    /// Tells the caller.
    ///
    /// Once.
    func finish(_ result: Result<RPCTransportResponse, RPCTransportError>) { completion(result) }

    // MARK: Set-up

    private func setTarget(_ exchange: CurlExchange, _ proxies: ProxyEnvironment) -> Bool {
        set(CURLOPT_URL, exchange.url.absoluteString)
            && near_curl_allow_http_only(handle) == CURLE_OK
            && setWay(to: exchange.url, proxies)
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_TIMEOUT_MS, exchange.milliseconds)
            // A cancelled transfer whose host name is still looked up doesn't hold up the others.
            && near_curl_leave_lookups_behind(handle) == CURLE_OK && near_curl_keep_sockets(handle) == CURLE_OK
            && set(CURLOPT_FRESH_CONNECT, exchange.isRepeatable ? 0 : 1)
            && set(CURLOPT_FORBID_REUSE, exchange.isRepeatable ? 0 : 1)
            && (exchange.certificates.isEmpty || set(CURLOPT_CAINFO, exchange.certificates))
    }

    /// Chooses between a proxy and the direct way, which is the only one to this computer.
    private func setWay(to url: URL, _ proxies: ProxyEnvironment) -> Bool {
        guard LoopbackHost.isNamed(by: url) else {
            return set(CURLOPT_PROXY, proxies.proxy(forScheme: url.scheme)) && set(CURLOPT_NOPROXY, proxies.exceptions)
        }
        return set(CURLOPT_PROXY, "") && near_curl_stay_on_loopback(handle) == CURLE_OK
    }

    private func setHeaders(_ exchange: CurlExchange) -> Bool {
        for (name, value) in exchange.headers {
            // An empty value is written with a semicolon; with a colon it would remove the field.
            guard append(line: value.isEmpty ? "\(name);" : "\(name): \(value)") else { return false }
        }
        // No server of JSON-RPC waits to be asked whether it wants the body.
        guard append(line: "Expect:") else { return false }
        return near_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headerLines) == CURLE_OK
            && set(CURLOPT_USERAGENT, "near-connect")
            && set(CURLOPT_ACCEPT_ENCODING, "")
    }

    private func setMethod(_ method: CurlExchange.Method) -> Bool {
        switch method {
        case .get: return set(CURLOPT_HTTPGET, 1)
        case .post(let body):
            let isCopied = body.withUnsafeBytes { bytes in
                near_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK
                    && near_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress) == CURLE_OK
            }
            return isCopied && set(CURLOPT_POST, 1)
        }
    }

    private func setReceivers() -> Bool {
        // libcurl calls these between `add` and `remove` only, while the engine holds the transfer.
        let me = Unmanaged.passUnretained(self).toOpaque()
        let onBody: curl_write_callback = { bytes, size, count, me in
            guard let bytes, let me else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        let onHeader: curl_write_callback = { bytes, size, count, me in
            guard let bytes, let me else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue()
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer.receive(headerLine: line) ? size * count : 0
        }
        return near_curl_set_callback(handle, CURLOPT_WRITEFUNCTION, onBody) == CURLE_OK
            && near_curl_set_pointer(handle, CURLOPT_WRITEDATA, me) == CURLE_OK
            && near_curl_set_callback(handle, CURLOPT_HEADERFUNCTION, onHeader) == CURLE_OK
            && near_curl_set_pointer(handle, CURLOPT_HEADERDATA, me) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        near_curl_set_long(handle, option, value) == CURLE_OK
    }

    /// libcurl copies the text.
    private func set(_ option: CURLoption, _ text: String) -> Bool {
        text.withCString { near_curl_set_pointer(handle, option, $0) == CURLE_OK }
    }

    private func append(line: String) -> Bool {
        guard let longer = near_curl_slist_append(headerLines, line) else { return false }
        headerLines = longer
        return true
    }

    // MARK: Receiving

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isTooLarge = true
            return false
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            if bytes.starts(with: "HTTP/".utf8) {
                // A status line: what came before was an interim answer.
                headers = [:]
                isHeaderComplete = false
            } else if bytes.elementsEqual("\r\n".utf8) || bytes.elementsEqual("\n".utf8) {
                isHeaderComplete = true
            }
            return true
        }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        headers[name] = HeaderValue.trimmed(bytes[(colon + 1)...])
        return true
    }

    // MARK: Ending

    /// True if bytes of the request may have reached the server.
    var mayHaveBeenSent: Bool {
        var requestBytes = 0
        var bodyBytes: curl_off_t = 0
        near_curl_get_long(handle, CURLINFO_REQUEST_SIZE, &requestBytes)
        near_curl_get_offset(handle, CURLINFO_SIZE_UPLOAD_T, &bodyBytes)
        return requestBytes > 0 || bodyBytes > 0
    }

    /// Returns the response or the error of the ended transfer.
    func result(_ code: CURLcode) -> Result<RPCTransportResponse, RPCTransportError> {
        guard code == CURLE_OK else { return .failure(failure(code)) }
        var status = 0
        near_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        // A connection that ends within the header is no error to libcurl.
        guard isHeaderComplete, status >= 200 else {
            return .failure(
                RPCTransportError(kind: .connectionLost, mayHaveBeenSent: true, detail: "no whole header came"))
        }
        return .success(RPCTransportResponse(status: status, headers: headers, body: body))
    }

    private func failure(_ code: CURLcode) -> RPCTransportError {
        if isTooLarge { return RPCTransportError(kind: .responseTooLarge(limit: limit), mayHaveBeenSent: true) }
        let kind: RPCTransportError.Kind
        var neverSent = false
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            (kind, neverSent) = (.cannotConnect, true)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            (kind, neverSent) = (.insecure, true)
        case CURLE_OPERATION_TIMEDOUT: kind = .timedOut
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            kind = .connectionLost
        default: kind = .other
        }
        return RPCTransportError(
            kind: kind, mayHaveBeenSent: !neverSent && mayHaveBeenSent,
            detail: String(cString: near_curl_easy_strerror(code)))
    }
}
