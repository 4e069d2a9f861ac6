// SPDX-License-Identifier: MIT

internal import Glibc

/// The language of a program's texts.
///
/// A library leaves the process's locale alone: what it says is in the language of the program that loads it.
package enum ProgramLanguage {
    /// Sets the language of texts, by `LANGUAGE` and `LC_MESSAGES`.
    ///
    /// Numbers and times stay those of the locale C until GTK starts: commands print them for scripts. With `--json`
    /// all texts stay English and numbers have a point, errors in the answer among them; a program that is started for
    /// the answer inherits that.
    ///
    /// Call it before threads are started, after ``ProgramProcess/prepare()``.
    package static func use(for arguments: [String]) {
        if arguments.prefix(while: { $0 != "--" }).contains("--json") { useEnglish() }
        setlocale(LC_MESSAGES, "")
    }

    private static func useEnglish() {
        setenv("LANGUAGE", "C", 1)
        setenv("LC_NUMERIC", "C", 1)
        // It would count before the one above.
        guard let all = getenv("LC_ALL"), all.pointee != 0 else { return }
        setenv("LANG", all, 1)
        unsetenv("LC_ALL")
    }
}
