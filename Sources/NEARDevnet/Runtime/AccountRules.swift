// SPDX-License-Identifier: MIT

import NEARPrimitives

extension AccountId {
    /// True if the account comes into being by a transfer.
    ///
    /// `0u` accounts, of a later protocol version, are names here.
    var isCreatedByTransfer: Bool {
        switch kind {
        case .nearImplicit, .ethImplicit, .nearDeterministic: true
        case .named, .universal: false
        }
    }

    /// True if the account has no parent and no owner that follows from its id.
    var isTopLevelName: Bool { isTopLevel || kind == .universal }
}
