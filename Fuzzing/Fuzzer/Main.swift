// SPDX-License-Identifier: MIT

import CFuzzer
import Foundation

/// Feeds libFuzzer's inputs to the parser that NEAR_CONNECT_FUZZ_TARGET names.
///
/// Scripts/fuzz builds and runs it; the command line is libFuzzer's. With `--list` it prints the targets' names, with
/// `--seed FOLDER` it writes each target's first inputs to FOLDER/<target>/.
@main enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().first == "--list" {
            print(Targets.all.keys.sorted().joined(separator: "\n"))
            return
        }
        if arguments.dropFirst().first == "--seed", let folder = arguments.dropFirst(2).first {
            try Seeds.write(to: URL(fileURLWithPath: folder))
            return
        }
        var count = CommandLine.argc
        // libFuzzer keeps the command line, as a C program's would be kept.
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &list) { data, size in
                Targets.chosen(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }
}
