#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes runs.json and refused.json of Tests/NEARSharesTests/Vectors, whose README says what is in them.

    shares_vectors.py FOLDER

All sums are plain integers (shares_integers.py), by who hasn't read the Swift. Needs the standard library alone, and
about a minute. Before it writes, it computes RFC 9591's E.1 again, and every run is checked by what doesn't make it:
commitments, the line's other points, a verifier of plain Ed25519.
"""

import hashlib
import itertools
import json
import pathlib
import sys

import shares_refused
from shares_integers import (
    HOLDERS, L, BASE, encode, encode_number, fits, hashed, interpolated, multiply, packed, phrase_checksum, read_number,
    read_packed, reduce, share_checksum, share_holds, share_of, sign, verifies)

RUNS, TRANSCRIPTS = 1000, 8
SOURCE = "Scripts/python/shares_vectors.py: plain integers, from RFC 9591 and this folder's README, Swift unread"

# RFC 9591, E.1: the nonces of signers 1 and 3 come from random bytes and shares; both sign "test".
RFC_SECRET = "7b1c33d3f5291d85de664833beb1ad469f7fb6025a0ec78b3a790c6e13a98304"
RFC_SLOPE = "178199860edd8c62f5212ee91eff1295d0d670ab4ed4506866bae57e7030b204"
RFC_PUBLIC = "15d21ccd7ee42959562fc8aa63224c8851fb3ec85a3faf66040d380fb9738673"
RFC_SHARES = """
929dcc590407aae7d388761cddb0c0db6f5627aea8e217f4a033f2ec83d93509
a91e66e012e4364ac9aaa405fcafd370402d9859f7b6685c07eed76bf409e80d
d3cb090a075eb154e82fdb4b3cb507f110040905468bb9c46da8bdea643a9a02
""".split()
RFC_RANDOM = {1: ("0fd2e39e111cdc266f6c0f4d0fd45c947761f1f5d3cb583dfcb9bbaf8d4c9fec",
                  "69cd85f631d5f7f2721ed5e40519b1366f340a87c2f6856363dbdcda348a7501"),
              3: ("86d64a260059e495d0fb4fcc17ea3da7452391baa494d4b00321098ed2a0062f",
                  "13e6b25afb2eba51716a9a7d44130c0dbae0004a9ef8d7b5550c8a0e07c61775")}
# Of each of the two signers: nonces and commitments, hiding before binding; the binding factor; the signature share.
RFC_SIGNERS = {1: """
812d6104142944d5a55924de6d49940956206909f2acaeedecda2b726e630407
b1110165fc2334149750b28dd813a39244f315cff14d4e89e6142f262ed83301
b5aa8ab305882a6fc69cbee9327e5a45e54c08af61ae77cb8207be3d2ce13de3
67e98ab55aa310c3120418e5050c9cf76cf387cb20ac9e4b6fdb6f82a469f932
f2cb9d7dd9beff688da6fcc83fa89046b3479417f47f55600b106760eb3b5603
001719ab5a53ee1a12095cd088fd149702c0720ce5fd2f29dbecf24b7281b603
""".split(), 3: """
c256de65476204095ebdc01bd11dc10e57b36bc96284595b8215222374f99c0e
243d71944d929063bc51205714ae3c2218bd3451d0214dfb5aeec2a90c35180d
cfbdb165bd8aad6eb79deb8d287bcc0ab6658ae57fdcc98ed12c0669e90aec91
7487bc41a6e712eea2f2af24681b58b1cf1da278ea11fe4e8b78398965f13552
b087686bf35a13f3dc78e780a34b0fe8a77fef1b9938c563f5573d71d8d7890f
bd86125de990acc5e1f13781d8e32c03a9bbd4c53539bbc106058bfd14326007
""".split()}
RFC_SIGNATURE = ("36282629c383bb820a88b71cae937d41f2f2adfcc3d02e55507e2fb9e2dd3cbe"
                 "bd9d2b0844e49ae0f3fa935161e1419aab7b47d21a37ebeae1f17d4987b3160b")


def require(holds, text):
    """Ends where the script's own sums don't agree; `assert` would go with -O."""
    if not holds:
        sys.exit(f"shares_vectors.py: {text}")


def check_rfc():
    secret, slope = (read_number(bytes.fromhex(text)) for text in (RFC_SECRET, RFC_SLOPE))
    public = multiply(secret, BASE)
    require(encode(public).hex() == RFC_PUBLIC, "E.1: another public key")
    shares = [share_of(secret, slope, holder) for holder in (1, 2, 3)]
    require([encode_number(share).hex() for share in shares] == RFC_SHARES, "E.1: other shares")
    signers = {index: (shares[index - 1], *map(bytes.fromhex, texts)) for index, texts in RFC_RANDOM.items()}
    _, _, signature, parts = sign(public, b"test", signers)
    for index, (hiding, binding, *commitments, factor, _, z) in parts.items():
        texts = [encode_number(hiding), encode_number(binding), *map(encode, commitments)]
        texts += [encode_number(factor), encode_number(z)]
        require([text.hex() for text in texts] == RFC_SIGNERS[index], f"E.1: other values of signer {index}")
    require(signature.hex() == RFC_SIGNATURE, "E.1: another signature")
    require(verifies(encode(public), b"test", signature), "E.1: the signature doesn't verify")


def encode_numbers(values):
    return b"".join(map(encode_number, values))


class Run:
    """Run k of the README: its inputs, from k alone."""

    def __init__(self, number):
        self.number = number
        self.secret, self.slope, self.change = (reduce(self.input(name)) for name in ("secret", "slope", "change"))
        pairs = list(itertools.combinations(HOLDERS, 2))
        self.signers = pairs[self.input("signers")[0] % len(pairs)]
        others = [holder for holder in HOLDERS if holder not in self.signers]
        self.further = others[self.input("holder")[0] % len(others)]
        self.message = self.input("message")[:self.input("length")[0] % 65]
        self.public, self.slope_point = multiply(self.secret, BASE), multiply(self.slope, BASE)
        self.shares = {holder: share_of(self.secret, self.slope, holder) for holder in HOLDERS}
        self.refreshed = {holder: (self.shares[holder] + self.change * holder) % L for holder in HOLDERS}

    def input(self, name):
        return hashed(f"near-connect share run {self.number} {name}".encode("ascii"))

    def transcript(self):
        points = encode(self.public) + encode(self.slope_point)
        result = points + encode_numbers(self.shares.values())
        result += hashlib.sha256(b"near-connect share set 1" + points).digest()
        for holder, share in self.shares.items():
            body = packed(holder, share)
            checksum = share_checksum(body)
            require(read_packed(body + checksum) == (holder, share), f"run {self.number}: packing loses a share")
            result += checksum + bytes([checksum == phrase_checksum(body)])
        two = {holder: self.shares[holder] for holder in self.signers}
        further = interpolated(two, self.further)
        new_slope = multiply(self.slope + self.change, BASE)
        result += encode_number(further) + encode(new_slope) + encode_numbers(self.refreshed.values())

        signers = {holder: (share, self.input(f"hiding {holder}")[:32], self.input(f"binding {holder}")[:32])
                   for holder, share in two.items()}
        group, challenge, signature, parts = sign(self.public, self.message, signers)
        for hiding, binding, *commitments, factor, share, _ in (parts[holder] for holder in self.signers):
            result += encode_number(hiding) + encode_number(binding) + b"".join(map(encode, commitments))
            result += encode_number(factor) + encode_number(share)
        result += encode(group) + encode_number(challenge)
        result += encode_numbers(parts[holder][-1] for holder in self.signers) + signature
        self.check(further, new_slope, challenge, signature, parts)
        return result

    def check(self, further, new_slope, challenge, signature, parts):
        name = f"run {self.number}"
        for holder in HOLDERS:
            fits(self.public, self.slope_point, holder, self.shares[holder])
            fits(self.public, new_slope, holder, self.refreshed[holder])
        require(further == self.shares[self.further], f"{name}: a further share off the line")
        for shares in (self.shares, self.refreshed):
            two = {holder: shares[holder] for holder in self.signers}
            require(interpolated(two, 0) == self.secret, f"{name}: the shares are of another secret")
        for holder in self.signers:
            share_point = multiply(self.shares[holder], BASE)
            require(share_holds(share_point, challenge, parts[holder]), f"{name}: a signature share doesn't hold")
        require(verifies(encode(self.public), self.message, signature), f"{name}: the signature doesn't verify")


def write(folder, name, **sections):
    """One case a line, so that a change shows."""
    rows = ",\n".join(
        f'"{section}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]"
        for section, cases in sections.items())
    (folder / name).write_text(f'{{\n"source": {json.dumps(SOURCE)},\n{rows}\n}}\n', encoding="utf-8")


def main(folder):
    check_rfc()
    runs = [Run(number) for number in range(RUNS)]
    transcripts = [run.transcript() for run in runs]
    write(folder, "runs.json",
          digests=[hashlib.sha256(transcript).hexdigest() for transcript in transcripts],
          transcripts=[transcript.hex() for transcript in transcripts[:TRANSCRIPTS]])
    write(folder, "refused.json", **shares_refused.sections(runs[0], runs[1]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
