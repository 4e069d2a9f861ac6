// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARSharedKeys
import NEARShares

extension ReportedError {
    /// Tells a failure of a shared key, as commands do.
    init(_ error: SharedKeyError) {
        let (code, status) = error.report
        self.init(sentence: error.description, code: code, status: status)
    }
}

extension SharedKeyError {
    fileprivate var report: (code: String, status: ExitStatus) {
        switch self {
        case .missing, .noShareHere, .notGiven: ("shareMissing", .sharesMissing)
        case .share, .replaced, .otherAccount: ("wrongShare", .wrongShare)
        case .noAccount, .unknownSet: ("keyUnknown", .nothing)
        case .cancelled, .vault(.cancelled): ("cancelled", .cancelled)
        case .refused: ("refused", .refusedByPolicy)
        case .unavailable: ("nodesUnavailable", .unavailable)
        case .rotation: ("chain", .refusedByChain)
        case .keysGone: ("keysGone", .refusedByChain)
        case .login(let error): error.report
        case .tooFewHolders, .onePlace, .unfit, .noVault, .noPlace: ("place", .failure)
        case .setExists, .state, .unproven: ("state", .failure)
        case .vault: ("vault", .failure)
        case .computer(.wordsNeeded): ("shareMissing", .sharesMissing)
        case .computer(.noRequest), .computer(.noAnswer), .computer(.otherRequest): ("wrongShare", .wrongShare)
        case .computer: ("computer", .failure)
        case .dailyKey(.unknown), .dailyKey(.noneFor): ("dailyKeyUnknown", .nothing)
        case .dailyKey: ("dailyKey", .failure)
        case .storage: ("storage", .failure)
        }
    }
}

extension LoginError {
    fileprivate var report: (code: String, status: ExitStatus) {
        switch self {
        case .cancelled: ("cancelled", .cancelled)
        case .timedOut, .unreachable: ("loginUnavailable", .unavailable)
        case .noSession: ("noSession", .sharesMissing)
        case .refused, .badAnswer, .token: ("loginRefused", .refusedByLogin)
        case .service(.busy): ("serviceBusy", .unavailable)
        case .service: ("serviceRefused", .refusedByLogin)
        case .noBrowser: ("noBrowser", .failure)
        case .vault: ("vault", .failure)
        }
    }
}
