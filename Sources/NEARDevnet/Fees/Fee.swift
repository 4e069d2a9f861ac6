// SPDX-License-Identifier: MIT

/// The gas price of one operation, in the three parts nearcore charges separately.
///
/// Sending is burnt when the receipt is made, executing when the receipt runs (nearcore type: `Fee`).
public struct Fee: Sendable, Hashable {
    /// Gas burnt to send the operation to the sender's own account ("sender is receiver").
    public let sendSIR: UInt64

    /// Gas burnt to send the operation to another account.
    public let sendNotSIR: UInt64

    /// Gas burnt when the operation is executed at the receiver.
    public let execution: UInt64

    /// A fee of three parts, each in gas units.
    public init(sendSIR: UInt64, sendNotSIR: UInt64, execution: UInt64) {
        self.sendSIR = sendSIR
        self.sendNotSIR = sendNotSIR
        self.execution = execution
    }

    /// A fee that costs the same in each of its three parts.
    public init(all gas: UInt64) {
        self.init(sendSIR: gas, sendNotSIR: gas, execution: gas)
    }

    /// The sending part, which depends on whether the operation leaves the sender's account.
    public func send(senderIsReceiver: Bool) -> UInt64 {
        senderIsReceiver ? sendSIR : sendNotSIR
    }
}
