// SPDX-License-Identifier: MIT

import CGLib
import Foundation

/// One client of a ``TestServer``, on a thread of its own that waits for it.
final class TestPeer {
    enum PeerError: Error {
        /// The client is gone.
        case gone
    }

    /// A frame of a websocket (RFC 6455, 5.2).
    struct Frame: Equatable {
        let opcode: UInt8
        let content: [UInt8]

        var text: String { String(decoding: content, as: UTF8.self) }
        /// The code of a close frame, or 0.
        var code: Int { content.count >= 2 ? Int(content[0]) << 8 | Int(content[1]) : 0 }
    }

    private let socket: UnsafeMutablePointer<GSocketConnection>
    private var stream: UnsafeMutablePointer<GIOStream>
    /// The lines of the request that opened the connection.
    private(set) var request: [String] = []

    /// Takes over a connection (ownership: full).
    init(taking socket: UnsafeMutablePointer<GSocketConnection>) {
        self.socket = socket
        stream = UnsafeMutableRawPointer(socket).assumingMemoryBound(to: GIOStream.self)
    }

    deinit {
        if UnsafeMutableRawPointer(stream) != UnsafeMutableRawPointer(socket) { g_object_unref(stream) }
        g_io_stream_close(UnsafeMutableRawPointer(socket).assumingMemoryBound(to: GIOStream.self), nil, nil)
        g_object_unref(socket)
    }

    // MARK: Bytes

    /// Speaks TLS from here on.
    func startTLS(_ certificates: TestCertificates) throws {
        guard let certificate = g_tls_certificate_new_from_files(certificates.certificate, certificates.key, nil) else {
            throw PeerError.gone
        }
        defer { g_object_unref(certificate) }
        guard let secure = g_tls_server_connection_new(stream, certificate, nil),
            g_tls_connection_handshake(
                UnsafeMutableRawPointer(secure).assumingMemoryBound(to: GTlsConnection.self), nil, nil) != 0
        else { throw PeerError.gone }
        stream = UnsafeMutableRawPointer(secure).assumingMemoryBound(to: GIOStream.self)
    }

    func write(_ bytes: [UInt8]) throws {
        guard
            g_output_stream_write_all(
                g_io_stream_get_output_stream(stream), bytes, gsize(bytes.count), nil, nil, nil) != 0
        else { throw PeerError.gone }
    }

    func write(_ lines: [String]) throws { try write([UInt8]((lines + ["", ""]).joined(separator: "\r\n").utf8)) }

    func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var read: gsize = 0
        guard
            g_input_stream_read_all(
                g_io_stream_get_input_stream(stream), &bytes, gsize(count), &read, nil, nil) != 0, Int(read) == count
        else { throw PeerError.gone }
        return bytes
    }

    /// Reads the lines up to an empty one.
    func readHead() throws -> [String] {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) { bytes += try read(1) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    // MARK: The websocket

    func header(_ name: String) -> String? {
        request.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }.map {
            String($0.dropFirst(name.utf8.count + 2))
        }
    }

    func readRequest() throws { request = try readHead() }

    /// Reads the request for a websocket and agrees.
    ///
    /// - Parameter headers: More lines of the answer.
    func accept(_ headers: [String] = []) throws {
        if request.isEmpty { try readRequest() }
        let accepted = Array("\(header("Sec-WebSocket-Key") ?? "")258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        var length: gsize = 20
        let checksum = g_checksum_new(G_CHECKSUM_SHA1)
        g_checksum_update(checksum, accepted, gssize(accepted.count))
        g_checksum_get_digest(checksum, &digest, &length)
        g_checksum_free(checksum)
        try write(
            [
                "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Accept: \(Data(digest).base64EncodedString())",
            ] + headers)
    }

    /// Reads a frame.
    ///
    /// - Parameter kept: The bytes of its content that are unmasked and kept.
    func readFrame(keeping kept: Int = .max) throws -> Frame {
        let head = try read(2)
        var count = Int(head[1] & 0x7F)
        if count >= 126 { count = try read(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
        let mask = head[1] & 0x80 != 0 ? try read(4) : [0, 0, 0, 0]
        let content = try read(count).prefix(kept)
        return Frame(opcode: head[0] & 0x0F, content: content.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    func send(_ opcode: UInt8, _ content: [UInt8], isLast: Bool = true) throws {
        var bytes: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
        switch content.count {
        case 0..<126: bytes.append(UInt8(content.count))
        case 126..<65_536: bytes += [126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
        default: bytes += [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
        }
        try write(bytes + content)
    }

    func send(_ text: String) throws { try send(1, [UInt8](text.utf8)) }

    func sendClose(_ code: Int, _ reason: String = "") throws {
        try send(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
    }

    /// Answers pings and the close frame, and returns each text to the client, until the client is gone.
    func echo() throws {
        while true {
            let frame = try readFrame()
            switch frame.opcode {
            case 1: try send(1, frame.content)
            case 8: return try send(8, frame.content)
            case 9: try send(10, frame.content)
            default: break
            }
        }
    }
}
