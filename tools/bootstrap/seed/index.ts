import { setTimeout as sleep } from 'node:timers/promises'
import {
  depositAddress,
  me,
  payTrade,
  placeSubscription,
  publishOrder,
  releaseTrade,
  setReceivingAccount,
  takeOrder,
  walletSummary,
} from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { DemoAccount, SeedDemo, SeedWorld } from '../seeding.ts'
import { DemoMember } from './member.ts'

const dayMs = 86_400_000

/** Who they are, what they bring (USDT) and what they subscribe for. */
const people = [
  { nickname: '星河', recharge: '3000', subscribe: '1000' },
  { nickname: '蓝鲸', recharge: '2600', subscribe: '1000' },
  { nickname: '晨曦', recharge: '1800', subscribe: '900' },
  { nickname: '极光', recharge: '1500', subscribe: '800' },
  { nickname: '山茶', recharge: '1200', subscribe: '600' },
  { nickname: '云上', recharge: '900', subscribe: '500' },
  { nickname: '青禾', recharge: '600', subscribe: '300' },
  { nickname: '墨竹', recharge: '400', subscribe: '200' },
] as const

/** What they sell, seen from the third day on. Prices lie in the band around the guide price. */
const offers = [
  { seller: 0, quantity: '400', price: '1.01', min: '20', max: '400', concessionBps: 0 },
  { seller: 1, quantity: '350', price: '1.02', min: '50', max: '200', concessionBps: 100 },
  { seller: 2, quantity: '300', price: '1.03', min: '10', max: '300', concessionBps: 0 },
  { seller: 3, quantity: '250', price: '1.035', min: '10', max: '100', concessionBps: 200 },
  { seller: 4, quantity: '120', price: '1.05', min: '10', max: '120', concessionBps: 0 },
] as const

/** Deals that were done before the visitor comes: who buys how much of which offer, on which day. */
const deals = [
  { day: 3, offer: 0, buyer: 5, quantity: '80' },
  { day: 3, offer: 1, buyer: 6, quantity: '60' },
  { day: 4, offer: 2, buyer: 7, quantity: '45.5' },
  { day: 4, offer: 0, buyer: 6, quantity: '35' },
  { day: 5, offer: 3, buyer: 5, quantity: '25' },
] as const

/**
 * A small community with a few days behind it, made through the real API and the real rules: real
 * keys, recharges on the test chain, subscriptions filled by settlements, deals paid on the chain.
 */
export const seedDemoCommunity: SeedDemo = async world => {
  const clock = new DemoClock(world)
  await clock.goTo(0)
  world.progress('accounts')
  const members = await joinAll(world)
  world.progress('recharges on the test chain')
  await rechargeAll(world, members)
  await Promise.all(
    members.map((member, i) =>
      member.act(placeSubscription, { body: { amount: people[i]?.subscribe } }),
    ),
  )
  world.progress('settlements')
  // A first order waits 24 hours, so the second cut-off after it fills it.
  for (const day of [1, 2]) await clock.goTo(day)
  world.progress('the market')
  const orderIds = await publishAll(members)
  for (let day = 3; day < world.demoDays; day++) {
    await clock.goTo(day)
    for (const deal of deals.filter(one => one.day === day))
      await dealDone(world, members, orderIds, deal)
  }
  await clock.comeBack()
  return members.map((member): DemoAccount => member.account)
}

/** The house's clock and the chain's, moved together. */
class DemoClock {
  readonly #world: SeedWorld

  constructor(world: SeedWorld) {
    this.#world = world
  }

  /** Goes to a day of the community's life and settles what has become due. */
  async goTo(day: number): Promise<void> {
    await this.#shift((day - this.#world.demoDays) * dayMs)
    await this.#post('/test/settle', {})
  }

  /** Removes the shift for good. */
  async comeBack(): Promise<void> {
    await this.#shift(0)
    await this.#post('/test/settle', {})
  }

  async #shift(shiftMs: number): Promise<void> {
    await this.#world.chain.setTimeOffset(shiftMs)
    await this.#post('/test/clock', { shiftMs })
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await fetch(this.#world.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
}

/** The first is invited by the root; each of the others by someone before them. */
async function joinAll(world: SeedWorld): Promise<DemoMember[]> {
  const members: DemoMember[] = []
  let code = world.rootInviteCode
  for (const [i, person] of people.entries()) {
    const inviter = members[Math.floor((i - 1) / 2)]
    if (inviter) code = (await inviter.ask(me)).inviteCode
    members.push(await DemoMember.join(world.baseUrl, person.nickname, code))
  }
  return members
}

async function rechargeAll(world: SeedWorld, members: DemoMember[]): Promise<void> {
  for (const [i, member] of members.entries()) {
    const { address } = await member.ask(depositAddress)
    await world.chain.send(address, people[i]?.recharge ?? '0')
  }
  await world.chain.mine(24)
  for (const member of members) await untilCredited(member)
}

async function untilCredited(member: DemoMember): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  while (Date.now() < giveUpAt) {
    const { assets } = await member.ask(walletSummary)
    if (
      assets.some(one => one.asset === 'USDT' && one.available !== '0' && Number(one.available) > 0)
    )
      return
    await sleep(100)
  }
  throw new Error(`the recharge of ${member.account.nickname} was not credited within a minute`)
}

async function publishAll(members: DemoMember[]): Promise<string[]> {
  const ids: string[] = []
  for (const offer of offers) {
    const seller = members[offer.seller] as DemoMember
    // A fresh address of the seller's own; its key is nobody's, for these coins are worth nothing.
    const bsc = privateKeyToAddress(generatePrivateKey())
    await seller.ask(setReceivingAccount, {
      body: { bsc, tron: null, contact: null, paymentPassword: seller.account.paymentPassword },
    })
    const order = await seller.act(publishOrder, {
      body: {
        quantity: offer.quantity,
        price: offer.price,
        minQuantity: offer.min,
        maxQuantity: offer.max,
        concessionBps: offer.concessionBps,
        networks: ['BSC'],
      },
    })
    ids.push(order.id)
  }
  return ids
}

/** Take, pay on the chain, show the proof, release. */
async function dealDone(
  world: SeedWorld,
  members: DemoMember[],
  orderIds: string[],
  deal: (typeof deals)[number],
): Promise<void> {
  const seller = members[offers[deal.offer]?.seller ?? 0] as DemoMember
  const buyer = members[deal.buyer] as DemoMember
  const trade = await buyer.act(takeOrder, {
    params: { id: orderIds[deal.offer] },
    body: { quantity: deal.quantity, network: 'BSC', version: 1 },
  })
  const hash = await world.chain.send(trade.payTo, trade.paymentAmount)
  const voucher = await buyer.uploadVoucher(deal.day * 7 + deal.buyer)
  await buyer.act(payTrade, { params: { id: trade.id }, body: { vouchers: [voucher], hash } })
  await seller.act(releaseTrade, { params: { id: trade.id }, body: {} })
}
