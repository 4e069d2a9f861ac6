#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the 24 words of a share that a computer keeps, for emergency.py, where near-connect is no more.

    emergency_share.py WORD-LIST FILE [SHARE]       of a sealed file: asks for the passphrase, and needs libsodium
    secret-tool … | emergency_share.py WORD-LIST - [SHARE]         of the desktop's keyring, as secret-tool shows it

WORD-LIST is the file english.txt of BIP-39. Where there are several shares, their names are listed, and SHARE is one
of them. docs/emergency.md has the whole commands, docs/vault.md the format of the file.
"""
import ctypes, ctypes.util, getpass, hashlib, re, struct, sys


def sodium():
    """Loads libsodium, for Argon2id and XChaCha20-Poly1305."""
    name = ctypes.util.find_library("sodium")
    library = ctypes.CDLL(name) if name else sys.exit("A sealed file needs libsodium: install it.")
    library.sodium_init()
    return library


def passphrase():
    if sys.stdin.isatty():
        return getpass.getpass("Passphrase: ").encode("utf-8", "surrogateescape")
    return sys.stdin.buffer.readline().rstrip(b"\n")


def opened(file):
    """Returns the table of a sealed file, decrypted."""
    header, sealed, checksum = file[:104], file[104:-32], file[-32:]
    if hashlib.blake2b(file[:-32], digest_size=32).digest() != checksum:
        sys.exit("The sealed file is damaged: its checksum is wrong.")
    version, passes, kibibytes = struct.unpack_from("<3I", header, 8)
    if version != 1 or passes > 10 or kibibytes > 1 << 20 or len(sealed) < 16:
        sys.exit("The sealed file is of another version.")
    master, typed, big = ctypes.create_string_buffer(32), passphrase(), ctypes.c_ulonglong
    library = sodium()
    if library.crypto_pwhash_argon2id(master, big(32), typed, big(len(typed)), header[20:36], big(passes),
                                      ctypes.c_size_t(kibibytes << 10), 2) != 0:
        sys.exit(f"The passphrase takes {kibibytes >> 10} MiB of memory, which aren't free.")

    def part(number):
        return hashlib.blake2b(digest_size=32, key=master.raw, salt=struct.pack("<QQ", number, 0),
                               person=b"vaultkey").digest()
    if part(2)[:16] != header[60:76]:
        sys.exit("The passphrase is wrong.")
    table = ctypes.create_string_buffer(len(sealed))
    if library.crypto_aead_xchacha20poly1305_ietf_decrypt(table, None, None, sealed, big(len(sealed)), header,
                                                          big(len(header)), header[76:100], part(1)) != 0:
        sys.exit("The sealed file was changed by somebody.")
    return table.raw[:-16]


def shares_of_table(table):
    """Returns the shares in a sealed file's table, by name."""
    shares, place = {}, 4

    def field(form):
        nonlocal place
        length, = struct.unpack_from(form, table, place)
        place += struct.calcsize(form) + length
        return table[place - length:place]
    for _ in range(struct.unpack_from("<I", table)[0]):
        purpose, name, secret = field("<H"), field("<H"), field("<I")
        if purpose == b"key-share":
            shares[name.decode()] = secret
    return shares


def shares_of_keyring(text):
    """Returns the shares in what `secret-tool search` or `secret-tool lookup` prints, by name."""
    if len(text) == 32:
        return {f"?/{text[31] >> 5}": text}
    items = re.findall(rb"label = ([^\n]*)\nsecret = (.{32})\n", text, re.DOTALL)
    names = (re.search(rb"[1-9A-HJ-NP-Za-km-z]{32,44}/[1-7]", label) for label, _ in items)
    return {name[0].decode() if name else f"?/{share[31] >> 5}": share for name, (_, share) in zip(names, items)}


word_list, path, *wanted = sys.argv[1:]
words = open(word_list).read().split()
data = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
shares = shares_of_table(opened(data)) if data.startswith(b"near-vlt") else shares_of_keyring(data)
if len(shares) != 1 and not wanted:
    listed = "\n  ".join(["Name one of these shares, by its set and its holder's place:", *sorted(shares)])
    sys.exit(listed if shares else "There is no share.")
share = shares.get(*wanted) if wanted else shares.popitem()[1]
if not share or len(share) != 32:
    sys.exit("There is no such share.")
bits = int.from_bytes(share + hashlib.sha256(b"near-connect share 1" + share).digest()[:1], "big")
print(" ".join(words[bits >> 11 * place & 2047] for place in range(23, -1, -1)))
