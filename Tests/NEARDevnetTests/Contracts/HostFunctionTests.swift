// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Host functions one by one, against values of independent origin.
@Suite(.ownThread) struct HostFunctionTests {
    /// Hashes its input, and returns the hash.
    private func hash(_ function: String, _ text: String) async throws -> String {
        let module = """
            (module (import "env" "input" (func $input (param i64)))
              (import "env" "\(function)" (func $hash (param i64 i64 i64)))
              (import "env" "value_return" (func $return (param i64 i64)))
              (func (export "main")
                (call $input (i64.const 0))
                (call $hash (i64.const -1) (i64.const 0) (i64.const 1))
                (call $return (i64.const -1) (i64.const 1))))
            """
        return Hexadecimal.encode(try await bytes(module, Array(text.utf8)))
    }

    private func bytes(_ module: String, _ arguments: [UInt8]) async throws -> [UInt8] {
        var local = try LocalChain()
        try local.deploy(WAT.module(module), to: "bob.root")
        let answer = try await QueryAnswer(
            state: local.state, block: local.chain.head, settings: local.chain.settings
        ).call(AccountId("bob.root"), method: "main", arguments: arguments)
        let elements: [JSONValue] = answer["result"]?.arrayValue ?? []
        return elements.compactMap { element in
            guard case .integer(let value) = element else { return nil }
            return UInt8(exactly: value)
        }
    }

    @Test(arguments: [
        ("sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("keccak256", "", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        (
            "keccak512", "",
            "0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e"
        ),
        ("ripemd160", "", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
        ("ripemd160", "abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
        ("ripemd160", "message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    ])
    func hashes(function: String, text: String, expected: String) async throws {
        #expect(try await hash(function, text) == expected)
    }

    private let store = """
        (module
          (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
          (import "env" "storage_remove" (func $remove (param i64 i64 i64) (result i64)))
          (import "env" "storage_has_key" (func $has (param i64 i64) (result i64)))
          (import "env" "register_len" (func $length (param i64) (result i64)))
          (memory 1) (data (i32.const 0) "keyvalue")
          (func $check (param i64 i64) (if (i64.ne (local.get 0) (local.get 1)) (then unreachable)))
          (func (export "write")
            (call $check (call $write (i64.const 3) (i64.const 0) (i64.const 5) (i64.const 3) (i64.const 7)) (i64.const 0))
            (call $check (call $length (i64.const 7)) (i64.const -1))
            (call $check (call $write (i64.const 3) (i64.const 0) (i64.const 4) (i64.const 3) (i64.const 7)) (i64.const 1))
            (call $check (call $length (i64.const 7)) (i64.const 5))
            (call $check (call $has (i64.const 3) (i64.const 0)) (i64.const 1)))
          (func (export "remove")
            (call $check (call $remove (i64.const 3) (i64.const 0) (i64.const 1)) (i64.const 1))
            (call $check (call $length (i64.const 1)) (i64.const 4))
            (call $check (call $has (i64.const 3) (i64.const 0)) (i64.const 0)))
          (func (export "fail")
            (drop (call $write (i64.const 3) (i64.const 0) (i64.const 5) (i64.const 3) (i64.const 7)))
            (unreachable))
          (func (export "large")
            (drop (call $write (i64.const 2049) (i64.const 0) (i64.const 5) (i64.const 3) (i64.const 7)))))
        """

    @Test func storageIsKeptAndCounted() throws {
        var local = try LocalChain()
        try local.deploy(WAT.module(store), to: "bob.root")
        let id = try AccountId("bob.root")
        let before = try #require(local.state.account(id)).storageUsage
        #expect(try local.call("bob.root", "write").failure == nil)
        #expect(try #require(local.state.account(id)).storageUsage == before + 3 + 4 + 40)
        #expect(local.state.value(id, key: Array("key".utf8)) == Array("valu".utf8))
        #expect(try local.call("bob.root", "remove").failure == nil)
        #expect(try #require(local.state.account(id)).storageUsage == before)
        #expect(try local.call("bob.root", "fail").failure != nil)
        #expect(local.state.value(id, key: Array("key".utf8)) == nil)
        #expect(
            try local.call("bob.root", "large").executionError
                == "The length of a storage key 2049 exceeds the limit 2048")
    }

    @Test func aViewCallChangesNothing() async throws {
        var local = try LocalChain()
        try local.deploy(WAT.module(store), to: "bob.root")
        await #expect(throws: QueryError.contractExecution(.host(.prohibitedInView("storage_write")))) {
            try await local.view("bob.root", "write")
        }
        #expect(
            ContractError.host(.prohibitedInView("storage_write")).debugText
                == "HostError(ProhibitedInView { method_name: \"storage_write\" })")
    }

    @Test func aSignatureGivesItsKeyBack() async throws {
        let key = try SecretKey(keyType: .secp256k1, seed: [UInt8](repeating: 7, count: 32))
        let hash = CryptoHash.sha256(Array("message".utf8))
        let signature = try key.sign(hash).bytes
        let module = """
            (module (import "env" "input" (func $input (param i64)))
              (import "env" "read_register" (func $read (param i64 i64)))
              (import "env" "ecrecover" (func $recover (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
              (import "env" "value_return" (func $return (param i64 i64))) (memory 1)
              (func (export "main")
                (call $input (i64.const 0))
                (call $read (i64.const 0) (i64.const 0))
                (if (i64.ne (i64.const 1) (call $recover (i64.const 32) (i64.const 0) (i64.const 64) (i64.const 32)
                      (i64.load8_u (i32.const 96)) (i64.const 1) (i64.const 1))) (then unreachable))
                (call $return (i64.const -1) (i64.const 1))))
            """
        #expect(try await bytes(module, hash.bytes + signature) == key.publicKey.bytes)
    }
}
