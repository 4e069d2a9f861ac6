// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The form in which a header is stored on disk.
///
/// Its hash is another matter.
extension BlockHeader: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        for number in [height, prevHeight, ordinal, timestamp] { encoder.encode(number) }
        for hash in [
            prevHash, prevStateRoot, prevChunkOutcomeRoot, transactionRoot, receiptRoot, randomValue, blockMerkleRoot,
        ] { encoder.encode(hash) }
        encoder.encode(epoch.height)
        encoder.encode(epoch.startHeight)
        encoder.encode(epoch.id)
        encoder.encode(epoch.nextId)
        encoder.encode(gasPrice)
        encoder.encode(totalSupply)
        encoder.encode(chainId)
        encoder.encode(nextValidator.accountId)
        encoder.encode(nextValidator.publicKey)
        encoder.encode(nextValidator.stake)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        let (height, prevHeight) = (try decoder.decodeUInt64(), try decoder.decodeUInt64())
        let (ordinal, timestamp) = (try decoder.decodeUInt64(), try decoder.decodeUInt64())
        var hashes: [CryptoHash] = []
        for _ in 0..<7 { hashes.append(try decoder.decode()) }
        let epoch = Epoch(
            height: try decoder.decodeUInt64(), startHeight: try decoder.decodeUInt64(), id: try decoder.decode(),
            nextId: try decoder.decode())
        let (gasPrice, totalSupply) = (try decoder.decodeUInt128(), try decoder.decodeUInt128())
        let chainId = try decoder.decodeString()
        let validator = ValidatorStake(
            accountId: try decoder.decode(), publicKey: try decoder.decode(), stake: try decoder.decodeUInt128())
        self.init(
            height: height, prevHeight: prevHeight, ordinal: ordinal, prevHash: hashes[0], prevStateRoot: hashes[1],
            prevChunkOutcomeRoot: hashes[2], transactionRoot: hashes[3], receiptRoot: hashes[4], timestamp: timestamp,
            epoch: epoch, gasPrice: gasPrice, totalSupply: totalSupply, randomValue: hashes[5], chainId: chainId,
            nextValidator: validator, blockMerkleRoot: hashes[6])
    }
}
