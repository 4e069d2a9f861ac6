# SPDX-License-Identifier: MIT
"""Vectors that others published, carried over as they are."""

NEAR_API_JS = {
    "source": "near-api-js: packages/transactions/test/serialize.test.ts and test/data/signed_transaction1.json",
    "cases": [
        {
            "name": "transfer",
            "secretKey": "ed25519:3hoMW1HvnRLSFCLZnvPzWeoGwtdHzke34B2cTHM8rhcbG3TbuLKtShTv3DvyejnXKXKBiV7YPkLeqUHN1ghnqpFv",
            "signerId": "test.near", "receiverId": "whatever.near", "nonce": "1",
            "blockHash": "244ZQ9cgj3CQ6bWBdytfrJMuMQ1jdXLFGnr4HhvtCTnM",
            "hash": "eea6e680f3ea51a7f667e9a801d0bfadf66e03d41ed54975b3c6006351461b32",
            "borsh": "09000000746573742e6e65617200917b3d268d4b58f7fec1b150bd68d69be3ee5d4cc39855e341538465bb77860d"
            "01000000000000000d00000077686174657665722e6e6561720fa473fd26901df296be6adc4cc4df34d040efa2435224b6986910"
            "e630c2fef6010000000301000000000000000000000000000000",
            "signed": "09000000746573742e6e65617200917b3d268d4b58f7fec1b150bd68d69be3ee5d4cc39855e341538465bb77860d"
            "01000000000000000d00000077686174657665722e6e6561720fa473fd26901df296be6adc4cc4df34d040efa2435224b6986910"
            "e630c2fef601000000030100000000000000000000000000000000969a83332186ee9755e4839325525806e189a3d2d2bb4b4760"
            "e94443e97e1c4f22deeef0059a8e9713100eda6e19144da7e8a0ef7e539b20708ba1d8d021bd01",
        },
        {
            "name": "every classic action",
            "secretKey": "ed25519:2wyRcSwSuHtRVmkMCGjPwnzZmQLeXLzLLyED1NDMt4BjnKgQL6tF85yBx6Jr26D2dUNeC716RBoTxntVHsegogYw",
            "signerId": "test.near", "receiverId": "123", "nonce": "1",
            "blockHash": "244ZQ9cgj3CQ6bWBdytfrJMuMQ1jdXLFGnr4HhvtCTnM",
            "hashBase58": "Fo3MJ9XzKjnKuDuQKhDAC6fra5H2UWawRejFSEpPNk3Y",
            "borsh": "09000000746573742e6e656172000f56a5f028dfc089ec7c39c1183b321b4d8f89ba5bec9e1762803cc2491f6ef8"
            "0100000000000000030000003132330fa473fd26901df296be6adc4cc4df34d040efa2435224b6986910e630c2fef60800000000"
            "0103000000010203020300000071717103000000010203e80300000000000040420f00000000000000000000000000037b000000"
            "0000000000000000000000000440420f00000000000000000000000000000f56a5f028dfc089ec7c39c1183b321b4d8f89ba5bec"
            "9e1762803cc2491f6ef805000f56a5f028dfc089ec7c39c1183b321b4d8f89ba5bec9e1762803cc2491f6ef80000000000000000"
            "0000030000007a7a7a010000000300000077777706000f56a5f028dfc089ec7c39c1183b321b4d8f89ba5bec9e1762803cc2491f"
            "6ef80703000000313233",
        },
    ],
}

NEP413 = {
    "secretKey": "ed25519:3FyRtUUMxiNT1g2ST6mbj7W1CN7KfQBbomawC7YG4A1zwHmw2TRsn1Wc8NaFcBCoJDu3zt3znJDSwKQ31oRaKXH7",
    "seedPhrase": "fatal edge jacket cash hard pass gallery fabric whisper size rain biology",
    "cases": [
        {
            "message": "Hello NEAR!", "recipient": "example.near", "callbackUrl": "http://localhost:3000",
            "nonce": "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=",
            "signature": "zzZQ/GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBQ==",
        },
        {
            "message": "Hello NEAR!", "recipient": "example.near", "callbackUrl": None,
            "nonce": "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=",
            "signature": "NnJgPU1Ql7ccRTITIoOVsIfElmvH1RV7QAT4a9Vh6ShCOnjIzRwxqX54JzoQ/nK02p7VBMI2vJn48rpImIJwAw==",
        },
    ],
}

# nearcore's near-account-id, src/test_data.rs, and its kinds by src/account_id_ref.rs and universal_account_id.rs.
VALID_ACCOUNT_IDS = [
    "aa", "a-a", "a-aa", "100", "0o", "com", "near", "bowen", "b-o_w_e-n", "b.owen", "bro.wen", "a.ha", "a.b-a.ra",
    "system", "over.9000", "google.com", "illia.cheapaccounts.near", "0o0ooo00oo00o", "alex-skidanov", "10-4.8-2",
    "b-o_w_e-n", "no_lols", "0123456789012345678901234567890123456789012345678901234567890123", "near.a",
]
INVALID_ACCOUNT_IDS = [
    "a", "A", "Abc", "-near", "near-", "-near-", "near.", ".near", "near@", "@near", "неар", "@@@@@", "0__0", "0_-_0",
    "0_-_0", "..", "a..near", "nEar", "_bowen", "hello world",
    "abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789012345678901234567890123456789012345678901234", "some-complex-address@gmail.com",
    "sub.buy_d1gitz@atata@b0-rg.c_0_m",
]
UNIVERSAL_ACCOUNT_IDS = [
    "0u0000000000000000000000000000000000000000000000000000", "0uzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzg",
    "0u000g40r40m30e209185gr38e1w8124gk2gahc5rr34d1p70x3rfg", "0u003gw58w4cn32e1z8s6n8pv2d5r7ezm5hj9sn8d8nyvbvh6btbcg",
]

# NEP-616 ids that near-kit's tests name: code by hash 00 01 … 1f, and code by publisher.near, both without state.
DETERMINISTIC_IDS = [
    {
        "contract": {"codeHash": bytes(range(32)).hex()}, "data": {},
        "accountId": "0sd7edcaae250c1c526ddd82f35d6034996c0c1060",
    },
    {
        "contract": {"accountId": "publisher.near"}, "data": {},
        "accountId": "0s2293da2d32cd0a067950616036ff973884abab0a",
    },
]

# nearcore's core/primitives/src/action/delegate.rs: an Action::Delegate with a CreateAccount inside.
NEARCORE_DELEGATE = (
    "0803000000616161030000006262620100000000010000000000000002000000000000" + "00" * 35 + "00" * 35 + "00" * 29
)

# The README of near-seed-phrase-rs.
# The entropies of BIP-39's published vectors that are no pattern.
BIP39_ENTROPIES = [
    "77c2b00716cec7213839159e404db50d", "b63a9c59a6e641f288ebc103017f1da9f8290b3da6bdef7b",
    "3e141609b97933b66a060dcddc71fad1d91677db872031e85f4c015c5e7e8982", "0460ef47585604c5660618db2e6a7e7f",
    "72f60ebac5dd8add8d2a25a797102c3ce21bc029c200076f",
    "2c85efc7f24ee4573d2b81a6ec66cee209b2dcbd09d8eddc51e0215b0b68e416", "eaebabb2383351fd31d703840b32e9e2",
    "7ac45cfe7722ee6c7ba84fbc2d5bd61b45cb2fe5eb65aa78",
    "4fa1a8bc3e6d80ee1316050e862c1812031493212b7ec3f3bb1b08f168cabeef", "18ab19a9f54a9274f03e5209a2ac8a91",
    "18a2e1d81b8ecfb2a333adcb0c17a5b9eb76cc5d05db91a4",
    "15da872c95a13dd738fbf50e427583ad61f18fd99f628c417a61cf8343c90419",
]

SEED_PHRASES = [
    {
        "phrase": "fortune conduct light unusual gloom process wrap spare season exact anchor devote",
        "passphrase": "", "path": "m/44'/397'/0'",
        "secretKey": "ed25519:G94YBVktAVUFZWvYBtYmfpvVMNCtSf2x73bMfTCM9CfzyrUyN5X6VpTqr8QTCHYBTdUfzufDsTy3cR9CfNf74Bv",
        "publicKey": "ed25519:2PQENDq3KABdr7cw1TH5B4AdXLqcyNXTTpWbdZh7k828",
    },
    {
        "phrase": "fortune conduct light unusual gloom process wrap spare season exact anchor devote",
        "passphrase": "password", "path": "m/44'/397'/0'",
        "secretKey": "ed25519:2PzwsYGPX3XWwz67qwj4wqq4VWF7M4ENFyhbhDQsMKLUvzTKCQQx1srnmzRDBsCqpsTwdCFiQN2ZoYCngTxdRrri",
        "publicKey": "ed25519:FoccWVCwm6dn9e7i1JHXskvac52iwUngHpLZMbdMggMk",
    },
    {
        "phrase": "fortune conduct light unusual gloom process wrap spare season exact anchor devote",
        "passphrase": "", "path": "m/44'/397'/1'",
        "secretKey": "ed25519:2Q6EAt5ikTSVT2HvAB6fb5XLFukrahVXFdSzdYt8sVxXRasDktuAx2hTY5yBiPju4wdqbevnSgKxfayKvUBShsRv",
        "publicKey": "ed25519:5yszd4dR4jgNhVpSo9oYT2RXLLWdEqqJ5y1WjLiwodTS",
    },
]
