import { uuidOf } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overdueCases } from '../otc/case-lists.ts'
import { emptyContacts } from '../otc/closing.ts'
import { closeFees } from '../otc/fees.ts'
import { openMarketNow } from '../otc/last-trades.ts'
import { orderChanges } from '../otc/order-changes.ts'
import { leftBehind } from '../otc/order-lists.ts'
import { sellingFacts } from '../otc/order-store.ts'
import { freeEndedTails } from '../otc/payment-tails.ts'
import { faultsOf, troublesOf } from '../otc/penalties.ts'
import { marketTerms, otcRules } from '../otc/terms.ts'
import { picturesInUse } from '../otc/trade-facts.ts'
import { extendDeadlines, overdueTrades } from '../otc/trade-lists.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { openFurnished } from './furnished.ts'
import type { HttpSystem } from './http-system.ts'
import { around } from './instants.ts'
import type { Scene } from './scene.ts'

/** The deadline, or the end of the window; nothing of the scene is near it. */
const end = '2040-05-06 07:08:09.123+00'
const id = '11111111-1111-4111-8111-111111111111'
const since = (ms: number) => `timestamptz '${end}' - ${ms} * interval '1 millisecond'`
const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

const paid = () => uuidOf(scene.paid.id)
const unpaid = () => uuidOf(scene.unpaid.id)
/** The only trade, changed. */
const only = (trade: string, change: string) =>
  `delete from otc_dispute; delete from otc_trade where id <> '${trade}'; update otc_trade set ${change}`
const lapsed = (closedAt: string) =>
  only(unpaid(), `state = 'payment_timeout', reason = 'gave_up', closed_at = ${closedAt}`)
const finished = (closedAt: string) => only(paid(), `state = 'finished', closed_at = ${closedAt}`)
const caseWith = (state: string, times: string) =>
  `${only(paid(), `state = state`)};
   insert into otc_dispute (id, case_number, trade_id, state, opened_by, opened_at, ${times.split(' = ')[0]})
     values ('${id}', 'n', '${paid()}', '${state}', 'buyer', ${since(DAY_MS)}, ${times.split(' = ')[1]})`
const isOverdue = async (tx: Tx) => (await overdueTrades(tx, 10)).length > 0
const isOverdueCase = async (tx: Tx) => (await overdueCases(tx, 10)).length > 0
const ago = async (tx: Tx, ms: number) => new Date((await systemNow(tx)).getTime() - ms)
const FAULTS = { faultWindowMs: DAY_MS }

interface Case {
  what: string
  prepare: () => string
  counted: (tx: Tx) => Promise<boolean>
}

const until: readonly Case[] = [
  {
    what: 'a fault of a buyer counts for the window',
    prepare: () => lapsed(since(DAY_MS)),
    counted: async tx =>
      (await faultsOf(tx, scene.buyer.memberId, await systemNow(tx), FAULTS)) > 0,
  },
  {
    what: 'a fault counts when it came after the last pause',
    prepare: () =>
      `${lapsed(`'${end}'`)}; delete from otc_penalty;
       insert into otc_penalty values ('${id}', '${scene.buyer.memberId}', 'faults', 1, house_now(), 'infinity')`,
    counted: async tx => (await faultsOf(tx, scene.buyer.memberId, new Date(end), FAULTS)) > 0,
  },
  {
    what: 'a fault is among those since an instant',
    prepare: () => lapsed(`'${end}'`),
    counted: async tx =>
      (await troublesOf(tx, scene.buyer.memberId, await systemNow(tx))).faults > 0,
  },
  {
    what: 'a trade that lapsed can be appealed',
    prepare: () => lapsed(since(otcRules.lateAppealMs)),
    counted: async tx => (await openMarketNow(tx)).appeals,
  },
  {
    what: 'an order that ended is among the changes since an instant',
    prepare: () =>
      `update otc_order set life = 'expired', returned = returned + available, available = 0,
        ended_at = '${end}'`,
    counted: async tx =>
      (await orderChanges(tx, [uuidOf(scene.order.id)], await systemNow(tx))).length > 0,
  },
  {
    what: 'a picture of a trade is kept',
    prepare: () => finished(since(KEPT_MS)),
    counted: async tx => {
      const { rows } = await sql<{ uploadId: string }>`
        select upload_id from otc_voucher where trade_id = ${paid()}`.execute(tx)
      return (
        (
          await picturesInUse(
            tx,
            rows.map(row => row.uploadId),
          )
        ).length > 0
      )
    },
  },
  {
    what: 'a sale counts against the limit of selling',
    prepare: () => only(paid(), `dealt_at = ${since(DAY_MS)}`),
    counted: async tx => {
      const { memberId } = scene.seller
      const facts = await sellingFacts(tx, [memberId], await ago(tx, DAY_MS))
      return (facts.get(memberId)?.sold ?? 0n) > 0n
    },
  },
  {
    what: 'an order can be left behind by the price',
    prepare: () => `update otc_order set expires_at = '${end}'`,
    counted: async tx =>
      (await leftBehind(tx, { guidePrice: 900_000_000n, inForce: marketTerms(parametersV1) }, 100))
        .length > 0,
  },
  {
    what: 'an outage moves a deadline that had not come when it began',
    prepare: () => only(paid(), `appeal_from = ${since(60_000)}`),
    counted: async tx => {
      await extendDeadlines(tx, 60_000)
      const { rows } = await sql`
        select from otc_trade where appeal_from = ${end}::timestamptz`.execute(tx)
      return rows.length > 0
    },
  },
]

const from: readonly Case[] = [
  {
    what: 'a payment is overdue',
    prepare: () => only(unpaid(), `payment_deadline = '${end}'`),
    counted: isOverdue,
  },
  {
    what: 'a grace is over',
    prepare: () => only(unpaid(), `state = 'payment_grace', grace_deadline = '${end}'`),
    counted: isOverdue,
  },
  {
    what: 'a release is overdue',
    prepare: () => only(paid(), `release_deadline = '${end}'`),
    counted: isOverdue,
  },
  {
    what: 'a release that was missed goes to arbitration',
    prepare: () => only(paid(), `state = 'release_timeout', escalation_deadline = '${end}'`),
    counted: isOverdue,
  },
  ...['buyer_reply_by', 'seller_reply_by'].map(column => ({
    what: `a reply is missed: ${column}`,
    prepare: () => caseWith('taken', `${column} = '${end}'`),
    counted: isOverdueCase,
  })),
  {
    what: 'a ruling is final',
    prepare: () => caseWith('ruled', `review_deadline = '${end}'`),
    counted: isOverdueCase,
  },
  {
    what: "a trade's tail is free",
    prepare: () =>
      finished(`${since(otcRules.tailHeldMs)}, tail_held = true, payment_amount = 20000100, payment_tail = 100,
      pay_to_key = '\\x01'`),
    counted: async tx => (await freeEndedTails(tx)) > 0,
  },
  {
    what: 'the contact of a closed account is removed',
    prepare: () => finished(since(KEPT_MS)),
    counted: async tx => (await emptyContacts(tx, scene.seller.memberId)).emptied > 0,
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

it('a fee belongs to the run whose cut-off comes after the release', async () => {
  const read = async (tx: Tx) => {
    await closeFees(tx, { period: '2040-05-06', cutoff: new Date(end) })
    const { rows } = await sql`select from otc_trade where fee_period is not null`.execute(tx)
    return rows.length > 0
  }
  const prepare = finished('house_now(), fee_period = null')
  expect(await around(system.db, end, { prepare, read })).toEqual({
    before: true,
    at: false,
    after: false,
  })
})
