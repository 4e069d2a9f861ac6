// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Points that the standards name, encoded for host functions.
struct CurveGenerators {
    /// EIP-196's generator (1, 2).
    let bn1 = bytes(
        "010000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000"
            + "00000000000000000000000000000000")

    /// Twice that.
    let bn1Doubled = bytes(
        "d3cf876dc108c2d3a81c8716a91678d9851518685b04859b021a132ee7440603c4a2185a7abf3effc78f53e349a4a668"
            + "0a9caeb2965f84e7927c0a0e8c73ed15")

    /// EIP-197's generator of the twist.
    let bn2 = bytes(
        "edf692d95cbdde46ddda5ef7d422436779445c5e66006a42761e1f12efde0018c212f3aeb785e49712e7a9353349aaf1"
            + "255dfb31b7bf60723a480d9293938e19aa7dfa6601cce64c7bd3430c69e7d1e38f40cb8d8071ab4aeb6d8cdba55ec812"
            + "5b9722d1dcdaac55f38eb37033314bbc95330c69ad999eec75f05f58d0890609")

    /// BLS12-381's generator of G1.
    let bls1 = bytes(
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
            + "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")

    /// BLS12-381's generator of G2.
    let bls2 = bytes(
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
            + "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
            + "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"
            + "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801")

    /// RFC 9380, J.9.2, the first message: u, and the point P that it goes to.
    let rfcU1 = bytes(
        "156c8a6a2c184569d69a76be144b5cdc5141d2d2ca4fe341f011e25e3969c55ad9e9b9ce2eb833c81a908e5fa4ac5f03")

    /// P.
    let rfcP1 = bytes(
        "184bb665c37ff561a89ec2122dd343f20e0f4cbcaec84e3c3052ea81d1834e192c426074b02ed3dca4e7676ce4ce48ba"
            + "04407b8d35af4dacc809927071fc0405218f1401a6d15af775810e4e460064bcc9468beeba82fdc751be70476c888bf3")

    private static func bytes(_ text: String) -> [UInt8] { Hexadecimal.decode(text) ?? [] }
}
