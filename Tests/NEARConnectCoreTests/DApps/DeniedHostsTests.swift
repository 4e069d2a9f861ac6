// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// The list of hosts whose pages aren't shown.
struct DeniedHostsTests {
    private static func list(_ text: String) -> DeniedHosts { DeniedHosts(parsing: Array(text.utf8)) }

    @Test(arguments: [
        ("evil.example", "evil.example"), ("www.evil.example", "evil.example"), ("EVIL.example.", "evil.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("a.b.xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("203.0.113.7", "203.0.113.7"), ("[2001:db8::1]", "[2001:db8::1]"),
    ])
    func aHostAndThoseBelowItAreDenied(_ host: String, _ entry: String) throws {
        let list = Self.list(
            "# mine\nEvil.Example  # why\r\n\n  bücher.example.\n203.0.113.7\n[2001:DB8::1]\n")
        #expect(list.badLineCount == 0 && list.count == 4)
        #expect(list.entry(for: try #require(SiteHost(host)))?.description == entry)
    }

    @Test(arguments: ["notevil.example", "evil.example.org", "example", "1.203.0.113.7.example", "203.0.113.8"])
    func othersAreNot(_ host: String) throws {
        let list = Self.list("evil.example\n203.0.113.7")
        #expect(list.entry(for: try #require(SiteHost(host))) == nil)
    }

    @Test func badLinesAreNamedAndTheOthersCount() throws {
        let list = Self.list("good.example\nhttps://evil.example/\n0.0.0.0 evil.example\n*.evil.example\nlast.example")
        #expect(list.count == 2)
        let sentence = try #require(list.problem(in: "/list"))
        #expect(sentence.hasPrefix("/list: 3 lines"))
        #expect(sentence.contains("line 2, “https://evil.example/”") && sentence.contains("line 4"), "\(sentence)")
        #expect(Self.list("good.example\n# bad line").problem(in: "/list") == nil)
    }

    @Test func aFileIsReadWithinBounds() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("denied-\(UUID().uuidString)")
        defer { unlink(file.path) }
        #expect(try DeniedHosts(file: file) == .none)
        try Data("evil.example".utf8).write(to: file)
        #expect(try DeniedHosts(file: file).count == 1)
        try Data(repeating: UInt8(ascii: "a"), count: DeniedHosts.sizeLimit + 1).write(to: file)
        #expect(throws: NEARError.self) { try DeniedHosts(file: file) }
        let many = Self.list((0...DeniedHosts.hostLimit).map { "\($0).example" }.joined(separator: "\n"))
        #expect(many.count == DeniedHosts.hostLimit && many.isCut)
        #expect(try #require(many.problem(in: "/list")).contains("more than"))
    }
}
