// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The form in which receipts are stored on disk: this program's own.
extension Receipt: BorshEncodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(predecessorId)
        encoder.encode(receiverId)
        encoder.encode(receiptId)
        encoder.encode(action)
    }
}

extension Receipt: BorshDecodable {
    convenience init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(
            predecessorId: try decoder.decode(), receiverId: try decoder.decode(), receiptId: try decoder.decode(),
            action: try decoder.decode())
    }
}

extension ActionReceipt: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(signerId)
        encoder.encode(signerPublicKey)
        encoder.encode(gasPrice)
        encoder.encode(actions)
        encoder.encode(outputDataReceivers)
        encoder.encode(inputDataIds)
        encoder.encode(isPromiseYield)
        encoder.encode(refundTo)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(
            signerId: try decoder.decode(), signerPublicKey: try decoder.decode(),
            gasPrice: try decoder.decodeUInt128(), actions: try decoder.decodeArray(),
            outputDataReceivers: try decoder.decodeArray(), inputDataIds: try decoder.decodeArray(),
            isPromiseYield: try decoder.decodeBool(), refundTo: try decoder.decodeOptional())
    }
}

extension DataReceiver: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(dataId)
        encoder.encode(receiverId)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(dataId: try decoder.decode(), receiverId: try decoder.decode())
    }
}

extension DataReceipt: BorshEncodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(predecessorId)
        encoder.encode(receiverId)
        encoder.encode(receiptId)
        encoder.encode(content.dataId)
        encoder.encode(content.data.map { KeptBytes(bytes: $0) })
        encoder.encode(content.isPromiseResume)
    }
}

extension DataReceipt: BorshDecodable {
    convenience init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(
            predecessorId: try decoder.decode(), receiverId: try decoder.decode(), receiptId: try decoder.decode(),
            content: DataReceiptContent(
                dataId: try decoder.decode(), data: try decoder.decodeOptional(KeptBytes.self)?.bytes,
                isPromiseResume: try decoder.decodeBool()))
    }
}

/// Bytes with their count in front, as a value: keys, values, results.
struct KeptBytes: BorshEncodable, BorshDecodable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func encode(to encoder: inout BorshEncoder) { encoder.encode(bytes) }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        bytes = try decoder.decodeBytes()
    }
}
