// SPDX-License-Identifier: MIT

@testable import NEARConnectTesting

/// The things that a suite's environment leaves behind, in a process where nothing else runs.
struct LeakTests {
    @Test
    func whatIsLeftBehindIsNamed() async {
        await #expect(processExitsWith: .success) { try await leak() }
    }
}

/// Keeps a widget longer than its environment.
@MainActor
private func leak() async throws {
    try TestSession.start()
    TestSession.begin()
    let environment = try await WalletTestOptions().start(logger: TestLog().logger)
    try await environment.signIn()
    var widget: BridgeWidget? = BridgeWidget(manager: environment.manager)
    try await environment.stop()
    let left = await TestSession.end(within: .milliseconds(500))
    try #require(left?.contains("object") == true, "\(left ?? "nothing") is left")
    withExtendedLifetime(widget) {}

    widget = nil
    TestSession.begin()
    try #require(await TestSession.end() == nil)
}
