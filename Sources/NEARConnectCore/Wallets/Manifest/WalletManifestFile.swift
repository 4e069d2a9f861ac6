// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A file with a wallet manifest of the user's, for ``NEARWalletConfiguration/additionalManifests``.
///
/// An entry may name its code by a relative path, `"executor": "./wallet.js"`: a file beside the manifest or in a
/// folder
/// beside it. The file is read once, and ``text`` contains its code. With ``loading(path:environment:)`` an entry may
/// also name a server on this computer, which is asked once.
package struct WalletManifestFile: Sendable {
    /// The file's name, as it was given.
    package let path: String
    /// The manifest, with the code of relative paths in it.
    package let text: String
    /// The usable entries.
    package let wallets: [WalletManifest]
    /// The errors of the other entries.
    package let faults: [WalletManifestError]

    /// Reads a file.
    ///
    /// - Throws: ``WalletManifestFileError`` for a file that can't be read, or is no manifest as a whole.
    package init(path: String) throws(WalletManifestFileError) {
        try self.init(path: path, json: try Self.json(path), fetched: [:])
    }

    /// Reads a file, and fetches code that entries name by an http address of this computer.
    ///
    /// Such an address is `http://localhost:5173/wallet.js`. Any program on this computer can answer there, so this is
    /// for
    /// developers of wallets.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - environment: The variables that name the certificates.
    /// - Throws: ``WalletManifestFileError`` for a file that can't be read, or is no manifest as a whole.
    package static func loading(
        path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(WalletManifestFileError) -> WalletManifestFile {
        let json = try json(path)
        let downloader = Downloader(environment: environment, allowsPlainLoopback: true)
        var found: [String: Result<[UInt8], CodeError>] = [:]
        for executor in executors(of: json) {
            guard let url = URL(string: executor), Downloader.isPlainLoopback(url) else { continue }
            do throws(DownloadError) {
                let answer = try await downloader.file(
                    at: url, limit: ExecutorRules.sizeLimit, redirects: .sameOrigin)
                let problem = ExecutorRules.problem(answer.body, contentType: answer.contentType)
                found[executor] =
                    problem.map { .failure(CodeError(text: localized("can’t be used: %1$s", $0))) }
                    ?? .success(answer.body)
            } catch {
                found[executor] = .failure(CodeError(text: localized("could not be fetched: %1$s", "\(error)")))
            }
        }
        return try WalletManifestFile(path: path, json: json, fetched: found)
    }

    private init(path: String, json: JSONValue, fetched: [String: Result<[UInt8], CodeError>])
        throws(WalletManifestFileError)
    {
        self.path = path
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var found = fetched
        for executor in Self.executors(of: json) where Self.isPath(executor) {
            found[executor] = Result { () throws(CodeError) in try Self.code(executor, folder) }
        }
        var unusable: [WalletManifestError] = []
        let json = Self.inlined(json, code: found, &unusable)
        text = json.text
        do {
            let list = try WalletManifestList(parsing: json.bytes, from: .local)
            wallets = list.wallets
            // The reason why code can't be used says more than that its address isn't an https address.
            faults = list.faults.map { fault in
                unusable.first { $0.wallet == fault.wallet && $0.field == fault.field } ?? fault
            }
        } catch {
            throw WalletManifestFileError(path: path, reasons: [error.description])
        }
    }

    private static func json(_ path: String) throws(WalletManifestFileError) -> JSONValue {
        do {
            let bytes = try RegularFile.read(
                URL(fileURLWithPath: path), limit: WalletManifestList.sizeLimit(.local), followsLinks: true)
            guard let bytes else {
                throw WalletManifestFileError(path: path, reasons: [localized("there is no such file")])
            }
            return try JSONValue.parse(bytes)
        } catch let error as WalletManifestFileError {
            throw error
        } catch let error as JSONParsingError {
            throw WalletManifestFileError(path: path, reasons: [localized("it is not JSON: %1$s", "\(error)")])
        } catch let fault as RegularFileError {
            throw WalletManifestFileError(path: path, reasons: [fault.description])
        } catch {
            throw WalletManifestFileError(path: path, reasons: [FileErrorText.sentence(for: error, at: path)])
        }
    }

    /// Returns the manifest if nothing is wrong with it.
    ///
    /// - Throws: ``WalletManifestFileError`` with all errors.
    package func usableText() throws(WalletManifestFileError) -> String {
        guard faults.isEmpty else { throw WalletManifestFileError(path: path, reasons: faults.map(\.description)) }
        return text
    }

    private static func executors(of json: JSONValue) -> Set<String> {
        Set((json["wallets"]?.arrayValue ?? []).compactMap { $0["executor"]?.stringValue })
    }

    /// Returns the manifest with the found code in the entries that name it.
    private static func inlined(
        _ json: JSONValue, code found: [String: Result<[UInt8], CodeError>], _ faults: inout [WalletManifestError]
    ) -> JSONValue {
        guard var members = json.objectValue, let entries = json["wallets"]?.arrayValue else { return json }
        var result: [JSONValue] = []
        for (index, entry) in entries.enumerated() {
            var fields = entry.objectValue
            switch entry["executor"]?.stringValue.flatMap({ found[$0] }) {
            case .success(let code):
                fields?["executor"] = .string("data:text/javascript;base64,\(Data(code).base64EncodedString())")
            case .failure(let reason):
                let id = entry["id"]?.stringValue ?? "wallets[\(index)]"
                faults.append(WalletManifestError(wallet: id, field: "executor", reason: reason.text))
            case nil: break
            }
            result.append(fields.map(JSONValue.object) ?? entry)
        }
        members["wallets"] = .array(result)
        return .object(members)
    }

    private struct CodeError: Error {
        let text: String
    }

    /// Returns true if an executor is the path of a file: a text with a scheme is an address.
    private static func isPath(_ executor: String) -> Bool {
        !executor.isEmpty && executor.utf8.count <= 1000 && WebAddress.scheme(of: executor) == nil
    }

    /// Reads the code of a relative path.
    ///
    /// A manifest that a user got from others must not name any file of this computer.
    private static func code(_ path: String, _ folder: URL) throws(CodeError) -> [UInt8] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.hasPrefix("/"), !parts.contains(".."), !path.contains("\0") else {
            throw CodeError(text: localized("names a file that is not in the manifest’s folder"))
        }
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(folder.appendingPathComponent(path), limit: ExecutorRules.sizeLimit)
        } catch let fault as RegularFileError {
            throw CodeError(text: localized("names “%1$s”, which can’t be used: %2$s", path, "\(fault)"))
        } catch {
            throw CodeError(text: localized("names “%1$s”, which can’t be read", path))
        }
        guard let bytes else { throw CodeError(text: localized("names “%1$s”, and there is no such file", path)) }
        if let problem = ExecutorRules.problem(bytes, contentType: nil) {
            throw CodeError(text: localized("names “%1$s”, which is not code: %2$s", path, problem))
        }
        return bytes
    }
}
