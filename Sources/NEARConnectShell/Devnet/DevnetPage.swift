// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives

/// The page of an embedded chain: tools, and the explorer beside them or below.
@MainActor
final class DevnetPage: Container {
    let tools: DevnetTools
    let explorer: ExplorerPage
    /// The width below which the explorer stands below the tools, in pixels.
    private static let narrow: Int32 = 640
    private let row = Box(.across)
    private var isNarrow = false
    private var resized: SignalConnection?

    /// - Parameters:
    ///   - explorer: The explorer of the chain.
    ///   - kept: The states of the chain that were kept.
    ///   - manager: The manager whose network the chain is; an account that is made becomes one of its keystore's.
    init(_ explorer: ExplorerPage, _ kept: KeptStates, manager: NEARWalletManager) {
        self.explorer = explorer
        tools = DevnetTools(
            DevnetCalls { [weak manager] in
                guard let manager else { throw NEARError.managerReleased }
                return try manager.client()
            }, kept)
        super.init(shared: row.widget)
        keep(row)
        tools.minimumSize(width: 250, height: 200)
        row.append(tools)
        row.append(explorer, expands: true)
        tools.onNewAccount = { [weak manager] account, key in
            guard let manager else { return }
            manager.addKeys([
                Keystore.Entry(network: manager.network.rawValue, accountId: account, secretKey: key)
            ])
        }
        tools.onChange = { [weak explorer] in explorer?.reload() }
        resized = row.onResize { [weak self] in
            // A widget that is being given room may not ask for other room.
            Task { @MainActor in self?.fit() }
        }
    }

    private func fit() {
        let width = givenWidth
        guard width > 1, isNarrow != (width < Self.narrow) else { return }
        isNarrow.toggle()
        row.setDirection(isNarrow ? .down : .across)
    }
}
