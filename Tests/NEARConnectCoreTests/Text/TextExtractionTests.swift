// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The extraction of texts by gettext: it finds all of them, each as it is written.
@Suite struct TextExtractionTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift files of Sources.
    private static func files() throws -> [URL] {
        let folder = root.appending(path: "Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    }

    /// The messages that xgettext finds, as it writes them, and the plural forms among them.
    private static func extracted() throws -> (messages: Set<String>, plurals: Set<String>) {
        let extractor = Process()
        extractor.executableURL = URL(fileURLWithPath: "/usr/bin/xgettext")
        extractor.arguments =
            [
                "--language=C", "--from-code=UTF-8", "--no-wrap", "--keyword=", "--keyword=localized:1",
                "--keyword=localizedPlural:1,2", "--keyword=help:1", "--output=-",
            ] + (try files().map(\.path))
        let output = Pipe()
        extractor.standardOutput = output
        // It warns of Swift's long literals, which it takes for unterminated ones of C.
        extractor.standardError = FileHandle.nullDevice
        try extractor.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        extractor.waitUntilExit()
        try #require(extractor.terminationStatus == 0)
        let lines = text.split(separator: "\n")
        func values(_ name: String) -> Set<String> {
            Set(lines.filter { $0.hasPrefix("\(name) \"") }.map { String($0.dropFirst(name.count + 2).dropLast()) })
        }
        // The empty message is the file's own header.
        return (values("msgid").subtracting([""]), values("msgid_plural"))
    }

    /// The literals that stand first in a call.
    private static func literals() throws -> (messages: Set<String>, plurals: Set<String>) {
        var (messages, plurals): (Set<String>, Set<String>) = ([], [])
        for file in try files() {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\b(?:localized|localizedPlural|help)\(\s*"((?:[^"\\\n]|\\.)*)"/) {
                messages.insert(String(match.output.1))
            }
            let plural = /\blocalizedPlural\(\s*"(?:[^"\\\n]|\\.)*",\s*"((?:[^"\\\n]|\\.)*)"/
            for match in text.matches(of: plural) { plurals.insert(String(match.output.1)) }
        }
        return (messages, plurals)
    }

    @Test func gettextFindsEachTextAsItIsWritten() throws {
        let (found, written) = (try Self.extracted(), try Self.literals())
        #expect(written.messages.count > 100)
        #expect(written.plurals.count > 0)
        #expect(found.messages.subtracting(written.messages).sorted() == [])
        #expect(written.messages.subtracting(found.messages).sorted() == [])
        #expect(found.plurals == written.plurals)
    }

    @Test func placesOfPluralsAreTheSame() throws {
        // A form may leave the number out, and has no place that the other one hasn't.
        for file in try Self.files() {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\blocalizedPlural\(\s*"((?:[^"\\\n]|\\.)*)",\s*"((?:[^"\\\n]|\\.)*)"/) {
                let (one, other) = (Self.places(match.output.1), Self.places(match.output.2))
                #expect(one.isSubset(of: other), "\(file.lastPathComponent): \(match.output.0)")
            }
        }
    }

    private static func places(_ text: Substring) -> Set<Substring> {
        Set(text.matches(of: /%\d+\$s/).map(\.output))
    }
}
