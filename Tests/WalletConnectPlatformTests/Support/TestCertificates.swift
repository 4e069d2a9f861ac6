// SPDX-License-Identifier: MIT

import Foundation

/// A certificate authority and a server's certificate that it has signed, in a folder of their own.
final class TestCertificates: Sendable {
    enum CertificateError: Error {
        case openssl(Int32)
    }

    /// The authority's certificate: what a client has to trust.
    let authority: String
    /// The server's certificate, for `relay.test`, `localhost` and 127.0.0.1.
    let certificate: String
    let key: String
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.path
        authority = "\(path)/ca.pem"
        certificate = "\(path)/server.pem"
        key = "\(path)/server.key"
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try Self.openssl(
            ["req", "-x509"] + curve + [
                "-keyout", "\(path)/ca.key", "-out", authority, "-days", "2", "-subj", "/CN=ca",
            ])
        try Self.openssl(
            ["req"] + curve + ["-keyout", key, "-out", "\(path)/server.csr", "-subj", "/CN=relay.test"])
        try Data("subjectAltName=DNS:relay.test,DNS:localhost,IP:127.0.0.1".utf8).write(
            to: folder.appendingPathComponent("names"))
        try Self.openssl([
            "x509", "-req", "-in", "\(path)/server.csr", "-CA", authority, "-CAkey", "\(path)/ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", "\(path)/names", "-out", certificate,
        ])
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The temporary folder is emptied by the system.
        }
    }

    private static func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CertificateError.openssl(process.terminationStatus) }
    }
}
