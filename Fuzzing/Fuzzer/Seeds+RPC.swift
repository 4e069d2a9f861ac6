// SPDX-License-Identifier: MIT

import NEARPrimitives

extension Seeds {
    static let hash = "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz"
    static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
    private static let signature =
        "ed25519:3s1dvMqNDCByoMnDnkhB4GPjTSXCRt4nt3Af5n1RX8W7aJ2FC6MfRf5BNXZ52EBifNJnNVBsGvke6GRYuaEYJXt5"

    /// The first byte chooses the view, as `Targets.rpcResponse` reads it.
    static func rpcResponses() -> [[UInt8]] {
        let results: [(UInt8, String)] = [
            (0, outcome), (11, outcome), (0, #"{"final_execution_status":"NONE"}"#), (1, block),
            (2, #"{"author":"a.near","header":HEADER,"transactions":[],"receipts":[]}"#),
            (
                4,
                #"{"amount":"1","locked":"0","code_hash":"HASH","storage_usage":182,"block_height":1,"block_hash":"HASH"}"#
            ),
            (5, #"{"keys":[{"public_key":"KEY","access_key":{"nonce":1,"permission":"FullAccess"}}]}"#),
            (6, #"{"values":[{"key":"U1Q=","value":"AQ=="}],"proof":["AA=="]}"#),
            (9, #"{"result":[34,34],"logs":["x"]}"#), (10, receipt),
        ]
        let messages = [
            #"{"jsonrpc":"2.0","id":"near-connect","result":{"a":1}}"#,
            #"{"jsonrpc":"2.0","id":"near-connect","error":{"name":"HANDLER_ERROR","cause":{"name":"UNKNOWN_ACCOUNT","info":{"requested_account_id":"a.near","block_height":1,"block_hash":"HASH"}},"code":-32000,"message":"Server error","data":"x"}}"#,
            #"{"jsonrpc":"2.0","id":"near-connect","error":{"name":"HANDLER_ERROR","cause":{"name":"INVALID_TRANSACTION","info":{}},"code":-32000,"data":{"TxExecutionError":{"InvalidTxError":{"InvalidNonce":{"tx_nonce":1,"ak_nonce":2}}}}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"send_tx","params":{"signed_tx_base64":"AAAA","wait_until":"FINAL"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"broadcast_tx_commit","params":["AAAA"]}"#,
        ]
        return results.map { [$0.0] + filled($0.1) } + messages.map { [0] + filled($0) }
    }

    static func filled(_ text: String) -> [UInt8] {
        let header =
            #"{"chunk_hash":"HASH","prev_block_hash":"HASH","height_created":1,"height_included":1,"shard_id":0,"gas_used":0,"gas_limit":1}"#
        let values = [("HEADER", header), ("HASH", hash), ("KEY", key), ("SIGNATURE", signature)]
        return Array(values.reduce(text) { $0.replacing($1.0, with: $1.1) }.utf8)
    }

    private static let receipt =
        #"{"predecessor_id":"system","receiver_id":"a.near","receipt_id":"HASH","receipt":{"Action":{"actions":["CreateAccount"],"gas_price":"0","input_data_ids":[],"output_data_receivers":[],"signer_id":"a.near","signer_public_key":"KEY"}}}"#

    static let block =
        #"{"author":"a.near","header":{"height":1,"hash":"HASH","prev_hash":"HASH","epoch_id":"HASH","timestamp_nanosec":"1","gas_price":"1","total_supply":"1","last_final_block":"HASH","latest_protocol_version":80},"chunks":[HEADER]}"#

    static let outcome =
        #"{"final_execution_status":"FINAL","status":{"Failure":{"ActionError":{"index":0,"kind":{"FunctionCallError":{"HostError":{"GuestPanic":{"panic_msg":"x"}}}}}}},"transaction":{"actions":[{"FunctionCall":{"args":"e30=","deposit":"1","gas":1,"method_name":"m"}},{"Delegate":{"delegate_action":{"actions":[{"CreateAccount":{}}],"max_block_height":1,"nonce":1,"public_key":"KEY","receiver_id":"a.near","sender_id":"a.near"},"signature":"SIGNATURE"}}],"hash":"HASH","nonce":1,"public_key":"KEY","receiver_id":"a.near","signature":"SIGNATURE","signer_id":"a.near"},"transaction_outcome":{"block_hash":"HASH","id":"HASH","proof":[{"direction":"Left","hash":"HASH"}],"outcome":{"executor_id":"a.near","gas_burnt":1,"tokens_burnt":"1","logs":["x"],"receipt_ids":["HASH"],"status":{"SuccessReceiptId":"HASH"},"metadata":{"version":3,"gas_profile":[{"cost":"BASE","cost_category":"WASM_HOST_COST","gas_used":"1"}]}}},"receipts_outcome":[],"receipts":[RECEIPT]}"#
        .replacing("RECEIPT", with: receipt)
}
