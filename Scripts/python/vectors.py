# SPDX-License-Identifier: MIT
"""Writes the golden vectors that Tests/NEARPrimitivesTests reads. Run it by Scripts/vectors.

Every file names its source. Nothing here uses this package's own code.
"""

import base64
import decimal
import hashlib
import json
import pathlib
import random
import sys
import unicodedata

import base58
import ecdsa
import nacl.signing
from bip_utils import Bip32Slip10Ed25519
from Crypto.Hash import SHA3_256, keccak
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PrivateKey
from mnemonic import Mnemonic
from near.nep413 import nep413_hash

import ed25519_edges
import encode_near_kit
import encode_py_near
import published
from random_cases import CLASSIC_KINDS, KEY_BYTES, NEW_KINDS, Cases

SEED = 20240229
randomness = random.Random(SEED)


def write(folder, name, source, **sections):
    """One case a line, so that a change shows."""
    lines = ["{", f'"source": {json.dumps(source, ensure_ascii=False)}']
    for section, cases in sections.items():
        rows = ",\n".join(json.dumps(case, ensure_ascii=False, sort_keys=True) for case in cases)
        lines[-1] += ","
        lines.append(f'"{section}": [\n{rows}\n]')
    lines.append("}")
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def base58_cases():
    samples = [b"", b"\0", b"\0\0\0", b"\xff", b"\0\xff", bytes(32), bytes(64), b"\xff" * 32, b"Hello World!"]
    samples += [bytes([0] * zeros) + randomness.randbytes(count) for zeros in (0, 1, 5) for count in range(1, 70, 3)]
    samples += [randomness.randbytes(count) for count in (200, 1952, 3309)]
    return [{"bytes": sample.hex(), "text": base58.b58encode(sample).decode()} for sample in samples]


def account_id_cases():
    cases = [{"text": text, "valid": True} for text in published.VALID_ACCOUNT_IDS]
    cases += [{"text": text, "valid": False} for text in published.INVALID_ACCOUNT_IDS]
    cases += [{"text": text, "valid": True, "kind": "universal"} for text in published.UNIVERSAL_ACCOUNT_IDS]
    return cases


def ed25519_cases():
    cases = []
    for count in (0, 1, 32, 100, 1000):
        key = nacl.signing.SigningKey(randomness.randbytes(32))
        message = randomness.randbytes(count)
        pair = bytes(key) + bytes(key.verify_key)
        cases.append({
            "secretKey": "ed25519:" + base58.b58encode(pair).decode(),
            "publicKey": "ed25519:" + base58.b58encode(bytes(key.verify_key)).decode(),
            "message": message.hex(), "signature": "ed25519:" + base58.b58encode(key.sign(message).signature).decode(),
            "accountId": bytes(key.verify_key).hex(),
        })
    return cases


def secp256k1_cases():
    """RFC 6979 signatures with the lower s; the recovery id is that of the point that gives back the key."""
    cases = []
    order = ecdsa.SECP256k1.order
    for _ in range(8):
        secret = randomness.randrange(1, order).to_bytes(32, "big")
        key = ecdsa.SigningKey.from_string(secret, curve=ecdsa.SECP256k1)
        public = key.verifying_key.to_string()
        digest = randomness.randbytes(32)
        signature = key.sign_digest_deterministic(
            digest, hashfunc=hashlib.sha256, sigencode=ecdsa.util.sigencode_string_canonize)
        candidates = ecdsa.VerifyingKey.from_public_key_recovery_with_digest(
            signature, digest, ecdsa.SECP256k1, hashfunc=hashlib.sha256)
        recovery = [candidate.to_string() for candidate in candidates].index(public)
        # The library lists the even y first, as the recovery id counts.
        assert recovery in (0, 1)
        cases.append({
            "secretKey": "secp256k1:" + base58.b58encode(secret).decode(),
            "publicKey": "secp256k1:" + base58.b58encode(public).decode(),
            "hash": digest.hex(), "signature": (signature + bytes([recovery])).hex(),
            "accountId": "0x" + keccak.new(digest_bits=256, data=public).hexdigest()[24:],
        })
    return cases


def mldsa65_cases():
    """The signatures are the one thing that changes from run to run: ML-DSA signs with fresh randomness."""
    cases = []
    for number in range(2):
        seed = hashlib.sha256(b"near-connect ml-dsa-65 vector %d" % number).digest()
        key = MLDSA65PrivateKey.from_seed_bytes(seed)
        public = key.public_key().public_bytes_raw()
        digest = hashlib.sha256(public).digest()
        handle = SHA3_256.new(b"near:ml-dsa-65-pubkey-hash:v1" + public).digest()
        cases.append({
            "secretKey": "ml-dsa-65:" + base58.b58encode(seed).decode(),
            "publicKey": "ml-dsa-65:" + base58.b58encode(public).decode(),
            "hash": digest.hex(), "signature": base64.b64encode(key.sign(digest)).decode(),
            "handle": "ml-dsa-65-hash:" + base58.b58encode(handle).decode(),
        })
    return cases


def seed_phrase_cases():
    words = Mnemonic("english")
    cases = []
    for count in (16, 20, 24, 28, 32):
        entropies = [bytes(count), b"\x7f" * count, b"\x80" * count, b"\xff" * count, randomness.randbytes(count)]
        for entropy in entropies:
            for passphrase in ("", "TREZOR", "pässwörd ㍍ガバヴァ"):
                phrase = words.to_mnemonic(entropy)
                seed = Mnemonic.to_seed(phrase, passphrase)
                key = Bip32Slip10Ed25519.FromSeedAndPath(seed, "m/44'/397'/0'")
                cases.append({
                    "entropy": entropy.hex(), "phrase": phrase, "passphrase": passphrase, "seed": seed.hex(),
                    "nearSecret": key.PrivateKey().Raw().ToBytes().hex(),
                    "nearPublic": key.PublicKey().RawCompressed().ToBytes()[1:].hex(),
                })
    return cases


def language_cases():
    """Phrases in every language that there are words for, composed, as keyboards write them, Japanese with its own space.

    The 24 Japanese ones are BIP-39's published vectors, with their passphrase; their seeds are the published ones.
    """
    entropies = [byte * count for count in (16, 24, 32) for byte in (b"\0", b"\x7f", b"\x80", b"\xff")]
    entropies += [bytes.fromhex(entropy) for entropy in published.BIP39_ENTROPIES]
    cases = [(language, hashlib.sha256(language.encode()).digest(), passphrase)
             for language in sorted(Mnemonic.list_languages()) if language != "japanese"
             for passphrase in ("", "ﬁ½Å각\0ẛ̣ǅ\0")]
    cases += [("japanese", entropy, "㍍ガバヴァぱばぐゞちぢ十人十色") for entropy in entropies]
    rows = []
    for language, entropy, passphrase in cases:
        phrase = unicodedata.normalize("NFC", Mnemonic(language).to_mnemonic(entropy))
        rows.append({
            "language": language, "phrase": phrase, "passphrase": passphrase,
            "seed": Mnemonic.to_seed(phrase, passphrase).hex(),
        })
    return rows


def derivation_cases():
    cases = []
    seeds = [
        bytes(range(16)),
        bytes.fromhex(
            "fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542"),
    ]
    paths = ["m", "m/0'", "m/0'/1'", "m/0'/1'/2'/2'", "m/0'/1'/2'/2'/1000000000'", "m/0'/2147483647'/1'", "m/44'/397'/0'/0'/1'"]
    for seed in seeds:
        for path in paths:
            key = Bip32Slip10Ed25519.FromSeedAndPath(seed, path)
            cases.append({
                "seed": seed.hex(), "path": path, "chainCode": key.ChainCode().ToBytes().hex(),
                "secret": key.PrivateKey().Raw().ToBytes().hex(),
                "public": key.PublicKey().RawCompressed().ToBytes()[1:].hex(),
            })
    return cases


def amount_cases():
    decimal.getcontext().prec = 80
    cases = []
    for _ in range(200):
        digits = randomness.randint(0, 24)
        whole = randomness.getrandbits(randomness.choice([1, 10, 40]))
        fraction = "".join(randomness.choice("0123456789") for _ in range(digits))
        text = f"{whole}.{fraction}" if fraction else f"{whole}"
        value = decimal.Decimal(text)
        shown = randomness.randint(0, 24)
        cut = value.quantize(decimal.Decimal(1).scaleb(-shown), rounding=decimal.ROUND_DOWN)
        cut = format(cut, "f")
        cases.append({
            "text": text + " NEAR", "yocto": format(value.scaleb(24), "f").split(".")[0], "digits": shown,
            "shown": cut.rstrip("0").rstrip(".") if "." in cut else cut,
        })
    return cases


def nep413_cases():
    cases = []
    key = nacl.signing.SigningKey(randomness.randbytes(32))
    for _ in range(20):
        texts = Cases(randomness.getrandbits(32))
        message, recipient = texts.text(), texts.account_id()
        callback = randomness.choice([None, "", "https://example.org/back?a=b"])
        nonce = randomness.randbytes(32)
        digest = nep413_hash(message, recipient, nonce, callback)
        cases.append({
            "message": message, "recipient": recipient, "callbackUrl": callback,
            "nonce": base64.b64encode(nonce).decode(), "hash": digest.hex(),
            "secretKey": "ed25519:" + base58.b58encode(bytes(key) + bytes(key.verify_key)).decode(),
            "signature": base64.b64encode(key.sign(digest).signature).decode(),
        })
    carried = [{**case, "secretKey": published.NEP413["secretKey"]} for case in published.NEP413["cases"]]
    return carried + cases


def signed_cases():
    cases = []
    for number in range(20):
        key = nacl.signing.SigningKey(hashlib.sha256(b"signer %d" % number).digest())
        value = Cases(number).transaction()
        value["publicKey"] = {"scheme": "ed25519", "bytes": bytes(key.verify_key).hex()}
        cases.append(encode_py_near.signed_case(value, bytes(key) + bytes(key.verify_key)))
    return cases


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    classic = Cases(SEED)
    write(
        folder, "py-near.json", "py_near_primitives 0.2.12 (PyPI), nearcore's Rust primitives",
        transactions=[encode_py_near.transaction_case(classic.transaction()) for _ in range(100)],
        delegates=[encode_py_near.delegate_case(classic.delegate()) for _ in range(50)], signed=signed_cases())

    # Keys of ML-DSA-65 make long lines, so few cases have them.
    kinds = CLASSIC_KINDS + NEW_KINDS
    short = Cases(SEED, ["ed25519", "secp256k1"], kinds)
    every = Cases(SEED, list(KEY_BYTES), kinds)
    ids = [
        {**case, "accountId": encode_near_kit.deterministic_id(case)}
        for case in (Cases(number, kinds=["deterministicStateInit"]).action() for number in range(20))
    ]
    write(
        folder, "near-kit.json",
        "near-kit 1.3.0 (PyPI); the first two deterministic ids are those of its own tests; nearcoreDelegate is of "
        "nearcore, core/primitives/src/action/delegate.rs",
        transactions=[encode_near_kit.transaction_case(short.transaction()) for _ in range(40)]
        + [encode_near_kit.transaction_case(short.transaction_v1()) for _ in range(40)]
        + [encode_near_kit.transaction_case(every.transaction_v1()) for _ in range(4)],
        delegates=[encode_near_kit.delegate_case(short.delegate()) for _ in range(30)],
        deterministicIds=published.DETERMINISTIC_IDS + ids, nearcoreDelegate=[published.NEARCORE_DELEGATE])

    write(folder, "near-api-js.json", published.NEAR_API_JS["source"], cases=published.NEAR_API_JS["cases"])
    write(
        folder, "nep-413.json",
        "The first two: near-api-js, test of signNep413Message, also in near-api-rs; the rest: near-kit 1.3.0 and PyNaCl 1.6.2",
        cases=nep413_cases())
    write(folder, "base58.json", "base58 2.1.1 (PyPI)", cases=base58_cases())
    write(
        folder, "account-ids.json", "near-account-id, src/test_data.rs and src/universal_account_id.rs",
        cases=account_id_cases())
    write(
        folder, "keys.json", "PyNaCl 1.6.2, ecdsa 0.19.2, cryptography 50.0.2, pycryptodome 3.24.1 (PyPI)",
        ed25519=ed25519_cases(), secp256k1=secp256k1_cases(), mldsa65=mldsa65_cases())
    write(
        folder, "ed25519-edges.json", "ed25519-dalek's rule, by which nearcore verifies, over Python's integers",
        cases=ed25519_edges.cases(SEED))
    write(
        folder, "seed-phrases.json",
        "mnemonic 0.21 and bip_utils 2.12.3 (PyPI); published: the README of near-seed-phrase-rs; "
        "languages: mnemonic 0.21, the Japanese ones as BIP-39 names them",
        bip39=seed_phrase_cases(), slip10=derivation_cases(), published=published.SEED_PHRASES,
        languages=language_cases())
    write(folder, "amounts.json", "Python's decimal module", cases=amount_cases())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
