// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// An error that another process of this program has met, as its ``ErrorReport`` tells it.
package struct ReportedError: Error, Hashable {
    let sentence: String
    let code: String
    let status: ExitStatus
    /// The error of the node or the chain behind it, as it came; `nil` where there is none.
    var nodeError: JSONValue?

    /// True if the program gave the work up before anything was sent.
    package var isCancellation: Bool { status == .cancelled }

    /// Reads what ``json(_:)`` wrote.
    ///
    /// - Returns: `nil` for JSON of another shape.
    package init?(_ json: JSONValue) {
        guard let sentence = json["message"]?.stringValue, let code = json["code"]?.stringValue,
            let status = json["status"]?.integerValue(as: Int32.self).flatMap(ExitStatus.init)
        else { return nil }
        (self.sentence, self.code, self.status) = (sentence, code, status)
        nodeError = json["error"]
    }

    /// Makes an error of its parts.
    ///
    /// - Parameters:
    ///   - sentence: What happened, and what to do.
    ///   - code: A name for programs.
    ///   - status: The exit status of a command that ends with it.
    package init(sentence: String, code: String, status: ExitStatus) {
        (self.sentence, self.code, self.status) = (sentence, code, status)
    }

    /// Returns an error as another process reads it.
    package static func json(_ error: any Error) -> JSONValue {
        let report = ErrorReport(error)
        var fields: JSONValue.Members = [
            "message": .string(report.sentence), "code": .string(report.code),
            "status": .integer(Int128(report.status.rawValue)),
        ]
        fields["error"] = report.nodeError
        return .object(fields)
    }
}
