// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnectShell

/// The window's pages and what is kept of them, without a display.
@Suite struct NavigationTests {
    private static let all = ShellPage.allCases

    @Test(arguments: [
        ("1", ShellPage.wallet), ("2", .send), ("KP_6", .activity), ("8", .devnet),
    ])
    func altAndANumberGoToAPage(key: String, page: ShellPage) {
        #expect(
            ShellPage.target(of: key, isControlDown: false, isAltDown: true, from: .apps, among: Self.all) == page)
    }

    @Test(arguments: ["0", "9", "99999999999999999999", "-1", "KP_", "a", ""])
    func otherKeysWithAltGoNowhere(key: String) {
        #expect(
            ShellPage.target(of: key, isControlDown: false, isAltDown: true, from: .wallet, among: Self.all) == nil)
    }

    @Test func aNumberCountsThePagesThatThereAre() {
        let pages = Self.all.filter { $0 != .contract }
        #expect(
            ShellPage.target(of: "3", isControlDown: false, isAltDown: true, from: .wallet, among: pages) == .message)
    }

    @Test func controlAndPageKeysGoAround() {
        func target(_ key: String, _ page: ShellPage, isControlDown: Bool = true) -> ShellPage? {
            ShellPage.target(of: key, isControlDown: isControlDown, isAltDown: false, from: page, among: Self.all)
        }
        #expect(target("Page_Down", .wallet) == .send)
        #expect(target("Page_Up", .wallet) == .devnet)
        #expect(target("KP_Page_Down", .devnet) == .wallet)
        #expect(target("Page_Down", .wallet, isControlDown: false) == nil)
        #expect(target("Page_Down", .apps) == nil, "there it is another tab")
    }

    @Test func aWindowIsKeptAsItWas() throws {
        let record = WindowRecord(width: 1024, height: 600, isMaximized: true, page: .activity)
        let bytes = [UInt8](WindowRecordFile.encode(record))
        #expect(try WindowRecordFile.decode(bytes) == record)
    }

    @Test func sizesThatNoWindowHasAreNotBelieved() throws {
        let text = #"{"schema":1,"width":-5,"height":99999999999,"isMaximized":false,"page":"none of ours"}"#
        let record = try WindowRecordFile.decode([UInt8](text.utf8))
        #expect(record == WindowRecord(width: 200, height: 16_384))
        let size = record.size(onScreenOf: 1280, by: 800)
        #expect(size.width == 200)
        #expect(size.height == 800)
    }

    @Test(arguments: ["", "[]", "{}", #"{"schema":2}"#, #"{"schema":1,"width":"8"}"#])
    func otherFilesAreRefused(text: String) {
        #expect(throws: DocumentFormatError.self) { try WindowRecordFile.decode([UInt8](text.utf8)) }
    }
}
