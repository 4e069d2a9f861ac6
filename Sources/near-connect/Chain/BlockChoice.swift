// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARPrimitives
import NEARRPC
import SafeText

/// The options that choose the block whose state is read.
struct BlockChoice: ParsableArguments {
    /// The help of `--finality`.
    static let finalityHelp = help(
        "The newest block of this finality: optimistic, near-final or final (by default).", valueName: "finality")

    @Option(help: Self.finalityHelp, transform: { try Self.readFinality($0) })
    var finality: Finality?

    @Option(
        help: help("The block by its height or hash, in place of --finality.", valueName: "height|hash"),
        transform: { try Self.read($0) })
    var block: BlockReference?

    func validate() throws {
        guard finality == nil || block == nil else {
            throw ValidationError(localized("--finality and --block both name a block: leave one out."))
        }
    }

    /// The chosen block.
    var reference: BlockReference { block ?? .finality(finality ?? .final) }

    /// Reads a finality.
    static func readFinality(_ text: String) throws -> Finality {
        if let finality = Finality(rawValue: text) { return finality }
        throw ValidationError(
            localized(
                "%1$s is no finality. Write optimistic, near-final or final.", DisplayText.quotation(text, limit: 60)))
    }

    /// Reads a height or a hash.
    static func read(_ text: String) throws -> BlockReference {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let height = UInt64(text) {
            return .height(height)
        }
        do throws(CryptoHash.ParsingError) {
            return .hash(try CryptoHash(text))
        } catch {
            throw ValidationError(
                localized(
                    "%1$s is no block. Name its height, for example 1000, or its hash.",
                    DisplayText.quotation(text, limit: 60)))
        }
    }
}
