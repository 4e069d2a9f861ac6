// SPDX-License-Identifier: MIT

/// The charges of host functions (nearcore: `ExtCosts`).
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
    case altBn128G1MultiexpBase
    case altBn128G1MultiexpElement
    case altBn128G1SumBase
    case altBn128G1SumElement
    case altBn128PairingCheckBase
    case altBn128PairingCheckElement
    case bls12381P1SumBase
    case bls12381P1SumElement
    case bls12381P2SumBase
    case bls12381P2SumElement
    case bls12381G1MultiexpBase
    case bls12381G1MultiexpElement
    case bls12381G2MultiexpBase
    case bls12381G2MultiexpElement
    case bls12381MapFpToG1Base
    case bls12381MapFpToG1Element
    case bls12381MapFp2ToG2Base
    case bls12381MapFp2ToG2Element
    case bls12381PairingBase
    case bls12381PairingElement
    case bls12381P1DecompressBase
    case bls12381P1DecompressElement
    case bls12381P2DecompressBase
    case bls12381P2DecompressElement
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

    /// The names of all cases, made once.
    private static let profileNames = allCases.map { String(describing: $0).upperSnakeCase }

    /// The name in gas profiles: `STORAGE_READ_BASE`.
    var profileName: String { Self.profileNames[rawValue] }
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
