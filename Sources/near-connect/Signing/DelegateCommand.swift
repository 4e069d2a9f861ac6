// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Signs a call as a delegate action, which another account sends and pays for.
struct DelegateCommand: SigningCommand {
    static let configuration = CommandConfiguration(
        commandName: "delegate",
        abstract: localized("Sign a call that another account sends and pays for (NEP-366)."),
        discussion: localized(
            "Nothing is sent. The signed action goes to standard output in Base64, or to a file; “relay” sends it. It is valid for about two minutes, once, and whoever has it can send it."
        ))

    @OptionGroup var call: CallOptions

    @Option(
        name: .shortAndLong, help: help("The file to write, in place of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var signing: SigningOptions

    func validate() throws {
        try call.check(against: signing)
        guard output == nil || !signing.dryRun else {
            throw ValidationError(localized("--output names a file, and --dry-run writes none: leave one out."))
        }
    }

    func run() throws {
        let (request, output) = (try call.request(), output)
        guard !signing.dryRun else { return try signing.preview("delegate") { _ in .delegateAction(request) } }
        try signing.perform("delegate") { wallet in
            let signed = try await wallet.signDelegateAction(request)
            let action = signed.delegateAction
            var answer = ChainAnswer()
            if let output {
                try AtomicFile(url: URL(filePath: output)).replace(with: Data("\(signed.base64)\n".utf8))
                answer.row(localized("sender"), action.senderId.text)
                answer.row(localized("receiver"), action.receiverId.text)
                answer.row(localized("valid up to"), localized("block %1$s", "\(action.maxBlockHeight)"))
                answer.row(localized("file"), output)
            } else {
                answer.lines = [signed.base64]
            }
            answer.fields = [
                "senderId": .string(action.senderId.text), "receiverId": .string(action.receiverId.text),
                "publicKey": .string("\(action.publicKey)"), "nonce": .string("\(action.nonce)"),
                "maxBlockHeight": .integer(Int128(action.maxBlockHeight)), "signedDelegate": .string(signed.base64),
            ]
            return answer
        }
    }
}
