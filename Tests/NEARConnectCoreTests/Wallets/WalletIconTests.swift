// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The rules for pictures that may be stored as a wallet's icon.
struct WalletIconTests {
    private func format(_ bytes: [UInt8], _ type: String? = nil) throws -> WalletIcon.Format {
        try WalletIcon(bytes, contentType: type).format
    }

    @Test func theBytesSayWhatPictureItIs() throws {
        #expect(try format(Pictures.png, "image/png") == .png)
        #expect(try format(Pictures.png, "image/svg+xml") == .png)
        #expect(try format([UInt8]("GIF89a\u{10}\0\u{10}\0".utf8)) == .gif)
        #expect(try format([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 8, 8, 0, 16, 0, 32, 1]) == .jpeg)
        let webP = [UInt8]("RIFF....WEBP".utf8)
        #expect(try format(webP + "VP8 ".utf8 + [UInt8](repeating: 0, count: 10) + [64, 0, 64, 0]) == .webP)
        #expect(try format(webP + "VP8L".utf8 + [UInt8](repeating: 0, count: 14)) == .webP)
        #expect(try format(webP + "VP8X".utf8 + [UInt8](repeating: 0, count: 14)) == .webP)
    }

    @Test(arguments: [
        Pictures.svg, "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- made by hand -->\n\(Pictures.svg)",
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\(Pictures.svg)",
    ]) func anSVGIsToldByItsFirstElement(_ text: String) throws {
        for type in ["image/svg+xml", "text/plain; charset=utf-8", nil] {
            #expect(try format([UInt8](text.utf8), type) == .svg)
        }
    }

    @Test(arguments: [
        "", "<!DOCTYPE html><svg></svg>", "<html><svg></svg></html>", "<svgfoo></svgfoo>", "<?xml never ends <svg>",
        "<!-- <svg></svg>", "alert(1)", "{}", "\0<svg></svg>", "<svg",
    ]) func whatIsNoPictureIsRefused(_ text: String) {
        #expect(throws: WalletIconError("it is not a PNG, JPEG, GIF, WebP or SVG picture")) {
            try format([UInt8](text.utf8))
        }
    }

    @Test(arguments: ["text/html", "TEXT/HTML; charset=utf-8", "text/javascript", "application/json", "video/mp4"])
    func whatIsNotSentAsAPictureIsRefused(_ type: String) {
        #expect(throws: WalletIconError.self) { try format(Pictures.png, type) }
    }

    @Test func whatWouldFillTheMemoryIsRefused() throws {
        #expect(try format(Pictures.png(width: 2048, height: 2048)) == .png)
        for (width, height) in [(2049, 1), (1, 2049), (0, 1), (4_294_967_295, 4_294_967_295)] as [(UInt32, UInt32)] {
            #expect(throws: WalletIconError.self) { try format(Pictures.png(width: width, height: height)) }
        }
        let long = Pictures.png + [UInt8](repeating: 0, count: WalletIcon.sizeLimit)
        #expect(throws: WalletIconError("it is larger than 262144 bytes")) { try format(long) }
        let entities = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><svg>&b;</svg>"
        #expect(throws: WalletIconError("it is an SVG that declares entities")) {
            try format([UInt8](entities.utf8))
        }
    }

    @Test func noHeadOfAPictureIsReadBeyondItsEnd() {
        let heads: [[UInt8]] = [
            Pictures.png, [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1, 2, 3, 4, 5, 6], [0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xC0],
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0], [UInt8]("GIF89a1234".utf8),
            [UInt8]("RIFF....WEBPVP8X........1234567890".utf8), [UInt8]("RIFF....WEBPVP9 ........1234567890".utf8),
        ]
        for head in heads {
            for length in 0...head.count {
                let bytes = Array(head[..<length])
                // What matters is that each ends: with a size or without one.
                _ = (
                    PictureSize(png: bytes), PictureSize(jpeg: bytes), PictureSize(gif: bytes), PictureSize(webP: bytes)
                )
            }
        }
        #expect(PictureSize(png: Array(Pictures.png[..<23])) == nil)
    }

    @Test func namesOfIconsTellNothing() {
        let hash = String(repeating: "a", count: 64)
        #expect(WalletIconAddress.name(of: hash) == WalletIconAddress.name(of: hash))
        #expect(WalletIconAddress.name(of: hash) != ContentHash.sha256([UInt8](hash.utf8)).hex)
        #expect(!WalletIconAddress.address(of: hash).contains(hash))
    }

    @Test(arguments: [
        "data:image/png;base64,\(Data(Pictures.png).base64EncodedString())",
        "data:image/svg+xml;base64,\(Data(Pictures.png).base64EncodedString())",
        "DATA:image/png ; BASE64,\(Data(Pictures.png).base64EncodedString().prefix { $0 != "=" })",
        "data:image/png,\(Pictures.png.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())",
    ]) func aPictureThatStandsInAnEntryIsShownAsItWasLookedAt(_ address: String) throws {
        let manifest = try Self.manifest(icon: address)
        #expect(manifest.icon == "data:image/png;base64,\(Data(Pictures.png).base64EncodedString())")
        #expect(manifest.iconProblem == nil)
    }

    @Test func aDrawingThatStandsInAnEntryKeepsItsStrayPercent() throws {
        let svg = Pictures.svg.replacing("4\" fill", with: "100%\" fill")
        let icon = try #require(try Self.manifest(icon: "data:image/svg+xml;utf8,\(svg)").icon)
        #expect(icon == "data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())")
    }

    @Test(arguments: [
        "data:image/png;base64,\(Data(Pictures.png(width: 100_000, height: 100_000)).base64EncodedString())",
        "data:image/svg+xml,<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg>&a;</svg>", "data:image/png,alert(1)",
        "data:image/svg+xml,<html></html>", "data:image/png;base64,!", "data:image/png", "data:image/avif,AAAA",
    ]) func whatIsNoPictureInAnEntryIsALetter(_ address: String) throws {
        let manifest = try Self.manifest(icon: address)
        #expect(manifest.icon == nil)
        #expect(manifest.iconProblem != nil)
        let entry = WalletCatalog.Entry(manifest: manifest, code: .listed(source: ""))
        #expect(entry.json["icon"] == "", "the page gets nothing of it")
    }

    private static func manifest(icon: String) throws -> WalletManifest {
        try WalletManifest(ManifestEntry.make(["icon": .string(icon)]), from: .remote, place: "")
    }
}
