// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import GuardedMemory
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARShares
import SafeText

/// Words that a person types, or that come by a descriptor.
enum TypedWords {
    private static let limit = 4 * ShareWords.longestText

    /// Returns the shares that a command was given; none where it asks for none.
    ///
    /// - Parameters:
    ///   - options: The descriptor.
    ///   - asks: True to ask for one share in the terminal where no descriptor was named.
    /// - Throws: ``ReportedError`` for words that are no share.
    static func given(_ options: SharesWordsOptions, asks: Bool) throws -> [ShareWords] {
        guard let name = options.words else { return asks ? [try asked()] : [] }
        guard let descriptor = try SecretDescriptor(name, option: "--words") else {
            throw ValidationError(localized("--words names a descriptor, for example fd:3."))
        }
        var bytes = try descriptor.read(limit: limit)
        defer { bytes.wipe() }
        let lines = bytes.split(separator: 0x0A).filter { line in line.contains { $0 > 0x20 } }
        guard (1...2).contains(lines.count) else {
            throw wrong(
                localized(
                    "--words takes one line of words for each share, one or two; these are %1$s.", "\(lines.count)"))
        }
        return try lines.map { try read(Array($0)) }
    }

    /// Asks in the terminal until the words are a share; an empty line gives up.
    private static func asked() throws -> ShareWords {
        while true {
            guard var line = HiddenLine.ask(localized("The 24 words: ")) else {
                throw ValidationError(localized("There is no terminal to ask in: name a descriptor with --words."))
            }
            defer { line.wipe() }
            guard !line.isEmpty else { throw SharedKeyError.cancelled }
            do throws(ShareWordsError) {
                return try ShareWords(typed: line)
            } catch {
                // To the person's own eyes: it may name words that were meant.
                StandardError.say(error.exposedText)
            }
        }
    }

    /// Reads one share's words.
    static func read(_ bytes: [UInt8]) throws -> ShareWords {
        do throws(ShareWordsError) {
            return try ShareWords(typed: bytes)
        } catch {
            throw wrong("\(error)")
        }
    }

    private static func wrong(_ sentence: String) -> ReportedError {
        ReportedError(sentence: sentence, code: "wrongShare", status: .wrongShare)
    }
}

extension ShareWords {
    /// Reads a line that the caller wipes.
    fileprivate init(typed line: [UInt8]) throws(ShareWordsError) {
        // The terminal has dropped the rest.
        guard line.count <= HiddenLine.limit else { throw .tooLong }
        let read = line.withUnsafeBytes { bytes in
            Result { () throws(ShareWordsError) in try ShareWords(utf8: bytes) }
        }
        self = try read.get()
    }
}

/// Shows new words and has them typed back, in the terminal or by two descriptors.
actor WordsPresenter: SharedKeyPresenter {
    private let output: SecretDescriptor?
    private let input: SecretDescriptor?
    private let isQuiet: Bool

    init(_ options: SharesNewWordsOptions, quiet: Bool) throws {
        output = try options.wordsTo.flatMap { try SecretDescriptor($0, option: "--words-to") }
        input = try options.typed.flatMap { try SecretDescriptor($0, option: "--typed") }
        isQuiet = quiet
        guard output != nil || TerminalApprover.hasTerminal else {
            throw ValidationError(
                localized(
                    "Nobody is there to write the new words down: run the command in a terminal, or name --words-to and --typed."
                ))
        }
    }

    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        guard let output, let input else { return try inTerminal(words, of: account, after: error) }
        // Asked once: a program that reads back something else has lost them.
        if let error { throw error }
        do {
            try output.write(Array((words.exposedText() + "\n").utf8))
            var bytes = try input.read(limit: ShareWords.longestText)
            defer { bytes.wipe() }
            return try TypedWords.read(bytes)
        } catch let error as SharedKeyError {
            throw error
        } catch {
            throw .share(.foreign(words.share.holder))
        }
    }

    func told(_ step: EmbeddedStep) async {
        guard !isQuiet else { return }
        switch step {
        case .login: StandardError.say(localized("sign in"))
        case .share(let holder): StandardError.say(localized("storing the share of %1$s", "\(holder)"))
        case .key(let account): StandardError.say(localized("%1$s gets the key", account.text))
        case .deposit(let account):
            StandardError.say(localized("%1$s waits for its first deposit; then run “shares sign-in”", account.text))
        }
    }

    private func inTerminal(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) throws(SharedKeyError) -> ShareWords {
        if let error { StandardError.say("\(error)") } else { Self.show(words, of: account) }
        while true {
            guard var line = HiddenLine.ask(localized("Type the words back; an empty line leaves: ")), !line.isEmpty
            else { throw .cancelled }
            defer { line.wipe() }
            do throws(ShareWordsError) {
                return try ShareWords(typed: line)
            } catch {
                StandardError.say(error.exposedText)
            }
        }
    }

    private static func show(_ words: ShareWords, of account: AccountId) {
        guard let terminal = fopen("/dev/tty", "we") else { return }
        defer { fclose(terminal) }
        var text = localized(
            "These are %1$s for %2$s. Write them on paper: alone they open nothing, and they are no seed phrase. Whoever sees this screen or its scrollback sees them.",
            "\(words.share.holder)", account.text)
        for (index, word) in words.exposedText().split(separator: " ").enumerated() {
            text += (index % 4 == 0 ? "\n" : "") + "\(index + 1). \(word)  "
        }
        fputs(text + "\n", terminal)
    }
}
