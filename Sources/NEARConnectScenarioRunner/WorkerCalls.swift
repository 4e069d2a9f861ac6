// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARPrimitives
internal import SafeText

/// The methods by which a process of a run is told its work, over the local server's protocol.
enum WorkerCall {
    /// Asks for a run; the result is null when there is none.
    ///
    /// With `ahead`, for one to be made ready.
    static let next = "run.next"
    /// Hands over the result of a run.
    static let result = "run.result"
    /// Is answered never: it ends with the run's first process.
    static let stay = "run.stay"
}

/// A run, as a process of a pool is told it.
struct WorkerRun: Sendable, Hashable {
    /// The position of the scenario among those of all files.
    let position: Int
    /// The number of the repetition, from 1.
    let repetition: Int

    init(_ run: ScenarioPlan.Run) {
        position = run.position
        repetition = run.repetition
    }

    /// Reads a run; `nil` for anything else.
    init?(json: JSONValue?) {
        guard let position = json?["position"]?.integerValue(as: Int.self),
            let repetition = json?["repetition"]?.integerValue(as: Int.self), position >= 0, repetition > 0
        else { return nil }
        self.position = position
        self.repetition = repetition
    }

    var json: JSONValue {
        ["position": .integer(Int128(position)), "repetition": .integer(Int128(repetition))]
    }
}
