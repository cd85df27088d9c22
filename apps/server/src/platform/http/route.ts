import type { AnswerOf, Endpoint, Locale, OperatorFactor, OperatorRole } from '@banyan/domain'
import type { z } from 'zod'
import type { Outcome } from '../batches.ts'
import type { Tx } from '../database/connect.ts'

/** The member whose live session made the call. */
export interface Caller {
  memberId: string
  sessionId: string
  /** The account is being closed: few calls are allowed until that is undone. */
  closing?: true
}

/** The operator whose live session made the call, and how their acts are signed in the log. */
export interface Operator {
  operatorId: string
  name: string
  role: OperatorRole
  /** The operator's own account as a member, if there is one. */
  memberId: string | null
  sessionId: string
  /** SHA-256 of the session's token. */
  sessionHash: Buffer
  standing: OperatorStanding
}

/** What an operator has proven in their session. */
export interface OperatorStanding {
  /** The console's session has not been used for so long that it asks for the password again. */
  isLocked: boolean
  /** The second factors of the account. */
  factors: readonly OperatorFactor[]
  /** When one of them was last proven in this session. */
  provenAt: Date | null
  /** The time of the call. */
  now: Date
}

/** The input of a handler: validated values, the caller, and the language. */
export interface Call<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /** Present on every member call; null on public calls. */
  caller: E extends { access: 'public' } ? null : Caller
  locale: Locale
  ip: string
  /** The page's Origin header, where the caller sent one. */
  origin?: string | undefined
  /** The User-Agent header, where the caller sent one. */
  userAgent?: string | undefined
  /** Adds the line of a cookie to the answer; there for every call over HTTP. */
  setCookie?(line: string): void
}

type MemberCall<E extends Endpoint> = Call<E> & { caller: Caller }
type OperatorCall<E extends Endpoint> = Omit<Call<E>, 'caller'> & { caller: Operator }

/** A money call with its Idempotency-Key. */
export interface KeyedCall<E extends Endpoint> {
  call: MemberCall<E>
  key: string
}

/**
 * Does money calls about any subjects in one transaction, with an outcome for each. Without `waits`
 * it skips what another transaction has locked, and its outcome is `Busy`; with it all of them are
 * about one subject. The first of the calls is never busy then.
 */
export type HandleJoined<E extends Endpoint> = (
  tx: Tx,
  calls: readonly KeyedCall<E>[],
  waits: boolean,
) => Promise<Outcome<AnswerOf<E>>[]>

/** Work before a money call's transaction begins, such as reading a chain; it may refuse. */
export type Before<E extends Endpoint> = (call: MemberCall<E>) => Promise<void>

/** A call with its handler. Money calls run inside the transaction that also stores the answer. */
export type Route =
  | { kind: 'plain'; endpoint: Endpoint; handle: (call: MemberCall<Endpoint>) => Promise<unknown> }
  | {
      kind: 'money'
      endpoint: Endpoint
      handle: (tx: Tx, call: MemberCall<Endpoint>, key: string) => Promise<unknown>
      before?: Before<Endpoint>
      joined?: HandleJoined<Endpoint>
    }

/** A call that moves no money: reads, logins, settings. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: MemberCall<E>) => Promise<AnswerOf<E>>,
): Route {
  if (endpoint.money) throw new Error(`${endpoint.id} moves money: register it with moneyRoute`)
  return {
    kind: 'plain',
    endpoint,
    handle: handle as (call: MemberCall<Endpoint>) => Promise<unknown>,
  }
}

/**
 * A call that moves money. `key` is its Idempotency-Key: the handler stores it on what it creates,
 * in a unique column, so that even a deleted key can never do the same thing twice. `before` is not
 * run again for an act that has happened.
 */
export function moneyRoute<E extends Endpoint>(
  endpoint: E,
  handle: (tx: Tx, call: MemberCall<E>, key: string) => Promise<AnswerOf<E>>,
  before?: Before<E>,
): Route {
  if (!endpoint.money) throw new Error(`${endpoint.id} is not marked as a money call`)
  return {
    kind: 'money',
    endpoint,
    ...(before ? { before: before as unknown as Before<Endpoint> } : {}),
    handle: handle as (tx: Tx, call: MemberCall<Endpoint>, key: string) => Promise<unknown>,
  }
}

/**
 * A money call that many make at once, such as takes of a popular order or payments of trades: calls that
 * arrive while some are carried out are carried out next, in one transaction. `handle` treats them as
 * if they had come one after the other; see `moneyRoute` for the keys.
 */
export function joinedRoute<E extends Endpoint>(
  endpoint: E,
  handle: HandleJoined<E>,
  before?: Before<E>,
): Route {
  const alone = moneyRoute(
    endpoint,
    async (tx, call, key) => {
      const [outcome] = await handle(tx, [{ call, key }], true)
      if (outcome && 'value' in outcome) return outcome.value
      throw outcome?.error
    },
    before,
  )
  return { ...alone, joined: handle as unknown as HandleJoined<Endpoint> } as Route
}

/** An operator's call: refused to every role that its endpoint does not name. */
export function operatorRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: OperatorCall<E>) => Promise<AnswerOf<E>>,
): Route {
  if (endpoint.access !== 'operator') throw new Error(`${endpoint.id} is no operator's call`)
  return {
    kind: 'plain',
    endpoint,
    handle: handle as unknown as (call: MemberCall<Endpoint>) => Promise<unknown>,
  }
}

/** An operator's call that decides about money: once per key, like a member's. */
export function operatorMoneyRoute<E extends Endpoint>(
  endpoint: E,
  handle: (tx: Tx, call: OperatorCall<E>) => Promise<AnswerOf<E>>,
): Route {
  if (endpoint.access !== 'operator' || !endpoint.money)
    throw new Error(`${endpoint.id} is no operator's money call`)
  return {
    kind: 'money',
    endpoint,
    handle: handle as unknown as (
      tx: Tx,
      call: MemberCall<Endpoint>,
      key: string,
    ) => Promise<unknown>,
  }
}
