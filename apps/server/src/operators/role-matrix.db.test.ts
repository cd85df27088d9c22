import { createHash, randomBytes } from 'node:crypto'
import {
  codes,
  type OperatorProof,
  type OperatorRole,
  operatorRoles,
  type RefusalName,
  refusals,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { CONSOLE_ORIGIN, type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { checkOperators } from './index.ts'
import { type MatrixRow, roleMatrix } from './role-matrix.fixture.ts'

/** A call as the OpenAPI document has it. */
interface DocumentedCall extends MatrixRow {
  readonly method: string
  readonly path: string
  readonly isMoney: boolean
}

let system: HttpSystem
let calls: readonly DocumentedCall[]
beforeAll(async () => {
  system = await openHttpSystem()
  const response = await fetch(`${system.consoleUrl}/api/operator/openapi.json`)
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'x'),
        id: String(operation.operationId),
        isMoney: operation['x-money'] === true,
        ...(operation['x-role'] === 'public'
          ? { asks: 'everybody', roles: [] }
          : { asks: String(operation['x-proof']), roles: operation['x-role'] as OperatorRole[] }),
      })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

/** A session of an operator of its own: thirty refusals of one operator a minute are listed. */
interface Session {
  readonly name: string
  readonly cookie: string
}

interface Kind {
  readonly role: OperatorRole
  /** Not used for a quarter of an hour. */
  readonly isLocked?: boolean
  /** The account has an authenticator: this session has proven it now, an hour ago, or never. */
  readonly factor?: 'proven' | 'stale' | 'unproven'
}

/** Opens a session of each kind, without a password: hashing one takes longer than all the calls. */
async function open(kinds: readonly Kind[]): Promise<Session[]> {
  const rows = kinds.map(kind => {
    const token = `oc1_${randomBytes(32).toString('base64url')}`
    const hash = createHash('sha256').update(token).digest()
    return { ...kind, id: newUuid(), name: `m${randomBytes(6).toString('hex')}`, token, hash }
  })
  const of = <V>(read: (row: (typeof rows)[number]) => V): V[] => rows.map(read)
  await system.db.owner.query(
    `insert into operator (id, name, role, password_hash, created_at)
     select id, name, role, 'none', house_now() from unnest($1::uuid[], $2::text[], $3::text[]) as t (id, name, role)`,
    [of(one => one.id), of(one => one.name), of(one => one.role)],
  )
  await system.db.owner.query(
    `insert into operator_totp (id, operator_id, secret_sealed, begun_at, added_at)
     select gen_random_uuid(), id, '\\x00', house_now(), house_now() from unnest($1::uuid[]) as t (id)`,
    [rows.filter(one => one.factor).map(one => one.id)],
  )
  await system.db.owner.query(
    `insert into operator_session (id, operator_id, token_hash, kind, signed_in_at, last_seen_at, proven_at, expires_at)
     select gen_random_uuid(), id, hash, 'console', house_now() - interval '1 hour', house_now() - idle, house_now() - proven,
       house_now() + interval '7 hours'
     from unnest($1::uuid[], $2::bytea[], $3::interval[], $4::interval[]) as t (id, hash, idle, proven)`,
    [
      of(one => one.id),
      of(one => one.hash),
      of(one => (one.isLocked ? '16 minutes' : '0')),
      of(({ factor }) => (factor === 'stale' ? '1 hour' : factor === 'proven' ? '0' : null)),
    ],
  )
  return rows.map(({ name, token }) => ({ name, cookie: `__Host-banyan-operator=${token}` }))
}

/** Sends a call as the console's page would, with nothing in it. Returns the code of the answer. */
async function codeOf(call: DocumentedCall, headers: Record<string, string>): Promise<number> {
  const aborted = new AbortController()
  const isWriting = call.method === 'POST'
  const response = await fetch(system.consoleUrl + call.path, {
    method: call.method,
    signal: aborted.signal,
    headers: {
      'x-banyan-console': '1',
      ...(isWriting ? { origin: CONSOLE_ORIGIN, 'content-type': 'application/json' } : {}),
      ...(call.isMoney ? { 'idempotency-key': newUuid() } : {}),
      ...headers,
    },
    ...(isWriting ? { body: '{}' } : {}),
  })
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    // A stream that has opened.
    aborted.abort()
    return codes.success
  }
  return ((await response.json()) as { code: number }).code
}

const AT_ONCE = 8

/** Sends each call with a session of each kind that it gets. Returns who asked for what, and the code. */
async function ask(kindsOf: (call: DocumentedCall) => readonly Kind[]) {
  const cells = calls.flatMap(call => kindsOf(call).map(kind => ({ call, kind })))
  const sessions = await open(cells.map(({ kind }) => kind))
  const askOne = async ({ call, kind }: (typeof cells)[number], at: number) => {
    const { name, cookie } = sessions[at] as Session
    return { call, kind, name, code: await codeOf(call, { cookie }) }
  }
  const asked = []
  for (let at = 0; at < cells.length; at += AT_ONCE)
    asked.push(
      ...(await Promise.all(cells.slice(at, at + AT_ONCE).map((cell, i) => askOne(cell, at + i)))),
    )
  return asked
}

/** What the audit log has of an operator, oldest first. */
async function actsOf(names: readonly string[]) {
  const { rows } = await system.db.owner.query<{ actor: string; action: string; reason: string }>(
    `select actor, action, said.reason from operator_act left join operator_act_text said using (seq) where actor = any($1) and action like 'refused %' order by seq`,
    [names],
  )
  return new Map(rows.map(({ actor, action, reason }) => [actor, `${action}: ${reason}`]))
}

const lineOf = ({ id, asks, roles }: MatrixRow): string =>
  asks === 'everybody'
    ? `${id} ${asks}`
    : [id, asks, ...operatorRoles.map(role => (roles.includes(role) ? role : '-'))].join(' ')

/**
 * What an operator is refused for who they are or what their session lacks. `operatorFactorMissing`
 * is not among them: every account here has an authenticator, and calls about passkeys answer so.
 */
const ofCaller: readonly RefusalName[] = [
  'forbidden',
  'operatorSessionLocked',
  'operatorFactorAsked',
  'operatorFactorStale',
  'operatorPageForeign',
]
const callerCodes = [
  codes.sessionExpired,
  codes.accountProblem,
  ...ofCaller.map(name => refusals[name].code),
]

it('the contract is the table: every call is listed, with these roles', () => {
  expect(calls.map(lineOf)).toEqual(roleMatrix.map(lineOf))
})

it('nobody, a member and an ended session reach only what is for everybody', async () => {
  const member = await system.join('Sorrel')
  const strangers: Record<string, Record<string, string>> = {
    nobody: {},
    'a member': { authorization: `Bearer ${member.token}` },
    'a member in the cookie': { cookie: `__Host-banyan-operator=${member.token}` },
    'an ended session': { cookie: `__Host-banyan-operator=oc1_${'a'.repeat(43)}` },
  }
  for (const call of calls)
    await Promise.all(
      Object.entries(strangers).map(async ([who, headers]) => {
        const code = await codeOf(call, headers)
        const about = `${who}: ${call.id}`
        if (call.asks === 'everybody') expect(callerCodes, about).not.toContain(code)
        else expect(code, about).toBe(codes.sessionExpired)
      }),
    )
})

it('every role reaches what names it, and is refused everything else, in the audit log', async () => {
  const asked = await ask(call =>
    call.asks === 'everybody' ? [] : operatorRoles.map(role => ({ role, factor: 'proven' })),
  )
  const acts = await actsOf(asked.map(({ name }) => name))
  for (const { call, kind, name, code } of asked) {
    const row = roleMatrix.find(({ id }) => id === call.id)
    const about = `${kind.role}: ${call.id}`
    if (row?.roles.includes(kind.role)) expect(callerCodes, about).not.toContain(code)
    else {
      expect(code, about).toBe(refusals.forbidden.code)
      expect(acts.get(name), about).toBe(`refused ${call.id}: forbidden`)
    }
  }
})

/** What a session that lacks something is refused, by what the call asks; null: it is not. */
const lacks: Record<OperatorProof, Record<string, RefusalName | null>> = {
  opened: { locked: null, unproven: null, stale: null },
  password: { locked: 'operatorSessionLocked', unproven: null, stale: null },
  factor: { locked: 'operatorSessionLocked', unproven: 'operatorFactorAsked', stale: null },
  recentFactor: {
    locked: 'operatorSessionLocked',
    unproven: 'operatorFactorAsked',
    stale: 'operatorFactorStale',
  },
}

it('a role alone is not enough: the session is not locked, and its factor is proven', async () => {
  const kindsOf = (role: OperatorRole): Record<string, Kind> => ({
    locked: { role, isLocked: true, factor: 'proven' },
    unproven: { role, factor: 'unproven' },
    stale: { role, factor: 'stale' },
  })
  for (const lack of ['locked', 'unproven', 'stale'] as const) {
    const asked = await ask(({ roles }) => roles.flatMap(role => kindsOf(role)[lack] ?? []))
    const acts = await actsOf(asked.map(({ name }) => name))
    for (const { call, kind, name, code } of asked) {
      const about = `${lack} ${kind.role}: ${call.id}`
      const why = lacks[call.asks as OperatorProof][lack]
      if (call.asks === 'password' && code === refusals.operatorFactorStale.code)
        // What adds a factor looks at the proof of the others by itself.
        expect(call.id).toMatch(/^operator\.(begin|add)(Passkey|Totp)$/)
      else if (!why) expect(callerCodes, about).not.toContain(code)
      else {
        expect(code, about).toBe(refusals[why].code)
        expect(acts.get(name), about).toBe(`refused ${call.id}: ${why}`)
      }
    }
  }
})

it('a role that a call does not name learns nothing of what its session lacks', async () => {
  const asked = await ask(({ asks, roles }) => {
    const other = operatorRoles.find(role => !roles.includes(role))
    return asks === 'everybody' || !other ? [] : [{ role: other, isLocked: true }]
  })
  for (const { call, code } of asked) expect(code, call.id).toBe(refusals.forbidden.code)
})
