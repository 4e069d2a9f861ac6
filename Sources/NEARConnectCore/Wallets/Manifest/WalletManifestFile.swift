// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A file with a wallet manifest of the program's or the person's own, for ``NEARWalletConfiguration/additionalManifests``.
///
/// An entry may name its code by a relative path, `"executor": "./wallet.js"`: a file beside the manifest or in a folder beside it. It is read
/// once, and stands in ``text`` from then on. With ``loading(path:environment:)`` it may also name a server on this computer, which is asked once.
public struct WalletManifestFile: Sendable {
    /// Why a file is no manifest that can be used. The text names the file, the wallet and the field.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
        /// The file.
        public let path: String
        /// What is wrong with it, each a line.
        public let reasons: [String]

        /// Each reason after the file's name, a line each.
        public var description: String {
            reasons.map { DisplayText.line("\(path): \($0)") }.joined(separator: "\n")
        }

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    /// The file's name, as it was given.
    public let path: String
    /// The manifest, with the code of relative paths in it.
    public let text: String
    /// The entries that can be used.
    public let wallets: [WalletManifest]
    /// What is wrong with the others.
    public let faults: [WalletManifestFault]

    /// Reads a file.
    ///
    /// - Throws: ``Problem`` for a file that can't be read, or is no manifest as a whole.
    public init(path: String) throws(Problem) {
        try self.init(path, try Self.json(path), [:])
    }

    /// Reads a file, and fetches the code of entries that name it by an http address of this computer: `http://localhost:5173/wallet.js`.
    ///
    /// Any program that runs on this computer can answer there: it is for those who write wallets.
    ///
    /// - Parameter environment: Where the certificates are looked up.
    /// - Throws: ``Problem`` for a file that can't be read, or is no manifest as a whole.
    public static func loading(
        path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(Problem) -> WalletManifestFile {
        let json = try json(path)
        let downloader = Downloader(environment: environment, allowsPlainLoopback: true)
        var found: [String: Result<[UInt8], Reason>] = [:]
        for executor in executors(of: json) {
            guard let url = URL(string: executor), Downloader.isPlainLoopback(url) else { continue }
            do throws(DownloadError) {
                let answer = try await downloader.file(
                    at: url, limit: ExecutorRules.sizeLimit, redirects: .sameOrigin)
                let problem = ExecutorRules.problem(answer.body, contentType: answer.contentType)
                found[executor] =
                    problem.map { .failure(Reason(text: "can't be used: \($0)")) } ?? .success(answer.body)
            } catch {
                found[executor] = .failure(Reason(text: "could not be fetched: \(error)"))
            }
        }
        return try WalletManifestFile(path, json, found)
    }

    private init(_ path: String, _ json: JSONValue, _ fetched: [String: Result<[UInt8], Reason>]) throws(Problem) {
        self.path = path
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var found = fetched
        for executor in Self.executors(of: json) where Self.isPath(executor) {
            found[executor] = Result { () throws(Reason) in try Self.code(executor, folder) }
        }
        var unusable: [WalletManifestFault] = []
        let json = Self.inlined(json, found, &unusable)
        text = json.text
        do {
            let list = try WalletManifestList(parsing: json.bytes, from: .local)
            wallets = list.wallets
            // What was found out about code says more than that its address is not one.
            faults = list.faults.map { fault in
                unusable.first { $0.wallet == fault.wallet && $0.field == fault.field } ?? fault
            }
        } catch {
            throw Problem(path: path, reasons: [error.description])
        }
    }

    private static func json(_ path: String) throws(Problem) -> JSONValue {
        do {
            let bytes = try RegularFile.read(
                URL(fileURLWithPath: path), limit: WalletManifestList.sizeLimit(.local), followsLinks: true)
            guard let bytes else { throw Problem(path: path, reasons: ["there is no such file"]) }
            return try JSONValue.parse(bytes)
        } catch let problem as Problem {
            throw problem
        } catch let error as JSONParsingError {
            throw Problem(path: path, reasons: ["it is not JSON: \(error)"])
        } catch let fault as RegularFile.Fault {
            throw Problem(path: path, reasons: [fault.description])
        } catch {
            throw Problem(path: path, reasons: [FileProblem.words(error, at: path)])
        }
    }

    /// The manifest, where nothing is wrong with it.
    ///
    /// - Throws: ``Problem`` with everything that is.
    public func usableText() throws(Problem) -> String {
        guard faults.isEmpty else { throw Problem(path: path, reasons: faults.map(\.description)) }
        return text
    }

    private static func executors(of json: JSONValue) -> Set<String> {
        Set((json["wallets"]?.arrayValue ?? []).compactMap { $0["executor"]?.stringValue })
    }

    /// Puts code that was found into the entries that name it.
    private static func inlined(
        _ json: JSONValue, _ found: [String: Result<[UInt8], Reason>], _ faults: inout [WalletManifestFault]
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
                faults.append(WalletManifestFault(wallet: id, field: "executor", reason: reason.text))
            case nil: break
            }
            result.append(fields.map(JSONValue.object) ?? entry)
        }
        members["wallets"] = .array(result)
        return .object(members)
    }

    private struct Reason: Error {
        let text: String
    }

    /// Whether an executor is the path of a file: what has a scheme is an address.
    private static func isPath(_ executor: String) -> Bool {
        !executor.isEmpty && executor.utf8.count <= 1000 && WebAddress.scheme(of: executor) == nil
    }

    /// A manifest that somebody was sent must not name any file of this computer.
    private static func code(_ path: String, _ folder: URL) throws(Reason) -> [UInt8] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.hasPrefix("/"), !parts.contains(".."), !path.contains("\0") else {
            throw Reason(text: "names a file that is not in the manifest's folder")
        }
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(folder.appendingPathComponent(path), limit: ExecutorRules.sizeLimit)
        } catch let fault as RegularFile.Fault {
            throw Reason(text: "names \u{201C}\(path)\u{201D}, which can't be used: \(fault)")
        } catch {
            throw Reason(text: "names \u{201C}\(path)\u{201D}, which can't be read")
        }
        guard let bytes else { throw Reason(text: "names \u{201C}\(path)\u{201D}, and there is no such file") }
        if let problem = ExecutorRules.problem(bytes, contentType: nil) {
            throw Reason(text: "names \u{201C}\(path)\u{201D}, which is no code: \(problem)")
        }
        return bytes
    }
}
