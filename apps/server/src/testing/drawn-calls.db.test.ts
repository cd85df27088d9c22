import {
  allEndpoints,
  type Endpoint,
  type OperatorRole,
  operatorEndpoints,
  operatorRoles,
  refusals,
} from '@banyan/domain'
import { seedOfRun } from '@banyan/tools/seed'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../invariants.ts'
import { inSnapshot } from '../ledger/index.ts'
import { newUuid } from '../platform/ids.ts'
import { bent, type DocumentedSchema, drawn, type TextPool } from './drawn-input.ts'
import { openFurnished } from './furnished.ts'
import { type HttpSystem, pathOf, type Reply } from './http-system.ts'
import { LOGIN_PASSWORD, PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { joinedOperators } from './operators.ts'
import { equip, type Scene } from './scene.ts'

/** A call as its OpenAPI document has it. */
interface DocumentedCall {
  readonly endpoint: Endpoint
  readonly params: DocumentedSchema
  readonly query: DocumentedSchema
  readonly body: DocumentedSchema
}

interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required: boolean
  schema: DocumentedSchema
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: DocumentedSchema }> }
}

type Input = Record<'params' | 'query' | 'body', Record<string, unknown>>

/** Inputs of each call for each caller; as many again with a part that is wrong. */
const EACH = 2

let system: HttpSystem
let scene: Scene
let party: TestMember
let other: TestMember
let operator: (name: string) => { token: string }
let calls: DocumentedCall[]
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
  party = scene.buyer
  other = await member()
  operator = await joinedOperators(system, operatorRoles)
  await proveFactors()
  calls = [
    ...(await documented('/api/openapi.json', allEndpoints)),
    ...(await documented('/api/operator/openapi.json', operatorEndpoints)),
  ]
})
afterAll(() => system.close())

/** A member who is no party of anything in the scene. */
async function member(): Promise<TestMember> {
  const joined = await system.join('Drawn')
  await equip(system, joined)
  return joined
}

/** Every operator has an authenticator, and has proven it just now. */
async function proveFactors(): Promise<void> {
  await system.db.owner.query(
    `insert into operator_totp (id, operator_id, secret_sealed, begun_at, added_at)
     select gen_random_uuid(), id, '\\x00', house_now(), house_now() from operator
     where not exists (select from operator_totp where operator_id = operator.id)`,
  )
  await system.db.owner.query(
    'update operator_session set proven_at = house_now(), last_seen_at = house_now()',
  )
}

async function documented(path: string, endpoints: readonly Endpoint[]): Promise<DocumentedCall[]> {
  const response = await fetch(system.at(path))
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
  const operations = new Map(
    Object.values(paths)
      .flatMap(methods => Object.values(methods))
      .map(operation => [operation.operationId, operation]),
  )
  return endpoints.map(endpoint => {
    const operation = operations.get(endpoint.id)
    if (!operation) throw new Error(`${endpoint.id} is not in ${path}`)
    const of = (place: 'path' | 'query'): DocumentedSchema => {
      const own = (operation.parameters ?? []).filter(one => one.in === place)
      return {
        type: 'object',
        properties: Object.fromEntries(own.map(one => [one.name, one.schema])),
        required: own.filter(one => one.required).map(one => one.name),
      }
    }
    const body = operation.requestBody?.content['application/json']?.schema ?? { type: 'object' }
    return { endpoint, params: of('path'), query: of('query'), body }
  })
}

/** What ends a session or changes a password leaves the calls after it nothing to reach: it comes last. */
const endsMuch = /logout|signOut|sign-out|session|password|device|close|revoke|end/i

/** Reads the secret of an authenticator, which is made up here. */
const readsSecret: ReadonlySet<string> = new Set(['operator.proveTotp'])

/** All texts in a value that a call could be sent with. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length <= 120 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** The texts of the scene, and those that answers have shown: real ids, also of other members. */
function openPool() {
  const texts = new Set(textsIn(JSON.parse(JSON.stringify(scene))))
  const cache = new Map<string, string[]>()
  const pool: TextPool = {
    matching: pattern => {
      const known = cache.get(pattern)
      if (known) return known
      const shape = new RegExp(pattern)
      const matching = [...texts].filter(text => shape.test(text)).slice(-60)
      cache.set(pattern, matching)
      return matching
    },
    ofField: name => {
      if (name === 'paymentPassword') return PAYMENT_PASSWORD
      return /password$/i.test(name) ? LOGIN_PASSWORD : undefined
    },
  }
  return {
    pool,
    learn: (reply: Reply) => {
      const before = texts.size
      for (const text of textsIn(reply.data)) texts.add(text)
      if (texts.size !== before) cache.clear()
    },
  }
}

let draws = 0
function draw<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: seedOfRun() + draws++ })
}

function inputsOf({ params, query, body }: DocumentedCall, pool: TextPool): Input[] {
  const right = fc.record({
    params: drawn(params, pool),
    query: drawn(query, pool),
    body: drawn(body, pool),
  })
  const wrong = fc.record({
    params: drawn(params, pool),
    query: fc.oneof(drawn(query, pool), bent(drawn(query, pool))),
    body: bent(drawn(body, pool)),
  })
  return [...draw(right, EACH), ...draw(wrong, EACH)] as Input[]
}

/** Whether the call's own schemas accept an input. */
const isAccepted = (endpoint: Endpoint, { params, query, body }: Input): boolean =>
  endpoint.params.safeParse(params).success &&
  endpoint.query.safeParse(asSent(query)).success &&
  (endpoint.method === 'GET' || endpoint.body.safeParse(body).success)

/** What a query is when it arrives: texts alone. */
const asSent = (query: object): Record<string, string> =>
  Object.fromEntries(
    new URLSearchParams(
      Object.entries(query).map(([name, one]): [string, string] => [name, String(one)]),
    ),
  )

async function send(endpoint: Endpoint, input: Input, token: string | null): Promise<Reply> {
  const params = Object.fromEntries(
    Object.entries(input.params).map(([name, one]) => [
      name,
      Buffer.from(String(one)).toString() || 'x',
    ]),
  )
  return system.send(endpoint.method, pathOf(endpoint, params), {
    token,
    query: asSent(typeof input.query === 'object' && input.query ? input.query : {}),
    ...(endpoint.money ? { key: newUuid() } : {}),
    ...(endpoint.method === 'POST' ? { body: input.body } : {}),
  })
}

/** What only the parties of the scene may read. */
const secretsOfScene = () => [
  'rent of November',
  'asks for an hour',
  'a secret of the conversation',
  scene.withdrawal.orderNumber,
  scene.hash.slice(2),
  scene.paid.matchingId,
]

const breaches = () =>
  inSnapshot(system.db.database, async snapshot => {
    const breaches: string[] = []
    for (const { check } of checks) breaches.push(...(await check(snapshot)).map(String))
    return breaches
  })

describe('every call of both contracts, with inputs drawn from its own schema', () => {
  it('is answered with an envelope and never a fault, is refused where its schema refuses, and shows nobody what is of others', {
    timeout: 600_000,
  }, async () => {
    const before = await breaches()
    const { pool, learn } = openPool()
    const ordered = calls
      .filter(one => !readsSecret.has(one.endpoint.id))
      .sort(
        (a, b) => Number(endsMuch.test(a.endpoint.path)) - Number(endsMuch.test(b.endpoint.path)),
      )
    let reached = 0
    const wrong: string[] = []
    for (const call of ordered) {
      const { endpoint } = call
      if (endpoint.access === 'operator') await proveFactors()
      for (const { name, token, inputs } of await callersOf(call, pool))
        for (const input of inputs) {
          const reply = await send(endpoint, input, token())
          const about = `${endpoint.id} by ${name}: ${JSON.stringify(input)} → ${reply.text.slice(0, 200)}`
          if (reply.status >= 500 || reply.code === refusals.fault.code)
            wrong.push(`fault: ${about}`)
          if (reply.code === 1 && !isAccepted(endpoint, input)) wrong.push(`taken: ${about}`)
          if (reply.code === 1) reached++
          const isOutside = name === 'another member' || name === 'nobody'
          if (isOutside && secretsOfScene().some(secret => reply.text.includes(secret)))
            wrong.push(`shown: ${about}`)
          learn(reply)
          if (reply.code === refusals.sessionExpired.code) await renew(name)
        }
    }
    expect(wrong).toEqual([])
    // Inputs that only ever miss would prove little.
    expect(reached).toBeGreaterThan(calls.length)
    expect(await breaches()).toEqual(before)
  })
})

/** Who makes a call: those who may, with many inputs, and those who may not, with one. */
async function callersOf(call: DocumentedCall, pool: TextPool) {
  const { access, roles } = call.endpoint
  const inputs = () => inputsOf(call, pool)
  const nobody = { name: 'nobody', token: (): string | null => null, inputs: inputs().slice(0, 1) }
  const parties = [
    { name: 'a party', token: () => party.token, inputs: inputs() },
    { name: 'another member', token: () => other.token, inputs: inputs() },
  ]
  if (access === 'member') return [nobody, ...parties]
  if (access === 'public') return [{ ...nobody, inputs: inputs() }, ...parties.slice(0, 1)]
  const may = roles.map((role: OperatorRole) => ({
    name: role,
    token: () => operator(`${role}-1`).token,
    inputs: inputs(),
  }))
  return [...may, { ...nobody, token: () => party.token, name: 'a member' }]
}

/** A call has ended the session of who made it. */
async function renew(name: string): Promise<void> {
  if (name === 'a party') party = await member()
  else if (name === 'another member') other = await member()
}
