// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCore
import NEARConnectScenarioRunner
import NEARConnectScenarios
import SafeText

/// The scenarios of the files that a command line names.
enum ScenarioSuite {
    /// Reads all files, in their order, and those that they name.
    ///
    /// - Throws: `ValidationError` with a line for each file that can't be used; nothing was started.
    static func read(_ files: [String]) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var faults: [String] = []
        for file in files {
            do {
                let found = try ScenarioFile.scenarios(of: try bytes(of: file), file: file)
                for scenario in found { try ScenarioPreflight.check(scenario) }
                scenarios += found
            } catch let error as ScenarioFileError {
                faults.append(error.description)
            }
        }
        guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\n")) }
        return scenarios
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        func unreadable(_ reason: String) -> ScenarioFileError {
            ScenarioFileError(
                file: file, place: nil, reason: reason, advice: localized("name a scenario file that you may read"))
        }
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(
                URL(fileURLWithPath: file), limit: ScenarioFile.sizeLimit, followsLinks: true)
        } catch let error as RegularFileError {
            throw unreadable(error.description)
        } catch {
            throw unreadable(ErrorReport(error).sentence)
        }
        guard let bytes else { throw unreadable(localized("there is no such file")) }
        return bytes
    }
}
