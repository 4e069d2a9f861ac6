// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Everything that the blocks after some block depend on, so that they can be made again without those before.
struct Checkpoint: Sendable, BorshEncodable, BorshDecodable {
    /// The form of the bytes.
    ///
    /// Others aren't read, and the blocks made again from an earlier point.
    static let format: UInt8 = 1

    let header: BlockHeader
    let stateRoot: CryptoHash
    let chunkOutcomeRoot: CryptoHash
    let burnt: UInt128
    let minted: UInt128
    let state: LedgerState
    let waitingReceipts: [Receipt]
    let waitingData: [DataReceipt]
    let stakeProposals: [StakeProposal]
    let blockTree: PartialMerkleTree

    /// Takes what follows from the chain as it is after its last block.
    ///
    /// Transactions that wait aren't part of it.
    init(_ chain: Chain) {
        header = chain.head.header
        stateRoot = chain.head.stateRoot
        chunkOutcomeRoot = chain.head.chunkOutcomeRoot
        burnt = chain.head.burnt
        minted = chain.head.minted
        state = chain.state
        waitingReceipts = chain.waitingReceipts
        waitingData = chain.waitingData
        stakeProposals = chain.stakeProposals
        blockTree = chain.blockTree
    }

    /// The block without what was in it.
    var block: Block {
        Block(
            header: header, hash: header.makeHash(), stateRoot: stateRoot, chunkOutcomeRoot: chunkOutcomeRoot,
            burnt: burnt, minted: minted)
    }

    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(Self.format)
        encoder.encode(header)
        encoder.encode(stateRoot)
        encoder.encode(chunkOutcomeRoot)
        encoder.encode(burnt)
        encoder.encode(minted)
        encoder.encode(blockTree)
        encoder.encode(waitingReceipts)
        encoder.encode(waitingData)
        encoder.encode(stakeProposals)
        encoder.encode(state)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        let format = try decoder.decodeUInt8()
        guard format == Self.format else { throw .unknownTag(offset: 0, type: "Checkpoint", tag: format) }
        header = try decoder.decode()
        stateRoot = try decoder.decode()
        chunkOutcomeRoot = try decoder.decode()
        burnt = try decoder.decodeUInt128()
        minted = try decoder.decodeUInt128()
        blockTree = try decoder.decode()
        waitingReceipts = try decoder.decodeArray()
        waitingData = try decoder.decodeArray()
        stakeProposals = try decoder.decodeArray()
        state = try decoder.decode()
    }
}

extension StakeProposal: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(accountId)
        encoder.encode(publicKey)
        encoder.encode(stake)
        encoder.encode(epochHeight)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(
            accountId: try decoder.decode(), publicKey: try decoder.decode(), stake: try decoder.decodeUInt128(),
            epochHeight: try decoder.decodeUInt64())
    }
}

extension PartialMerkleTree: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(peaks)
        encoder.encode(count)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(peaks: try decoder.decodeArray(), count: try decoder.decodeUInt64())
    }
}
