import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallAnswer, type Callable, Client, isTransport } from '@banyan/client'
import {
  cancelOrder,
  cancelSubscription,
  payTrade,
  placeSubscription,
  publishOrder,
  releaseTrade,
  takeOrder,
} from '@banyan/domain'
import type { DemoMember } from '../bootstrap/seed/member.ts'
import { type Act, actWithKey } from '../testing/acting.ts'

/** A person presses the button again this long after a call has failed. */
const PRESS_AGAIN_MS = 1_000
/** Nobody presses for longer than that. */
const PATIENCE_MS = 240_000

/** A sell order that stays on the market. */
interface Offer {
  seller: DemoMember
  id: string
}

/** The members of the drill, who act until they are stopped. */
export interface Traffic {
  readonly acts: readonly Act[]
  /** Calls that failed in a way that no fault explains. */
  readonly surprises: readonly string[]
  /** Ends it: nobody begins anything new, and what was begun is finished. */
  stop(): Promise<void>
}

/** Members who trade, subscribe, take back and publish, each with a pause of some seconds. */
export function beginTraffic(
  base: string,
  buyers: readonly { member: DemoMember; voucher: string }[],
  offers: readonly Offer[],
): Traffic {
  const acts: Act[] = []
  const surprises: string[] = []
  let stopped = false
  const clients = new Map<DemoMember, Client>()
  const clientOf = (member: DemoMember): Client => {
    const known = clients.get(member) ?? new Client({ base, token: () => member.token })
    clients.set(member, known)
    return known
  }

  /** Null when it was refused, or never answered. */
  const act = <E extends Callable & { id: string; paymentPassword: boolean }>(
    member: DemoMember,
    endpoint: E,
    input: { params?: object; body?: object },
  ): Promise<CallAnswer<E> | null> => {
    const client = clientOf(member)
    const acting = { client, account: member.account, acts, pressAgainMs: PRESS_AGAIN_MS }
    const again = (error: unknown, { begunAt }: Act): boolean =>
      isTransport(error) && performance.now() - begunAt <= PATIENCE_MS
    return actWithKey({ ...acting, again }, endpoint, input).catch((error: unknown) => {
      if (!isTransport(error)) surprises.push(`${endpoint.id}: ${error}`)
      return null
    })
  }

  async function trade(buyer: DemoMember, voucher: string): Promise<void> {
    const offer = offers[Math.floor(Math.random() * offers.length)] as Offer
    const params = { id: offer.id }
    const body = { quantity: '0.01', network: 'BSC', version: 1 }
    const taken = await act(buyer, takeOrder, { params, body })
    if (taken === null) return
    const ofTrade = { id: taken.id }
    const hash = randomBytes(32).toString('hex')
    const paid = await act(buyer, payTrade, {
      params: ofTrade,
      body: { vouchers: [voucher], hash },
    })
    if (paid !== null) await act(offer.seller, releaseTrade, { params: ofTrade })
  }

  async function subscribe(member: DemoMember): Promise<void> {
    const body = { amount: '50', promptId: null }
    const placed = await act(member, placeSubscription, { body })
    if (placed !== null) await act(member, cancelSubscription, { params: { id: placed.id } })
  }

  async function offerAndTakeBack(member: DemoMember): Promise<void> {
    const order = await act(member, publishOrder, { body: terms('1') })
    if (order === null) return
    const body = { version: order.version }
    await act(member, cancelOrder, { params: { id: order.id }, body })
  }

  async function live(person: () => Promise<void>): Promise<void> {
    while (!stopped) {
      await sleep(3_000 + Math.random() * 3_000)
      if (!stopped) await person().catch((error: unknown) => void surprises.push(String(error)))
    }
  }
  const lives = [
    ...buyers.map(({ member, voucher }) =>
      live(() => (Math.random() < 0.7 ? trade(member, voucher) : subscribe(member))),
    ),
    ...offers.map(({ seller }) => live(() => offerAndTakeBack(seller))),
  ]
  return {
    acts,
    surprises,
    stop: async () => {
      stopped = true
      await Promise.all(lives)
    },
  }
}

/** The terms of a sell order of so many coins, at one USDT. */
export const terms = (quantity: string) => ({
  quantity,
  price: '1',
  minQuantity: '0.01',
  maxQuantity: quantity,
  concessionBps: 0,
  networks: ['BSC'],
})
