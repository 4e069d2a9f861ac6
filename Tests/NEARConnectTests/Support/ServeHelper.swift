// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnectCore

/// `near-connect serve` over its standard streams, as a program in another language starts it.
@MainActor
final class ServeHelper {
    /// The methods' schema.
    let schema: JSONValue
    /// The notifications that have come, the last one last.
    private(set) var changes: [JSONValue] = []
    private let process: Process
    private let input = Pipe()
    private let child: LineChild
    private var lastId = 0
    /// Answers that came while another one was waited for.
    private var early: [Int: JSONValue] = [:]

    /// Starts it on a scene's chain.
    init(_ scene: SigningScene, _ options: [String], display: String? = nil) throws {
        schema = try Self.readSchema()
        process = try CommandRun.process(["serve"] + scene.address + options, Self.environment(scene, display: display))
        process.standardInput = input
        child = try LineChild(process)
    }

    /// Returns a scene's environment with this display or none.
    static func environment(_ scene: SigningScene, display: String?) -> [String: String] {
        var environment = scene.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
        if let display { (environment["DISPLAY"], environment["GDK_BACKEND"]) = (display, "x11") }
        return environment
    }

    /// The name that policies have for this process, which is the client.
    static var asker: String {
        "host:\(URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path)"
    }

    static func readSchema() throws -> JSONValue {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/schemas/serve.schema.json")
        return try JSONValue.parse(Array(try Data(contentsOf: file)))
    }

    /// Returns whether one of the schema's definitions accepts a value.
    func accepts(_ value: JSONValue, _ name: String) throws -> Bool {
        var root = try XCTUnwrap(schema.objectValue)
        root["$ref"] = .string("#/$defs/\(name)")
        return try JSONSchema(.object(root)).accepts(value)
    }

    /// Sends a call, and returns its id.
    func send(_ method: String, _ params: JSONValue? = nil) throws -> Int {
        lastId += 1
        var call: JSONValue.Members = ["jsonrpc": "2.0", "id": .integer(Int128(lastId)), "method": .string(method)]
        call["params"] = params
        try write(JSONValue.object(call).text)
        return lastId
    }

    func write(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Returns whether the answer to a call has come while another one was waited for.
    func hasAnswer(to id: Int) -> Bool { early[id] != nil }

    /// Waits for the answer to a call; notifications and other answers before it are kept.
    func answer(to id: Int?) async throws -> JSONValue {
        if let id, let answer = early.removeValue(forKey: id) { return answer }
        while true {
            let line = try await child.next()
            if line["id"] == id.map({ .integer(Int128($0)) }) ?? .null { return line }
            if let other = line["id"]?.integerValue(as: Int.self) {
                early[other] = line
                continue
            }
            XCTAssertEqual(line["method"]?.stringValue, "changed")
            let params = try XCTUnwrap(line["params"])
            XCTAssertTrue(try accepts(params, "changed"), params.text)
            changes.append(params)
        }
    }

    /// Calls a method, whose result the schema has to accept.
    func call(_ method: String, _ params: JSONValue? = nil) async throws -> JSONValue {
        if let params { XCTAssertTrue(try accepts(params, "\(method).params"), "\(method) \(params.text)") }
        let answer = try await answer(to: try send(method, params))
        let result = try XCTUnwrap(answer["result"], answer.text)
        XCTAssertTrue(try accepts(result, "\(method).result"), "\(method): \(result.text)")
        return result
    }

    /// Calls a method that ends with an error, and returns that.
    func refusal(_ method: String, _ params: JSONValue? = nil) async throws -> JSONValue {
        let answer = try await answer(to: try send(method, params))
        let error = try XCTUnwrap(answer["error"], answer.text)
        XCTAssertTrue(try accepts(error, "error"), error.text)
        return error
    }

    /// Sends nothing any more, and returns the exit code once it has ended.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        return child.end()
    }

    func kill() { child.signal(SIGKILL) }
}
