// SPDX-License-Identifier: MIT

/// A command that signs.
protocol SigningCommand: ChainCommand {
    /// The options that choose the key.
    var signing: SigningOptions { get set }
}

extension SigningCommand {
    var chain: ChainOptions {
        get { signing.chain }
        set { signing.chain = newValue }
    }

    @MainActor
    mutating func use(_ devnet: CommandDevnet) { signing.use(devnet) }
}

/// A command that signs a transaction and sends it.
protocol SendingCommand: SigningCommand {
    /// The options of the transaction.
    var sending: SendingOptions { get set }
}

extension SendingCommand {
    var signing: SigningOptions {
        get { sending.signing }
        set { sending.signing = newValue }
    }
}
