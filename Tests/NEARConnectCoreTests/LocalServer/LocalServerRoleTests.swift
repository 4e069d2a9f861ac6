// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Each method × each role: a method that isn't the client's role's is as if it weren't there.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct LocalServerRoleTests {
    /// The names that issues plan, by role; `status` both have, with a meaning each.
    private static let names: [(name: String, role: LocalRole)] = [
        ("sign", .asks), ("accounts.list", .asks), ("status", .asks), ("status", .controls),
        ("requests.approve", .controls), ("policy.set", .controls), ("accounts.add", .controls),
        ("sites.grant", .controls),
    ]

    private static let methods = names.map { entry in
        LocalMethod(entry.name, for: entry.role) { _, _ in .string("\(entry.role) \(entry.name)") }
    }

    @Test(arguments: LocalRole.allCases) func aClientHasTheMethodsOfItsRoleAndNoOther(role: LocalRole) async throws {
        let folder = LocalServerFolder()
        let server = try await LocalServer.open(at: folder.socket, role: role, methods: Self.methods)
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":0,"method":"nobody's"}"#)
        let unknown = try #require(try client.line())
        #expect(unknown.contains("-32601"))
        for name in Set(Self.names.map(\.name)) {
            client.send(line: #"{"jsonrpc":"2.0","id":0,"method":"\#(name)"}"#)
            let answer = try client.line()
            if Self.names.contains(where: { $0.name == name && $0.role == role }) {
                #expect(answer == #"{"id":0,"jsonrpc":"2.0","result":"\#(role) \#(name)"}"#)
            } else {
                // To the byte: a client can't even find out that another role has it.
                #expect(answer == unknown)
            }
        }
        await server.close()
    }

    /// The word of the client doesn't count: not in the name, not in the parameters, not in another member.
    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":0,"method":"requests.approve","role":"controls"}"#,
        #"{"jsonrpc":"2.0","id":0,"method":"requests.approve","params":{"role":"controls"}}"#,
        #"{"jsonrpc":"2.0","id":0,"method":"controls:requests.approve"}"#,
        #"{"jsonrpc":"2.0","id":0,"method":"requests.approve\u0000"}"#,
        #"{"jsonrpc":"2.0","id":0,"method":"\u0072equests.approve"}"#,
        #"{"jsonrpc":"2.0","id":0,"method":"REQUESTS.APPROVE"}"#,
    ])
    func aClientThatAsksCantNameItselfAnother(line: String) async throws {
        let folder = LocalServerFolder()
        let server = try await LocalServer.open(at: folder.socket, role: .asks, methods: Self.methods)
        let client = try RawLocalClient(server.path)
        client.send(line: line)
        #expect(try client.json()?["error"]?["code"] == -32601)
        await server.close()
    }
}
