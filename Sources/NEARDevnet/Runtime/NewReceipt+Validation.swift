// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Receipts are held to the same rules as transactions, and to a size of their own.
///
/// Of nearcore's other complaints none can come up: ids of accounts are checked where they are read, and contracts can
/// neither wait for too many results nor return too much.
extension NewReceipt {
    /// Checks the receipt in nearcore's order.
    func validate(_ parameters: ProtocolParameters) throws(ReceiptValidationError) {
        let size = byteCount
        guard size <= parameters.limits.maxReceiptSize else {
            throw .receiptSizeExceeded(size: size, limit: parameters.limits.maxReceiptSize)
        }
        do throws(ActionsValidationError) {
            try ActionValidator(parameters).validate(action.actions, receiver: receiverId)
        } catch {
            throw .actionsValidation(error)
        }
    }

    /// Bytes of the receipt as nearcore serializes it: predecessor, receiver, id, the kind, and the kind's fields.
    private var byteCount: UInt64 {
        var encoder = BorshEncoder(capacity: 512)
        encoder.encode(predecessorId)
        encoder.encode(receiverId)
        encoder.encode(CryptoHash.zero)
        encoder.encode(UInt8(0))
        encoder.encode(action.signerId)
        encoder.encode(action.signerPublicKey)
        // A field of the newer kind of receipt, which is made only where it is needed.
        if let refundTo = action.refundTo {
            encoder.encode(UInt8(1))
            encoder.encode(refundTo)
        }
        encoder.encode(action.gasPrice)
        encoder.encode(UInt32(action.outputDataReceivers.count))
        for receiver in action.outputDataReceivers {
            encoder.encode(receiver.dataId)
            encoder.encode(receiver.receiverId)
        }
        encoder.encode(action.inputDataIds)
        encoder.encode(action.actions)
        return UInt64(encoder.bytes.count)
    }
}
