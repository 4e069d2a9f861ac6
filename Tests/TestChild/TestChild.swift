// SPDX-License-Identifier: MIT

import ArgumentParser

/// A second process on a test's profile, which may die on the way.
///
/// Its `main` is synchronous: GTK and the main actor stay on the process's first thread.
@main
struct TestChild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-test-child",
        subcommands: [
            ApproveCommand.self, ArchiveCommand.self, JournalCommand.self, WalletsCommand.self, LocalServerCommand.self,
            LocalClientCommand.self, ExitCommand.self,
            ProgramCommand.self, EmbedderCommand.self, PhoneCommand.self, LibcurlCommand.self,
        ])
}
