// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A signed delegate action as the user has pasted it, checked without a network.
struct RelayInput: Equatable {
    /// The most characters: more than a transaction of nearcore's largest size (1.5 MiB) has in Base64.
    static let limit = 2_200_000

    /// The action; `nil` while nothing is written or it is none.
    private(set) var action: SignedDelegateAction?
    /// The NEAR that goes with it, which its sender pays.
    private(set) var deposit = NEARToken.zero
    /// The problem with the text; `nil` while it is empty or correct.
    private(set) var problem: String?

    /// Checks a text in Base64; spaces and line breaks don't count.
    init(_ text: String) {
        guard text.utf8.count <= Self.limit else {
            problem = localized("This is too long for a signed delegate action.")
            return
        }
        let text = String(text.unicodeScalars.filter { !$0.properties.isWhitespace })
        guard !text.isEmpty else { return }
        do {
            let signed = try SignedDelegateAction(base64: text)
            try signed.delegateAction.publicKey.keyType.requireAvailable()
            guard signed.verify() else {
                problem = localized(
                    "The delegate action isn’t signed by its key: it was altered, or cut off. Sign it again.")
                return
            }
            for action in signed.delegateAction.actions {
                deposit = try deposit.adding(action.deposit ?? .zero)
            }
            action = signed
        } catch let error as KeyError {
            problem = ReceiverInput.sentence(error.description)
        } catch {
            problem = localized("This is no signed delegate action: %1$s.", "\(error)")
        }
    }

    /// The action in words, a line each; empty while there is none.
    var summary: String {
        guard let action = action?.delegateAction else { return "" }
        let steps = action.actions.map { ActionText($0, receiver: action.receiverId).title }
        var lines = [
            localized("%1$s has signed, valid up to block %2$s:", action.senderId.text, "\(action.maxBlockHeight)")
        ]
        lines += steps.map { "• \($0)" }
        if deposit > .zero {
            lines.append(
                localized("The account that sends it pays %1$s and the gas.", NumberStyle.current.words(deposit)))
        }
        return lines.joined(separator: "\n")
    }

    /// Reads a file's text.
    ///
    /// - Returns: The text, or the sentence why there is none.
    static func read(_ file: URL) -> (text: String?, problem: String?) {
        let name = DisplayText.line(file.path)
        do {
            guard let bytes = try RegularFile.read(file, limit: limit, followsLinks: true) else {
                return (nil, localized("%1$s isn’t there any more.", name))
            }
            guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }) else {
                return (nil, localized("%1$s is no text in Base64.", name))
            }
            return (String(decoding: bytes, as: UTF8.self), nil)
        } catch {
            return (nil, localized("%1$s can’t be read: %2$s", name, DisplayText.words(error)))
        }
    }
}
