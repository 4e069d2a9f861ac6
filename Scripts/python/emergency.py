#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a NEAR account by two shares of its key, where near-connect is no more: signs the addition of another key.

    emergency.py WORD-LIST ACCOUNT NEW-KEY                    says which key the shares are of
    emergency.py WORD-LIST ACCOUNT NEW-KEY NONCE BLOCK-HASH   prints a transaction for broadcast_tx_commit

Two lines on standard input are two shares' 24 words; emergency_share.py prints those of a share that a computer keeps.
WORD-LIST is the file english.txt of BIP-39. docs/emergency.md says where NONCE and BLOCK-HASH come from. This puts the
key together, which near-connect never does: run it on a computer that you trust, and delete the old key afterwards.
Plain integers, and nothing but the standard library.
"""
import base64, hashlib, secrets, sys

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202,
        46316835694926478169428394003475163141307993866256225615783033603165251855960)
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def add(a, b):
    (x, y), (u, v) = a, b
    t = D * x * u * y * v
    return (x * v + y * u) * pow(1 + t, -1, P) % P, (y * v + x * u) * pow(1 - t, -1, P) % P


def times(n, point):
    total = (0, 1)
    for bit in bin(n)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def encoded(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def base58(text):
    n = 0
    for character in text:
        n = n * 58 + ALPHABET.index(character)
    return n.to_bytes(32, "big")


def share(words, places):
    """Returns a share's place on the line and its number."""
    bits = "".join(f"{places[word]:011b}" for word in words.lower().split())
    data = int(bits, 2).to_bytes(33, "big")
    if hashlib.sha256(b"near-connect share 1" + data[:32]).digest()[0] != data[32]:
        sys.exit("These 24 words are no share: one of them is wrong, or they are a seed phrase.")
    return data[31] >> 5, int.from_bytes(data[:32], "little") & 2**253 - 1


def text(value):
    return len(value).to_bytes(4, "little") + value.encode()


word_list, account, new_key, *chain = sys.argv[1:]
places = {word: place for place, word in enumerate(open(word_list).read().split())}
(x, y), (u, v) = (share(sys.stdin.readline(), places) for _ in range(2))
secret = (y * u - v * x) * pow(u - x, -1, L) % L
public = encoded(times(secret, BASE))
if not chain:
    digits, n = "", int.from_bytes(public, "big")
    while n:
        digits, n = ALPHABET[n % 58] + digits, n // 58
    sys.exit(print("ed25519:" + digits))
added = bytes([5, 0]) + base58(new_key.removeprefix("ed25519:")) + bytes(8) + bytes([1])
transaction = (text(account) + bytes([0]) + public + int(chain[0]).to_bytes(8, "little") + text(account)
               + base58(chain[1]) + (1).to_bytes(4, "little") + added)
message = hashlib.sha256(transaction).digest()
nonce = number(secrets.token_bytes(32), secret.to_bytes(32, "little"), message)
commitment = encoded(times(nonce, BASE))
answer = (nonce + number(commitment, public, message) * secret) % L
print(base64.b64encode(transaction + bytes([0]) + commitment + answer.to_bytes(32, "little")).decode())
