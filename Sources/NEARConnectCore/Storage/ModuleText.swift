// SPDX-License-Identifier: MIT

/// A module of the package, read so that it can stand in a function.
///
/// Modules of the package are written for this: `import` and `export` begin a line that has the whole statement, name
/// files by `./` or `../`, and no statement changes what was exported. Lines that are comments only are left out.
struct ModuleText {
    /// A part of the text.
    enum Piece {
        /// Code as it stands there.
        case code(ArraySlice<UInt8>)
        /// The function of the module at this path.
        case function(String)
    }

    /// The module's path, relative to `Resources/`.
    let path: String
    /// The text, without the words `import` and `export`.
    private(set) var pieces: [Piece] = []
    /// The modules that it names, in their order.
    private(set) var imported: [String] = []
    /// The names that it exports.
    private(set) var exports: [String] = []

    /// The first part of the path.
    var folder: Substring { path.prefix { $0 != "/" } }

    /// Reads the module at `path`.
    init(_ path: String) throws(PackagedFile.UnreadableError) {
        self.path = path
        let bytes = try PackagedFile.bytes(path)
        var isComment = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let code = Self.code(of: line, &isComment) else { continue }
            if code.starts(with: "import ".utf8) {
                try addImport(String(decoding: code, as: UTF8.self))
            } else if code.starts(with: "export ".utf8) {
                try addExport(code)
            } else {
                addCode(code)
            }
        }
    }

    // MARK: Lines

    /// Returns what a line has beside comments that begin it; `nil` where that is nothing.
    private static func code(of line: ArraySlice<UInt8>, _ isComment: inout Bool) -> ArraySlice<UInt8>? {
        let text = line.drop { $0 == UInt8(ascii: " ") }
        guard isComment || text.starts(with: "/*".utf8) else {
            return text.isEmpty || text.starts(with: "//".utf8) ? nil : line
        }
        isComment = true
        for index in text.indices.dropLast()
        where text[index] == UInt8(ascii: "*") && text[index + 1] == UInt8(ascii: "/") {
            isComment = false
            return code(of: text[(index + 2)...].drop { $0 == UInt8(ascii: " ") }, &isComment)
        }
        return nil
    }

    /// Adds `import { a, b as c } from "./x.js";`, `import * as x from "./x.js";` or `import "./x.js";`.
    private mutating func addImport(_ line: String) throws(PackagedFile.UnreadableError) {
        let parts = line.split(separator: "\"")
        guard parts.count == 3, parts[2] == ";", parts[1].hasPrefix(".") else { throw unreadable(line) }
        let words = parts[0].dropFirst("import ".count)
        if words.hasPrefix("* as "), words.hasSuffix(" from ") {
            add("const \(words.dropFirst("* as ".count).dropLast(" from ".count)) = ")
        } else if words.hasPrefix("{ "), words.hasSuffix(" } from ") {
            add("const \(words.dropLast(" from ".count).replacing(" as ", with: ": ")) = ")
        } else if !words.isEmpty {
            throw unreadable(line)
        }
        name(parts[1])
        add("();\n")
    }

    /// Adds `export { a, b as c } from "./x.js";`, or a declaration behind `export`.
    private mutating func addExport(_ line: ArraySlice<UInt8>) throws(PackagedFile.UnreadableError) {
        let code = line.dropFirst("export ".utf8.count)
        if code.first == UInt8(ascii: "{") {
            let text = String(decoding: code, as: UTF8.self)
            guard let end = text.firstRange(of: " } from ") else { throw unreadable(text) }
            for name in text[..<end.lowerBound].dropFirst("{ ".count).split(separator: ",") {
                guard let word = name.split(separator: " ").last else { throw unreadable(text) }
                exports.append(String(word))
            }
            return try addImport("import \(text)")
        }
        var words = code.prefix(80).split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        if words.first == "async" { words.removeFirst() }
        guard words.count > 1, ["const", "function", "class"].contains(words[0]) else {
            throw unreadable(String(decoding: line, as: UTF8.self))
        }
        exports.append(String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }))
        addCode(code)
    }

    /// Adds a line, in which `import("./x.js")` may stand.
    private mutating func addCode(_ line: ArraySlice<UInt8>) {
        var rest = line
        let call = "import(\"."
        for index in line.indices where line[index] == UInt8(ascii: "(") {
            let begin = index - "import".utf8.count
            guard begin >= rest.startIndex, line[begin...].starts(with: call.utf8) else { continue }
            let file = line[(begin + call.utf8.count - 1)...].prefix { $0 != UInt8(ascii: "\"") }
            // Types of values stand in comments.
            guard file.suffix(3).elementsEqual(".js".utf8), line[file.endIndex...].starts(with: "\")".utf8) else {
                continue
            }
            pieces.append(.code(rest[..<begin]))
            add("$import(")
            name(Substring(decoding: file, as: UTF8.self))
            rest = line[(file.endIndex + 1)...]
        }
        pieces.append(.code(rest))
        add("\n")
    }

    private mutating func add(_ text: String) { pieces.append(.code(Array(text.utf8)[...])) }

    private mutating func name(_ file: Substring) {
        let named = PackagedFile.path(String(file), namedBy: path)
        imported.append(named)
        pieces.append(.function(named))
    }

    private func unreadable(_ line: String) -> PackagedFile.UnreadableError {
        PackagedFile.UnreadableError(description: "\(path) has a line that can't be joined: \(line)")
    }
}
