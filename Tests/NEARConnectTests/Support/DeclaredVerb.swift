// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// A verb as the program declares it: what the parser says of itself, so that none is forgotten.
struct DeclaredVerb {
    let name: String
    /// The names of the options that take a value.
    var options: [String] = []
    /// Each option as the program describes it; verbs that share its declaration have the same text.
    var declarations: [String: String] = [:]
    /// The names of all options and flags that help shows.
    var shown: [String] = []
    var needsWords = false

    var path: [String] { name.split(separator: " ").map(String.init) }

    /// The name of the file that describes its JSON.
    var schema: String { "\(path.joined(separator: "-")).schema.json" }

    /// Returns all verbs that help lists, in its order.
    static func all() throws -> [DeclaredVerb] {
        let run = try CommandRun.run(["--experimental-dump-help"], ProcessInfo.processInfo.environment)
        let json = try JSONValue.parse(run.output)
        let verbs = below(try XCTUnwrap(json["command"]), [])
        XCTAssertGreaterThan(verbs.count, 35)
        return verbs
    }

    private static func below(_ command: JSONValue, _ path: [String]) -> [DeclaredVerb] {
        let below = (command["subcommands"]?.arrayValue ?? []).filter { $0["shouldDisplay"]?.boolValue != false }
        guard below.isEmpty else {
            return below.flatMap { each -> [DeclaredVerb] in
                guard let name = each["commandName"]?.stringValue, name != "help" else { return [] }
                return self.below(each, path + [name])
            }
        }
        return path.isEmpty ? [] : [DeclaredVerb(command, path)]
    }

    private init(_ command: JSONValue, _ path: [String]) {
        name = path.joined(separator: " ")
        for argument in command["arguments"]?.arrayValue ?? [] {
            let names = (argument["names"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
            guard let long = names.max(by: { $0.count < $1.count }) else {
                needsWords = needsWords || argument["isOptional"] == false
                continue
            }
            if argument["shouldDisplay"]?.boolValue != false { shown.append(long) }
            guard argument["kind"] == "option" else { continue }
            options.append(long)
            declarations[long] = argument.text
        }
    }
}
