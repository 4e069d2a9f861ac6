// SPDX-License-Identifier: MIT

internal import ArgumentParser

/// A command's place among those of a program: the words that a user types for it.
struct CommandPath {
    let command: any ParsableCommand.Type
    let words: [String]

    /// The words, with blanks between them.
    var name: String { words.joined(separator: " ") }

    /// Finds a command below a program.
    init?(of command: any ParsableCommand.Type, in program: any ParsableCommand.Type) {
        self.init(of: command, below: program, words: [])
    }

    private init?(of command: any ParsableCommand.Type, below group: any ParsableCommand.Type, words: [String]) {
        guard group != command else {
            (self.command, self.words) = (group, words)
            return
        }
        for next in group.configuration.subcommands {
            let path = CommandPath(of: command, below: next, words: words + [Self.word(for: next)])
            guard let path else { continue }
            self = path
            return
        }
        return nil
    }

    /// Finds the command that a command line names, whatever follows.
    init?(namedBy arguments: [String], in program: any ParsableCommand.Type) {
        var (command, words) = (program, [String]())
        for argument in arguments {
            guard let next = command.configuration.subcommands.first(where: { Self.word(for: $0) == argument })
            else { break }
            command = next
            words.append(argument)
        }
        guard !words.isEmpty else { return nil }
        while let next = command.configuration.defaultSubcommand {
            command = next
            words.append(Self.word(for: next))
        }
        (self.command, self.words) = (command, words)
    }

    private static func word(for command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? String(describing: command).lowercased()
    }
}
