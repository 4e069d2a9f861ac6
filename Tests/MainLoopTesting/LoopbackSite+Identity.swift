// SPDX-License-Identifier: MIT

extension LoopbackSite {
    /// A certificate that a site shows.
    ///
    /// No authority has signed any of them. They were made for these tests, say nothing about any other host, and are
    /// believed by no other program.
    public enum Identity: CaseIterable, Sendable {
        /// A certificate for `localhost` and each name below it.
        case localhost
        /// A certificate for `other.example`.
        case other
        /// A certificate for `localhost` that was valid in 2020.
        case expired

        /// The certificate and its key.
        var pem: String {
            switch self {
            case .localhost: Self.localhostPEM
            case .other: Self.otherPEM
            case .expired: Self.expiredPEM
            }
        }

        private static let localhostPEM = """
            -----BEGIN CERTIFICATE-----
            MIIBsjCCAVigAwIBAgIUG+3UYrNUac5LZLgQp/xBkRK5AeUwCgYIKoZIzj0EAwIw
            HDEaMBgGA1UEAwwRbmVhci1jb25uZWN0IHRlc3QwIBcNMjYxMTIxMDMwODUxWhgP
            MjEyNjEwMjgwMzA4NTFaMBwxGjAYBgNVBAMMEW5lYXItY29ubmVjdCB0ZXN0MFkw
            EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIwrsn4ogHF3s6A24ziB+eoxOKP6dHXc5
            PzUAdeN0tv+tmeV+trKlDk4OkZy12mCU5lmcyi/EglTU6qFhpFQAgqN2MHQwHQYD
            VR0OBBYEFPvrV1ZCvSXMkuBB4MeU2ZLh0QECMB8GA1UdIwQYMBaAFPvrV1ZCvSXM
            kuBB4MeU2ZLh0QECMA8GA1UdEwEB/wQFMAMBAf8wIQYDVR0RBBowGIIJbG9jYWxo
            b3N0ggsqLmxvY2FsaG9zdDAKBggqhkjOPQQDAgNIADBFAiEAiiAZUXdxD1ztOZp5
            yyunMfLV6G53FGUGpjWs/7UX+igCIEtG+4d+FkcvCjC7RUowgWJ3BHoiXf+Bv+JL
            RYRTdm1y
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvdRFoOGNA2WWKmmZ
            qEuuPqg/eRpTFaCsYgGynlWM/L2hRANCAAQjCuyfiiAcXezoDbjOIH56jE4o/p0d
            dzk/NQB143S2/62Z5X62sqUOTg6RnLXaYJTmWZzKL8SCVNTqoWGkVACC
            -----END PRIVATE KEY-----
            """
        private static let otherPEM = """
            -----BEGIN CERTIFICATE-----
            MIIBqTCCAU+gAwIBAgIUGMjQ89SlnlODaBY3aZE5YqQam3UwCgYIKoZIzj0EAwIw
            HDEaMBgGA1UEAwwRbmVhci1jb25uZWN0IHRlc3QwIBcNMjYxMTI0MTUzMTMzWhgP
            MjEyNjEwMzExNTMxMzNaMBwxGjAYBgNVBAMMEW5lYXItY29ubmVjdCB0ZXN0MFkw
            EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOfLjdCoaxyq4GFHrFl5CcLx2X6kBX0qW
            oGD7vW8wsEq93nTrVv09LdWRb/ah1ISbzEuPH9CDJG6CzQlOsSCgcqNtMGswHQYD
            VR0OBBYEFLOFsyacL5N3/pMlqiv4P8fAZUBxMB8GA1UdIwQYMBaAFLOFsyacL5N3
            /pMlqiv4P8fAZUBxMA8GA1UdEwEB/wQFMAMBAf8wGAYDVR0RBBEwD4INb3RoZXIu
            ZXhhbXBsZTAKBggqhkjOPQQDAgNIADBFAiEAzNlhFpoJIzi53LBOXNUT9Dx4W/yE
            djjvRxfterrreqMCIF49NgUcwDhEPZIXMa3Cby34ulb0MjdNB3cQ+eL4pTgE
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1dMWeggVObCIHXJO
            +KBKUz9TE3OhoZPcrIIRlz2cqaWhRANCAAQ58uN0KhrHKrgYUesWXkJwvHZfqQFf
            SpagYPu9bzCwSr3edOtW/T0t1ZFv9qHUhJvMS48f0IMkboLNCU6xIKBy
            -----END PRIVATE KEY-----
            """
        private static let expiredPEM = """
            -----BEGIN CERTIFICATE-----
            MIIBeTCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFuZWFyLWNv
            bm5lY3QgdGVzdDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBwxGjAY
            BgNVBAMMEW5lYXItY29ubmVjdCB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
            QgAEo2ITJh5W3pXDbiz8rONODNSX/piFsZ4EpRb5I1dYTWwVWtd6PsnMkHCRxW/K
            FoUlfoHebWLaa89BHLqaCf+d16NSMFAwIQYDVR0RBBowGIIJbG9jYWxob3N0ggsq
            LmxvY2FsaG9zdDAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBRRNtIJaErF93To5ya8
            0GAPSYVPDTAKBggqhkjOPQQDAgNIADBFAiEA11reYN7rPMla1VNG28RCAUc1tNdv
            gIs2ugoNelKtmZUCIGgZg+ZM7vJjkXyDvImuPyGwvNJCjHw5vKPGzr6bZY/c
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5mNBs5msLn4F/1/j
            1MMYlDNU89Hswz1eaolygYqJnHahRANCAASjYhMmHlbelcNuLPys404M1Jf+mIWx
            ngSlFvkjV1hNbBVa13o+ycyQcJHFb8oWhSV+gd5tYtprz0EcupoJ/53X
            -----END PRIVATE KEY-----
            """
    }
}
