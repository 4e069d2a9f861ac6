// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The gas of one operation, in the parts that nearcore charges separately (its `Fee`), in gas units.
package struct RuntimeFee: Sendable, Hashable {
    /// Burnt to send it to the sender's own account.
    let sendToSelf: UInt64
    /// Burnt to send it to another account.
    let sendToOthers: UInt64
    /// Burnt when it is executed.
    let execution: UInt64

    /// Returns the part for sending.
    func send(toSelf: Bool) -> UInt64 { toSelf ? sendToSelf : sendToOthers }
}

extension RuntimeFee: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        sendToSelf = try fields.value("send_sir")
        sendToOthers = try fields.value("send_not_sir")
        execution = try fields.value("execution")
    }
}
