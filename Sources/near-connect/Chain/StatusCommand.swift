// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives
import NEARRPC
import SafeText

/// Shows the state of a network's node.
struct StatusCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: localized("Show which chain a node serves, its newest block and its version."))

    @OptionGroup var chain: ChainOptions

    func run() throws {
        try chain.perform("status") { client in Self.answer(try await client.status()) }
    }

    private static func answer(_ status: StatusView) -> ChainAnswer {
        let sync = status.syncInfo
        var answer = ChainAnswer()
        answer.row(localized("chain"), status.chainId)
        if let genesis = status.genesisHash { answer.row(localized("genesis"), "\(genesis)") }
        answer.row(localized("block"), localized("%1$s (%2$s)", "\(sync.latestBlockHeight)", "\(sync.latestBlockHash)"))
        answer.row(localized("time"), sync.latestBlockTime)
        answer.row(localized("protocol"), "\(status.protocolVersion)")
        answer.row(localized("node"), status.nodeVersion)
        if sync.isSyncing {
            answer.notes.append(localized("The node is catching up. Ask another one for what is new."))
        }
        answer.fields = [
            "chainId": .string(status.chainId), "nodeVersion": .string(status.nodeVersion),
            "genesisHash": status.genesisHash.map { .string("\($0)") } ?? .null,
            "protocolVersion": .integer(Int128(status.protocolVersion)),
            "block": ChainAnswer.block(sync.latestBlockHeight, sync.latestBlockHash),
            "blockTime": .string(sync.latestBlockTime), "isSyncing": .bool(sync.isSyncing),
        ]
        return answer
    }
}
