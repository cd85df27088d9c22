import { z } from 'zod'
import type { ActRow } from '../identity/freezes.ts'
import type { OperatorRole } from '../operators/roles.ts'
import type { RefusalName } from '../refusals.ts'
import type { CodePurpose } from '../verification/purposes.ts'
import type { WindDownStop } from '../wind-down/wind-down.ts'

/**
 * What an operator's session has to have proven for a call: that it was opened, even if it is
 * locked since; the password; the second factor as well, where the account has one; or a second
 * factor within the last minutes, which a call that moves money asks for.
 */
export type OperatorProof = 'opened' | 'password' | 'factor' | 'recentFactor'

/** Who may call: anyone, a member with a live session, or an operator with one of the call's roles. */
export type Access = 'public' | 'member' | 'operator'

/**
 * One definition per call. It provides validation and types on both sides and the OpenAPI document.
 * `money` calls require an Idempotency-Key. `paymentPassword` calls have the field of that name,
 * which the server checks before the act and never stores or fingerprints. `emailCode` calls have
 * the field of that name, optional: it is required, and checked, where an e-mail address is bound.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly access: Access
  /** The roles that may make an operator's call; other roles are refused. */
  readonly roles: readonly OperatorRole[]
  /** What an operator's call asks of the session; of no meaning for other calls. */
  readonly proof: OperatorProof
  /** True where a member whose whole account is frozen may call as well. */
  readonly whileFrozen: boolean
  /** The row of a member's writing call in the table of freezes; null for every other call. */
  readonly act: ActRow | null
  /** When a wind-down stops the call. */
  readonly stopsAt: WindDownStop
  readonly summary: string
  readonly money: boolean
  readonly paymentPassword: boolean
  /** The purpose of the code that a member with an e-mail address must send, or null. */
  readonly emailCode: CodePurpose | null
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly answer: A
  /** This call's own refusals, for the document; system refusals are implied. */
  readonly refusals: readonly RefusalName[]
}

const nothing = z.strictObject({})
type Nothing = typeof nothing

interface Draft<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
> {
  id: string
  method?: 'GET' | 'POST'
  path: `/api/${string}`
  access?: Access
  roles?: readonly OperatorRole[]
  proof?: OperatorProof
  whileFrozen?: true
  act?: ActRow
  stopsAt?: WindDownStop
  summary: string
  money?: true
  paymentPassword?: true
  emailCode?: CodePurpose
  params?: P
  query?: Q
  body?: B
  answer: A
  refusals?: readonly RefusalName[]
}

/** Fills a draft with the defaults: GET, for members, no parameters, no body. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(draft: Draft<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    method: 'GET',
    access: 'member',
    roles: [],
    refusals: [],
    ...draft,
    proof: draft.proof ?? 'factor',
    whileFrozen: draft.whileFrozen ?? false,
    act: draft.act ?? null,
    stopsAt: draft.stopsAt ?? 'never',
    money: draft.money ?? false,
    paymentPassword: draft.paymentPassword ?? false,
    emailCode: draft.emailCode ?? null,
    // The defaults are the empty object; the casts tell the compiler so.
    params: draft.params ?? (nothing as unknown as P),
    query: draft.query ?? (nothing as unknown as Q),
    body: draft.body ?? (nothing as unknown as B),
  }
}

/** A caller's input: params, query and body in one object each, left out when empty. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

type Part<K extends string, S extends z.ZodType> = keyof z.input<S> extends never
  ? { [key in K]?: undefined }
  : Record<never, never> extends z.input<S>
    ? { [key in K]?: z.input<S> }
    : { [key in K]: z.input<S> }

/** The data of a successful response. */
export type AnswerOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never
