import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelOrder,
  cancelSubscription,
  giveUpTrade,
  parseAmount,
  payTrade,
  placeSubscription,
  publishOrder,
  releaseTrade,
  takeOrder,
} from '@banyan/domain'
import type { Chance } from './chance.ts'
import type { Person } from './person.ts'
import type { Reference } from './reference.ts'

/** A sell order of the traffic. */
interface Offer {
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
  /** Ends it: nobody begins anything new, and what was begun is finished. */
  stop(): Promise<void>
}

/** LEAF of a take; multiples of a hundredth (see `Reference`). */
const TAKEN = ['0.05', '0.1', '0.12'] as const
/** A member who gives up more often may take nothing for a while. */
const MOST_GIVEN_UP = 1
const PAUSE_MS = [200, 1_200] as const

interface Setting {
  sellers: readonly Person[]
  buyers: readonly Buyer[]
  /** USDT for one coin, within the band around the guide price. */
  price: string
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
  const { sellers, buyers, price, offered, feeBps, reference, chance } = setting
  const offers: Offer[] = []
  const done = new Map<string, number>()
  const surprises: string[] = []
  let isStopped = false
  const count = (act: string) => done.set(act, (done.get(act) ?? 0) + 1)

  async function publish(seller: Person): Promise<void> {
    const minQuantity = TAKEN[0]
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
    const ended = await seller.act(cancelOrder, { params: { id }, body: { version } })
    if (ended === null) return
    reference.withdrawn(id)
    count('withdraw')
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
    if (givenUp.times < MOST_GIVEN_UP && chance.isWithin(0.1)) {
      givenUp.times++
      const ended = await person.act(giveUpTrade, { params, body: { nothingSent: true } })
      if (ended === null) return
      reference.givenUp(taken.id)
      offer.left += amount
      return void count('give up')
    }
    const hash = randomBytes(32).toString('hex')
    const paid = await person.act(payTrade, { params, body: { vouchers: [voucher], hash } })
    if (paid === null) return
    count('pay')
    const released = await offer.seller.act(releaseTrade, { params })
    if (released === null) return
    reference.released(taken.id)
    count('release')
  }

  async function subscribe(person: Person): Promise<void> {
    const amount = '50'
    const placed = await person.act(placeSubscription, { body: { amount, promptId: null } })
    if (placed === null) return
    reference.subscribed(person.account.accountId, placed.id, parseAmount(amount))
    count('subscribe')
    const ended = await person.act(cancelSubscription, { params: { id: placed.id } })
    if (ended === null) return
    reference.unsubscribed(placed.id)
    count('unsubscribe')
  }

  async function live(act: () => Promise<void>): Promise<void> {
    while (!isStopped) {
      await sleep(chance.between(...PAUSE_MS))
      if (isStopped) return
      await act().catch((error: unknown) => void surprises.push(String(error)))
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
    stop: async () => {
      isStopped = true
      await Promise.all(lives)
      for (const offer of offers) await endOffer(offer)
    },
  }
}
