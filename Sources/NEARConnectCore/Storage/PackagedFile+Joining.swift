// SPDX-License-Identifier: MIT

package import NEARPrimitives

extension PackagedFile {
    /// Joins a module and those that it imports into one classic script, which WebKit can inject into pages.
    ///
    /// Each module stands before those that import it, all of them in one function: their names must differ. Lines that
    /// are comments only are left out. Modules of the package are written for this: `import` and `export` begin a line,
    /// and an `import` names a file by `./` or `../`.
    ///
    /// - Parameters:
    ///   - path: The module, relative to `Resources/`.
    ///   - function: The function of it that the script calls.
    ///   - argument: Its argument.
    package static func classicScript(
        _ path: String, calling function: String, with argument: JSONValue? = nil
    ) throws(UnreadableError) -> String {
        var lines: [Substring] = []
        var seen: Set<String> = []
        try join(path, into: &lines, seen: &seen)
        // JSON is JavaScript since 2019, also U+2028 in its texts.
        return """
            (() => {
            "use strict";
            \(lines.joined(separator: "\n"))
            \(function)(\(argument?.text ?? ""));
            })();

            """
    }

    private static func join(
        _ path: String, into lines: inout [Substring], seen: inout Set<String>
    ) throws(UnreadableError) {
        guard seen.insert(path).inserted else { return }
        let code = withoutComments(try text(path).split(separator: "\n"))
        for line in code where line.hasPrefix("import ") {
            guard let name = line.split(separator: "\"").dropFirst().first, name.hasPrefix(".") else {
                throw UnreadableError(description: "\(path) has an import that can't be joined: \(line)")
            }
            try join(self.path(String(name), namedBy: path), into: &lines, seen: &seen)
        }
        for line in code where !line.hasPrefix("import ") {
            lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
        }
    }

    /// Returns lines of JavaScript without comments that begin a line, and without the types of values.
    private static func withoutComments(_ lines: [Substring]) -> [Substring] {
        var isComment = false
        return lines.compactMap { line in
            var code = line.drop { $0 == " " }
            if isComment || code.hasPrefix("/*") {
                guard let end = code.firstRange(of: "*/") else {
                    isComment = true
                    return nil
                }
                isComment = false
                code = code[end.upperBound...].drop { $0 == " " }
            }
            guard !code.isEmpty, !code.hasPrefix("//") else { return nil }
            // The types of single values, which nobody reads in a page.
            return Substring(code.replacing(/\/\*\* @type \{[^*]*\} \*\/ ?/, with: ""))
        }
    }
}
