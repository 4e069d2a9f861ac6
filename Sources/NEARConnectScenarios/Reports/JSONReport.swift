// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARPrimitives

/// A report for programs; `docs/schemas/run.schema.json` describes it.
package enum JSONReport {
    /// The version of the JSON.
    private static let version = 1

    /// Returns a run as one object.
    package static func json(of results: [ScenarioResult]) -> JSONValue {
        let failed = results.count { !$0.isSuccess }
        return [
            "version": .integer(Int128(version)), "command": "run", "ok": .bool(failed == 0),
            "status": .integer(Int128(results.exitStatus.rawValue)), "failed": .integer(Int128(failed)),
            "scenarios": .array(results.map(json)),
        ]
    }

    /// Returns one scenario as an object.
    package static func json(_ result: ScenarioResult) -> JSONValue {
        var fields: JSONValue.Members = [
            "file": .string(result.file), "name": .string(result.name), "ok": .bool(result.isSuccess),
            "repetition": .integer(Int128(result.repetition)), "milliseconds": milliseconds(result.duration),
            "steps": .array(result.steps.map(json)),
        ]
        if let failure = result.failure { fields["failure"] = json(failure) }
        if let folder = result.folder { fields["folder"] = .string(folder) }
        return .object(fields)
    }

    private static func json(_ step: ScenarioResult.Step) -> JSONValue {
        [
            "step": .string(step.word), "line": .integer(Int128(step.place.line)),
            "column": .integer(Int128(step.place.column)), "end": .string(step.end.rawValue),
            "milliseconds": milliseconds(step.duration), "detail": .string(step.detail),
        ]
    }

    private static func json(_ failure: ScenarioRunError) -> JSONValue {
        var fields: JSONValue.Members = [
            "code": .string(failure.code), "message": .string(failure.sentence),
            "status": .integer(Int128(failure.status.rawValue)),
        ]
        if let place = failure.place {
            fields["line"] = .integer(Int128(place.line))
            fields["column"] = .integer(Int128(place.column))
        }
        fields["error"] = failure.nodeError
        return .object(fields)
    }

    private static func milliseconds(_ duration: Duration) -> JSONValue {
        .integer(Int128(duration.wholeMilliseconds))
    }
}
