// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import QRCode
import SafeText

/// The work of the commands that give a further computer a share.
@MainActor
enum ComputerVerbs {
    /// The longest line that is read as an answer.
    private static let longestAnswer = 16_384

    static func join(_ verb: SharesJoin, _ setting: SharesSetting) async throws -> SharesAnswer {
        // Before anybody is asked for anything: the vault may be closed.
        let vault = try await setting.vault(verb.login.vault)
        let computer = JoiningComputer()
        let request = computer.request
        let code = isatty(STDOUT_FILENO) == 1 ? QRSymbol(request.text).map(TerminalQR.lines) ?? [] : []
        verb.options.output.write(
            code + [request.text, localized("Digits to compare: %1$s", request.number)],
            .answer(
                of: SharesJoin.name,
                ["event": "request", "request": .string(request.text), "number": .string(request.number)]))
        StandardOutput.flush()
        if !verb.options.output.quiet {
            StandardError.say(
                localized(
                    "on the other computer, run “near-connect shares add-computer” with this request, and paste here what it prints"
                ))
        }
        guard let line = line() else { throw SharedKeyError.cancelled }
        let answer = try computer.open(line)
        let login = try SavedLogin(verb.login, folders: setting.folders, told: answer.login)
        let plan = try setting.plan(login, verb.login, in: vault)
        let wallet = try await EmbeddedWallet.join(answer, plan: plan, in: try setting.profile(SharesJoin.name))
        try login.save(setting.folders)
        guard let record = try await wallet.record else { throw SharedKeyError.noAccount(wallet.account) }
        var told = SharesAnswer(command: SharesJoin.name, record)
        told.fields["event"] = "joined"
        told.lines.append(localized("This computer has a share of its own. “shares sign-in” opens the account."))
        return told
    }

    static func add(_ verb: SharesAddComputer, _ setting: SharesSetting) async throws -> SharesAnswer {
        let request = try ComputerRequest(verb.request)
        try compare(verb.number, request)
        let profile = try setting.profile(SharesAddComputer.name)
        let saved = try SavedLogin(verb.login, folders: setting.folders)
        let plan = try await setting.plan(verb.login)
        let wallet = try await SharesVerbs.wallet(of: verb.account, plan, in: profile)
        let words = try TypedWords.given(verb.words, asks: saved.mode == .coSign).map { HandedShare($0) }
        let answer = try await SharesVerbs.withLogin(wallet, by: verb.login, allowed: words.isEmpty) {
            () throws(SharedKeyError) in
            try await wallet.answer(request, with: words, login: saved)
        }
        return SharesAnswer(
            command: SharesAddComputer.name,
            fields: [
                "account": .string(verb.account.text), "answer": .string(answer), "number": .string(request.number),
            ], lines: [answer])
    }

    /// Has the user say that both computers show the same digits.
    private static func compare(_ given: String?, _ request: ComputerRequest) throws {
        guard let given else {
            guard TerminalApprover.hasTerminal else {
                throw ValidationError(
                    localized("Nobody is there to compare the digits: give those of the other computer by --number."))
            }
            StandardError.write(
                localized(
                    "The other computer must show these digits: %1$s. If it shows others, somebody has exchanged the request and would get the share.",
                    request.number))
            guard TerminalApprover.answer(to: localized("Write “yes” if they are the same: ")) == "yes" else {
                throw SharedKeyError.cancelled
            }
            return
        }
        guard given.filter(\.isNumber).hasSameBytes(as: request.number.filter(\.isNumber)) else {
            throw ReportedError(
                sentence: localized(
                    "The digits differ: this request’s are %1$s. Somebody may have exchanged it: bring it here by another way.",
                    request.number), code: "numberDiffers", status: .wrongShare)
        }
    }

    /// Reads a line of standard input; `nil` for an empty one, and at its end.
    private static func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < longestAnswer, read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A { bytes.append(byte) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
