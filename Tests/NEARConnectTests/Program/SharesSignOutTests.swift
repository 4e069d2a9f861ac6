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
            func ends() throws -> Int {
                let events = try login.tell(#"{"events": true}"#)["events"]?.arrayValue ?? []
                return events.count { $0["call"]?.stringValue == "sign-out" }
            }
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            let kept = [alice, "--keep-session"] + here.places
            _ = try here.answer("sign-in", kept)
            // Nobody is asked: the session that was kept ends itself.
            _ = try login.tell(#"{"person": "person-2"}"#)
            XCTAssertEqual(try here.answer("sign-out", [alice] + here.places)["erased"], false)
            XCTAssertEqual(try ends(), 1)
            let other = try here.answer("sign-in", kept, status: 14)
            XCTAssertEqual(other["code"], "serviceRefused", "no session was kept")
            // Another person's login in the browser isn't kept, and ends nothing.
            let strange = try here.answer("sign-out", [alice] + here.places, status: 14)
            XCTAssertTrue(strange["message"]?.stringValue?.contains("the person who made the key") ?? false)
            XCTAssertEqual(try ends(), 1)
            // Where no session is kept, the browser's login ends all others.
            _ = try login.tell(#"{"person": "person-1"}"#)
            _ = try here.answer("sign-in", kept)
            for _ in 0..<2 { _ = try here.answer("sign-out", [alice] + here.places) }
            XCTAssertEqual(try ends(), 3)
            XCTAssertEqual(try here.answer("sign-in", kept)["person"], "person-1")
            try login.stop()
            // Nobody says whose session it is: it ends nothing, and stays.
            XCTAssertEqual(try here.answer("sign-out", [alice] + here.places, status: 3)["code"], "loginUnavailable")
        }
    }

    func testTheShareIsErasedByWhoHasTheWordsAndTheLogin() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            for words in [["--words", "fd:3"], ["--keep-session"]] {
                let answer = try here.answer("sign-out", [alice] + words + here.places, status: 64)
                XCTAssertEqual(answer["code"], "usage")
            }
            let erase = [alice, "--erase-share"] + here.oldWords + here.places
            let wrong = scene.root.appending(path: "wrong")
            try Data((Array(repeating: "abandon", count: 24).joined(separator: " ") + "\n").utf8).write(to: wrong)
            XCTAssertEqual(try here.answer("sign-out", erase, input: wrong, status: 13)["code"], "wrongShare")
            // Another person's login, a daily key, a replacement that isn't finished: nothing is erased.
            _ = try login.tell(#"{"person": "person-2"}"#)
            XCTAssertEqual(try here.answer("sign-out", erase, status: 14)["code"], "serviceRefused")
            _ = try login.tell(#"{"person": "person-1"}"#)
            _ = try here.answer(
                "daily-key add", [alice, "--receiver", "book.test.near"] + here.places + here.changing())
            let daily = try here.answer("sign-out", erase, status: 11)
            XCTAssertTrue(daily["message"]?.stringValue?.contains("daily-key remove") ?? false, daily.text)
            _ = try here.answer("daily-key remove", [alice, "--all"] + here.places + here.changing())
            let old = scene.root.appending(path: "old")
            try FileManager.default.copyItem(at: here.words, to: old)
            let refusing = try scene.policy(deposit: "0 NEAR", ["dangerousActions": false])
            let cut = try here.run("rotate", [alice] + here.places + here.newWords + refusing)
            XCTAssertNotEqual(cut.status, 0, "the change was refused")
            let unfinished = try here.answer("sign-out", erase, input: old, status: 11)
            XCTAssertTrue(unfinished["message"]?.stringValue?.contains("Finish it first") ?? false, unfinished.text)
            _ = try here.answer("sign-in", [alice] + here.places)
            _ = try here.answer("rotate", [alice] + here.places + here.newWords + here.changing())
            // With the words and the login it goes, and they bring it back with another key.
            XCTAssertEqual(try here.answer("sign-out", erase)["erased"], true)
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places, status: 12)["code"], "shareMissing")
            let rotated = try here.answer(
                "rotate", [alice] + here.oldWords + here.places + here.newWords + here.changing())
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places)["key"], rotated["key"])
            // The service is away: the words alone erase nothing.
            try login.stop()
            XCTAssertEqual(try here.answer("sign-out", erase, status: 3)["code"], "loginUnavailable")
            XCTAssertEqual(
                try here.answer("recover", [alice, "--without-login"] + here.oldWords + here.places)["state"], "active")
        }
    }
}
