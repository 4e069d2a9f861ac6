// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The form that is hashed into the state root, and in which patches are stored.
extension StateChangeValue: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(accountId)
        switch self {
        case .accountUpdate(_, let record):
            encoder.encode(UInt8(0))
            encoder.encode(record)
        case .accountDeletion:
            encoder.encode(UInt8(1))
        case .accessKeyUpdate(_, let publicKey, let accessKey):
            encoder.encode(UInt8(2))
            encoder.encode(publicKey)
            encoder.encode(accessKey)
        case .accessKeyDeletion(_, let publicKey):
            encoder.encode(UInt8(3))
            encoder.encode(publicKey)
        case .dataUpdate(_, let key, let value):
            encoder.encode(UInt8(4))
            encoder.encode(key)
            encoder.encode(value)
        case .dataDeletion(_, let key):
            encoder.encode(UInt8(5))
            encoder.encode(key)
        case .contractCodeUpdate(_, let code):
            encoder.encode(UInt8(6))
            encoder.encode(code.bytes)
        case .contractCodeDeletion:
            encoder.encode(UInt8(7))
        case .globalContractUpdate(_, let identifier, let code):
            encoder.encode(UInt8(8))
            encoder.encode(identifier)
            encoder.encode(code.bytes)
        case .gasKeyNonceUpdate(_, let publicKey, let index, let nonce):
            encoder.encode(UInt8(9))
            encoder.encode(publicKey)
            encoder.encode(index)
            encoder.encode(nonce)
        }
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        let id = try decoder.decode(AccountId.self)
        let tag = try decoder.decodeUInt8()
        switch tag {
        case 0: self = .accountUpdate(id, try decoder.decode(AccountRecord.self))
        case 1: self = .accountDeletion(id)
        case 2: self = .accessKeyUpdate(id, try decoder.decode(PublicKey.self), try decoder.decode(AccessKey.self))
        case 3: self = .accessKeyDeletion(id, try decoder.decode(PublicKey.self))
        case 4: self = .dataUpdate(id, key: try decoder.decodeBytes(), value: try decoder.decodeBytes())
        case 5: self = .dataDeletion(id, key: try decoder.decodeBytes())
        case 6: self = .contractCodeUpdate(id, ContractCode(try decoder.decodeBytes()))
        case 7: self = .contractCodeDeletion(id)
        case 8:
            let identifier = try decoder.decode(GlobalContractIdentifier.self)
            self = .globalContractUpdate(id, identifier, ContractCode(try decoder.decodeBytes()))
        case 9:
            let publicKey = try decoder.decode(PublicKey.self)
            self = .gasKeyNonceUpdate(
                id, publicKey, index: try decoder.decodeUInt16(), nonce: try decoder.decodeUInt64())
        default: throw .unknownTag(offset: 0, type: "StateChangeValue", tag: tag)
        }
    }
}

extension AccountRecord: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(amount)
        encoder.encode(locked)
        encoder.encode(storageUsage)
        encoder.encode(contract)
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        let amount = try decoder.decodeUInt128()
        let locked = try decoder.decodeUInt128()
        let storageUsage = try decoder.decodeUInt64()
        self.init(
            amount: amount, locked: locked, contract: try decoder.decode(AccountContract.self),
            storageUsage: storageUsage)
    }
}

extension AccountContract: BorshEncodable, BorshDecodable {
    func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .none:
            encoder.encode(UInt8(0))
        case .local(let hash):
            encoder.encode(UInt8(1))
            encoder.encode(hash)
        case .global(let hash):
            encoder.encode(UInt8(2))
            encoder.encode(hash)
        case .globalByAccount(let id):
            encoder.encode(UInt8(3))
            encoder.encode(id)
        }
    }

    init(from decoder: inout BorshDecoder) throws(BorshError) {
        let tag = try decoder.decodeUInt8()
        switch tag {
        case 0: self = .none
        case 1: self = .local(try decoder.decode(CryptoHash.self))
        case 2: self = .global(try decoder.decode(CryptoHash.self))
        case 3: self = .globalByAccount(try decoder.decode(AccountId.self))
        default: throw .unknownTag(offset: 0, type: "AccountContract", tag: tag)
        }
    }
}
