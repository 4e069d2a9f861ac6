// SPDX-License-Identifier: MIT

import Foundation
import Logging
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

/// With which settings pages are drawn, and what is tried when they stay blank.
@MainActor @Suite struct GraphicsLadderTests {
    private static let intel = GraphicsMachine(
        display: .wayland, drivers: ["i915"], nvidiaVersion: nil, webKit: "2.50.6")
    private static let nvidia = GraphicsMachine(
        display: .wayland, drivers: ["nvidia"], nvidiaVersion: "550.1", webKit: "2.50.6")

    private func ladder(
        _ machine: GraphicsMachine = intel, _ environment: [String: String] = [:], verdict: GraphicsVerdict? = nil
    ) -> GraphicsLadder {
        GraphicsLadder(machine: machine, environment: environment, verdict: verdict)
    }

    /// Goes down from the start, each relaunch as the next process sees it.
    private func descent(on machine: GraphicsMachine) -> [GraphicsRung] {
        var ladder = ladder(machine)
        var rungs = [ladder.rung]
        while rungs.count < 20 {
            switch ladder.noteBlank() {
            case .settings(let rung): rungs.append(rung)
            case .relaunch(let rung, let environment):
                rungs.append(rung)
                ladder = self.ladder(machine, environment)
            case .exhausted: return rungs
            }
        }
        return rungs
    }

    @Test func everyRungIsTriedOnceAndInOrder() {
        #expect(descent(on: Self.intel) == [.standard, .withoutAcceleration, .withoutDMABUF, .withoutCompositing])
        #expect(
            descent(on: Self.nvidia)
                == [.standard, .withoutExplicitSync, .withoutAcceleration, .withoutDMABUF, .withoutCompositing])
        let x11 = GraphicsMachine(display: .x11, drivers: ["nvidia"], nvidiaVersion: "550.1", webKit: "2.50.6")
        #expect(!descent(on: x11).contains(.withoutExplicitSync))
    }

    @Test(arguments: [
        ["WEBKIT_DISABLE_DMABUF_RENDERER": "0"], ["WEBKIT_FORCE_COMPOSITING_MODE": "1"],
        ["__NV_DISABLE_EXPLICIT_SYNC": "1"],
        ["WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NEAR_CONNECT_GRAPHICS": "no-dmabuf"],
    ])
    func theUsersOwnVariablesWin(environment: [String: String]) {
        let verdict = GraphicsVerdict(machine: Self.intel.key, rung: .withoutDMABUF, paints: true)
        let ladder = ladder(Self.intel, environment, verdict: verdict)
        #expect(ladder.isOff && ladder.isSettled)
        #expect(ladder.rung == .standard)
    }

    @Test func variablesOfThisPackageAreNotTakenForTheUsers() {
        let environment = ["WEBKIT_DISABLE_DMABUF_RENDERER": "1", "NEAR_CONNECT_GRAPHICS": "no-dmabuf"]
        let ladder = ladder(Self.intel, environment)
        #expect(!ladder.isOff && !ladder.isSettled)
        #expect(ladder.rung == .withoutDMABUF)
        #expect(!self.ladder(Self.intel, ["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"]).isOff)
    }

    @Test func aVerdictHoldsForItsMachineOnly() {
        let verdict = GraphicsVerdict(machine: Self.intel.key, rung: .withoutDMABUF, paints: true)
        #expect(ladder(verdict: verdict).isSettled)
        #expect(ladder(verdict: verdict).rung == .withoutDMABUF)
        let other = ladder(Self.nvidia, verdict: verdict)
        #expect(!other.isSettled && other.rung == .standard)
    }

    private static func machine(_ display: GraphicsMachine.Display, _ drivers: [String]) -> GraphicsMachine {
        GraphicsMachine(display: display, drivers: drivers, nvidiaVersion: nil, webKit: "2.50.6")
    }

    /// Without a card that draws, a program starts without shared buffers; with one, WebKit's own way stays.
    @Test func theFirstRungFitsTheMachine() {
        let without = [
            Self.machine(.x11, []), Self.machine(.wayland, []), Self.machine(.none, []),
            Self.machine(.x11, ["vgem"]), Self.machine(.x11, ["vgem", "vkms"]), Self.machine(.virtual, ["i915"]),
        ]
        for machine in without { #expect(GraphicsLadder.start(on: machine, verdict: nil) == .withoutDMABUF) }
        let with = [Self.intel, Self.nvidia, Self.machine(.x11, ["amdgpu"]), Self.machine(.wayland, ["vgem", "i915"])]
        for machine in with { #expect(GraphicsLadder.start(on: machine, verdict: nil) == .standard) }
    }

    @Test func whatPaintedBeforeIsTakenAgain() {
        for machine in [Self.intel, Self.machine(.x11, [])] {
            for rung in GraphicsRung.allCases {
                let verdict = GraphicsVerdict(machine: machine.key, rung: rung, paints: true)
                // WebKit's own way paints without a card, too, and takes seconds for it.
                let expected = rung == .standard ? machine.firstRung : rung
                #expect(GraphicsLadder.start(on: machine, verdict: verdict) == expected)
                let other = GraphicsVerdict(machine: "x11 2.40.0 -", rung: rung, paints: true)
                #expect(GraphicsLadder.start(on: machine, verdict: other) == machine.firstRung)
            }
        }
    }

    /// The variables are a program's to set, once: never beside the user's own, nor after a restart has set some.
    @Test func theLibrarySaysWhatToSet() {
        let virtual = ["DISPLAY": ":1", GraphicsMachine.virtualDisplay: "1"]
        let variables = GraphicsSettings.recommended(environment: virtual)
        #expect(variables == ["WEBKIT_DISABLE_DMABUF_RENDERER": "1", "NEAR_CONNECT_GRAPHICS": "no-dmabuf"])
        let process = virtual.merging(variables) { own, _ in own }
        #expect(GraphicsSettings.recommended(environment: process).isEmpty)
        #expect(self.ladder(.here(environment: process), process).rung == .withoutDMABUF)
        for name in ["WEBKIT_DISABLE_DMABUF_RENDERER", "WEBKIT_FORCE_COMPOSITING_MODE", "__NV_DISABLE_EXPLICIT_SYNC"] {
            let own = virtual.merging([name: "0"]) { own, _ in own }
            #expect(GraphicsSettings.recommended(environment: own).isEmpty, "\(name)")
        }
    }

    @Test func whatWasSeenIsRememberedAndNotLookedAtAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let memory = GraphicsMemory(file: folder.appendingPathComponent("graphics.json"))
        func watch() -> GraphicsWatch {
            GraphicsWatch(machine: Self.intel, environment: [:], memory: memory, logger: Logger(label: "test"))
        }
        var (looks, told): (Int, [String]) = (0, [])
        var isAccelerated = true
        let probing = GraphicsWatch.PaintProbing(
            look: {
                looks += 1
                return isAccelerated ? .blank : .painted
            }, disableAcceleration: { isAccelerated = false }, relaunch: { _ in false }, tell: { told.append($0) })
        await watch().look(probing)
        #expect(looks == 2)
        #expect(memory.verdict() == GraphicsVerdict(machine: Self.intel.key, rung: .withoutAcceleration, paints: true))
        let next = watch()
        #expect(next.disablesAcceleration)
        await next.look(probing)
        #expect(looks == 2)
        #expect(told.isEmpty)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func whatWasHiddenIsNoVerdictAndIsLookedAtAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let memory = GraphicsMemory(file: folder.appendingPathComponent("graphics.json"))
        let watch = GraphicsWatch(machine: Self.intel, environment: [:], memory: memory, logger: Logger(label: "test"))
        var results: [GraphicsWatch.PaintResult] = [.hidden, .painted]
        let probing = GraphicsWatch.PaintProbing(
            look: { results.removeFirst() }, disableAcceleration: { Issue.record("nothing was wrong") },
            relaunch: { _ in
                Issue.record("nothing was wrong")
                return true
            }, tell: { Issue.record("\($0)") })
        await watch.look(probing)
        #expect(memory.verdict() == nil)
        #expect(!watch.ladder.isSettled && watch.ladder.rung == .standard)
        await watch.look(probing)
        #expect(memory.verdict() == GraphicsVerdict(machine: Self.intel.key, rung: .standard, paints: true))
        try FileManager.default.removeItem(at: folder)
    }

    @Test func theUserIsToldWhereNoRelaunchIsPossible() async {
        let memory = GraphicsMemory(file: URL(fileURLWithPath: "/nonexistent/graphics.json"))
        let watch = GraphicsWatch(machine: Self.nvidia, environment: [:], memory: memory, logger: Logger(label: "test"))
        var told: [String] = []
        await watch.look(
            GraphicsWatch.PaintProbing(
                look: { .blank }, disableAcceleration: {}, relaunch: { _ in false }, tell: { told.append($0) }))
        #expect(told.count == 1)
        #expect(told.first?.contains("__NV_DISABLE_EXPLICIT_SYNC=1") == true)
    }
}
