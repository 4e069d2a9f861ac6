// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectProgram

/// Ends as a program does that calls `ProgramProcess.run`, for `ProgramRunTests`.
struct ProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "program")

    enum End: String, ExpressibleByArgument {
        case returns, throwsNEARError, throwsAnyError, throwsFoundationError, showsDisplay
    }

    /// An error that no table has.
    private struct ShopError: Error, CustomStringConvertible {
        let description = "the shop is closed"
    }

    /// The way to end.
    @Argument var end: End

    func run() throws {
        let end = end
        print("begins")
        MainActor.assumeIsolated { Self.run(end) }
    }

    @MainActor
    private static func run(_ end: End) -> Never {
        ProgramProcess.run {
            await MainLoop.turn()
            switch end {
            case .returns: print("on the main thread: \(Thread.isMainThread)")
            case .throwsNEARError: throw NEARError.walletRejected(message: "Not today")
            case .throwsAnyError: throw ShopError()
            case .throwsFoundationError: _ = try Data(contentsOf: URL(fileURLWithPath: "/nowhere/file"))
            case .showsDisplay: print(ProcessInfo.processInfo.environment["DISPLAY"] ?? "none")
            }
        }
    }
}
