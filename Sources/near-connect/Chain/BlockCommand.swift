// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARPrimitives
import NEARRPC
import SafeText

/// Shows a block.
struct BlockCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: localized("Show a block of the chain, the newest by default."))

    @Argument(
        help: help("The block by its height or hash.", valueName: "height|hash"),
        transform: { try BlockChoice.read($0) })
    var block: BlockReference?

    @Option(help: BlockChoice.finalityHelp, transform: { try BlockChoice.readFinality($0) })
    var finality: Finality?

    @OptionGroup var chain: ChainOptions

    func validate() throws {
        guard finality == nil || block == nil else {
            throw ValidationError(localized("--finality and a block by its name contradict each other: leave one out."))
        }
    }

    func run() throws {
        let reference = block ?? .finality(finality ?? .final)
        try chain.perform("block") { client in
            let block = try await client.block(reference)
            return Self.answer(block)
        }
    }

    private static func answer(_ block: BlockView) -> ChainAnswer {
        let header = block.header
        let time = Date(timeIntervalSince1970: Double(header.timestampNanoseconds / 1_000_000_000)).formatted(.iso8601)
        var answer = ChainAnswer()
        answer.row(localized("height"), "\(header.height)")
        answer.row(localized("hash"), "\(header.hash)")
        answer.row(localized("previous"), "\(header.prevHash)")
        answer.row(localized("time"), time)
        answer.row(localized("producer"), block.author.text)
        answer.row(localized("gas price"), localized("%1$s a Tgas", "\(Self.price(header.gasPrice))"))
        answer.row(localized("chunks"), "\(block.chunks.count)")
        answer.fields = [
            "height": .integer(Int128(header.height)), "hash": .string("\(header.hash)"),
            "previousHash": .string("\(header.prevHash)"), "time": .string(time),
            "timestampNanoseconds": .string("\(header.timestampNanoseconds)"), "author": .string(block.author.text),
            "epochId": .string("\(header.epochId)"), "gasPrice": .string("\(header.gasPrice.yoctoNEAR)"),
            "totalSupply": .string("\(header.totalSupply.yoctoNEAR)"),
            "protocolVersion": .integer(Int128(header.latestProtocolVersion)),
            "chunks": .integer(Int128(block.chunks.count)),
        ]
        return answer
    }

    /// Returns the price of a Tgas, where it fits.
    private static func price(_ gas: NEARToken) -> NEARToken {
        let (product, overflows) = gas.yoctoNEAR.multipliedReportingOverflow(by: 1_000_000_000_000)
        return overflows ? gas : NEARToken(yoctoNEAR: product)
    }
}
