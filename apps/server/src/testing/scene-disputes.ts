import {
  acceptCancel,
  acceptRuling,
  appealTrade,
  askReview,
  claimLate,
  concedeTrade,
  confirmCancel,
  dropCancel,
  type Endpoint,
  payTrade,
  proposeCancel,
  releaseAnyway,
  replaceEvidence,
  stateInDispute,
  takeOrder,
  uuidOf,
  withdrawAppeal,
} from '@banyan/domain'
import type { Asking, HttpSystem } from './http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'

interface Between {
  seller: TestMember
  buyer: TestMember
  orderId: string
  /** A picture of the buyer. */
  voucher: string
}

export type DisputeScene = Awaited<ReturnType<typeof furnishDisputes>>
const HASH = 'ab'.repeat(32)

/**
 * Trades in grace, with a proposal to cancel, in arbitration and ruled, one for each call about
 * them.
 */
export async function furnishDisputes(system: HttpSystem, between: Between) {
  const { seller, buyer, orderId, voucher } = between
  const body = { quantity: '5', network: 'BSC', version: 1 }
  const take = async () =>
    (await system.must(takeOrder, { as: buyer, params: { id: orderId }, body })).id
  const paid = async () => {
    const id = await take()
    const shown = { vouchers: [voucher], hash: HASH }
    await system.must(payTrade, { as: buyer, params: { id }, body: shown })
    return id
  }
  const appealed = async () => {
    const id = await paid()
    const submission = { reason: 'not_received', text: '没有收到款项' }
    await system.must(appealTrade, { as: seller, params: { id }, body: submission })
    return id
  }
  const ruled = async () => {
    const id = await appealed()
    await ruleForBuyer(system, uuidOf(id))
    return id
  }
  const proposed = await paid()
  await system.must(proposeCancel, { as: seller, params: { id: proposed } })
  return {
    seller,
    buyer,
    voucher,
    proposed,
    lapsed: await lapse(system, await take()),
    appealable: await paid(),
    replaceable: await paid(),
    conceding: await appealed(),
    releasing: await appealed(),
    accepted: await ruled(),
    reviewed: await ruled(),
  }
}

/** Lets the time to pay pass for one trade alone. */
async function lapse(system: HttpSystem, id: string): Promise<string> {
  await system.db.owner.query(
    `update otc_trade set payment_deadline = house_now() - interval '1 second' where id = $1`,
    [uuidOf(id)],
  )
  await system.job('otc deadlines')
  return id
}

/**
 * A ruling that gives the coin to the buyer, as two arbitrators make it, without their sessions.
 */
async function ruleForBuyer(system: HttpSystem, tradeId: string): Promise<void> {
  const { rows } = await system.db.owner.query(
    'select id from otc_dispute where trade_id = $1 and closed_at is null',
    [tradeId],
  )
  const [{ id }] = rows
  const steps = ['take', 'opine', 'agree']
  for (const [i, state] of ['taken', 'first_opinion', 'ruled'].entries()) {
    await system.db.owner.query(
      `insert into otc_dispute_event (dispute_id, version, event, actor, operator_id, at)
       select id, version + 1, $2, 'arbitrator', gen_random_uuid(), house_now() from otc_dispute where id = $1`,
      [id, steps[i]],
    )
    await system.db.owner.query(
      `update otc_dispute set state = $2, version = version + 1, buyer_reply_by = null,
         review_deadline = case when $2 = 'ruled' then house_now() + interval '24 hours' end
       where id = $1`,
      [id, state],
    )
  }
  for (const seat of [1, 2])
    await system.db.owner.query(
      `insert into otc_opinion (dispute_id, round, seat, operator_id, outcome, of_quantity, clause, reasons, at)
       select $1, 1, $2, gen_random_uuid(), 'release', quantity, 'A1', '链上可查', house_now()
       from otc_trade where id = $3`,
      [id, seat, tradeId],
    )
  await system.db.owner.query(
    `insert into otc_ruling (dispute_id, round, outcome, of_quantity, clause, reasons, at)
     select dispute_id, round, outcome, of_quantity, clause, reasons, at
     from otc_opinion where dispute_id = $1 and seat = 1`,
    [id],
  )
}

/** Calls that either side of a trade can make: claims about the other side do not apply to them. */
export const callsOfBothSides: readonly Endpoint[] = [
  appealTrade,
  stateInDispute,
  proposeCancel,
  acceptCancel,
  dropCancel,
]

/**
 * One valid call of every endpoint about cancellations and disputes, in an order in which each
 * succeeds.
 */
export function disputeCalls(
  scene: DisputeScene,
): [Endpoint, Asking & { body?: Record<string, unknown> }][] {
  const { seller, buyer } = scene
  const by = (as: TestMember, id: string) => ({ as, params: { id } })
  const shown = { vouchers: [scene.voucher], hash: 'cd'.repeat(32) }
  const submission = { text: '凭证如图', pictures: [], hash: HASH }
  const paymentPassword = PAYMENT_PASSWORD
  return [
    [claimLate, { ...by(buyer, scene.lapsed), body: shown }],
    [
      appealTrade,
      { ...by(seller, scene.appealable), body: { ...submission, reason: 'wrong_amount' } },
    ],
    [stateInDispute, { ...by(buyer, scene.conceding), body: submission }],
    [withdrawAppeal, by(seller, scene.appealable)],
    [replaceEvidence, { ...by(buyer, scene.replaceable), body: shown }],
    [proposeCancel, by(buyer, scene.replaceable)],
    [acceptCancel, by(seller, scene.replaceable)],
    [confirmCancel, { ...by(buyer, scene.replaceable), body: { because: 'nothing_sent' } }],
    [dropCancel, by(buyer, scene.proposed)],
    [concedeTrade, { ...by(buyer, scene.conceding), body: { paymentPassword } }],
    [releaseAnyway, { ...by(seller, scene.releasing), body: { paymentPassword } }],
    [acceptRuling, by(seller, scene.accepted)],
    [askReview, { ...by(seller, scene.reviewed), body: submission }],
  ]
}
