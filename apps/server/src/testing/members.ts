import { randomBytes } from 'node:crypto'
import {
  type AnswerOf,
  type ChallengePurpose,
  challenge,
  challengeText,
  createAccount,
  type Endpoint,
  type InputOf,
  login,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { ed25519 } from '@noble/curves/ed25519.js'
import { pino } from 'pino'
import { type Identity, openIdentity } from '../identity/index.ts'
import { openNetwork } from '../network/index.ts'
import { readConfig } from '../platform/config.ts'
import type { Caller, Route } from '../platform/http/route.ts'
import { ringOf } from '../platform/key-ring.ts'
import { type Mail, openMail } from '../platform/mail/mail.ts'
import type { Platform } from '../platform/module.ts'
import { Refused } from '../platform/refused.ts'
import { openSessions, type Sessions } from '../sessions/index.ts'
import { openVerification, type Verification } from '../verification/index.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** The member modules, on their own database. */
export interface MemberModules {
  db: TestDatabase
  platform: Platform
  mail: Mail
  identity: Identity
  verification: Verification
  sessions: Sessions
  rootInviteCode: string
  /** Validates like the dispatcher, calls the handler, and checks the answer's schema. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: InputOf<E>,
    by?: { caller?: Caller; origin?: string },
  ): Promise<AnswerOf<E>>
  /** Moves the system clock this far from the real time, as a PostgreSQL interval. */
  shiftClock(interval: string): Promise<void>
  close(): Promise<void>
}

/**
 * The part of the modules that a member needs to join; another system can be joined in the same
 * way.
 */
export type JoinedModules = Pick<MemberModules, 'call' | 'rootInviteCode'> & {
  sessions: Pick<Sessions, 'authenticate'>
}

const ORIGIN = 'https://app.example.org'
export const SECOND_ORIGIN = 'https://www.example.org'

/**
 * Opens identity and sessions with the root member founded; daily limits are raised for the tests.
 */
export async function openMemberModules(
  rateLimitScale = 100,
  env: Record<string, string> = {},
): Promise<MemberModules> {
  const db = await openTestDatabase()
  const config = readConfig({
    DATABASE_URL: db.url,
    PUBLIC_ORIGIN: `${ORIGIN},${SECOND_ORIGIN}`,
    RATE_LIMIT_SCALE: String(rateLimitScale),
    ...env,
  })
  const platform: Platform = {
    config,
    secrets: {
      pepper: ringOf(randomBytes(32)),
      fingerprintKey: ringOf(randomBytes(32)),
      fieldKey: ringOf(randomBytes(32)),
      pushKey: ringOf(randomBytes(32)),
      auditKey: ringOf(randomBytes(32)),
    },
    database: db.database,
    pool: db.pool,
    logger: pino({ level: 'silent' }),
  }
  const mail = openMail(platform)
  const verification: Verification = openVerification(platform, {
    mail,
    accountIdOf: (reader, memberId) => identity.accountIdOf(reader, memberId),
    freezeAfterChange: (tx, memberId, at) => identity.freezeAfterEmail(tx, memberId, at),
  })
  const network = openNetwork(platform, {
    nicknames: (reader, memberIds) => identity.nicknames(reader, memberIds),
    effectiveAmong: async () => new Set(),
    parameters: async () => parametersV1,
    remind: async () => {},
  })
  const identity: Identity = openIdentity(platform, {
    notify: verification.notify,
    welcome: network.welcome,
  })
  const sessions = openSessions(platform, { identity, verification })
  const rootInviteCode = await identity.ensureRootMember(db.database)
  const routes = [identity, verification, sessions].flatMap(one => one.module.routes ?? [])
  return {
    db,
    platform,
    mail,
    identity,
    verification,
    sessions,
    rootInviteCode,
    call: (endpoint, input, by) => callOf(routes, endpoint, input, by),
    shiftClock: async interval => {
      await db.owner.query(
        'insert into house_clock (shift) values ($1) on conflict (only_row) do update set shift = excluded.shift',
        [interval],
      )
    },
    close: async () => {
      mail.close()
      await db.close()
    },
  }
}

async function callOf<E extends Endpoint>(
  routes: readonly Route[],
  endpoint: E,
  input: InputOf<E> | undefined,
  by: { caller?: Caller; origin?: string } = {},
): Promise<AnswerOf<E>> {
  const route = routes.find(one => one.endpoint === endpoint)
  if (route?.kind !== 'plain') throw new Error(`no plain route answers ${endpoint.id}`)
  const given: { params?: unknown; query?: unknown; body?: unknown } = input ?? {}
  const answer = await route.handle({
    params: endpoint.params.parse(given.params ?? {}),
    query: endpoint.query.parse(given.query ?? {}),
    body: endpoint.body.parse(given.body ?? {}),
    caller: by.caller as Caller,
    locale: 'en',
    ip: '192.0.2.1',
    origin: by.origin ?? ORIGIN,
  })
  return endpoint.answer.parse(answer) as AnswerOf<E>
}

/** A key derived from a member's words, which signs challenges. */
export interface MemberKey {
  publicKey: string
  /** Requests a challenge and signs it. `saying` changes what is signed from what was requested. */
  prove(
    modules: Pick<MemberModules, 'call'>,
    purpose: ChallengePurpose,
    saying?: { purpose?: ChallengePurpose; origin?: string },
  ): Promise<{ publicKey: string; nonce: string; signature: string }>
}

export function drawKey(): MemberKey {
  const secret = ed25519.utils.randomSecretKey()
  const publicKey = Buffer.from(ed25519.getPublicKey(secret)).toString('hex')
  return {
    publicKey,
    prove: async (modules, purpose, saying = {}) => {
      const { nonce, origin } = await modules.call(challenge, { body: { publicKey, purpose } })
      const text = challengeText({ purpose, origin, publicKey, nonce, ...saying })
      const signature = Buffer.from(ed25519.sign(Buffer.from(text), secret)).toString('hex')
      return { publicKey, nonce, signature }
    },
  }
}

export const drawDeviceCode = (): string => randomBytes(32).toString('hex')

export const LOGIN_PASSWORD = 'green leaves 42'
export const PAYMENT_PASSWORD = '482913'

/** A nickname that begins like this and looks like no other member's. */
export const drawNickname = (name: string): string =>
  `${name.slice(0, 11)} ${randomBytes(4).toString('hex').toUpperCase()}`

/** The form of a new member, with a proof of the key. */
export async function accountForm(
  modules: Omit<JoinedModules, 'sessions'>,
  key: MemberKey = drawKey(),
) {
  return {
    nickname: drawNickname('小明'),
    inviteCode: modules.rootInviteCode,
    loginPassword: LOGIN_PASSWORD,
    paymentPassword: PAYMENT_PASSWORD,
    country: 'SG',
    consent: true as const,
    ...(await key.prove(modules, 'create')),
  }
}

/** A member who has just created an account and logged in on a device. */
export interface TestMember {
  memberId: string
  accountId: string
  key: MemberKey
  deviceCode: string
  token: string
  caller: Caller
}

export async function joinMember(
  modules: JoinedModules,
  form: Partial<Awaited<ReturnType<typeof accountForm>>> = {},
): Promise<TestMember> {
  const key = drawKey()
  const { uuid, accountId } = await modules.call(createAccount, {
    body: { ...(await accountForm(modules, key)), ...form },
  })
  const deviceCode = drawDeviceCode()
  const loginPassword = form.loginPassword ?? LOGIN_PASSWORD
  const { token } = await modules.call(login, { body: { accountId, loginPassword, deviceCode } })
  const caller = await modules.sessions.authenticate(token)
  return { memberId: uuid, accountId, key, deviceCode, token, caller }
}

/** The name of the refusal that a promise ends in, with its slots. Fails when it ends otherwise. */
export async function refusalOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const slots = Object.values(error.slots).join(' ')
    return slots === '' ? error.refusal : `${error.refusal} ${slots}`
  }
  throw new Error('it was not refused')
}
