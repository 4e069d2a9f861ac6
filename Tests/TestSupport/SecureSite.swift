// SPDX-License-Identifier: MIT

package import Foundation
package import NEARConnectCore
package import NEARPrimitives

/// A web server on a loopback port with TLS and a certificate of its own, played by `openssl s_server`.
///
/// It answers with what a test has put there, header included.
package final class SecureSite: Sendable {
    package enum SiteError: Error {
        case noCertificate
        case notListening
    }

    /// The site's origin, for example `https://127.0.0.1:40123`.
    package let origin: String
    /// The certificate that a client has to trust.
    package let certificate: URL
    private let folder: URL
    private let process: Process

    /// The environment of a client that trusts the site, whichever of the two the tests' own environment has.
    package var environment: [String: String] {
        ["SSL_CERT_FILE": certificate.path, "CURL_CA_BUNDLE": certificate.path]
    }

    /// Starts a site without files.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appendingPathComponent("certificate.pem")
        let key = folder.appendingPathComponent("key.pem")
        let request = Process()
        request.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        request.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key.path,
            "-out", certificate.path, "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ]
        request.standardError = FileHandle.nullDevice
        try request.run()
        request.waitUntilExit()
        guard request.terminationStatus == 0 else { throw SiteError.noCertificate }

        let output = Pipe()
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.path, "-key", key.path, "-HTTP",
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        var address: Substring?
        while address == nil {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw SiteError.notListening }
            said += String(decoding: more, as: UTF8.self)
            // Whole lines only: the last one may still be growing.
            address = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT ") }?.dropFirst("ACCEPT ".count)
        }
        origin = "https://\(address ?? "")"
    }

    deinit {
        stop()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The temporary folder is emptied by the system.
        }
    }

    /// Ends the server: from here on the site can't be reached.
    package func stop() {
        guard process.isRunning else { return }
        // A process that a worker thread started has SIGTERM blocked, as that thread has.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Lets whoever asks wait until ``resume()``.
    package func pause() { kill(process.processIdentifier, SIGSTOP) }

    /// Answers what has waited.
    package func resume() { kill(process.processIdentifier, SIGCONT) }

    package func url(_ path: String) throws -> URL {
        guard let url = URL(string: "\(origin)/\(path)") else { throw SiteError.notListening }
        return url
    }

    /// The site's list of wallets, `manifest.json`.
    package var lists: [WalletList] {
        [URL(string: "\(origin)/manifest.json")].compactMap(\.self).map { WalletList($0) }
    }

    /// Puts an answer there, in place of one that was.
    package func serve(
        _ path: String, _ body: String, type: String = "text/javascript", status: String = "200 OK",
        headers: [String] = []
    ) throws {
        try serve(path, [UInt8](body.utf8), type: type, status: status, headers: headers)
    }

    /// The same with an answer that is no text.
    package func serve(
        _ path: String, _ body: [UInt8], type: String, status: String = "200 OK", headers: [String] = []
    ) throws {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)", "Connection: close"]
            + headers + ["", ""]
        try Data([UInt8](lines.joined(separator: "\r\n").utf8) + body).write(to: folder.appendingPathComponent(path))
    }

    /// Puts a manifest with these entries there.
    package func serve(manifest wallets: [JSONValue], at path: String = "manifest.json") throws {
        try serve(
            path, JSONValue.object(["version": "1.0.0", "wallets": .array(wallets)]).text, type: "text/plain")
    }
}
