// SPDX-License-Identifier: MIT

/// Modules of the package, joined into few: a page waits longer for each file than for what is in it.
///
/// A joined module has all modules that its first one names, also by `import()`. Each of them is a function that runs
/// once, when it is first needed, so that every module keeps its names and its turn. A module that two joined modules
/// name is in one of them alone, from which the other one imports it: modules keep what they know.
package struct JoinedModules {
    /// The modules from which the page's documents begin; each may import from those before it.
    package static let firsts = ["Bridge/bridge.js", "Connector/index.js"]

    /// The joined modules, by the path of their first one.
    private var texts: [String: [UInt8]] = [:]
    /// The first module of the joined one that has a module, by the module's path.
    private(set) var places: [String: String] = [:]
    /// The number of a module's function, by the module's path.
    private var numbers: [String: Int] = [:]

    /// Makes a set in which nothing is joined yet.
    package init() {}

    /// Reads and joins what the page will ask for.
    package mutating func prepare() throws(PackagedFile.UnreadableError) {
        for first in Self.firsts where texts[first] == nil { try join(first) }
    }

    /// Returns a file as the page gets it: a first module with all that are joined to it.
    ///
    /// Any other file is given as it is. The files of a joined module are read the first time.
    ///
    /// - Parameter path: The path, relative to `Resources/`.
    package mutating func bytes(_ path: String) throws(PackagedFile.UnreadableError) -> [UInt8] {
        if let position = Self.firsts.firstIndex(of: path) {
            for first in Self.firsts[...position] where texts[first] == nil { try join(first) }
        }
        if let text = texts[path] { return text }
        return try PackagedFile.bytes(path)
    }

    private mutating func join(_ first: String) throws(PackagedFile.UnreadableError) {
        var modules: [ModuleText] = []
        var (left, seen) = ([first], Set([first]))
        while let path = left.popLast() {
            let module = try ModuleText(path)
            modules.append(module)
            for name in module.imported where places[name] == nil && seen.insert(name).inserted { left.append(name) }
        }
        // Not before: what can't be read today can be the next time.
        for module in modules { (places[module.path], numbers[module.path]) = (first, numbers.count) }
        texts[first] = text(of: modules)
    }

    private func text(of modules: [ModuleText]) -> [UInt8] {
        guard let first = modules.first else { return [] }
        var text: [UInt8] = []
        func add(_ line: String) { text.append(contentsOf: line.utf8) }
        for path in Set(modules.flatMap(\.imported)).sorted() {
            guard let place = places[path], place != first.path else { continue }
            add("import { \(function(of: path)) } from \"\(PackagedFile.root)\(place)\";\n")
        }
        add("const $once = (make) => { let made; return () => (made ??= make()); };\n")
        add("const $import = async (module) => module();\n")
        for module in modules {
            add("const \(function(of: module.path)) = $once(() => {\n")
            for piece in module.pieces {
                switch piece {
                case .code(let code): text.append(contentsOf: code)
                case .function(let path): add(function(of: path))
                }
            }
            add("return { \((["__proto__: null"] + module.exports).joined(separator: ", ")) };\n});\n")
        }
        let shared = modules.filter { $0.folder != first.folder }.map { function(of: $0.path) }
        if !shared.isEmpty { add("export { \(shared.joined(separator: ", ")) };\n") }
        let names = first.exports.joined(separator: ", ")
        if !names.isEmpty { add("export const { \(names) } = ") }
        add("\(function(of: first.path))();\n")
        return text
    }

    /// Returns the name of a module's function, which no module uses itself.
    private func function(of path: String) -> String { "$\(numbers[path] ?? -1)" }
}
