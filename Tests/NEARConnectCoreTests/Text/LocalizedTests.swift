// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText
import Testing

/// Places of texts that users read.
@Suite struct LocalizedTests {
    @Test func placesAreFilledInAnyOrder() {
        #expect(localized("no place") == "no place")
        #expect(localized("") == "")
        #expect(localized("%1$s and %2$s", "a", "b") == "a and b")
        #expect(localized("%2$s before %1$s", "a", "b") == "b before a")
        #expect(localized("%1$s%1$s, %2$s%1$s", "a", "b") == "aa, ba", "a place may be there more than once")
        let many = localized("%10$s %1$s", "1", "2", "3", "4", "5", "6", "7", "8", "9", "ten")
        #expect(many == "ten 1")
    }

    @Test func aPercentSignIsWrittenTwice() {
        #expect(localized("100%% of %1$s", "it") == "100% of it")
        #expect(localized("%%1$s", "a") == "%1$s", "what follows an escaped sign is no place")
        #expect(localized("%%%1$s%%", "a") == "%a%")
        #expect(localized("%%%%", "a") == "%%")
    }

    @Test(arguments: ["%1$s", "%2$s", "%%", "%", "100%", "%s", "$s", "\u{202E}%1$s", ""])
    func placesInValuesStayText(_ value: String) {
        #expect(localized("%1$s|%2$s", value, "b") == "\(value)|b")
        #expect(localized("%2$s|%1$s", "a", value) == "\(value)|a")
        #expect(localizedPlural("%1$s thing", "%1$s things", count: 2, value) == "\(value) things")
        #expect(help("%1$s", value).abstract == value)
    }

    @Test func aPlaceWithoutAValueStaysAsItIs() {
        #expect(localized("%1$s %2$s", "a") == "a %2$s")
        #expect(localized("%0$s %1$s") == "%0$s %1$s")
        #expect(localized("%-1$s %99999999999999999999$s", "a") == "%-1$s %99999999999999999999$s")
        #expect(localized("50 % of %d", "a") == "50 % of %d", "other places of C are none here")
        #expect(localized("%1$", "a") == "%1$")
    }

    @Test(arguments: [(0, "no 0 wallets"), (1, "one 1"), (2, "no 2 wallets"), (-1, "no -1 wallets")])
    func theCountDecides(_ count: Int, _ text: String) {
        #expect(localizedPlural("one %1$s", "no %1$s wallets", count: count, "\(count)") == text)
    }

    @Test func aHelpHasItsValuesName() {
        let option = help("Write to %1$s.", "a file", valueName: "file")
        #expect(option.abstract == "Write to a file.")
        #expect(option.valueName == "file")
    }
}
