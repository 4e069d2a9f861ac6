// SPDX-License-Identifier: MIT

import HashTreeCollections
import NEARPrimitives

/// The form in which an inbox is stored on disk.
///
/// Which receipt waits for what follows from the receipts and what is there.
extension ReceiptInbox: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(postponedReceipts)
        encoder.encode(UInt32(received.count))
        for (key, arrived) in received {
            encoder.encode(key)
            encoder.encode(arrived.data.map { KeptBytes(bytes: $0) })
        }
        encoder.encode(UInt32(deadlines.count))
        for (key, height) in deadlines {
            encoder.encode(key)
            encoder.encode(height)
        }
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        let receipts = try decoder.decodeArray(of: Receipt.self)
        for _ in 0..<(try decoder.decodeUInt32()) {
            let key = try decoder.decode(DataKey.self)
            received[key] = Arrived(data: try decoder.decodeOptional(KeptBytes.self)?.bytes)
        }
        for _ in 0..<(try decoder.decodeUInt32()) {
            let key = try decoder.decode(DataKey.self)
            deadlines[key] = try decoder.decodeUInt64()
        }
        for receipt in receipts { postpone(receipt) }
    }
}

extension DataKey: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(accountId)
        encoder.encode(dataId)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(accountId: try decoder.decode(), dataId: try decoder.decode())
    }
}
