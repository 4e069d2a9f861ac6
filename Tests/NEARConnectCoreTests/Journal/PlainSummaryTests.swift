// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives
import SafeText
import Testing

@testable import NEARConnectCore

/// Actions in a few words, for users in their language and for programs in English.
@Suite struct PlainSummaryTests {
    @Test func programsReadTheSameInEveryLanguage() async {
        // The language is the process's.
        await #expect(processExitsWith: .success) {
            setenv("LANGUAGE", "de", 1)
            setlocale(LC_ALL, "C.UTF-8")
            let action = JournalAction(.transfer(TransferAction(deposit: try NEARToken("1.5 NEAR"))))
            #expect(action.summary == "1.5 NEAR senden")
            #expect(action.plainSummary == "send 1.5 NEAR")
            let (german, english) = (
                localizedPlural("%1$s key.", "%1$s keys.", count: 2, "2"),
                withEnglishTexts { localizedPlural("%1$s key.", "%1$s keys.", count: 2, "2") }
            )
            #expect(german == "2 Schlüssel." && english == "2 keys.")
        }
    }
}
