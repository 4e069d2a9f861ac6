// SPDX-License-Identifier: MIT

import Foundation
import GuardedMemory
import NEARPrimitives
import NEARSharedKeys
import NEARShares
import NEARVault
import TestSupport
import Testing
import ThreadTesting

/// The emergency page's second script reads what this program has stored, without any of its code.
@Suite(.ownThread) struct EmergencyShareTests {
    private let script = EmergencyScript("emergency_share.py")
    private let folder = TestFolder("emergency-share")

    private static func words(_ scene: SharedKeyScene, _ holder: ShareHolder = .device) throws -> String {
        try ShareWords(try scene.share(holder).share).exposedText()
    }

    @Test func aSealedFileGivesTheWordsOfItsShares() async throws {
        let folders = VaultFolders(data: folder.url.path, state: folder.url.appending(path: "state").path)
        let vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
        try await vault.unlock { _ in SecretBytes(copying: Array("eine längere Passphrase".utf8)) }
        let (first, second) = (try SharedKeyScene(), try SharedKeyScene())
        try await VaultShare(.device, in: vault).store(try first.share(.device))
        // Other secrets lie around it.
        try await vault.store(.random(count: 32), as: try SecretName(.dailyKey, id: "a"))
        try await vault.store(.random(count: 200), as: try SecretName(.login, id: "b"))
        let path = folder.url.appending(path: "secrets.sealed").path
        let typed = Data("eine längere Passphrase\n".utf8)
        let (device, recovery) = (try Self.words(first), try Self.words(first, .recovery))
        let one = try script.run([path], hearing: typed)
        #expect(one.text == device && one.status == 0, "\(one.error)")
        // With the words on paper they are enough for the first script.
        let key = try EmergencyScript("emergency.py")
            .run(["alice.near", "\(first.set.publicKey)"], hearing: Data("\(one.text)\n\(recovery)\n".utf8))
        #expect(key.text == "\(first.set.publicKey)")
        let wrong = try script.run([path], hearing: Data("another\n".utf8))
        #expect(wrong.text.isEmpty && wrong.status == 1)
        #expect(wrong.error.contains("The passphrase is wrong."))
        // Of several sets, the reader names one.
        try await VaultShare(.device, in: vault).store(try second.share(.device))
        let several = try script.run([path], hearing: typed)
        #expect(several.text.isEmpty && several.status == 1)
        for set in [first.set.id, second.set.id] { #expect(several.error.contains("\(set)/2")) }
        let named = try script.run([path, "\(second.set.id)/2"], hearing: typed)
        let other = try Self.words(second)
        #expect(named.text == other && named.status == 0, "\(named.error)")
    }

    /// Returns a set whose device's share has a byte that ends a line of text.
    private static func sceneOfTwoLines() throws -> SharedKeyScene {
        while true {
            let scene = try SharedKeyScene()
            let packed = try scene.share(.device).share.packed
            if packed.withUnsafeBytes({ $0.contains(10) }) { return scene }
        }
    }

    /// Returns the bytes that `secret-tool search` prints of one item, as version 0.20.5 does.
    private static func item(_ number: Int, _ scene: SharedKeyScene) throws -> [UInt8] {
        let packed = try scene.share(.device).share.packed
        let name = "\(scene.set.id)/2"
        var bytes = Array("[/\(number)]\nlabel = near-connect: key-share \(name)\nsecret = ".utf8)
        bytes += packed.withUnsafeBytes { Array($0) }
        bytes += Array("\ncreated = 2026-05-03 10:00:00\nmodified = 2026-05-03 10:00:00\n".utf8)
        bytes += Array("schema = io.github.near_connect.Secret\n".utf8)
        return bytes
    }

    @Test func aKeyringsAnswerGivesTheWordsOfItsShares() throws {
        let (first, second) = (try Self.sceneOfTwoLines(), try SharedKeyScene())
        let (device, other) = (try Self.words(first), try Self.words(second))
        // `secret-tool lookup` prints the secret alone.
        let packed = try first.share(.device).share.packed.withUnsafeBytes { Data($0) }
        #expect(try script.run(["-"], hearing: packed).text == device)
        let items = (try Self.item(1, first), try Self.item(2, second))
        #expect(try script.run(["-"], hearing: Data(items.0)).text == device)
        let both = Data(items.0 + items.1)
        let several = try script.run(["-"], hearing: both)
        #expect(several.text.isEmpty && several.status == 1)
        for set in [first.set.id, second.set.id] { #expect(several.error.contains("\(set)/2")) }
        #expect(try script.run(["-", "\(first.set.id)/2"], hearing: both).text == device)
        #expect(try script.run(["-", "\(second.set.id)/2"], hearing: both).text == other)
        let none = try script.run(["-"], hearing: Data())
        #expect(none.text.isEmpty && none.error.contains("There is no share."))
    }
}
