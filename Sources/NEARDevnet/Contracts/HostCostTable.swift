// SPDX-License-Identifier: MIT

/// The gas prices of host functions' work, at one protocol version.
///
/// The figures are those of NEAR's public runtime configuration.
struct HostCostTable: Sendable {
    private let gas: [UInt64]

    private init(gas: [HostCost: UInt64]) {
        self.gas = HostCost.allCases.map { gas[$0] ?? 0 }
    }

    subscript(_ cost: HostCost) -> UInt64 { gas[cost.rawValue] }

    /// The costs of protocol version 83.
    static let version83 = HostCostTable(gas: [
        .base: 264_768_111,
        .contractLoadingBase: 35_445_963,
        .contractLoadingBytes: 1_089_295,
        .readMemoryBase: 2_609_863_200,
        .readMemoryByte: 3_801_333,
        .writeMemoryBase: 2_803_794_861,
        .writeMemoryByte: 2_723_772,
        .readRegisterBase: 2_517_165_186,
        .readRegisterByte: 98_562,
        .writeRegisterBase: 2_865_522_486,
        .writeRegisterByte: 3_801_564,
        .utf8DecodingBase: 3_111_779_061,
        .utf8DecodingByte: 291_580_479,
        .utf16DecodingBase: 3_543_313_050,
        .utf16DecodingByte: 163_577_493,
        .sha256Base: 4_540_970_250,
        .sha256Byte: 24_117_351,
        .keccak256Base: 5_879_491_275,
        .keccak256Byte: 21_471_105,
        .keccak512Base: 5_811_388_236,
        .keccak512Byte: 36_649_701,
        .ripemd160Base: 853_675_086,
        .ripemd160Block: 680_107_584,
        .ed25519VerifyBase: 210_000_000_000,
        .ed25519VerifyByte: 9_000_000,
        .ecrecoverBase: 278_821_988_457,
        .altBn128G1MultiexpBase: 713_000_000_000,
        .altBn128G1MultiexpElement: 320_000_000_000,
        .altBn128G1SumBase: 3_000_000_000,
        .altBn128G1SumElement: 5_000_000_000,
        .altBn128PairingCheckBase: 9_686_000_000_000,
        .altBn128PairingCheckElement: 5_102_000_000_000,
        .bls12381P1SumBase: 16_500_000_000,
        .bls12381P1SumElement: 6_000_000_000,
        .bls12381P2SumBase: 18_600_000_000,
        .bls12381P2SumElement: 15_000_000_000,
        .bls12381G1MultiexpBase: 16_500_000_000,
        .bls12381G1MultiexpElement: 930_000_000_000,
        .bls12381G2MultiexpBase: 18_600_000_000,
        .bls12381G2MultiexpElement: 1_995_000_000_000,
        .bls12381MapFpToG1Base: 1_500_000_000,
        .bls12381MapFpToG1Element: 252_000_000_000,
        .bls12381MapFp2ToG2Base: 1_500_000_000,
        .bls12381MapFp2ToG2Element: 900_000_000_000,
        .bls12381PairingBase: 2_130_000_000_000,
        .bls12381PairingElement: 2_130_000_000_000,
        .bls12381P1DecompressBase: 15_000_000_000,
        .bls12381P1DecompressElement: 81_000_000_000,
        .bls12381P2DecompressBase: 15_000_000_000,
        .bls12381P2DecompressElement: 165_000_000_000,
        .logBase: 3_543_313_050,
        .logByte: 13_198_791,
        .storageWriteBase: 64_196_736_000,
        .storageWriteKeyByte: 70_482_867,
        .storageWriteValueByte: 31_018_539,
        .storageWriteEvictedByte: 32_117_307,
        .storageReadBase: 56_356_845_749,
        .storageReadKeyByte: 30_952_533,
        .storageReadValueByte: 5_611_004,
        .storageLargeReadOverheadBase: 1,
        .storageLargeReadOverheadByte: 1,
        .storageRemoveBase: 53_473_030_500,
        .storageRemoveKeyByte: 38_220_384,
        .storageRemoveRetValueByte: 11_531_556,
        .storageHasKeyBase: 54_039_896_625,
        .storageHasKeyByte: 30_790_845,
        .promiseAndBase: 1_465_013_400,
        .promiseAndPerPromise: 5_452_176,
        .promiseReturn: 560_152_386,
        .validatorStakeBase: 911_834_726_400,
        .validatorTotalStakeBase: 911_834_726_400,
        .yieldCreateBase: 153_411_779_276,
        .yieldCreateByte: 15_643_988,
        .yieldResumeBase: 1_195_627_285_210,
        .yieldResumeByte: 47_683_715,
    ])
}
