import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { bindEmail, requestEmailCode } from '@banyan/domain'
import { endGuard } from '../bootstrap/guard.ts'
import { type DevelopmentMail, startMail } from '../bootstrap/mail/index.ts'
import { DemoMember } from '../bootstrap/seed/member.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { prepareServer } from './prepared.ts'
import { compare, type Timing } from './timing.ts'

/**
 * Checks whether a caller can learn who has an account (security.md T17): makes the same calls for
 * accounts that exist and for others that do not, one at a time and in random order, against the
 * built server. Compares the answers byte for byte, and their times.
 *   npm run bench:login-times -- [--members 125]
 * Ends with 1 when an answer differs. Times are only printed; judging them needs a quiet machine.
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '125' } },
})
const count = Number(options.members)
/** Tries at one account before it would be locked. */
const FREE_TRIES = 4

/** One side of a comparison: an account that exists, or one that does not. */
interface Person {
  accountId: string
  address: string
  publicKey: string
}
type Answer = { code: number; msg: string; data: unknown }
type Act = (url: string, person: Person) => Promise<Answer>

const device = () => randomBytes(32).toString('hex')
const acts: Record<string, { tries: number; act: Act }> = {
  'login, wrong password': {
    tries: FREE_TRIES,
    act: (url, { accountId }) =>
      post(`${url}/api/session/login`, {
        accountId,
        loginPassword: 'not the password 1',
        deviceCode: device(),
      }),
  },
  'a nonce for the words’ key': {
    tries: FREE_TRIES,
    act: (url, { publicKey }) =>
      post(`${url}/api/session/challenge`, { publicKey, purpose: 'login' }),
  },
  'login by words, wrong signature': {
    tries: FREE_TRIES,
    act: (url, { publicKey }) =>
      post(`${url}/api/session/words`, {
        publicKey,
        nonce: '0'.repeat(64),
        signature: '0'.repeat(128),
        deviceCode: device(),
      }),
  },
  'a code to reset by e-mail': {
    tries: 1,
    act: (url, { accountId, address }) =>
      post(`${url}/api/password/login/reset-code`, { accountId, address }),
  },
  'reset by e-mail, wrong code': {
    tries: FREE_TRIES,
    act: (url, { accountId, address }) =>
      post(`${url}/api/password/login/reset-by-email`, {
        accountId,
        address,
        code: '000000',
        newPassword: 'another password 7',
      }),
  },
}

const dataDir = mkdtempSync(join(tmpdir(), 'banyan-times-'))
const mail = await startMail({ dataDir: join(dataDir, 'mail') })
const { postgres, port, env } = await prepareServer(dataDir, { SMTP_URL: mail.smtpUrl })
const { rootInviteCode } = await migrate(env)
const server = await startServer(env, join(dataDir, 'server.log'))
let differs = false
try {
  const url = `http://127.0.0.1:${port}`
  const there = await inBatches(count, n => joinAndBind(url, n))
  const absent = there.map(() => nobody(there))
  const table: Record<string, object> = {}
  for (const [name, { tries, act }] of Object.entries(acts)) {
    const { timing, same } = await measure(url, act, { there, absent, tries })
    differs ||= !same
    table[name] = { tries: there.length * tries, 'same answers': same, ...figures(timing) }
  }
  console.table(table)
} finally {
  await server.stop()
  await mail.stop()
  await postgres.stop()
  await endGuard()
  rmSync(dataDir, { recursive: true })
}
process.exit(differs ? 1 : 0)

/** Creates an account with a mailbox, by the calls that every member makes. */
async function joinAndBind(url: string, n: number): Promise<Person> {
  const member = await DemoMember.join(url, `Member ${n}`, rootInviteCode)
  const address = `m${String(n).padStart(8, '0')}0@example.org`
  await member.ask(requestEmailCode, { body: { purpose: 'bind', address } })
  const code = await codeTo(mail, address)
  const { accountId, paymentPassword } = member.account
  await member.ask(bindEmail, { body: { address, code, paymentPassword } })
  return { accountId, address, publicKey: member.publicKey }
}

async function codeTo({ emails }: DevelopmentMail, address: string): Promise<string> {
  for (;;) {
    const code = /\b\d{6}\b/.exec(emails(address)[0]?.text ?? '')?.[0]
    if (code !== undefined) return code
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function nobody(there: readonly Person[]): Person {
  const accountId = String(randomInt(10_000_000, 100_000_000))
  if (there.some(person => person.accountId === accountId)) return nobody(there)
  const publicKey = randomBytes(32).toString('hex')
  return { accountId, address: `m${accountId}0@example.org`, publicKey }
}

/** All tries in a random order, so that the order does not reveal the groups. */
async function measure(
  url: string,
  act: Act,
  { there, absent, tries }: { there: Person[]; absent: Person[]; tries: number },
) {
  const timing: Timing = { there: [], absent: [] }
  const shapes = { there: new Set<string>(), absent: new Set<string>() }
  for (let round = 0; round < tries; round++) {
    const turns = shuffled([
      ...there.map(person => ({ group: 'there' as const, person })),
      ...absent.map(person => ({ group: 'absent' as const, person })),
    ])
    for (const { group, person } of turns) {
      const start = performance.now()
      const answer = await act(url, person)
      timing[group].push(performance.now() - start)
      shapes[group].add(shapeOf(answer))
    }
  }
  const same = [...shapes.there].sort().join('\n') === [...shapes.absent].sort().join('\n')
  if (!same) console.error('there:', shapes.there, '\nnot there:', shapes.absent)
  return { timing, same }
}

/** The answer, with random values and times replaced by constants. */
function shapeOf(answer: Answer): string {
  return JSON.stringify(answer)
    .replace(/"[0-9a-f]{64}"/g, '"nonce"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
}

function figures(timing: Timing): Record<string, number> {
  const { median, p95, guess } = compare(timing)
  const ms = (value: number) => Number(value.toFixed(2))
  return {
    'there, median ms': ms(median.there),
    'not there, median ms': ms(median.absent),
    'there, p95 ms': ms(p95.there),
    'not there, p95 ms': ms(p95.absent),
    'right guesses by time, %': Number((guess * 100).toFixed(1)),
  }
}

async function post(url: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

async function inBatches<T>(many: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const created: T[] = []
  while (created.length < many) {
    const size = Math.min(10, many - created.length)
    created.push(
      ...(await Promise.all(Array.from({ length: size }, (_, n) => make(created.length + n)))),
    )
  }
  return created
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map(item => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
