import { createHash } from 'node:crypto'
import { uuidOf } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dueChecks } from '../evidence/store.ts'
import { liveFreezesAmong } from '../identity/freezes.ts'
import { countInvitedToday, takeChallenge } from '../identity/store.ts'
import { lockDue } from '../notices/store.ts'
import { takeChallenge as takeOperatorChallenge } from '../operators/factor-store.ts'
import { overdueOrders } from '../otc/order-lists.ts'
import { penalties } from '../otc/penalties.ts'
import { marketBuys } from '../otc/sales.ts'
import { openStates } from '../otc/trade-store.ts'
import { dueMembers } from '../personal-data/closing-store.ts'
import { exportsOfDay } from '../personal-data/store.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { takeDue } from '../platform/mail/store.ts'
import { hashInForce } from '../rules/store.ts'
import { findSessions, liveAmong, sessionsOf } from '../sessions/store.ts'
import { pausesAmong } from '../subscriptions/pause-store.ts'
import { ordersAmong } from '../subscriptions/store.ts'
import { takenUp } from '../uploads/store.ts'
import { askedLastHour, type CodeName, countGuess, lockOpen } from '../verification/store.ts'
import { approvedByRule } from '../withdrawals/rule-check-store.ts'
import { handedLately } from '../withdrawals/status-store.ts'
import { usedSince } from '../withdrawals/store.ts'
import { openFurnished } from './furnished.ts'
import type { HttpSystem } from './http-system.ts'
import { around } from './instants.ts'
import type { Scene } from './scene.ts'

/** The deadline, or the end of the window; nothing of the scene is near it. */
const end = '2040-05-06 07:08:09.123+00'
const [id, me] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const bytes = (digit: string) => `'\\x${digit.repeat(64)}'::bytea`
const hash = (digit: string) => Buffer.from(digit.repeat(64), 'hex')
const since = (span: string) => `timestamptz '${end}' - interval '${span}'`
const code: CodeName = { account: hash('a'), purpose: 'bind', addresses: [hash('b')] }
const emailCode = (askedAt: string, expiresAt: string) =>
  `insert into email_code (id, account, purpose, address, code_hash, asked_at, expires_at)
    values ('${id}', ${bytes('a')}, 'bind', ${bytes('b')}, ${bytes('c')}, ${askedAt}, ${expiresAt})`
const freeze = `insert into member_freeze
  values ('${id}', '${me}', 'login-reset', true, true, ${since('1 day')}, '${end}')`
const payout = (age: string) =>
  `insert into withdrawal_payout (withdrawal_id, chain_id, hot_address, handed_at)
    values ('${uuidOf(scene.withdrawal.id)}', 56, '0x0', ${since(age)})`
const sessionOf = async (tx: Tx) =>
  (await findSessions(tx, [createHash('sha256').update(scene.buyer.token).digest()]))[0]
const DAY_MS = 86_400_000
const daysAgo = async (tx: Tx, days: number) =>
  new Date((await systemNow(tx)).getTime() - days * DAY_MS)
/** A subscription of nobody that no run has filled. */
const waiting = (state: string) =>
  `insert into subscription (id, order_number, member_id, amount, hold_id, state, placed_at, ripe_at, period,
      idempotency_key, kind, rule_version)
    values ('${id}', 'n', '${me}', 7, '${id}', '${state}', ${since('1 day')}, ${since('1 day')},
      ${state === 'pending' ? 'null' : "'2039-01-01'"}, 'k', 'first', 1)`
const bought = (state: string, closedAt: string) =>
  `update otc_trade set state = '${state}', closed_at = ${closedAt} where id = '${uuidOf(scene.paid.id)}';
   delete from otc_trade where id <> '${uuidOf(scene.paid.id)}'`
const boughtSince = async (tx: Tx, from: Date) =>
  (await marketBuys(tx, [scene.buyer.memberId], from)).size > 0

async function isLive(tx: Tx): Promise<boolean> {
  const all = await tx.selectFrom('session').select('id').where('endedAt', 'is', null).execute()
  return (
    (
      await liveAmong(
        tx,
        all.map(one => one.id),
      )
    ).length > 0
  )
}
const rulesHash = createHash('sha256').update('rules').digest()

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

/** A row with a time, and a reading that counts it only before, or only from, an instant. */
interface Case {
  what: string
  prepare: () => string
  counted: (tx: Tx) => Promise<boolean>
}

const until: readonly Case[] = [
  {
    what: 'a code of an e-mail is right until ten minutes after its sending',
    prepare: () => emailCode(since('10 minutes'), `'${end}'`),
    counted: async tx => (await countGuess(tx, code))?.valid === true,
  },
  {
    what: 'an act uses a code until then',
    prepare: () => emailCode(since('10 minutes'), `'${end}'`),
    counted: async tx => (await lockOpen(tx, code)) !== undefined,
  },
  {
    what: 'a request for a code counts for an hour',
    prepare: () => emailCode(since('1 hour'), 'null'),
    counted: async tx => (await askedLastHour(tx, { account: code.account })).length > 0,
  },
  {
    what: 'a challenge of a login',
    prepare: () =>
      `insert into challenge values (${bytes('a')}, ${bytes('b')}, 'login', 'here', '${end}')`,
    counted: async tx =>
      (await takeChallenge(tx, { nonce: hash('a'), publicKey: hash('b'), purpose: 'login' })) !==
      null,
  },
  {
    what: "a challenge of an operator's second factor",
    prepare: () => `insert into operator_challenge values ('${id}', 'prove', 'c', '${end}')`,
    counted: async tx => (await takeOperatorChallenge(tx, id, 'prove')) !== null,
  },
  {
    what: 'a freeze',
    prepare: () => freeze,
    counted: async tx => (await liveFreezesAmong(tx, [me])).size > 0,
  },
  {
    what: 'a pause of investing',
    prepare: () => `insert into investment_pause values ('${me}', '${end}', ${since('1 day')})`,
    counted: async tx => (await pausesAmong(tx, [me])).has(me),
  },
  {
    what: 'a penalty of the market',
    prepare: () =>
      `insert into otc_penalty values ('${id}', '${me}', 'lapses', 1, ${since('1 day')}, '${end}')`,
    counted: async tx => (await penalties(tx, [me])).has(me),
  },
  {
    what: 'an export counts for a day',
    prepare: () =>
      `insert into data_export (id, member_id, session_id, state, asked_at, parts)
        values ('${id}', '${me}', '${id}', 'making', ${since('24 hours')}, 1)`,
    counted: async tx => (await exportsOfDay(tx, me)) > 0,
  },
  {
    what: 'an upload counts for a day',
    prepare: () => `update upload set uploaded_at = ${since('24 hours')}`,
    counted: async tx => (await takenUp(tx, scene.buyer.memberId)).today > 0,
  },
  {
    what: 'an account counts for a day among those of its inviter',
    prepare: () => `update member set created_at = ${since('24 hours')}`,
    counted: async tx => {
      const { inviterId } = await tx
        .selectFrom('member')
        .select('inviterId')
        .where('id', '=', scene.buyer.memberId)
        .executeTakeFirstOrThrow()
      return (await countInvitedToday(tx, inviterId as string)) > 0
    },
  },
  {
    what: 'a session ends after its absolute age',
    prepare: () => `update session set used_at = ${since('1 day')}, expires_at = '${end}'`,
    counted: async tx => (await sessionOf(tx))?.young === true,
  },
  {
    what: 'a session that nobody uses sleeps after seven days',
    prepare: () => `update session set used_at = ${since('7 days')}`,
    counted: async tx => (await sessionOf(tx))?.awake === true,
  },
  {
    what: 'a session of a certain age is shown',
    prepare: () => `update session set used_at = ${since('1 day')}, expires_at = '${end}'`,
    counted: async tx => (await sessionsOf(tx, scene.buyer.memberId)).length > 0,
  },
  {
    what: 'a session that is used is shown',
    prepare: () => `update session set used_at = ${since('7 days')}, expires_at = 'infinity'`,
    counted: async tx => (await sessionsOf(tx, scene.buyer.memberId)).length > 0,
  },
  {
    what: 'a session of a certain age is live',
    prepare: () => `update session set used_at = ${since('1 day')}, expires_at = '${end}'`,
    counted: isLive,
  },
  {
    what: 'a session that is used is live',
    prepare: () => `update session set used_at = ${since('7 days')}, expires_at = 'infinity'`,
    counted: isLive,
  },
  {
    what: 'a payout counts for an hour against what the signer may send',
    prepare: () => payout('1 hour'),
    counted: async tx => (await handedLately(tx)).hour > 0n,
  },
  {
    what: 'a payout counts for a day against what the signer may send',
    prepare: () => payout('1 day'),
    counted: async tx => (await handedLately(tx)).day > 0n,
  },
  {
    what: 'a withdrawal counts for a day against what a member may withdraw',
    prepare: () => `update withdrawal set requested_at = ${since('24 hours')}`,
    counted: async tx => {
      const { memberId } = await tx
        .selectFrom('withdrawal')
        .select('memberId')
        .where('id', '=', uuidOf(scene.withdrawal.id))
        .executeTakeFirstOrThrow()
      return (await usedSince(tx, memberId, await daysAgo(tx, 1))) > 0n
    },
  },
  ...['finished', 'arbitration_release'].map(state => ({
    what: `a purchase on the market that ended as ${state} counts for a year against the maximum`,
    prepare: () => bought(state, since('365 days')),
    counted: async (tx: Tx) => boughtSince(tx, await daysAgo(tx, 365)),
  })),
  {
    what: 'an approval by rule counts for an hour',
    prepare: () =>
      `insert into withdrawal_decision (id, withdrawal_id, decision, at, arrives, signature)
        values ('${id}', '${uuidOf(scene.withdrawal.id)}', 'automatic', ${since('1 hour')}, 1, 's')`,
    counted: async tx => (await approvedByRule(tx, new Date('2050-01-01'))).inHour > 0,
  },
]

const from: readonly Case[] = [
  {
    what: 'an order past its time is closed',
    prepare: () => `update otc_order set expires_at = '${end}'`,
    counted: async tx => (await overdueOrders(tx, 100)).includes(uuidOf(scene.order.id)),
  },
  {
    what: "a transaction's hash is looked up",
    prepare: () =>
      `insert into hash_check (trade_id, hash, since, due_at)
        values ('${id}', '${'a'.repeat(64)}', ${since('1 day')}, '${end}')`,
    counted: async tx => (await dueChecks(tx, 1_000)).some(one => one.tradeId === id),
  },
  {
    what: 'an account closes',
    prepare: () =>
      `insert into account_closing values ('${me}', 'resting', ${since('1 day')}, '${end}', false)`,
    counted: async tx => (await dueMembers(tx)).includes(me),
  },
  {
    what: 'a notice is published',
    prepare: () =>
      `insert into notice (id, state, title_zh, body_zh, pinned, pictures, publish_at, changed_at)
        values ('${id}', 'scheduled', 't', 'b', false, '{}', '${end}', ${since('1 day')})`,
    counted: async tx => (await lockDue(tx))?.id === id,
  },
  {
    what: 'a version of the rule book is in force',
    prepare: () =>
      `insert into rule_version values (999, '${end}', ${since('1 day')}, 'rules',
        sha256(convert_to('rules', 'UTF8')), 'a', 'b')`,
    counted: async tx => (await hashInForce(tx)).equals(rulesHash),
  },
  {
    what: 'an e-mail is sent',
    prepare: () =>
      `delete from mail; insert into mail (id, letter, due_at) values ('${id}', 'x', '${end}')`,
    counted: async tx => (await takeDue(tx, 10, 1_000)).length > 0,
  },
]

describe('until its instant, and not at it', () => {
  it.each(until)('$what', async ({ prepare, counted }) => {
    const seen = await around(system.db, end, { prepare: prepare(), read: counted })
    expect(seen).toEqual({ before: true, at: false, after: false })
  })
})

describe('from its instant on, and not before', () => {
  it.each(from)('$what', async ({ prepare, counted }) => {
    const seen = await around(system.db, end, { prepare: prepare(), read: counted })
    expect(seen).toEqual({ before: false, at: true, after: true })
  })
})

describe('against the maximum counts', () => {
  const read = async (prepare: string, counted: (tx: Tx) => Promise<boolean>) =>
    (await around(system.db, end, { prepare, read: counted })).at

  it.each(['pending', 'settling'])('a subscription that is %s', async state => {
    const isOpen = async (tx: Tx) => (await ordersAmong(tx, [me], new Date())).get(me)?.open === 7n
    expect(await read(waiting(state), isOpen)).toBe(true)
  })

  it.each(openStates.filter(one => one !== 'arbitration_from_closed').map(state => ({ state })))(
    'a purchase that is $state',
    async ({ state }) => {
      expect(await read(bought(state, 'null'), tx => boughtSince(tx, new Date()))).toBe(true)
    },
  )

  it('no purchase that gave no coin', async () => {
    for (const state of ['payment_timeout', 'arbitration_refund'])
      expect(await read(bought(state, since('1 day')), tx => boughtSince(tx, new Date(0)))).toBe(
        false,
      )
  })
})
