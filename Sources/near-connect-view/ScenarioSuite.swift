// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectScenarioRunner
import NEARConnectScenarios
import SafeText

/// The scenarios of the files that a command line names.
enum ScenarioSuite {
    /// Reads all files, in their order, and those that they name.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - networks: The networks that scenarios name without nodes of their own.
    /// - Throws: `ValidationError` with a line for each file that can't be used; nothing was started.
    static func read(_ files: [String], _ networks: NetworksFile?) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var faults: [String] = []
        for file in files {
            do {
                let found = try ScenarioFile.scenarios(of: try bytes(of: file), file: file)
                for scenario in found { try ScenarioPreflight.check(scenario) }
                scenarios += try found.map { try naming($0, networks) }
            } catch let error as ScenarioFileError {
                faults.append(error.description)
            }
        }
        guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\n")) }
        return scenarios
    }

    /// Gives a scenario the nodes of the network that it names without any.
    private static func naming(_ scenario: Scenario, _ networks: NetworksFile?) throws -> Scenario {
        guard case .network(var network) = scenario.chain, network.nodes.isEmpty else { return scenario }
        if let endpoints = networks?[network.id] {
            network.named = .custom(try CustomNetwork(id: network.id, endpoints: endpoints))
        } else if NEARNetwork(rawValue: network.id) == nil {
            throw ScenarioFileError(
                file: scenario.file, place: nil,
                reason: localized("the network %1$s has no nodes", DisplayText.quotation(network.id, limit: 64)),
                advice: localized("write its nodes, or name a file that has them with --networks"))
        }
        var scenario = scenario
        scenario.chain = .network(network)
        return scenario
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
