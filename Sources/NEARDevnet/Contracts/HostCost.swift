// SPDX-License-Identifier: MIT

/// What host functions charge gas for (nearcore: `ExtCosts`).
enum HostCost: Int, CaseIterable, Sendable {
    case base
    case contractLoadingBase
    case contractLoadingBytes
    case readMemoryBase
    case readMemoryByte
    case writeMemoryBase
    case writeMemoryByte
    case readRegisterBase
    case readRegisterByte
    case writeRegisterBase
    case writeRegisterByte
    case utf8DecodingBase
    case utf8DecodingByte
    case utf16DecodingBase
    case utf16DecodingByte
    case sha256Base
    case sha256Byte
    case keccak256Base
    case keccak256Byte
    case keccak512Base
    case keccak512Byte
    case ripemd160Base
    case ripemd160Block
    case ed25519VerifyBase
    case ed25519VerifyByte
    case ecrecoverBase
    case logBase
    case logByte
    case storageWriteBase
    case storageWriteKeyByte
    case storageWriteValueByte
    case storageWriteEvictedByte
    case storageReadBase
    case storageReadKeyByte
    case storageReadValueByte
    case storageLargeReadOverheadBase
    case storageLargeReadOverheadByte
    case storageRemoveBase
    case storageRemoveKeyByte
    case storageRemoveRetValueByte
    case storageHasKeyBase
    case storageHasKeyByte
    case promiseAndBase
    case promiseAndPerPromise
    case promiseReturn
    case validatorStakeBase
    case validatorTotalStakeBase
    case yieldCreateBase
    case yieldCreateByte
    case yieldResumeBase
    case yieldResumeByte

    /// The name in gas profiles: `STORAGE_READ_BASE`.
    var profileName: String { String(describing: self).upperSnakeCase }
}

extension String {
    /// `storageReadBase` as `STORAGE_READ_BASE`.
    var upperSnakeCase: String {
        var result = ""
        for character in self {
            if character.isUppercase { result.append("_") }
            result += character.uppercased()
        }
        return result
    }
}
