import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endDueCases, endDueTrades } from '../otc/deadlines.ts'
import { appeal } from '../otc/disputes.ts'
import { addressOfMember, micro, minutes, refusalOf } from '../otc/market.fixture.ts'
import { claimLate, pay, replaceEvidence } from '../otc/payments.ts'
import type { TradeRow } from '../otc/trade-store.ts'
import { openPaymentsContext, type Payments, walletOf } from './payments.fixture.ts'

let payments: Payments
let seller: string
beforeAll(async () => {
  payments = await openPaymentsContext()
})
afterAll(async () => {
  expect(await payments.breaches()).toEqual([])
  await payments.market.db.close()
})
beforeEach(async () => {
  await payments.shiftClock(0)
  payments.chain.state.down = false
  payments.chain.state.lagMs = 0
  seller = await payments.market.member()
})

/** A trade of 20 LEAF from an order that releases verified payments automatically. */
async function newTrade(payFrom?: string): Promise<TradeRow> {
  const { market } = payments
  const order = await market.sell(seller, { autoRelease: true, minQuantity: micro('1') })
  return market.take(await market.member('1'), order, '20', 'BSC', payFrom)
}
const unknownHash = () => randomBytes(32).toString('hex')
const show = (act: typeof pay, trade: TradeRow, hash: string) =>
  payments.market.inTx(tx =>
    act(tx, payments.market.context, trade.buyerId, {
      tradeId: trade.id,
      hash,
      uploadIds: [randomUUID()],
    }),
  )
/** Sends a payment with these changes, in a final block of the current time. */
function sent(trade: TradeRow, change: Parameters<Payments['payFor']>[1] = {}, at?: Date): string {
  const hash = payments.payFor(trade, change)
  payments.chain.mine(hash, at)
  payments.chain.finish(hash)
  return hash
}
const findingOf = async (trade: TradeRow, hash: string) => {
  await payments.runChecks()
  return payments.finding(trade.id, hash)
}
const stateOf = async (trade: TradeRow) => (await payments.market.trade(trade.id)).state
const later = async (ms: number) => {
  const { database } = payments.market.db
  await payments.shiftClock(ms)
  const { context } = payments.market
  while ((await endDueTrades(database, context)) + (await endDueCases(database, context)) > 0);
  await payments.runChecks()
}

describe('a payment', () => {
  it('that matches nothing exactly is near, and moves nothing automatically', async () => {
    const trade = await newTrade()
    const hash = sent(trade, { micro: trade.paymentAmount - micro('1') })
    await show(pay, trade, hash)
    expect(await findingOf(trade, hash)).toBe('near')
    expect(await stateOf(trade)).toBe('paid')
    // It needs a person, so it counts as shown.
    await later(minutes(32))
    expect(await stateOf(trade)).toBe('release_timeout')
  })

  it('is shown with its sender’s address', async () => {
    const trade = await newTrade()
    const hash = sent(trade)
    await show(pay, trade, hash)
    await payments.runChecks()
    const { rows } = await payments.market.db.owner.query(
      'select payer from hash_finding where trade_id = $1 order by number desc limit 1',
      [trade.id],
    )
    expect(rows[0].payer.toLowerCase()).toBe(walletOf(trade.buyerId))
  })

  it('from before the take is none, and one from after the deadline does not count automatically', async () => {
    const [early, late] = [await newTrade(), await newTrade()]
    const before = sent(early, {}, new Date(early.dealtAt.getTime() - 2_000))
    const after = sent(late, {}, new Date(late.paymentDeadline.getTime() + 1_000))
    await show(pay, early, before)
    await show(pay, late, after)
    expect(await findingOf(early, before)).toBe('before_take')
    expect(await findingOf(late, after)).toBe('outside_window')
    expect([await stateOf(early), await stateOf(late)]).toEqual(['paid', 'paid'])
  })

  it('in the second of the take is in time: block times are whole seconds', async () => {
    const trade = await newTrade()
    const hash = sent(trade, {}, trade.dealtAt)
    await show(pay, trade, hash)
    expect(await findingOf(trade, hash)).toBe('verified')
    expect(await stateOf(trade)).toBe('finished')
  })

  it('of two trades in one transaction pays each trade with its own transfer', async () => {
    const { market, chain } = payments
    const [one, other] = [await newTrade(), await newTrade()]
    const to = addressOfMember(seller)
    const hash = chain.send(
      { from: walletOf(one.buyerId), to, micro: one.paymentAmount },
      { from: walletOf(one.buyerId), to, micro: other.paymentAmount },
    )
    chain.mine(hash)
    chain.finish(hash)
    await show(pay, one, hash)
    expect(await findingOf(one, hash)).toBe('verified')
    await show(pay, other, hash)
    expect(await findingOf(other, hash)).toBe('verified')
    const { rows } = await market.db.owner.query(
      'select trade_id, ordinal from hash_binding where hash = $1 order by ordinal',
      [hash],
    )
    expect(rows).toEqual([
      { trade_id: one.id, ordinal: 0 },
      { trade_id: other.id, ordinal: 1 },
    ])
  })

  it('less an exchange’s fee is shown for its trade, although the same transaction pays another', async () => {
    const { market, chain } = payments
    const [near, paid, unrelated] = [await newTrade(), await newTrade(), await newTrade()]
    const from = walletOf(randomUUID())
    const to = addressOfMember(seller)
    const hash = chain.send(
      { from, to, micro: near.paymentAmount - micro('1') },
      { from, to, micro: paid.paymentAmount },
    )
    chain.mine(hash)
    chain.finish(hash)
    const ownerOnChain = ({ id: tradeId, network }: TradeRow) =>
      market.context.paymentOwner({ tradeId, network, hash })
    expect(await ownerOnChain(near), 'a person decides').toBe('unknown')
    await show(pay, near, hash)
    expect(await findingOf(near, hash)).toBe('near')
    expect(await findingOf(paid, hash)).toBe('verified')
    // A person decides for which of the trades without an exact payment it was meant.
    expect(await ownerOnChain(unrelated)).toBe('unknown')
    await show(pay, unrelated, hash)
    expect(await findingOf(unrelated, hash)).toBe('near')
    expect([await stateOf(near), await stateOf(unrelated)]).toEqual(['paid', 'paid'])
  })
})

describe('a buyer who has named their paying address', () => {
  it('is credited only with a payment from that address', async () => {
    const own = `0x${'ab'.repeat(20)}`
    const trade = await newTrade(own)
    const ofAnother = sent(trade)
    await show(pay, trade, ofAnother)
    expect(await findingOf(trade, ofAnother)).toBe('wrong_payer')
    expect(await stateOf(trade)).toBe('paid')
    const theirs = sent(trade, { from: own })
    await show(replaceEvidence, trade, theirs)
    expect(await findingOf(trade, theirs)).toBe('verified')
    expect(await stateOf(trade)).toBe('finished')
  })
})

describe('two trades from before tails, with the same amount', () => {
  it('are both left to people when one payment fits them', async () => {
    const { market } = payments
    const [one, other] = [await newTrade(), await newTrade()]
    await market.db.owner.query('alter table otc_trade disable trigger otc_trade_steps')
    await market.db.owner.query(
      `update otc_trade set payment_amount = payment_amount - payment_tail, payment_tail = null, tail_held = false
       where id = any($1)`,
      [[one.id, other.id]],
    )
    await market.db.owner.query('alter table otc_trade enable trigger otc_trade_steps')
    const hash = sent(one, { micro: micro('20') })
    for (const trade of [other, one]) {
      await show(pay, trade, hash)
      expect(await findingOf(trade, hash)).toBe('contested')
    }
    expect([await stateOf(one), await stateOf(other)]).toEqual(['paid', 'paid'])
  })
})

describe('a made-up hash', () => {
  it('stops no deadline: the trade is in grace when the time to pay is over, and ends with it', async () => {
    const trade = await newTrade()
    await show(pay, trade, unknownHash())
    await payments.runChecks()
    expect(await stateOf(trade)).toBe('paid')
    await later(minutes(29))
    expect(await stateOf(trade)).toBe('paid')
    await later(minutes(32))
    expect(await stateOf(trade)).toBe('payment_grace')
    const { paidAt, releaseDeadline, graceDeadline } = await payments.market.trade(trade.id)
    expect([paidAt, releaseDeadline]).toEqual([null, null])
    // The whole grace runs from the time when the buyer could know.
    expect(graceDeadline.getTime() - trade.dealtAt.getTime()).toBeGreaterThanOrEqual(minutes(47))
    await later(minutes(48))
    expect(await stateOf(trade)).toBe('payment_timeout')
  })

  it('beside others, all looked up at the same time, does not stop a deadline either', async () => {
    const trade = await newTrade()
    await show(pay, trade, unknownHash())
    for (let n = 0; n < 5; n++) await show(replaceEvidence, trade, unknownHash())
    await later(minutes(32))
    expect(await stateOf(trade)).toBe('payment_grace')
  })

  it('by mistake costs nobody the coin: the payment is shown in grace, and the chain proves it', async () => {
    const trade = await newTrade()
    const hash = sent(trade)
    await show(pay, trade, unknownHash())
    await later(minutes(32))
    expect(await stateOf(trade)).toBe('payment_grace')
    await show(claimLate, trade, hash)
    await payments.runChecks()
    expect(await stateOf(trade)).toBe('finished')
  })

  it('swapped for a payment from after the deadline needs arbitrators', async () => {
    const trade = await newTrade()
    await show(pay, trade, unknownHash())
    await later(minutes(32))
    const hash = sent(trade)
    expect(await refusalOf(show(replaceEvidence, trade, hash))).toBe('tradeInGrace')
    await show(claimLate, trade, hash)
    expect(await findingOf(trade, hash)).toBe('outside_window')
    expect(await stateOf(trade)).toBe('arbitration_from_grace')
  })

  it('has no finding while the chain cannot be asked, or is behind the deadline itself', async () => {
    const { chain } = payments
    for (const trouble of ['down', 'lag'] as const) {
      const trade = await newTrade()
      await show(pay, trade, unknownHash())
      await payments.runChecks()
      chain.state.down = trouble === 'down'
      chain.state.lagMs = trouble === 'lag' ? minutes(5) : 0
      await later(minutes(31))
      expect(await stateOf(trade), trouble).toBe('release_timeout')
      Object.assign(chain.state, { down: false, lagMs: 0 })
      await later(minutes(33))
      expect(await stateOf(trade), trouble).toBe('payment_grace')
      await payments.shiftClock(0)
    }
  })

  it('beside a payment that needs a person changes nothing', async () => {
    const trade = await newTrade()
    await show(pay, trade, sent(trade, { micro: trade.paymentAmount - 1n }))
    await show(replaceEvidence, trade, unknownHash())
    await later(minutes(32))
    expect(await stateOf(trade)).toBe('release_timeout')
  })

  it('changes nothing in a case that arbitrators hear', async () => {
    const { market } = payments
    const trade = await newTrade()
    await show(pay, trade, unknownHash())
    await market.inTx(tx =>
      appeal(tx, market.context, seller, trade.id, {
        reason: 'not_received',
        text: 'nothing came',
        pictures: [],
      }),
    )
    await later(minutes(32))
    expect(await stateOf(trade)).toBe('arbitration_from_paid')
  })
})

describe('after a reorganisation of the chain', () => {
  it('a payment that was seen is not found, and one in another block is judged by that block', async () => {
    const { chain } = payments
    const trade = await newTrade()
    const hash = payments.payFor(trade)
    chain.mine(hash)
    await show(pay, trade, hash)
    expect(await findingOf(trade, hash)).toBe('pending')
    chain.drop(hash)
    expect(await findingOf(trade, hash)).toBe('not_found')
    chain.mine(hash, new Date(trade.paymentDeadline.getTime() + 1_000))
    expect(await findingOf(trade, hash)).toBe('outside_window')
    chain.drop(hash)
    chain.mine(hash)
    expect(await findingOf(trade, hash), 'no block was final').toBe('pending')
    chain.finish(hash)
    expect(await findingOf(trade, hash)).toBe('verified')
    expect(await stateOf(trade)).toBe('finished')
  })

  it('nobody else’s claim wins with it', async () => {
    const { chain } = payments
    const [victim, thief] = [await newTrade(), await newTrade()]
    const hash = payments.payFor(victim)
    chain.mine(hash)
    await show(pay, victim, hash)
    expect(await findingOf(victim, hash)).toBe('pending')
    chain.drop(hash)
    await show(pay, thief, hash)
    expect(await findingOf(thief, hash)).toBe('not_found')
    chain.mine(hash)
    chain.finish(hash)
    expect(await findingOf(thief, hash)).toBe('other_trade')
    expect(await payments.finding(victim.id, hash)).toBe('verified')
    // Another open trade claims it: the seller releases by hand.
    expect([await stateOf(victim), await stateOf(thief)]).toEqual(['paid', 'paid'])
  })
})

describe('a payment whose hash nobody has shown', () => {
  it('is found by its amount, and keeps the trade of a buyer who never came back', async () => {
    const trade = await newTrade()
    const hash = sent(trade)
    await payments.watch()
    expect(await findingOf(trade, hash)).toBe('verified')
    expect(await stateOf(trade), 'the buyer still has time to show it').toBe('unpaid')
    await later(minutes(31))
    expect(await stateOf(trade)).toBe('finished')
  })

  it('is released when the buyer shows it, or a made-up hash beside it', async () => {
    for (const shown of ['own', 'made up'] as const) {
      const trade = await newTrade()
      const hash = sent(trade)
      await payments.watch()
      expect(await findingOf(trade, hash)).toBe('verified')
      await show(pay, trade, shown === 'own' ? hash : unknownHash())
      await payments.runChecks()
      expect(await stateOf(trade), shown).toBe('finished')
    }
  })

  it('belongs to nobody while no trade has its amount', async () => {
    const trade = await newTrade()
    const hash = sent(trade, { micro: trade.paymentAmount + 1n })
    await payments.watch()
    expect(await findingOf(trade, hash)).toBeNull()
  })
})

describe('before a hash is stored', () => {
  it('the chain is asked whose payment it is; when the chain does not answer, nobody is refused', async () => {
    const [victim, thief] = [await newTrade(), await newTrade()]
    const hash = sent(victim)
    const asks = (trade: TradeRow) =>
      payments.evidence.paymentOwner({ tradeId: trade.id, network: 'BSC', hash })
    expect([await asks(victim), await asks(thief)]).toEqual(['own', 'another'])
    payments.chain.state.down = true
    expect(await asks(thief)).toBe('unknown')
  })
})
