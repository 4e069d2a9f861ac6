// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import SafeText
import WalletConnectPlatform
import WalletConnectSign

extension SessionSummary {
    /// Finds a session by its topic or the topic's beginning.
    ///
    /// - Throws: `SignError.sessionUnknown`, or `ReportedError` where several begin so.
    static func find(_ text: String, in sessions: [SessionSummary]) throws -> SessionSummary {
        let found = sessions.filter { $0.topic.text.utf8.starts(with: text.utf8) }
        guard !text.isEmpty, let session = found.first else { throw SignError.sessionUnknown }
        guard found.count == 1 else {
            throw ReportedError(
                sentence: localized(
                    "%1$s sessions begin with %2$s. Write more of the topic.", "\(found.count)",
                    DisplayText.quotation(text, limit: 64)),
                code: "topicAmbiguous", status: .usage)
        }
        return session
    }
}
