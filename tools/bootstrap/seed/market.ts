import {
  type AnswerOf,
  cancelOrder,
  market,
  mostToBuy,
  ONE,
  ownOrders,
  parseAmount,
  payTrade,
  publishBuyOrder,
  publishOrder,
  publishTerms,
  releaseTrade,
  setReceivingAccount,
  type TradeView,
  takeOrder,
} from '@banyan/domain'
import type { Chance } from '@banyan/economy'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { SeedContext } from '../seeding.ts'
import type { Community, Inhabitant } from './community.ts'

/** A sell order; its price is given as the distance from the guide price. Quantities are whole coins. */
export interface Offer {
  quantity: number
  overGuideBps: number
  minQuantity: number
  concessionBps: number
  /** Of a price that floats: its floor, of a buy order its ceiling, given the same way. */
  limitBps?: number
}

/** A trade that its buyer pays and its seller releases. */
interface Taken {
  parties: readonly Inhabitant[]
  end: () => Promise<void>
}

/** A price at a distance from the guide price; one that floats where it has a limit. */
function priceOf(
  guide: number,
  { overGuideBps, limitBps }: Pick<Offer, 'overGuideBps' | 'limitBps'>,
) {
  const at = (bps: number) => (guide * (1 + bps / 10_000)).toFixed(3)
  if (limitBps === undefined) return at(overGuideBps)
  return { marginBps: overGuideBps, limit: at(limitBps) }
}

/** Whole coins that what is left of a member's maximum investment buys at a price. */
const affordable = (
  invests: AnswerOf<typeof publishTerms>['invests'],
  price: string,
  concessionBps: number,
): number =>
  invests
    ? Number(
        mostToBuy(parseAmount(invests.left), { price: parseAmount(price), concessionBps }) / ONE,
      )
    : Number.POSITIVE_INFINITY

/** The demo community's market: who has shown where they are paid, and what they offer and take. */
export class DemoMarket {
  readonly #context: SeedContext
  readonly #community: Community
  readonly #chance: Chance
  readonly #paidAt = new Set<number>()
  /** Who has published since they last took everything back. */
  readonly #offering = new Set<number>()

  constructor(context: SeedContext, community: Community, chance: Chance) {
    this.#context = context
    this.#community = community
    this.#chance = chance
  }

  /** Publishes what the seller can sell of an offer; nothing where that is too little. */
  async publish(seller: Inhabitant, offer: Offer): Promise<void> {
    const publication = await this.#draft(seller, offer)
    await publication()
  }

  /**
   * Finds out what the seller can sell of an offer, whose quantity may depend on the coins that they
   * have. Returns its publication; the publications are run in the order of the list.
   */
  async #draft(
    seller: Inhabitant,
    offer: Offer,
    quantityOf: (coins: number) => number = () => offer.quantity,
  ): Promise<() => Promise<void>> {
    const { member, place } = seller
    if (!this.#paidAt.has(place)) {
      // A fresh address of the seller's own; its key is discarded, because these coins are worth
      // nothing.
      const bsc = privateKeyToAddress(generatePrivateKey())
      const { paymentPassword } = member.account
      const body = {
        bsc,
        tron: null,
        contact: `Telegram @leaf_${member.account.accountId}`,
        paymentPassword,
      }
      await member.ask(setReceivingAccount, { body })
      this.#paidAt.add(place)
    }
    const terms = await member.ask(publishTerms)
    const guide = Number(terms.guidePrice)
    // The fee is held besides the quantity.
    const most = Math.min(Number(terms.available) * 0.98, Number(terms.tradingLimit) / guide)
    const wanted = quantityOf(Math.floor(Number(terms.available)))
    const quantity = Math.floor(Math.min(wanted, most))
    const { minQuantity, concessionBps } = offer
    const { now, max } = terms.openOrders.sell
    if (quantity < minQuantity || now >= max) return async () => {}
    const body = {
      quantity: `${quantity}`,
      price: priceOf(guide, offer),
      minQuantity: `${minQuantity}`,
      maxQuantity: `${quantity}`,
      concessionBps,
      networks: ['BSC'],
    }
    this.#offering.add(place)
    return async () => void (await member.act(publishOrder, { body }))
  }

  /** Publishes a buy order: nothing moves until a member sells into it. */
  async publishBuy({ member }: Inhabitant, offer: Omit<Offer, 'concessionBps'>): Promise<void> {
    const { guidePrice, invests } = await member.ask(publishTerms)
    const { minQuantity } = offer
    const price = priceOf(Number(guidePrice), offer)
    const highest = typeof price === 'string' ? price : price.limit
    const quantity = Math.min(offer.quantity, affordable(invests, highest, 0))
    if (quantity < minQuantity) return
    await member.act(publishBuyOrder, {
      body: {
        quantity: `${quantity}`,
        minQuantity: `${minQuantity}`,
        maxQuantity: `${quantity}`,
        price,
        networks: ['BSC'],
      },
    })
  }

  /**
   * A part of the person's coins at a price of their mood; the random number is drawn first, so
   * that later draws do not shift.
   */
  async draftSome(seller: Inhabitant): Promise<() => Promise<void>> {
    const percent = this.#chance.between(25, 60)
    const overGuideBps = this.#chance.between(-250, 450)
    const concessionBps = this.#chance.pick([0, 0, 0, 100, 200])
    const offer = { quantity: 450, overGuideBps, minQuantity: 10, concessionBps }
    return this.#draft(seller, offer, coins =>
      Math.min(offer.quantity, Math.floor((coins * percent) / 100)),
    )
  }

  /** Cancels all offers of a person. */
  async withdrawOffers({ member, place }: Inhabitant): Promise<void> {
    if (!this.#offering.delete(place)) return
    const { items } = await member.ask(ownOrders, { query: { open: 'true' } })
    for (const { id, version, moves } of items)
      if (moves.includes('cancel'))
        await member.act(cancelOrder, { params: { id }, body: { version } })
  }

  /**
   * A person takes a part of the best offer of others, and pays on the chain or gives up. Returns
   * what remains to be done: the takes of a day run one after the other. Null where nothing remains.
   */
  async take(buyer: Inhabitant, end: 'released' | 'unpaid'): Promise<Taken | null> {
    const [{ items }, { invests }] = await Promise.all([
      buyer.member.ask(market, { query: { limit: '20' } }),
      buyer.member.ask(publishTerms),
    ])
    const order = items.find(one => one.barrier === null && one.networks.includes('BSC'))
    if (!order) return null
    const canBuy = affordable(invests, order.price, order.concessionBps)
    const [least, most] = [Number(order.takeMin), Math.min(Number(order.takeMax), 220, canBuy)]
    if (most < least) return null
    const quantity = Math.max(least, Math.min(most, this.#chance.between(30, 220)))
    const body = { quantity: `${quantity}`, network: 'BSC', version: order.version }
    const taking = buyer.member.act(takeOrder, { params: { id: order.id }, body })
    if (end === 'unpaid') {
      await taking
      return null
    }
    const seller = this.#community.named(order.owner.nickname)
    // The picture is on its way while this order and the next are taken.
    const voucher = buyer.member.uploadVoucher(this.#chance.below(6))
    const trade = await taking
    return {
      parties: [buyer, seller],
      end: async () => {
        await this.#payWith(buyer, trade, voucher)
        await seller.member.act(releaseTrade, { params: { id: trade.id }, body: {} })
      },
    }
  }

  /** Takes the least that a seller offers of one of their orders. */
  async takeFrom(buyer: Inhabitant, seller: Inhabitant): Promise<TradeView> {
    const { items } = await buyer.member.ask(market, { query: { limit: '50' } })
    const order = items.find(one => one.owner.nickname === seller.nickname && one.barrier === null)
    if (!order) throw new Error(`${seller.nickname} offers nothing that ${buyer.nickname} may take`)
    const body = { quantity: order.takeMin, network: 'BSC', version: order.version }
    return buyer.member.act(takeOrder, { params: { id: order.id }, body })
  }

  /** Pays on the chain, with a picture of it. */
  pay(buyer: Inhabitant, trade: TradeView, label: number): Promise<void> {
    return this.#payWith(buyer, trade, buyer.member.uploadVoucher(label))
  }

  async #payWith(buyer: Inhabitant, trade: TradeView, uploaded: Promise<string>): Promise<void> {
    const [hash, voucher] = await Promise.all([
      this.#context.chain.send(trade.payTo, trade.paymentAmount),
      uploaded,
    ])
    await buyer.member.act(payTrade, {
      params: { id: trade.id },
      body: { vouchers: [voucher], hash },
    })
  }
}
