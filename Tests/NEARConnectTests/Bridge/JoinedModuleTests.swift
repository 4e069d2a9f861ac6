// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The page's modules, which it gets joined.
final class JoinedModuleTests: MainLoopTestCase {
    func testEachModuleOfThePageIsInOneOfThem() throws {
        var modules = JoinedModules()
        var texts: [String] = []
        for first in JoinedModules.firsts { texts.append(String(decoding: try modules.bytes(first), as: UTF8.self)) }
        var prepared = JoinedModules()
        try prepared.prepare()
        XCTAssertEqual(prepared.places, modules.places)
        let folder = try ResourceFolder.url()
        var files: Set<String> = []
        for part in ["Bridge", "Connector"] {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: part).path) {
                // These are given to WebKit one by one, for the isolated world.
                guard name.hasSuffix(".js"), name != "relay.js", !name.hasPrefix("host-scripts/") else { continue }
                files.insert("\(part)/\(name)")
            }
        }
        XCTAssertEqual(Set(modules.places.keys), files)
        XCTAssertEqual(texts.map { $0.components(separatedBy: " = $once(() => {").count - 1 }.reduce(0, +), files.count)
        XCTAssertFalse(texts.contains { $0.contains("from \"./") || $0.contains("import(\"./") })
    }

    /// The connector writes which wallet is selected, and the bridge reads it: both have one `storage.js`.
    func testModulesThatBothNeedAreThereOnce() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            let view = try XCTUnwrap(environment.manager.coordinator).view
            _ = try await view.call(
                """
                const { LocalStorage } = await import("near-connect://bridge/Connector/index.js");
                // A value that can't be stored stands in a variable of the module, and nowhere else.
                Storage.prototype.setItem = () => { throw new Error("full"); };
                await new LocalStorage().set("selected-wallet", "near-connect-keystore");
                return "";
                """)
            let reply = try await environment.manager.requests.perform(.accounts, [:]) { $0 }
            guard case .accountList(_, let walletId) = reply else { return XCTFail("\(reply)") }
            XCTAssertEqual(walletId, "near-connect-keystore")
            try await environment.stop()
        }
    }

    func testAModuleThatCantBeJoinedIsTheReasonWhyThereIsNoBridge() throws {
        let lines = [
            "export let count = 0;", "export default 1;", "import { a,", "import x from \"./errors.js\";",
            "import { a } from \"elsewhere\";", "export * from \"./errors.js\";",
        ]
        try run {
            for line in lines {
                try await PackagedFileTests.withCopy { copy in
                    let file = copy.appending(path: "Connector/version.js")
                    let text = try String(contentsOf: file, encoding: .utf8)
                    try "\(text)\n\(line)\n".write(to: file, atomically: true, encoding: .utf8)
                } _: { _ in
                    var modules = JoinedModules()
                    XCTAssertThrowsError(try modules.prepare(), line)
                    XCTAssertThrowsError(try modules.bytes("Connector/index.js"), line) { error in
                        XCTAssertTrue("\(error)".contains("Connector/version.js"), "\(error)")
                        XCTAssertTrue("\(error)".contains(line), "\(error)")
                    }
                    // What can be read the next time is.
                    XCTAssertFalse(try modules.bytes("Bridge/bridge.js").isEmpty)
                    let manager = NEARWalletManager(
                        configuration: NEARWalletConfiguration(profile: .ephemeral, sandbox: .off))
                    await waitUntil("the reason: \(line)") { manager.unavailableReason != nil }
                    XCTAssertTrue(manager.unavailableReason?.contains(line) == true)
                    manager.close()
                }
            }
        }
    }

    /// A text may look like the parts of a module.
    func testCommentsGoAndTextsStay() throws {
        try run {
            try await PackagedFileTests.withCopy { copy in
                let text = """
                    // one
                    /* two
                    export const hidden = 1; */ export const seen = "/* three */"; // four
                    /** five */
                      /** @type {string} */
                    const line = `
                    * four`;
                    export async function lazily() { return [line, (await import("./errors.js")).ConnectorError]; }
                    export class Kind {}
                    """
                try text.write(to: copy.appending(path: "Connector/version.js"), atomically: true, encoding: .utf8)
            } _: { _ in
                let module = try ModuleText("Connector/version.js")
                XCTAssertEqual(module.exports, ["seen", "lazily", "Kind"])
                XCTAssertEqual(module.imported, ["Connector/errors.js"])
                let code = module.pieces.map { piece in
                    switch piece {
                    case .code(let code): String(decoding: code, as: UTF8.self)
                    case .function(let path): "<\(path)>"
                    }
                }
                XCTAssertEqual(
                    code.joined(),
                    """
                    const seen = "/* three */"; // four
                    const line = `
                    * four`;
                    async function lazily() { return [line, (await $import(<Connector/errors.js>)).ConnectorError]; }
                    class Kind {}

                    """)
            }
        }
    }
}
