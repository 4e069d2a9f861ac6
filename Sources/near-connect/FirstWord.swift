// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The first word of the command line, before the argument parser sees it.
///
/// The parser takes every word that is no command for the argument of the default one, `shell`, and never suggests a
/// command: a misspelt word would open the window.
struct FirstWord {
    private let verbs: [String]
    private let commands: [any ParsableCommand.Type]

    /// The words that `program` knows.
    init(of program: any ParsableCommand.Type) {
        var verbs: [String] = []
        commands = program.configuration.subcommands
        for command in commands {
            let configuration = command.configuration
            if configuration.shouldDisplay, let name = configuration.commandName { verbs.append(name) }
        }
        self.verbs = verbs
    }

    /// Returns true if the words name a command that asks a chain's node.
    func asksChain(_ arguments: [String]) -> Bool {
        var commands = commands
        for word in arguments {
            let named = commands.first { $0.configuration.commandName?.hasSameBytes(as: word) == true }
            guard let named else { return false }
            if named is any ChainCommand.Type { return true }
            commands = named.configuration.subcommands
        }
        return false
    }

    /// Refuses a command line whose first word is no command, no option and no link.
    ///
    /// - Throws: `ValidationError` with the nearest command.
    func check(_ arguments: [String]) throws(ValidationError) {
        guard let word = arguments.first, !word.hasPrefix("-"), !ShellOptions.isLink(word),
            !(verbs + Self.unlisted).contains(where: { $0.hasSameBytes(as: word) })
        else { return }
        let shown = DisplayText.quotation(word, limit: 60)
        guard let nearest = NearestName.of(word, in: verbs) else {
            throw ValidationError(
                localized("%1$s is no command of near-connect. These are: %2$s.", shown, verbs.joined(separator: ", ")))
        }
        throw ValidationError(
            localized("%1$s is no command of near-connect. Did you mean “%2$s”?", shown, nearest))
    }

    /// The parser's own command, and the one for developers.
    private static let unlisted = ["help", "bench"]
}
