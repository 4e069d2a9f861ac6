// SPDX-License-Identifier: MIT

public import Foundation
internal import NEARPrimitives

/// A file with a wallet manifest of the program's or the person's own, for ``NEARWalletConfiguration/additionalManifests``.
///
/// An entry may name its code by a relative path, `"executor": "./wallet.js"`: a file beside the manifest or in a folder beside it. It is read
/// once, and stands in ``text`` from then on.
public struct WalletManifestFile: Sendable {
    /// Why a file is no manifest that can be used. The text names the file, the wallet and the field.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
        /// The file.
        public let path: String
        /// What is wrong with it, each a line.
        public let reasons: [String]

        /// Each reason after the file's name, a line each.
        public var description: String {
            reasons.map { VisibleText.line("\(path): \($0)") }.joined(separator: "\n")
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
        self.path = path
        let url = URL(fileURLWithPath: path)
        do {
            let bytes = try OrdinaryFile.read(
                url, limit: WalletManifestList.sizeLimit(.local), followsLinks: true)
            guard let bytes else { throw Problem(path: path, reasons: ["there is no such file"]) }
            var unreadable: [WalletManifestFault] = []
            let json = Self.inlined(try JSONValue.parse(bytes), url.deletingLastPathComponent(), &unreadable)
            text = json.text
            let list = try WalletManifestList(parsing: json.bytes, from: .local)
            wallets = list.wallets
            // What was found out about a path says more than that the path is no address.
            faults = list.faults.map { fault in
                unreadable.first { $0.wallet == fault.wallet && $0.field == fault.field } ?? fault
            }
        } catch let problem as Problem {
            throw problem
        } catch let fault as WalletManifestFault {
            throw Problem(path: path, reasons: [fault.description])
        } catch let error as JSONParsingError {
            throw Problem(path: path, reasons: ["it is not JSON: \(error)"])
        } catch let fault as OrdinaryFile.Fault {
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

    /// Puts the code that entries name by relative paths into them.
    private static func inlined(_ json: JSONValue, _ folder: URL, _ faults: inout [WalletManifestFault]) -> JSONValue {
        guard var members = json.objectValue, let entries = json["wallets"]?.arrayValue else { return json }
        var result: [JSONValue] = []
        for (index, entry) in entries.enumerated() {
            guard var fields = entry.objectValue, let executor = entry["executor"]?.stringValue, isPath(executor) else {
                result.append(entry)
                continue
            }
            do throws(Reason) {
                let code = try code(executor, folder)
                fields["executor"] = .string("data:text/javascript;base64,\(Data(code).base64EncodedString())")
            } catch {
                let id = entry["id"]?.stringValue ?? "wallets[\(index)]"
                faults.append(WalletManifestFault(wallet: id, field: "executor", reason: error.text))
            }
            result.append(.object(fields))
        }
        members["wallets"] = .array(result)
        return .object(members)
    }

    private struct Reason: Error {
        let text: String
    }

    /// Whether an executor is the path of a file: what has a scheme is an address.
    private static func isPath(_ executor: String) -> Bool {
        !executor.isEmpty && executor.utf8.count <= 1000 && NavigationPolicy.scheme(of: executor) == nil
    }

    /// A manifest that somebody was sent must not name any file of this computer.
    private static func code(_ path: String, _ folder: URL) throws(Reason) -> [UInt8] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.hasPrefix("/"), !parts.contains(".."), !path.contains("\0") else {
            throw Reason(text: "names a file that is not in the manifest's folder")
        }
        let bytes: [UInt8]?
        do {
            bytes = try OrdinaryFile.read(folder.appendingPathComponent(path), limit: ExecutorRules.sizeLimit)
        } catch let fault as OrdinaryFile.Fault {
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
