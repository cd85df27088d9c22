import type { ActKind } from '@banyan/domain'
import type { Identity } from '../identity/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Caller } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { Verification } from '../verification/index.ts'
import { countTry, type TryAnswers } from './counted-try.ts'
import { FORGET_MS } from './login-delay.ts'
import { passwordRoutes } from './password-routes.ts'
import { sessionRoutes } from './routes.ts'
import { authenticate, endAllSessions, openLookup } from './sessions.ts'
import { checkFreezes, type Given, proveLoginPassword } from './step-up.ts'
import {
  dropOld,
  liveAmong,
  liveSessionIds,
  lockSessionsOf,
  sessionsOf,
  takeOffEveryDevice,
} from './store.ts'
import { deviceHash, otherSubject, unknownDevicesBucket } from './tokens.ts'

/** Sessions: which member is logged in on which device, and how. */
export interface Sessions {
  module: Module
  /**
   * The caller of a bearer token. Throws `sessionExpired`, or `accountProblem` unless frozen
   * members may call.
   */
  authenticate(token: string | null, whileFrozen?: boolean): Promise<Caller>
  /** Of these sessions, those that are neither ended nor too old. */
  liveAmong(reader: Database | Tx, sessionIds: readonly string[]): Promise<string[]>
  /**
   * Checks the caller's freezes for an act and compares the factor that the act needs. Throws the
   * refusal of the act's kind, `stepUpBy…`, or the refusal of the comparison.
   */
  checkFreezes(caller: Caller, act: ActKind, given: Given): Promise<void>
  /**
   * Ends every session of a member whose account is closed, and removes the account from every
   * device.
   */
  endWithAccount(tx: Tx, memberId: string): Promise<void>
  /** A member's live sessions, the one used last first. */
  live(reader: Database | Tx, memberId: string): Promise<LiveSession[]>
  /** Ends every session of a member for an operator. Returns how many were live. */
  endByOperator(tx: Tx, memberId: string): Promise<number>
  /**
   * Counts a try at the caller's login password, then compares. Throws `loginFailed` or
   * `loginLocked`.
   */
  proveLoginPassword(caller: Caller, password: string): Promise<void>
  /**
   * Counts a try at the password of a person who is no member, by the rule of members' logins: each
   * device that `who` is known on has its own count, and all other devices share one.
   */
  countTry(
    from: { who: string; knownDevice: string | null },
    compare: () => Promise<boolean>,
    answers: TryAnswers,
  ): Promise<void>
}

/** A live session, and its device as the browser has said. */
interface LiveSession {
  id: string
  deviceKind: string
  browser: string | null
  system: string | null
  openedAt: Date
  usedAt: Date
}

const EVERY_MS = 3_600_000

/**
 * Opens the sessions module. Identity identifies members and compares passwords, verification
 * checks e-mail addresses.
 */
export function openSessions(
  platform: Platform,
  deps: { identity: Identity; verification: Verification },
): Sessions {
  const context = { platform, ...deps }
  const desk = { database: platform.database, lookUp: openLookup(platform.database) }
  return {
    module: {
      routes: [...sessionRoutes(context), ...passwordRoutes(context)],
      jobs: [
        {
          name: 'old sessions and failed logins',
          runsIn: 'worker',
          everyMs: EVERY_MS,
          run: () => dropOld(platform.database, FORGET_MS),
        },
      ],
    },
    authenticate: (token, whileFrozen) => authenticate(desk, token, whileFrozen),
    liveAmong,
    checkFreezes: (caller, act, given) => checkFreezes(context, caller, act, given),
    endWithAccount: async (tx, memberId) => {
      await lockSessionsOf(tx, memberId)
      await endAllSessions(tx, memberId, 'accountClosed')
      await takeOffEveryDevice(tx, memberId)
    },
    live: sessionsOf,
    endByOperator: async (tx, memberId) => {
      await lockSessionsOf(tx, memberId)
      const live = await liveSessionIds(tx, memberId)
      await endAllSessions(tx, memberId, 'operator')
      return live.length
    },
    proveLoginPassword: (caller, password) => proveLoginPassword(context, caller, password),
    countTry: ({ who, knownDevice }, compare, answers) =>
      countTry(
        platform.database,
        {
          subject: otherSubject(who),
          bucket: knownDevice === null ? unknownDevicesBucket : deviceHash(knownDevice),
        },
        compare,
        answers,
      ),
  }
}
