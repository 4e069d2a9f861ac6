// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A chain of one's own that a driven browser's controller may turn back and forward.
@MainActor
package protocol ControlledChain: AnyObject {
    /// The chain as the controller is told of it: address, accounts and their keys.
    var json: JSONValue { get }

    /// Keeps the chain as it is now.
    ///
    /// - Returns: The snapshot's number, and the height of the last block.
    func snapshot() async throws(LocalCallError) -> (id: Int, height: UInt64)

    /// Restores the chain as it was; everything since then is undone.
    ///
    /// - Returns: The height of the last block.
    func restore(_ id: Int) async throws(LocalCallError) -> UInt64

    /// Lets heights pass, with the time that belongs to them.
    ///
    /// - Returns: The height of the last block.
    func fastForward(_ blocks: UInt64) async throws(LocalCallError) -> UInt64
}
