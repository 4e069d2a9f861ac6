// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// `near-connect shares sign-out`: what ends, and what goes on.
final class SharesSignOutTests: MainLoopTestCase {
    func testAKeptLoginEndsAndNoOtherPersonsDoes() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            let kept = [alice, "--keep-session"] + here.places
            _ = try here.answer("sign-in", kept)
            // Nobody is asked: the session that was kept ends itself.
            _ = try login.tell(#"{"person": "person-2"}"#)
            let ended = try here.answer("sign-out", [alice] + here.places)
            XCTAssertEqual(ended["everywhere"], true)
            XCTAssertEqual(ended["erased"], false)
            let other = try here.answer("sign-in", kept, status: 14)
            XCTAssertEqual(other["code"], "serviceRefused", "no session was kept")
            // Another person in the browser ends nothing of this account's.
            _ = try login.tell(#"{"person": "person-1"}"#)
            _ = try here.answer("sign-in", kept)
            _ = try login.tell(#"{"person": "person-2"}"#)
            for isKept in [true, false] {
                let ended = try here.answer("sign-out", [alice, "--without-login"] + here.places)
                XCTAssertEqual(ended["everywhere"], .bool(isKept))
            }
            let strange = try here.answer("sign-out", [alice] + here.places, status: 14)
            XCTAssertTrue(strange["message"]?.stringValue?.contains("the person who made the key") ?? false)
            let events = try login.tell(#"{"events": true}"#)["events"]?.arrayValue ?? []
            let ends = events.filter { $0["call"]?.stringValue == "sign-out" }
            XCTAssertEqual(ends.count, 2, "\(events)")
            try login.stop()
        }
    }

    func testTheShareIsErasedByWhoHasTheWords() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            for (words, code) in [
                (["--words", "fd:3"], "usage"), (["--keep-session"], "usage"),
                (["--without-login", "--fresh-login"], "usage"),
            ] {
                XCTAssertEqual(
                    try here.answer("sign-out", [alice] + words + here.places, status: 64)["code"], .string(code))
            }
            let wrong = scene.root.appending(path: "wrong")
            try Data((Array(repeating: "abandon", count: 24).joined(separator: " ") + "\n").utf8).write(to: wrong)
            let erase = [alice, "--erase-share"] + here.oldWords + here.places
            XCTAssertEqual(try here.answer("sign-out", erase, input: wrong, status: 13)["code"], "wrongShare")
            _ = try here.answer("sign-in", [alice] + here.places)
            // The service is away: nothing is begun, and without it the share goes all the same.
            let erased = try here.answer("sign-out", erase + ["--without-login"])
            XCTAssertEqual(erased["everywhere"], false)
            XCTAssertEqual(erased["erased"], true)
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places, status: 12)["code"], "shareMissing")
            // The words and the login bring it back, with another key.
            let rotated = try here.answer(
                "rotate", [alice] + here.oldWords + here.places + here.newWords + here.changing())
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places)["key"], rotated["key"])
            try login.stop()
            let unreachable = try here.answer("sign-out", [alice] + here.places, status: 3)
            XCTAssertEqual(unreachable["code"], "loginUnavailable")
        }
    }
}
