// SPDX-License-Identifier: MIT

import Glibc
import NEARDevnet
import NEARRPC
import Testing

/// A devnet of a user without privileges, where these tests may be root's.
@Suite struct PrivilegeTests {
    /// Root may set options of sockets that nobody else may, and a connection whose option fails is closed unanswered.
    @Test func aUserWithoutPrivilegesIsAnswered() async throws {
        await #expect(processExitsWith: .success) {
            if geteuid() == 0 { try #require(setuid(65_534) == 0) }
            let devnet = try await Devnet.start()
            let status = try await devnet.patientClient().status()
            try #require(status.chainId == devnet.chainId)
            await devnet.stop()
        }
    }
}
