# SPDX-License-Identifier: MIT
"""Prints the values of Tests/WalletConnectSignTests/Crypto/OtherImplementationTests.swift and Links/DeepLinkTests.swift.

Needs the packages cryptography and base58. Nothing here uses this package's own code; a run prints the same each time.
"""

import base64
import hashlib
import json
import random
from urllib.parse import quote

import base58
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

source = random.Random(26)


def number(count):
    return bytes(source.randrange(256) for _ in range(count))


def address_text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


for _ in range(3):
    secrets = [number(32), number(32)]
    pairs = [X25519PrivateKey.from_private_bytes(secret) for secret in secrets]
    shared = pairs[0].exchange(pairs[1].public_key())
    key = HKDF(hashes.SHA256(), 32, None, b"").derive(shared)
    publics = [pair.public_key().public_bytes_raw() for pair in pairs]
    print("agreement", *(value.hex() for value in [*secrets, *publics, key]), hashlib.sha256(key).hexdigest())

for text in [
    '{"id":1763800000123456789,"jsonrpc":"2.0","result":true}',
    '{"id":1,"jsonrpc":"2.0","method":"wc_sessionRequest","params":{"t":"ä€𝄞"}}',
]:
    key, nonce, sender = number(32), number(12), number(32)
    sealed = ChaCha20Poly1305(key).encrypt(nonce, text.encode(), None)
    envelopes = [b"\0" + nonce + sealed, b"\1" + sender + nonce + sealed]
    print("envelope", key.hex(), nonce.hex(), sender.hex(), *(base64.b64encode(e).decode() for e in envelopes), text)

seed = number(32)
signer = Ed25519PrivateKey.from_private_bytes(seed)
client = "did:key:z" + base58.b58encode(b"\xed\x01" + signer.public_key().public_bytes_raw()).decode()
subject = number(32).hex()
claims = {"iss": client, "sub": subject, "aud": "wss://relay.example/a/b", "iat": 1763800000, "exp": 1763886400}
signed = ".".join(
    address_text(part.encode())
    for part in ['{"alg":"EdDSA","typ":"JWT"}', json.dumps(claims, separators=(",", ":"))])
print("token", seed.hex(), client, subject, signed + "." + address_text(signer.sign(signed.encode())))
print("subscription", hashlib.sha256(("ab" * 32 + client).encode()).hexdigest())

for text in ["".join(map(chr, range(0x21, 0x7F))), "ä€ \t\0"]:
    print("quoted", quote(text, safe="-._~"))
