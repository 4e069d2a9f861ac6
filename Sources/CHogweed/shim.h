// SPDX-License-Identifier: MIT
// Debian's libhogweed, the part of nettle with public keys, for the signatures of ID tokens: RS256 and ES256.
// Functions of GMP's numbers, which Swift can't import; all numbers are big-endian.
#ifndef NEAR_CONNECT_CHOGWEED_SHIM_H
#define NEAR_CONNECT_CHOGWEED_SHIM_H

#include <nettle/bignum.h>
#include <nettle/dsa.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/rsa.h>
#include <stdint.h>

// Returns 1 if the signature is that of RSASSA-PKCS1-v1_5 with SHA-256 over the digest.
static inline int near_connect_rs256_verify(const uint8_t *modulus, size_t modulus_size, const uint8_t *exponent,
                                            size_t exponent_size, const uint8_t *digest, const uint8_t *signature) {
    struct rsa_public_key key;
    mpz_t number;
    int is_valid = 0;
    rsa_public_key_init(&key);
    nettle_mpz_set_str_256_u(key.n, modulus_size, modulus);
    nettle_mpz_set_str_256_u(key.e, exponent_size, exponent);
    nettle_mpz_init_set_str_256_u(number, modulus_size, signature);
    // One signature has one form: a number below the modulus.
    if (rsa_public_key_prepare(&key) && key.size == modulus_size && mpz_cmp(number, key.n) < 0) {
        is_valid = rsa_sha256_verify_digest(&key, digest, number);
    }
    mpz_clear(number);
    rsa_public_key_clear(&key);
    return is_valid;
}

// Returns 1 if the signature, r and s of 32 bytes each, is that of ECDSA on P-256 over the digest. 0 for other points.
static inline int near_connect_es256_verify(const uint8_t *x, const uint8_t *y, const uint8_t *digest,
                                            const uint8_t *signature) {
    struct ecc_point point;
    struct dsa_signature pair;
    mpz_t first, second;
    int is_valid = 0;
    ecc_point_init(&point, nettle_get_secp_256r1());
    dsa_signature_init(&pair);
    nettle_mpz_init_set_str_256_u(first, 32, x);
    nettle_mpz_init_set_str_256_u(second, 32, y);
    nettle_mpz_set_str_256_u(pair.r, 32, signature);
    nettle_mpz_set_str_256_u(pair.s, 32, signature + 32);
    if (ecc_point_set(&point, first, second)) {
        is_valid = ecdsa_verify(&point, 32, digest, &pair);
    }
    mpz_clear(second);
    mpz_clear(first);
    dsa_signature_clear(&pair);
    ecc_point_clear(&point);
    return is_valid;
}

// The rest is for an identity provider of tests. A pair of keys, which its maker frees.
struct near_connect_rsa_pair {
    struct rsa_public_key open;
    struct rsa_private_key secret;
};

// Makes a pair of 2,048 bits and writes the modulus; the exponent is 65,537. 0 if that fails.
static inline int near_connect_rs256_make(struct near_connect_rsa_pair *pair, nettle_random_func *random,
                                          uint8_t modulus[256]) {
    rsa_public_key_init(&pair->open);
    rsa_private_key_init(&pair->secret);
    mpz_set_ui(pair->open.e, 65537);
    if (!rsa_generate_keypair(&pair->open, &pair->secret, NULL, random, NULL, NULL, 2048, 0)) {
        return 0;
    }
    nettle_mpz_get_str_256(256, modulus, pair->open.n);
    return 1;
}

static inline void near_connect_rs256_free(struct near_connect_rsa_pair *pair) {
    rsa_private_key_clear(&pair->secret);
    rsa_public_key_clear(&pair->open);
}

// Writes a signature. 0 if that fails.
static inline int near_connect_rs256_sign(const struct near_connect_rsa_pair *pair, const uint8_t *digest,
                                          uint8_t signature[256]) {
    mpz_t number;
    int is_made;
    mpz_init(number);
    is_made = rsa_sha256_sign_digest(&pair->secret, digest, number);
    if (is_made) {
        nettle_mpz_get_str_256(256, signature, number);
    }
    mpz_clear(number);
    return is_made;
}

// Writes the point that belongs to a secret number of 32 bytes. 0 for a number that is none of the group's.
static inline int near_connect_es256_point(const uint8_t *secret, uint8_t x[32], uint8_t y[32]) {
    struct ecc_scalar scalar;
    struct ecc_point point;
    mpz_t first, second;
    int is_secret;
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    ecc_point_init(&point, nettle_get_secp_256r1());
    nettle_mpz_init_set_str_256_u(first, 32, secret);
    mpz_init(second);
    is_secret = ecc_scalar_set(&scalar, first);
    if (is_secret) {
        ecc_point_mul_g(&point, &scalar);
        ecc_point_get(&point, first, second);
        nettle_mpz_get_str_256(32, x, first);
        nettle_mpz_get_str_256(32, y, second);
    }
    mpz_clear(second);
    mpz_clear(first);
    ecc_point_clear(&point);
    ecc_scalar_clear(&scalar);
    return is_secret;
}

// Writes a signature, r and s. 0 for a number that is none of the group's.
static inline int near_connect_es256_sign(const uint8_t *secret, nettle_random_func *random, const uint8_t *digest,
                                          uint8_t signature[64]) {
    struct ecc_scalar scalar;
    struct dsa_signature pair;
    mpz_t number;
    int is_secret;
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    dsa_signature_init(&pair);
    nettle_mpz_init_set_str_256_u(number, 32, secret);
    is_secret = ecc_scalar_set(&scalar, number);
    if (is_secret) {
        ecdsa_sign(&scalar, NULL, random, 32, digest, &pair);
        nettle_mpz_get_str_256(32, signature, pair.r);
        nettle_mpz_get_str_256(32, signature + 32, pair.s);
    }
    mpz_clear(number);
    dsa_signature_clear(&pair);
    ecc_scalar_clear(&scalar);
    return is_secret;
}

#endif
