// SPDX-License-Identifier: MIT

extension Seeds {
    /// Answers in nearcore's form; the first byte chooses the type, as `Targets.rpcResponse` reads it.
    static var rpcResponses: [[UInt8]] {
        let hash = "11111111111111111111111111111111"
        let key = "ed25519:11111111111111111111111111111111"
        let outcome = """
            {"id":"\(hash)","block_hash":"\(hash)","proof":[{"hash":"\(hash)","direction":"Left"}],"outcome":{"logs":["a"],\
            "receipt_ids":["\(hash)"],"gas_burnt":424555062500,"tokens_burnt":"42455506250000000000","executor_id":\
            "alice.near","status":{"SuccessReceiptId":"\(hash)"},"metadata":{"version":3,"gas_profile":[{"cost_category":\
            "ACTION_COST","cost":"NEW_RECEIPT","gas_used":"1"}]}}}
            """
        let actions = """
            ["CreateAccount",{"Transfer":{"deposit":"1"}},{"FunctionCall":{"method_name":"m","args":"e30=","gas":1,\
            "deposit":"0"}},{"AddKey":{"public_key":"\(key)","access_key":{"nonce":0,"permission":{"FunctionCall":\
            {"allowance":null,"receiver_id":"bob.near","method_names":["a"]}}}}}]
            """
        let failure = """
            {"ActionError":{"index":0,"kind":{"FunctionCallError":{"ExecutionError":"Smart contract panicked: x"}}}}
            """
        let transaction = """
            {"signer_id":"alice.near","public_key":"\(key)","nonce":1,"receiver_id":"bob.near","actions":\(actions),\
            "priority_fee":0,"signature":"\(key)\(String(repeating: "1", count: 32))","hash":"\(hash)"}
            """
        func final(_ status: String) -> String {
            """
            {"status":\(status),"final_execution_status":"FINAL","transaction":\(transaction),"transaction_outcome":\
            \(outcome),"receipts_outcome":[\(outcome)],"receipts":[{"predecessor_id":"alice.near","receiver_id":"bob.near",\
            "receipt_id":"\(hash)","receipt":{"Action":{"signer_id":"alice.near","signer_public_key":"\(key)","gas_price":\
            "1","output_data_receivers":[],"input_data_ids":[],"actions":\(actions)}}}]}
            """
        }
        let statuses = ["{\"SuccessValue\":\"e30=\"}", "{\"Failure\":\(failure)}", "\"NotStarted\""]
        let account = """
            {"amount":"1","locked":"0","code_hash":"\(hash)","storage_usage":182,"storage_paid_at":0,"block_height":1,\
            "block_hash":"\(hash)"}
            """
        let keys = """
            {"keys":[{"public_key":"\(key)","access_key":{"nonce":1,"permission":"FullAccess"}}],"block_height":1,\
            "block_hash":"\(hash)"}
            """
        let call = """
            {"result":[123,125],"logs":["a"],"block_height":1,"block_hash":"\(hash)"}
            """
        let state = """
            {"values":[{"key":"YQ==","value":"Yg=="}],"proof":[],"block_height":1,"block_hash":"\(hash)"}
            """
        let finals = statuses.map(final)
        return finals.map { [0] + $0.utf8 } + finals.map { [10] + $0.utf8 }
            + [[4] + account.utf8, [5] + keys.utf8, [6] + state.utf8, [9] + call.utf8]
    }
}
