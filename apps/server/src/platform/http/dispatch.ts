import {
  type ActKind,
  callsWhileClosing,
  type Endpoint,
  type Envelope,
  freezeCauses,
  freezeTable,
  localeOf,
  type OperatorRole,
  type RefusalName,
  type StepUp,
} from '@banyan/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Batches, Busy, type Outcome } from '../batches.ts'
import type { Database, Tx } from '../database/connect.ts'
import type { KeyRing } from '../key-ring.ts'
import { Refused, refuse } from '../refused.ts'
import type { Sealing } from '../sealing.ts'
import { addSpanFacts } from '../tracing/spans.ts'
import { invalidInput, success } from './answer.ts'
import type { Auth } from './auth.ts'
import { bearerOf } from './bearer.ts'
import {
  type ActAnswer,
  type Asked,
  fingerprintsOf,
  type MoneyAct,
  once,
  onceEach,
  replayReader,
} from './idempotency.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { aboutOf } from './operator-call.ts'
import { operatorTokenOf } from './operator-session.ts'
import { HUNG_UP, hungUp, refusalFor } from './refusal-for.ts'
import type { Call, Caller, KeyedCall, Operator, Route } from './route.ts'

export interface DispatchContext {
  database: Database
  limits: Limits
  auth: Auth
  fingerprintKey: KeyRing
  sealing: Sealing
  /** Checks every answer against its schema: on where tests run. */
  checkAnswers: boolean
  metrics: Metrics
}

const KEY = /^[A-Za-z0-9_-]{16,64}$/

/** One order for every call: the caller, the rate, the input, and only then the act. */
export function dispatcher(context: DispatchContext, route: Route) {
  const { endpoint } = route
  const act = actOf(context, route)
  const answerAs = async (
    caller: Caller | Operator | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Envelope> => {
    checkRole(endpoint.roles, caller)
    if (caller && 'operatorId' in caller) context.auth.checkProof(caller, endpoint.proof)
    const giveBack = await context.limits(endpoint, request.ip, caller && idOf(caller))
    const { answer, replayed } = await act({ request, reply, caller }).catch(async error => {
      if (error instanceof Refused) await giveBack()
      throw error
    })
    if (context.checkAnswers && !replayed) endpoint.answer.parse(answer)
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return success(answer)
  }
  const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<Envelope> => {
    const caller = await callerOf(context, endpoint, request)
    if (!isOperators(endpoint)) return answerAs(caller, request, reply)
    return answerAs(caller, request, reply).catch(async error => {
      await keepRefused(context, endpoint, { request, caller, error })
      throw error
    })
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Envelope> => {
    const startedAt = performance.now()
    const measured = (code: number) => {
      context.metrics.answered(endpoint, code, (performance.now() - startedAt) / 1000)
      addSpanFacts(() => ({ 'banyan.operation': endpoint.id, 'banyan.code': code }))
    }
    try {
      const envelope = await answerTo(request, reply)
      measured(envelope.code)
      return envelope
    } catch (error) {
      measured(hungUp(request) ? HUNG_UP : refusalFor(error).code)
      throw error
    }
  }
}

type AnyCall = Call<Endpoint> & { caller: Caller }

/** Each realm accepts its own tokens only. */
async function callerOf(
  { auth }: DispatchContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | Operator | null> {
  if (endpoint.access === 'public') return null
  if (endpoint.access === 'member') {
    const caller = await auth.authenticate(bearerOf(request), endpoint.whileFrozen)
    if (caller.closing && endpoint.method === 'POST' && !callsWhileClosing.has(endpoint.id))
      refuse('accountClosing')
    return caller
  }
  // What the call asks for besides is checked after the role: a refusal is in the audit log then.
  const isUse = endpoint.proof !== 'opened'
  return auth.authenticateOperator(operatorTokenOf(request), { proof: 'opened', isUse })
}

/** Refuses a role that the call does not name. */
function checkRole(roles: readonly OperatorRole[], caller: Caller | Operator | null): void {
  if (caller && 'operatorId' in caller && !roles.includes(caller.role)) refuse('forbidden')
}

const isOperators = ({ path }: Endpoint): boolean => path.startsWith('/api/operator/')

/** Refusals that are not recorded: a missing object or a faulty page reveals no attack. */
const harmless: readonly RefusalName[] = ['invalidInput', 'notFound', 'malformed']

/** Records a refusal of an operator. A log that cannot be written changes no answer. */
async function keepRefused(
  { auth }: DispatchContext,
  { id, method }: Endpoint,
  refused: { request: FastifyRequest; caller: Caller | Operator | null; error: unknown },
): Promise<void> {
  const { request, caller, error } = refused
  if (!(error instanceof Refused)) return
  if (method === 'GET' && harmless.includes(error.refusal)) return
  const operator = caller && 'operatorId' in caller ? caller : null
  const act = { operator, call: id, object: aboutOf(request), refusal: error.refusal }
  await auth
    .recordRefused(act)
    .catch(err => request.log.error({ err, call: id }, 'a refused act is not in the audit log'))
}

const idOf = (caller: Caller | Operator): string =>
  'operatorId' in caller ? caller.operatorId : caller.memberId

/** A call as it came in, with its caller. */
interface Arrived {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller | Operator | null
}

/** The effect of a call of any caller. */
function actOf(context: DispatchContext, route: Route) {
  const { endpoint } = route
  if (route.kind === 'plain')
    return async (arrived: Arrived): Promise<ActAnswer> => {
      const call = readCall(endpoint, arrived)
      if (canStop(endpoint)) await context.auth.refuseStopped(context.database, endpoint.id)
      await checkProofs(context, endpoint, call)
      return { answer: await route.handle(call), replayed: false }
    }
  const does = doerOf(context, route)
  const readReplay = replayReader(context.database, context.sealing)
  return async (arrived: Arrived): Promise<ActAnswer> => {
    const call = readCall(endpoint, arrived)
    const key = keyOf(arrived.request)
    const money: MoneyAct = {
      memberId: idOf(call.caller),
      operation: endpoint.id,
      key,
      ...fingerprintsOf(context.fingerprintKey, call.params, call.body),
    }
    if (asksProofs(endpoint) || route.before) {
      // An act that has happened is answered again without a password: a replay spends no attempt.
      const replay = await readReplay(money)
      if (replay) return replay
      try {
        await checkProofs(context, endpoint, call)
        await route.before?.(call)
      } catch (error) {
        // Another process may have carried it out meanwhile, which can be the very reason for the refusal.
        const done = error instanceof Refused ? await readReplay(money) : null
        if (done) return done
        throw error
      }
    }
    return does(money, { call, key })
  }
}

type Does = (act: MoneyAct, keyed: KeyedCall<Endpoint>) => Promise<ActAnswer>

type Keyed = KeyedCall<Endpoint>
type Carry = (tx: Tx, calls: readonly Keyed[]) => Promise<Outcome<unknown>[]>

/** How a money call is done: alone, or with concurrent ones. */
function doerOf(context: DispatchContext, route: Extract<Route, { kind: 'money' }>): Does {
  const { database, sealing, auth } = context
  const { endpoint, handle, joined } = route
  const batchesOf = (work: Carry) =>
    new Batches<Asked<Keyed>, ActAnswer>((_, asked) =>
      onceEach(database, sealing, asked, entered(context, endpoint, work)),
    )
  if (joined) {
    const batches = batchesOf((tx, calls) => joined(tx, calls, false))
    const busy = batchesOf((tx, calls) => joined(tx, calls, true))
    return async (act, ask) => {
      for (let ended = batches.ask(endpoint.id, { act, ask }); ; ) {
        try {
          return await ended
        } catch (error) {
          if (!(error instanceof Busy)) throw error
          ended = busy.ask(error.subject, { act, ask })
        }
      }
    }
  }
  return (act, { call, key }) =>
    once(database, sealing, act, async tx => {
      await enter(context, endpoint, tx)
      if (endpoint.access === 'member' && !callsWhileClosing.has(endpoint.id)) {
        const { memberId } = call.caller
        if ((await auth.closingAmong(tx, [memberId])).size > 0) refuse('accountClosing')
      }
      return handle(tx, call, key)
    })
}

/** Refuses a call that a wind-down has stopped, and holds the stop off until the transaction ends. */
async function enter({ auth }: DispatchContext, endpoint: Endpoint, tx: Tx): Promise<void> {
  if (canStop(endpoint)) await auth.enterCall(tx, endpoint.id)
}

/** Work on many calls of members, without those that are refused before it. */
const entered =
  (context: DispatchContext, endpoint: Endpoint, work: Carry): Carry =>
  async (tx, calls) => {
    const stop = await enter(context, endpoint, tx).then(() => null, refusalOf)
    if (stop) return calls.map(() => stop)
    const closing = await context.auth.closingAmong(
      tx,
      calls.map(({ call }) => call.caller.memberId),
    )
    const open = calls.filter(({ call }) => !closing.has(call.caller.memberId))
    const came = open.length > 0 ? await work(tx, open) : []
    return calls.map(one => came[open.indexOf(one)] ?? { error: new Refused('accountClosing') })
  }

/** A refusal as the outcome of one of many; any other error fails all of them. */
function refusalOf(error: unknown): { error: unknown } {
  if (error instanceof Refused) return { error }
  throw error
}

/** True for a call of members that a wind-down may stop. */
const canStop = ({ stopsAt }: Endpoint): boolean => stopsAt !== 'never'

const asksProofs = (endpoint: Endpoint): boolean =>
  endpoint.paymentPassword || endpoint.emailCode !== null || freezableKind(endpoint) !== null

/**
 * The kind of a member's call in the table of freezes, where any freeze applies to it; its module
 * checks by an order's side.
 */
function freezableKind({ act: kind, access }: Endpoint): ActKind | null {
  if (access !== 'member') return null
  if (typeof kind !== 'string') return null
  return freezeCauses.some(cause => freezeTable[kind][cause] !== 'free') ? kind : null
}

/**
 * Checks what the member knows, what the member has, and their freezes, in this order, before
 * anything is done.
 */
async function checkProofs(
  { auth }: DispatchContext,
  endpoint: Endpoint,
  call: AnyCall,
): Promise<void> {
  const given = call.body as { paymentPassword: string; emailCode?: string; stepUp?: StepUp }
  if (endpoint.paymentPassword) await auth.checkPaymentPassword(call.caller, given.paymentPassword)
  if (endpoint.emailCode !== null)
    await auth.checkEmailCode(call.caller.memberId, endpoint.emailCode, given.emailCode)
  const kind = freezableKind(endpoint)
  if (kind !== null)
    await auth.checkFreezes(call.caller, kind, {
      stepUp: given.stepUp,
      paymentProven: endpoint.paymentPassword,
    })
}

function readCall(endpoint: Endpoint, { request, reply, caller }: Arrived): AnyCall {
  const locale = localeOf(request.headers['accept-language'])
  const read = <S extends Endpoint['params']>(schema: S, given: unknown): unknown => {
    const result = schema.safeParse(given ?? {})
    if (!result.success) throw invalidInput(result.error, locale)
    return result.data
  }
  return {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: read(endpoint.body, request.body),
    caller: caller as Caller,
    locale,
    ip: request.ip,
    origin: request.headers.origin,
    userAgent: request.headers['user-agent'],
    setCookie: (line: string) => void reply.header('set-cookie', line),
  } as AnyCall
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && KEY.test(key) ? key : refuse('idempotencyKeyNeeded')
}
