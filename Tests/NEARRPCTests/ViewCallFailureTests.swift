// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARRPC

/// The failure of a view call, out of the text in which nearcore writes it.
@Suite("Failed view calls") struct ViewCallFailureTests {
    private static func sentence(_ text: String) -> String {
        RPCErrorCause.contractExecutionError(error: text, at: nil).description
    }

    @Test(arguments: [
        (
            #"wasm execution failed with error: HostError(GuestPanic { panic_msg: "no \"cheese\"\nleft \u{202e}" })"#,
            FunctionCallError.hostError(.guestPanic(message: "no \"cheese\"\nleft \u{202E}"))
        ),
        (
            #"HostError(GuestPanic { panic_msg: "MethodResolveError(MethodNotFound)" })"#,
            .hostError(.guestPanic(message: "MethodResolveError(MethodNotFound)"))
        ),
        (#"GuestPanic { panic_msg: "open"#, .hostError(.guestPanic(message: "open"))),
        (#"GuestPanic { panic_msg: "a\"#, .hostError(.guestPanic(message: "a"))),
        (#"GuestPanic { panic_msg: "\u{110000}\u{zz"#, .hostError(.guestPanic(message: ""))),
        ("wasm execution failed with error: MethodResolveError(MethodNotFound)", .methodResolveError(.methodNotFound)),
        ("wasm execution failed with error: HostError(GasExceeded)", .hostError(.gasExceeded)),
        (
            #"HostError(ProhibitedInView { method_name: "storage_write" })"#,
            .hostError(.prohibitedInView(methodName: "storage_write"))
        ),
        (#"{"HostError":"GasExceeded"}"#, .hostError(.gasExceeded)),
        (
            #"CompilationError(CodeDoesNotExist { account_id: AccountId("A!") })"#,
            .executionError(message: #"CompilationError(CodeDoesNotExist { account_id: AccountId("A!") })"#)
        ),
        ("{broken", .executionError(message: "{broken")), ("odd", .executionError(message: "odd")),
        ("", .executionError(message: "")),
    ]) func itIsRead(text: String, error: FunctionCallError) {
        #expect(ViewCallFailure.read(text) == error)
        #expect(Self.sentence(text) == "\(error)")
    }

    @Test func anAccountWithoutContractIsNamed() throws {
        let text =
            #"wasm execution failed with error: CompilationError(CodeDoesNotExist { account_id: AccountId("a.near") })"#
        #expect(ViewCallFailure.read(text) == .compilationError(.codeDoesNotExist(accountId: try AccountId("a.near"))))
    }

    @Test func noJSONIsShownOfWhatIsNotKnown() {
        for json: JSONValue in [["a": ["b": 1]], [1, 2], 7] {
            for name in ["NEW_ERROR", nil] {
                let cause = RPCErrorCause.unrecognized(name: name, info: json)
                let said = cause.description
                let error = RPCNodeError(name: .handlerError, cause: cause, code: 1, message: "", json: ["data": json])
                for said in [said, error.description] {
                    #expect(!said.contains("{") && !said.contains("["), "\(said)")
                    #expect(said.contains("another node"), "\(said)")
                    if let name { #expect(said.contains(name)) }
                }
            }
        }
    }
}
