import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelOrder,
  cancelSubscription,
  getOrder,
  getTrade,
  giveUpTrade,
  parseAmount,
  payTrade,
  placeSubscription,
  publishOrder,
  publishTerms,
  releaseTrade,
  subscriptionList,
  takeOrder,
} from '@banyan/domain'
import { until } from '@banyan/tools/until'
import type { Chance } from './chance.ts'
import type { Person } from './person.ts'
import type { Reference } from './reference.ts'

/** A sell order of the traffic. */
export interface Offer {
  seller: Person
  id: string
  version: number
  left: bigint
}

export interface Buyer {
  person: Person
  /** An uploaded picture. */
  voucher: string
}

export interface Traffic {
  /** How often each act was done. */
  readonly done: ReadonlyMap<string, number>
  /** What no fault explains. */
  readonly surprises: readonly string[]
  /** The orders that are on the market as far as their sellers know. */
  readonly offers: readonly Offer[]
  /** Lets everybody finish what they have begun, and nobody begin anything. */
  pause(): Promise<void>
  /** Everybody goes on. @param offers the orders of now, where they are not those of before. */
  resume(offers?: readonly Offer[]): void
  /** Ends it: nobody begins anything new, and what was begun is finished. */
  stop(): Promise<void>
}

/** LEAF of a take; multiples of a hundredth (see `Reference`). */
const TAKEN = ['0.05', '0.1', '0.12'] as const
/** A member who gives up more often may take nothing for a while. */
const MOST_GIVEN_UP = 1
const PAUSE_MS = [200, 1_200] as const
/** Everybody is answered within this, or something is wrong. */
const FINISH_MS = 300_000

interface Setting {
  sellers: readonly Person[]
  buyers: readonly Buyer[]
  /** LEAF of an order, a multiple of a hundredth. */
  offered: string
  feeBps: bigint
  reference: Reference
  chance: Chance
}

/**
 * Members who publish and withdraw orders, take, pay, give up and release, subscribe and take that
 * back, until they are stopped. Each acknowledged act is entered in the reference.
 */
export function beginTraffic(setting: Setting): Traffic {
  const { sellers, buyers, offered, feeBps, reference, chance } = setting
  let offers: Offer[] = []
  /** Trades of which a step was refused, because a deadline had passed. */
  const left: { id: string; buyer: Person; seller: Person }[] = []
  const done = new Map<string, number>()
  const surprises: string[] = []
  /** Subscriptions that a cut-off took before they could be taken back. */
  const dealt: { person: Person; id: string }[] = []
  let isStopped = false
  let isPaused = false
  let busy = 0
  const count = (act: string) => done.set(act, (done.get(act) ?? 0) + 1)

  async function publish(seller: Person): Promise<void> {
    const minQuantity = TAKEN[0]
    // A settlement sets another one.
    const { guidePrice: price } = await seller.ask(publishTerms)
    const order = await seller.act(publishOrder, {
      body: {
        quantity: offered,
        price,
        minQuantity,
        maxQuantity: offered,
        concessionBps: 0,
        networks: ['BSC'],
      },
    })
    if (order === null) return
    const left = parseAmount(offered)
    reference.published(seller.account.accountId, order.id, left, feeBps)
    offers.push({ seller, id: order.id, version: order.version, left })
    count('publish')
  }

  /** Takes an own order off the market; nobody else takes it meanwhile. */
  async function withdraw(seller: Person): Promise<void> {
    const offer = offers.find(one => one.seller === seller)
    if (!offer) return publish(seller)
    offers.splice(offers.indexOf(offer), 1)
    await endOffer(offer)
  }

  async function endOffer({ seller, id, version }: Offer): Promise<void> {
    const params = { id }
    const ended = await seller.act(cancelOrder, { params, body: { version } })
    if (ended === null) {
      const { life } = await seller.ask(getOrder, { params })
      if (life !== 'expired' && life !== 'complete')
        throw new Error(`an order that is ${life} could not be withdrawn`)
    }
    reference.withdrawn(id)
    count(ended === null ? 'expire' : 'withdraw')
  }

  async function trade({ person, voucher }: Buyer, givenUp: { times: number }): Promise<void> {
    const quantity = chance.pick(TAKEN)
    const amount = parseAmount(quantity)
    const open = offers.filter(({ left }) => left >= amount)
    if (open.length === 0) return
    const offer = chance.pick(open)
    offer.left -= amount
    const { id, version } = offer
    const body = { quantity, network: 'BSC', version }
    const taken = await person.act(takeOrder, { params: { id }, body })
    if (taken === null) {
      offer.left += amount
      return
    }
    reference.taken(id, taken.id, person.account.accountId, amount)
    count('take')
    const params = { id: taken.id }
    const late = () => left.push({ id: taken.id, buyer: person, seller: offer.seller })
    if (givenUp.times < MOST_GIVEN_UP && chance.isWithin(0.1)) {
      givenUp.times++
      const ended = await person.act(giveUpTrade, { params, body: { nothingSent: true } })
      if (ended === null) return void late()
      reference.givenUp(taken.id)
      offer.left += amount
      return void count('give up')
    }
    const hash = randomBytes(32).toString('hex')
    const paid = await person.act(payTrade, { params, body: { vouchers: [voucher], hash } })
    if (paid === null) return void late()
    count('pay')
    const released = await offer.seller.act(releaseTrade, { params })
    if (released === null) return void late()
    reference.released(taken.id)
    count('release')
  }

  /** What has become of a trade whose step came too late. */
  async function close({ id, buyer, seller }: (typeof left)[number]): Promise<void> {
    const params = { id }
    const { state } = await buyer.ask(getTrade, { params })
    if (state === 'payment_timeout') reference.givenUp(id)
    else if (state === 'finished') reference.released(id)
    else if (state === 'paid' || state === 'release_timeout') {
      if ((await seller.act(releaseTrade, { params })) !== null) reference.released(id)
    }
    count(`late: ${state}`)
  }

  /** What a settlement has given for a subscription. */
  async function closeSubscription({ person, id }: (typeof dealt)[number]): Promise<void> {
    const { items } = await person.ask(subscriptionList, { query: { limit: 100 } })
    const found = items.find(one => one.id === id)
    if (!found) throw new Error(`the subscription ${id} is not listed`)
    const { status, quantity, refunded } = found
    if (status === 'pending') return
    reference.dealt(id, {
      quantity: parseAmount(quantity ?? '0'),
      refunded: parseAmount(refunded ?? '0'),
    })
    count(`subscription ${status}`)
  }

  async function subscribe(person: Person): Promise<void> {
    const amount = '50'
    const placed = await person.act(placeSubscription, { body: { amount, promptId: null } })
    if (placed === null) return
    reference.subscribed(person.account.accountId, placed.id, parseAmount(amount))
    count('subscribe')
    const ended = await person.act(cancelSubscription, { params: { id: placed.id } })
    if (ended === null) return void dealt.push({ person, id: placed.id })
    reference.unsubscribed(placed.id)
    count('unsubscribe')
  }

  async function live(act: () => Promise<void>): Promise<void> {
    while (!isStopped) {
      await sleep(chance.between(...PAUSE_MS))
      if (isStopped) return
      if (isPaused) continue
      busy++
      await act().catch((error: unknown) => void surprises.push(String(error)))
      busy--
    }
  }

  const lives = [
    ...sellers.map(seller =>
      live(() => {
        const own = offers.filter(one => one.seller === seller).length
        if (own < 2) return publish(seller)
        return chance.isWithin(0.3) ? subscribe(seller) : withdraw(seller)
      }),
    ),
    ...buyers.map(buyer => {
      const givenUp = { times: 0 }
      return live(() => trade(buyer, givenUp))
    }),
  ]
  return {
    done,
    surprises,
    get offers() {
      return offers.map(offer => ({ ...offer }))
    },
    pause: async () => {
      isPaused = true
      await until('everybody has finished what they had begun', () => busy === 0, { ms: FINISH_MS })
    },
    resume: now => {
      if (now) offers = now.map(offer => ({ ...offer }))
      isPaused = false
    },
    stop: async () => {
      isStopped = true
      await Promise.all(lives)
      for (const offer of offers) await endOffer(offer)
      for (const trade of left) await close(trade)
      for (const one of dealt) await closeSubscription(one)
    },
  }
}
