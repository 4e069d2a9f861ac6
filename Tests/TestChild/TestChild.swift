// SPDX-License-Identifier: MIT

import ArgumentParser

/// A second program for tests: it works on a profile that the test uses, too, and may die on the way.
///
/// Its `main` is synchronous: GTK and the main actor stay on the process's first thread.
@main
struct TestChild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-test-child", subcommands: [JournalCommand.self, WalletsCommand.self])
}
