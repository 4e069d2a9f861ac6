// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARPrimitives
import SafeText

/// Writes what a client of WebDriver has to say to have its driver start `near-connect browse`.
struct DriverConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "driver-config",
        abstract: localized("Write a WebDriver’s configuration for “near-connect browse”."),
        discussion: paragraphs(
            localized(
                "Without an option it prints capabilities in JSON, for Selenium, WebdriverIO and other clients of the W3C’s protocol. The words after -- are those of “near-connect browse”; --automation is added. docs/dapp-testing.md says how a driver is started."
            ),
            localized("The configuration for Selenium Grid was not tried.")))

    /// The largest number of drivers of one node.
    private static let gridLimit = 64

    @Option(help: help("Write relay nodes of Selenium Grid for so many drivers, one session each.", valueName: "n"))
    var grid: Int?

    @Option(help: help("The port of the first driver, with --grid.", valueName: "n"))
    var firstPort: UInt16 = 4445

    @Argument(help: help("The words of “near-connect browse”, after --."))
    var arguments: [String] = []

    func validate() throws {
        guard let grid else { return }
        guard (1...Self.gridLimit).contains(grid), Int(firstPort) + grid <= Int(UInt16.max) else {
            throw ValidationError(localized("--grid takes a number from 1 to %1$s.", "\(Self.gridLimit)"))
        }
    }

    func run() throws {
        do {
            _ = try BrowseOptions.parse(["--automation"] + arguments)
        } catch {
            throw ValidationError(BrowseOptions.message(for: error))
        }
        guard let grid else { return print(capabilities.text) }
        print(Self.nodes(grid, from: firstPort))
    }

    private var capabilities: JSONValue {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        let words = ["browse", "--automation"] + arguments
        return [
            "browserName": "near-connect",
            "webkitgtk:browserOptions": [
                "binary": .string(program), "args": .array(words.map { .string($0) }),
            ],
        ]
    }

    /// Returns nodes in Selenium Grid's TOML, one after the other; each belongs into a file of its own.
    private static func nodes(_ count: Int, from port: UInt16) -> String {
        (0..<count).map { index in
            let driver = Int(port) + index
            return """
                # node-\(index + 1).toml, which needs: WebKitWebDriver --port=\(driver) --host=127.0.0.1
                [node]
                detect-drivers = false
                max-sessions = 1

                [relay]
                url = "http://127.0.0.1:\(driver)"
                status-endpoint = "/status"
                configs = ["1", "{\\"browserName\\": \\"near-connect\\", \\"platformName\\": \\"linux\\"}"]
                """
        }.joined(separator: "\n\n")
    }
}
