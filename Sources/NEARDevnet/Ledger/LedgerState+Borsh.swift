// SPDX-License-Identifier: MIT

import HashTreeCollections
import NEARPrimitives

/// The form of a whole state on disk.
///
/// It is the changes that lead to the state from nothing, and the inbox.
extension LedgerState: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        let count =
            accounts.count + accessKeys.reduce(0) { $0 + $1.value.count } + codes.count
            + gasKeyNonces.reduce(0) { $0 + $1.value.reduce(0) { $0 + $1.value.count } }
            + storage.reduce(0) { $0 + $1.value.count }
        encoder.encode(UInt64(count))
        for (id, record) in accounts { encoder.encode(StateChangeValue.accountUpdate(id, record)) }
        for (id, keys) in accessKeys {
            for (key, accessKey) in keys { encoder.encode(StateChangeValue.accessKeyUpdate(id, key, accessKey)) }
        }
        for (id, keys) in gasKeyNonces {
            for (key, nonces) in keys {
                for (index, nonce) in nonces.enumerated() {
                    encoder.encode(
                        StateChangeValue.gasKeyNonceUpdate(id, key, index: UInt16(index), nonce: nonce))
                }
            }
        }
        for (id, code) in codes { encoder.encode(StateChangeValue.contractCodeUpdate(id, code)) }
        for (id, entries) in storage {
            for (key, value) in entries { encoder.encode(StateChangeValue.dataUpdate(id, key: key, value: value)) }
        }
        encoder.encode(UInt32(globalContracts.count))
        for (identifier, code) in globalContracts {
            encoder.encode(identifier)
            encoder.encode(code.bytes)
        }
        encoder.encode(inbox)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init()
        for _ in 0..<(try decoder.decodeUInt64()) {
            switch try decoder.decode(StateChangeValue.self) {
            case .accountUpdate(let id, let record): setAccount(id, record)
            case .accessKeyUpdate(let id, let key, let accessKey): setAccessKey(id, key, to: accessKey)
            case .gasKeyNonceUpdate(let id, let key, let index, let nonce):
                setGasKeyNonce(id, key, index: index, to: nonce)
            case .contractCodeUpdate(let id, let code): setCode(id, code)
            case .dataUpdate(let id, let key, let value): setValue(id, key: key, value)
            default: throw .invalidValue(offset: decoder.offset, reason: "a state has no such entry")
            }
        }
        for _ in 0..<(try decoder.decodeUInt32()) {
            let identifier = try decoder.decode(GlobalContractIdentifier.self)
            setGlobalContract(identifier, ContractCode(try decoder.decodeBytes()))
        }
        inbox = try decoder.decode()
    }
}
