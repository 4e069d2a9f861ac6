// SPDX-License-Identifier: MIT

import Testing

@testable import NEARPrimitives

@Suite struct SHA2Tests {
    struct Function: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let hash: @Sendable ([UInt8]) -> [UInt8]
        /// FIPS 180-4's example "abc".
        let abc: String
        /// The hash of the hashes of n bytes n, for n below 300, by Python's hashlib.
        ///
        /// So each length around a block's end occurs.
        let lengths: String
    }

    static let functions = [
        Function(
            testDescription: "SHA-256", hash: SHA2.sha256,
            abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            lengths: "f307875534dfa7c6a0c85e1239c353f69cbe940c9837b67f763009d4342c16cd"),
        Function(
            testDescription: "SHA-384", hash: SHA2.sha384,
            abc: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
            lengths: "a0ef72aa73e4b9d6c3584ba0825f2859ef4379199322941dd09927c403aeddd6"
                + "2f74a8ba89db8ddb683efa0386418964"),
        Function(
            testDescription: "SHA-512", hash: SHA2.sha512,
            abc: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            lengths: "051110d250c69285679d7a7b2b5bcdc67fe3082ec423260544ecaa61b6a16fdd"
                + "2aa6bed1128df79dc4c9c37947026edd010d2ad55a1ba23f7da7bd9e0c9145fd"),
    ]

    @Test(arguments: functions)
    func hashesAreTheStandards(function: Function) {
        #expect(Hexadecimal.encode(function.hash(Array("abc".utf8))) == function.abc)
        let hashes = (0..<300).flatMap { function.hash(Array(repeating: UInt8(truncatingIfNeeded: $0), count: $0)) }
        #expect(Hexadecimal.encode(function.hash(hashes)) == function.lengths)
    }

    /// RFC 4231's test cases 2 and 6; the second key is longer than a block.
    ///
    /// One state makes several codes.
    @Test(arguments: [
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
        ),
    ])
    func codesAreTheStandards(key: [UInt8], message: String, code: String) {
        let keyed = key.withUnsafeBytes { HMACSHA512(key: $0) }
        for _ in 0..<3 {
            #expect(Hexadecimal.encode(keyed.code(of: Array(message.utf8))) == code)
        }
        var memory = Array(message.utf8) + [UInt8](repeating: 0, count: 64)
        memory.withUnsafeMutableBytes { memory in
            keyed.authenticate(
                UnsafeRawBufferPointer(rebasing: memory[..<message.utf8.count]),
                into: UnsafeMutableRawBufferPointer(rebasing: memory[..<64]))
        }
        #expect(Hexadecimal.encode(memory.prefix(64)) == code, "the code over the message's own memory")
    }
}
