// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Askers as values: every two differ, and nothing that a page says makes it another one.
@Suite struct AskerTests {
    private static let origins = [
        "https://app.example", "https://app.example:8443", "http://app.example", "http://localhost:3000",
        "https://xn--pple-43d.example", "http://127.0.0.1:8080", "http://[::1]:8080",
    ]

    /// Askers of all kinds, of which every two differ.
    private static func askers() throws -> [Asker] {
        var all: [Asker] = [
            .program(origin: "https://app.example"), .commandLine(verb: "send"),
            .commandLine(verb: "https://app.example"),
            .peer(.flatpak("org.example.App")), .peer(.flatpak("org.example.app")), .peer(.snap("org.example.App")),
            .peer(.executable("/usr/bin/app")), .peer(.executable("/usr/bin/app ")), .peer(.executable("/opt/a: b|c")),
            .peer(.executable("unknown")), .peer(.unknown), .peer(.executable("/tmp/K")),
            .peer(.executable("/tmp/\u{212A}")),
            .peer(.executable("/tmp/\u{E9}")), .peer(.executable("/tmp/e\u{301}")),
        ]
        for origin in origins {
            all.append(.dApp(try #require(DAppFrame(origin: origin))))
            for around in origins where around != origin {
                all.append(.dApp(try #require(DAppFrame(origin: origin, ancestors: [around]))))
                all.append(.dApp(try #require(DAppFrame(origin: origin, ancestors: [origin, around]))))
            }
        }
        return all
    }

    @Test func everyTwoAskersDifferInKeyAndValue() throws {
        let all = try Self.askers()
        #expect(Set(all).count == all.count)
        #expect(Set(all.map(\.key)).count == all.count)
        for asker in all { #expect(Asker(key: asker.key.text) == asker, "\(asker)") }
    }

    @Test func whatIsRandomlyChangedIsAnotherAskerOrNone() throws {
        var generator = SplitMix64(seed: 22)
        let all = try Self.askers()
        for _ in 0..<20_000 {
            let asker = try #require(all.randomElement(using: &generator))
            var bytes = Array(asker.key.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...127, using: &generator)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...127, using: &generator), at: place)
            }
            let changed = String(decoding: bytes, as: UTF8.self)
            guard let other = Asker(key: changed) else { continue }
            #expect(other.key.text.hasSameBytes(as: changed), "\(changed)")
            #expect((other == asker) == changed.hasSameBytes(as: asker.key.text), "\(changed)")
        }
    }

    @Test(arguments: [
        "null", "", "https://", "https://app.example/", "https://APP.example", "https://app.example:443", "app.example",
        "https://user@app.example", "https://app.example/page", "https://app.example?x", "https://app.example#x",
        "https://app example", " https://app.example", "https://app.example\n", "file://app.example",
        "data:text/html,x",
        "blob:https://app.example", "about:srcdoc", "javascript:1", "near-connect://x",
        "https://\(String(repeating: "a", count: 600)).example",
    ])
    func aTextThatIsNoOriginIsNoDApp(text: String) {
        #expect(DAppFrame(origin: text) == nil)
        #expect(DAppFrame(origin: "https://app.example", ancestors: [text]) == nil)
        #expect(Asker(key: "dapp:\(text)") == nil)
    }

    @Test func aFrameHasAsManyPagesAroundItAsAreNamed() throws {
        let deepest = try #require(
            DAppFrame(origin: "https://app.example", ancestors: Array(repeating: "https://shop.example", count: 16)))
        #expect(deepest.top == "https://shop.example")
        #expect(
            DAppFrame(origin: "https://app.example", ancestors: Array(repeating: "https://shop.example", count: 17))
                == nil)
        #expect(Asker(key: "host:/\(String(repeating: "a", count: Asker.keyLimit))") == nil)
        for key in [
            "", ":", "program:", "dapp:", "host:", "other:x", "Program:x", "unknown:", "unknown ", "host:/a\nb",
        ] {
            #expect(Asker(key: key) == nil, "\(key)")
        }
    }

    @Test func theDialogSaysWhoVouchesForAName() throws {
        let frame = try #require(DAppFrame(origin: "https://app.example", ancestors: ["https://shop.example"]))
        #expect(Asker.dApp(frame).facts.map(\.value) == ["https://app.example", "https://shop.example"])
        #expect(Asker.peer(.executable("/usr/bin/app")).facts.last?.value.contains("nobody vouches") == true)
        #expect(Asker.peer(.flatpak("org.example.App")).facts.last?.value.contains("Flatpak") == true)
        // A name can't write lines of its own into the dialog, nor turn the direction of others.
        for hidden in ["\n", "\u{202E}", "\u{200B}", "\t"] {
            let facts = Asker.peer(.executable(ExactText("/usr/bin/app\(hidden)Known by: Debian"))).facts
            #expect(!facts[0].value.contains(hidden), "\(facts)")
        }
    }
}
