// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARPrimitives

extension ScenarioResult {
    /// Reads a result that ``JSONReport`` has written, as the processes of a run send it; `nil` for anything else.
    package init?(json: JSONValue) {
        guard let file = json["file"]?.stringValue, let name = json["name"]?.stringValue,
            let repetition = json["repetition"]?.integerValue(as: Int.self),
            let duration = Self.duration(json), let list = json["steps"]?.arrayValue
        else { return nil }
        let steps = list.compactMap(Step.init(json:))
        guard steps.count == list.count else { return nil }
        var failure: ScenarioRunError?
        if let json = json["failure"] {
            guard let read = ScenarioRunError(json: json) else { return nil }
            failure = read
        }
        self.init(
            file: file, name: name, repetition: repetition, steps: steps, duration: duration, failure: failure,
            folder: json["folder"]?.stringValue)
    }

    fileprivate static func duration(_ json: JSONValue) -> Duration? {
        json["milliseconds"]?.integerValue(as: Int64.self).map { .milliseconds($0) }
    }
}

extension ScenarioResult.Step {
    fileprivate init?(json: JSONValue) {
        guard let word = json["step"]?.stringValue, let place = PolicyError.Place(json: json),
            let end = json["end"]?.stringValue.flatMap(ScenarioResult.End.init(rawValue:)),
            let duration = ScenarioResult.duration(json), let detail = json["detail"]?.stringValue
        else { return nil }
        self.init(word: word, place: place, end: end, duration: duration, detail: detail)
    }
}

extension ScenarioRunError {
    fileprivate init?(json: JSONValue) {
        guard let code = json["code"]?.stringValue, let sentence = json["message"]?.stringValue,
            let status = json["status"]?.integerValue(as: Int32.self).flatMap(ExitStatus.init(rawValue:))
        else { return nil }
        self.init(code: code, sentence: sentence, status: status, place: PolicyError.Place(json: json))
        nodeError = json["error"]
    }
}

extension PolicyError.Place {
    fileprivate init?(json: JSONValue) {
        guard let line = json["line"]?.integerValue(as: Int.self),
            let column = json["column"]?.integerValue(as: Int.self)
        else { return nil }
        self.init(line: line, column: column)
    }
}
