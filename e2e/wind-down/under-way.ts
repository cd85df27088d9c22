import { newAddress } from '@banyan/tools/testchain/beside'
import { voucherPicture } from '@banyan/tools/voucher'
import { sitDown } from '../market/arbitrators.ts'
import type { Member } from '../matrix/caller.ts'
import { approveAsReviewer, release } from './approving.ts'
import type { DemoSystem } from './system.ts'

/* The open matters when the end is announced, and when its notice is over: one of every kind. */

/** The places of printed members who do each thing. */
const places = { released: 0, requested: 1, reviewed: 2, buyer: 5, subscribes: 6, activates: 8 }

const withPassword = ({ account }: Member, body: object = {}) => ({
  ...body,
  paymentPassword: account.paymentPassword,
})

/** Three withdrawals, to addresses that have to cool; each is decided differently. */
export async function askForWithdrawals(
  system: DemoSystem,
): Promise<Record<'released' | 'reviewed', string>> {
  const ask = async (place: number, amount: string): Promise<string> => {
    const member = await system.memberAt(place)
    const body = { address: newAddress(), amount, remarks: null }
    return (await member.post('/api/withdrawals', withPassword(member, body))).id
  }
  await ask(places.requested, '40')
  return {
    released: await ask(places.released, '60'),
    reviewed: await ask(places.reviewed, '30'),
  }
}

/** One is reviewed and released, one only reviewed, and one waits for the review. */
export async function decideWithdrawals(
  system: DemoSystem,
  { released, reviewed }: Record<'released' | 'reviewed', string>,
): Promise<void> {
  const reviewer = await system.approver('reviewer')
  await approveAsReviewer(reviewer, released)
  await approveAsReviewer(reviewer, reviewed)
  await release(await system.approver('treasurer'), released)
}

/** Requests that a run would take: a subscription, an activation, an unlock, an exchange and an undo. */
export async function queueRequests(system: DemoSystem, newcomer: string): Promise<void> {
  const subscriber = await system.memberAt(places.subscribes)
  await subscriber.post(
    '/api/subscriptions',
    withPassword(subscriber, { amount: '50', promptId: null }),
  )
  const owner = await system.memberAt(places.activates)
  await owner.post(
    '/api/earnings/positions',
    withPassword(owner, { quantity: '10', promptId: null }),
  )
  const { items } = await owner.get('/api/earnings/positions?show=locked')
  const position = items.find((one: { moves: string[] }) => one.moves.includes('askUnlock'))
  await owner.post(`/api/earnings/positions/${position.id}/unlock`)
  await exchange(system)
  const person = (await system.everybody()).find(one => one.nickname === newcomer)
  if (!person) throw new Error(`nobody is called ${newcomer}`)
  const undoes = await system.member(person)
  await undoes.post('/api/redemptions/undo', withPassword(undoes))
}

/** An exchange that waits for the next run. */
export async function exchange(system: DemoSystem): Promise<void> {
  const member = await system.memberAt(places.requested)
  await member.post('/api/redemptions', withPassword(member, { quantity: '20' }))
}

/** The seller of a paid trade releases the coin. */
export async function releaseOnePaid(system: DemoSystem, place: number): Promise<void> {
  const seller = await system.memberAt(place)
  const { items } = await seller.get('/api/otc/trades?side=sell&open=true')
  const trade = items.find((one: { moves: string[] }) => one.moves.includes('release'))
  await seller.post(`/api/otc/trades/${trade.id}/release`, withPassword(seller))
}

/**
 * On the last day of the notice a sell order and a buy order are published, and two parts of the
 * sell order are taken: one is paid on the chain, the other never.
 */
export async function tradeOnce(system: DemoSystem): Promise<void> {
  const seller = await system.memberAt(places.released)
  const { guidePrice } = await seller.get('/api/otc/publish-terms')
  const terms = { price: guidePrice, minQuantity: '10', networks: ['BSC'] }
  const order = await seller.post(
    '/api/otc/orders',
    withPassword(seller, { ...terms, quantity: '60', maxQuantity: '60', concessionBps: 0 }),
  )
  const wants = await system.memberAt(places.subscribes)
  await wants.post('/api/otc/buy-orders', { ...terms, quantity: '20', maxQuantity: '20' })
  const take = async (place: number) => {
    const buyer = await system.memberAt(place)
    const { version } = await buyer.get(`/api/otc/market/${order.id}`)
    const body = { quantity: '10', network: 'BSC', version }
    return { buyer, trade: await buyer.post(`/api/otc/orders/${order.id}/takes`, body) }
  }
  const { buyer, trade } = await take(places.buyer)
  const hash = await system.pay(trade.payTo, trade.paymentAmount)
  const vouchers = [await buyer.upload(voucherPicture(0))]
  await buyer.post(`/api/otc/trades/${trade.id}/pay`, { vouchers, hash })
  await take(places.activates)
}

/** A case in the arbitrators' list. */
interface Waiting {
  id: string
  state: string
}

/**
 * Arbitrators rule the oldest waiting cases, at most this many, with this outcome where no opinion
 * was given before. Returns how many.
 */
export async function ruleCases(
  system: DemoSystem,
  { most, outcome }: { most: number; outcome: 'release' | 'refund' },
): Promise<number> {
  const desk = await system.operators('arbitrator')
  const { items } = await desk[0].get(`/api/operator/cases?limit=${most}`)
  const { items: clauses } = await system.read('/api/otc/clauses')
  const reasons = 'What both have shown, and what the chain says.'
  const opinion = { outcome, clause: clauses[0].number, reasons }
  for (const { id, state } of items as Waiting[]) {
    const at = `/api/operator/cases/${id}`
    if (state.endsWith('opened')) await (await sitDown(desk, id)).post(`${at}/opinion`, opinion)
    const last = await sitDown(desk, id)
    await last.post(`${at}/show-opinions`)
    if (state.endsWith('disagreed')) await last.post(`${at}/rule`, { opinionOf: 1, reasons })
    else await last.post(`${at}/agree`, { reasons })
  }
  return items.length
}
