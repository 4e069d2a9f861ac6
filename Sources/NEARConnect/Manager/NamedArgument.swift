// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// Arguments of near-connect-ios's names, which are texts.
package enum NamedArgument {
    /// Reads an account id.
    ///
    /// `name` is the argument that the error names.
    package static func accountId(_ text: String, name: String) throws(NEARError) -> AccountId {
        do {
            return try AccountId(text)
        } catch {
            throw .invalidArgument(name: name, reason: "\(error)")
        }
    }

    /// Reads an amount in yoctoNEAR.
    ///
    /// `name` is the argument that the error names.
    package static func yoctoNEAR(_ text: String, name: String) throws(NEARError) -> NEARToken {
        do {
            return try NEARToken("\(text) yoctoNEAR")
        } catch {
            throw .invalidArgument(name: name, reason: "\(error)")
        }
    }
}
