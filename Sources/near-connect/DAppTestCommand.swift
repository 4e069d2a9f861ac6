// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import SafeText

/// Writes what end-to-end tests of a dApp begin with.
struct DAppTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dapp-test",
        abstract: localized("Begin end-to-end tests of a dApp, with pytest and a browser of its own."),
        subcommands: [Init.self])

    /// Writes the first files, beside what is there.
    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: localized("Write a first test, its settings and a workflow for CI into a repository."),
            discussion: localized(
                "Four files: three in dapp-tests, and .github/workflows/dapp-tests.yml. No file that is there is written over: if one of them is, nothing is written. docs/dapp-testing.md says how to go on."
            ))

        /// The folder of the tests.
        static let tests = "dapp-tests"
        /// The folders in which built dApps usually are.
        static let usualFolders = ["dist", "build", "out", "public", "app", "."]

        @Argument(help: help("The repository; without it, the folder in which this is called."), completion: .directory)
        var folder = "."

        @Option(
            help: help(
                "The folder of the built dApp, with its index.html; without it, the first of dist, build, out, public and app that has one.",
                valueName: "folder"), completion: .directory)
        var dappFolder: String?

        @Option(
            help: help(
                "The address of a server that has the dApp, in place of a folder, such as http://localhost:5173.",
                valueName: "address"))
        var dappURL: String?

        func validate() throws {
            guard dappFolder == nil || dappURL == nil else {
                throw ValidationError(
                    localized("--dapp-folder and --dapp-url exclude each other: name where the dApp is once."))
            }
            if let dappURL, WebAddress(dappURL)?.isWeb != true || dappURL.contains(where: \.isWhitespace) {
                throw ValidationError(
                    localized(
                        "--dapp-url takes an address such as http://localhost:5173, and not %1$s.",
                        DisplayText.quotation(dappURL, limit: 80)))
            }
            if let dappFolder, dappFolder.contains(where: \.isNewline) {
                throw ValidationError(localized("--dapp-folder takes the path of a folder."))
            }
        }

        func run() throws {
            let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder), isFolder.boolValue else {
                throw ReportedError(
                    sentence: localized("There is no folder %1$s. Name your repository’s.", DisplayText.line(folder)),
                    code: "folder", status: .nothing)
            }
            let place = try dApp(in: root)
            let files = try content(for: place)
            if let taken = files.first(where: { Self.isThere(root.appendingPathComponent($0.path)) }) {
                throw ReportedError(
                    sentence: localized(
                        "%1$s is there already, so nothing was written. Move it away, or use it.",
                        root.appendingPathComponent(taken.path).path),
                    code: "exists", status: .refused)
            }
            try write(files, into: root)
            print(
                localized(
                    "Run the tests by “pytest %1$s”, once pytest-near-connect is installed. %1$s/pytest.ini says where the dApp is.",
                    Self.tests))
        }

        // MARK: The dApp

        /// Returns the line of `pytest.ini` that says where the dApp is.
        private func dApp(in root: URL) throws -> String {
            if let dappURL { return "near_dapp_url = \(dappURL)" }
            if let dappFolder {
                let place = URL(fileURLWithPath: dappFolder, isDirectory: true, relativeTo: root).standardizedFileURL
                return "near_dapp_folder = \(path(of: place, from: root))"
            }
            let found = Self.usualFolders.first { name in
                Self.isThere(root.appendingPathComponent(name).appendingPathComponent("index.html"))
            }
            guard let found else {
                throw ReportedError(
                    sentence: localized(
                        "No built dApp was found in %1$s. Name its folder by --dapp-folder, or a server’s address by --dapp-url.",
                        root.path), code: "dapp", status: .nothing)
            }
            return "near_dapp_folder = \(found == "." ? ".." : "../\(found)")"
        }

        /// Returns a folder's path as seen from the tests' folder, where it is in the repository.
        private func path(of place: URL, from root: URL) -> String {
            let base = root.path.hasSuffix("/") ? root.path : root.path + "/"
            if place.path == root.path { return ".." }
            return place.path.hasPrefix(base) ? "../" + place.path.dropFirst(base.count) : place.path
        }

        // MARK: The files

        private func content(for dApp: String) throws -> [(path: String, text: String)] {
            let build = dappURL == nil ? "npm ci && npm run build" : "npm ci && npm start &"
            let names = [
                ("pytest.ini", "\(Self.tests)/pytest.ini"), ("conftest.py", "\(Self.tests)/conftest.py"),
                ("test_first.py", "\(Self.tests)/test_first.py"),
                ("workflow.yml", ".github/workflows/dapp-tests.yml"),
            ]
            return try names.map { name, path in
                let text = try PackagedFile.text("DAppTests/\(name)")
                    .replacingOccurrences(of: "{dapp}", with: dApp)
                    .replacingOccurrences(of: "{build}", with: build)
                    .replacingOccurrences(of: "{tests}", with: Self.tests)
                    .replacingOccurrences(of: "{version}", with: ProgramVersion.text)
                return (path, text)
            }
        }

        private static func isThere(_ file: URL) -> Bool {
            // A link that leads nowhere is there, too.
            var found = stat()
            return lstat(file.path, &found) == 0
        }

        /// Writes the files; what was written before one fails is taken away again.
        private func write(_ files: [(path: String, text: String)], into root: URL) throws {
            var written: [URL] = []
            do {
                for (path, text) in files {
                    let file = root.appendingPathComponent(path)
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try Data(text.utf8).write(to: file, options: .withoutOverwriting)
                    written.append(file)
                    print(localized("Wrote %1$s", file.path))
                }
            } catch {
                for file in written { unlink(file.path) }
                throw ReportedError(
                    sentence: localized(
                        "The files can’t be written to %1$s: %2$s", root.path, DisplayText.words(error)),
                    code: "write", status: .failure)
            }
        }
    }
}
