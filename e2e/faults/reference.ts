/** Millionths of a coin. */
export interface Balances {
  leaf: { available: bigint; escrow: bigint }
  usdt: { available: bigint; frozen: bigint }
}

interface Order {
  seller: string
  feeBps: bigint
  /** What of the order is on offer. */
  offered: bigint
  /** Withdrawn: what comes back to it goes to its seller. */
  isEnded: boolean
}

interface Trade {
  order: string
  buyer: string
  quantity: bigint
}

/**
 * What balances must be after the acts that the server has acknowledged, computed by itself from
 * the rules of the market (otc.md) and shared with no code of the product. Fees are whole: every
 * quantity is a multiple of a hundredth of a coin, whose fee at any number of basis points is a
 * whole number of millionths.
 */
export class Reference {
  readonly #balances = new Map<string, Balances>()
  readonly #orders = new Map<string, Order>()
  readonly #trades = new Map<string, Trade>()
  readonly #subscriptions = new Map<string, { member: string; amount: bigint }>()

  /** A member's balances as the server shows them before the first act. */
  begin(member: string, { leaf, usdt }: Balances): void {
    this.#balances.set(member, { leaf: { ...leaf }, usdt: { ...usdt } })
  }

  /** As it is now, for a later `becomes`. */
  copy(): Reference {
    const copy = new Reference()
    copy.becomes(this)
    return copy
  }

  /** Forgets everything that this one does not know: a restore has gone back to its moment. */
  becomes(other: Reference): void {
    const same = [
      [this.#balances, other.#balances],
      [this.#orders, other.#orders],
      [this.#trades, other.#trades],
      [this.#subscriptions, other.#subscriptions],
    ] as const
    for (const [mine, its] of same) {
      mine.clear()
      for (const [key, value] of its) mine.set(key, structuredClone(value) as never)
    }
  }

  /** Each member's balances now. */
  get balances(): ReadonlyMap<string, Balances> {
    return this.#balances
  }

  published(member: string, id: string, quantity: bigint, feeBps: bigint): void {
    this.#orders.set(id, { seller: member, feeBps, offered: quantity, isEnded: false })
    const held = quantity + feeOf(quantity, feeBps)
    const { leaf } = this.#of(member)
    leaf.available -= held
    leaf.escrow += held
  }

  withdrawn(id: string): void {
    const order = this.#order(id)
    order.isEnded = true
    this.#settle(order)
  }

  /**
   * The coins stay in the seller's escrow. The answer may come after that of a withdrawal which the
   * server did later: then the withdrawal has returned less than was entered.
   */
  taken(id: string, trade: string, buyer: string, quantity: bigint): void {
    const order = this.#order(id)
    order.offered -= quantity
    this.#trades.set(trade, { order: id, buyer, quantity })
    this.#settle(order)
  }

  /** A settlement came before it could be taken back: what it gave for it, by its member's list. */
  dealt(id: string, { quantity, refunded }: { quantity: bigint; refunded: bigint }): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) throw new Error(`no subscription ${id}`)
    this.#subscriptions.delete(id)
    const { leaf, usdt } = this.#of(subscription.member)
    usdt.frozen -= subscription.amount
    usdt.available += refunded
    leaf.available += quantity
  }

  /** A trade with somebody who is not compared was released. */
  bought(member: string, quantity: bigint): void {
    this.#of(member).leaf.available += quantity
  }

  /** A trade that was given up: its quantity is on offer again while the order lives. */
  givenUp(id: string): void {
    const { order: ofTrade, quantity } = this.#end(id)
    const order = this.#order(ofTrade)
    order.offered += quantity
    this.#settle(order)
  }

  /** The fee goes to the platform, the coins to the buyer. */
  released(id: string): void {
    const { order, buyer, quantity } = this.#end(id)
    const { seller, feeBps } = this.#order(order)
    this.#of(seller).leaf.escrow -= quantity + feeOf(quantity, feeBps)
    this.#of(buyer).leaf.available += quantity
  }

  subscribed(member: string, id: string, amount: bigint): void {
    this.#subscriptions.set(id, { member, amount })
    const { usdt } = this.#of(member)
    usdt.available -= amount
    usdt.frozen += amount
  }

  unsubscribed(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) throw new Error(`no subscription ${id}`)
    this.#subscriptions.delete(id)
    const { usdt } = this.#of(subscription.member)
    usdt.frozen -= subscription.amount
    usdt.available += subscription.amount
  }

  /**
   * What a settlement has paid, by the member's own statement: that it is right is for `reconcile` to
   * say, which computes every run again.
   */
  paid(member: string, { leaf, usdt }: { leaf: bigint; usdt: bigint }): void {
    const balances = this.#of(member)
    balances.leaf.available += leaf
    balances.usdt.available += usdt
  }

  /** A recharge that the chain shows. */
  recharged(member: string, amount: bigint): void {
    this.#of(member).usdt.available += amount
  }

  /** An ended order has nothing on offer: its seller has what is left, with its fee. */
  #settle(order: Order): void {
    if (!order.isEnded) return
    const held = order.offered + feeOf(order.offered, order.feeBps)
    order.offered = 0n
    const { leaf } = this.#of(order.seller)
    leaf.escrow -= held
    leaf.available += held
  }

  #end(id: string): Trade {
    const trade = this.#trades.get(id)
    if (!trade) throw new Error(`trade ${id} is not open`)
    this.#trades.delete(id)
    return trade
  }

  #order(id: string): Order {
    const order = this.#orders.get(id)
    if (!order) throw new Error(`no order ${id}`)
    return order
  }

  #of(member: string): Balances {
    const balances = this.#balances.get(member)
    if (!balances) throw new Error(`no member ${member}`)
    return balances
  }
}

function feeOf(quantity: bigint, bps: bigint): bigint {
  if (quantity % 10_000n !== 0n) throw new Error(`${quantity} is no multiple of a hundredth`)
  return (quantity / 10_000n) * bps
}

/** Where the server's balances are not those of the reference. */
export function differencesFrom(
  reference: ReadonlyMap<string, Balances>,
  shown: ReadonlyMap<string, Balances>,
): string[] {
  return [...reference].flatMap(([member, expected]) => {
    const actual = shown.get(member)
    if (!actual) return [`${member} is not shown`]
    const places = [
      ['LEAF available', expected.leaf.available, actual.leaf.available],
      ['LEAF in escrow', expected.leaf.escrow, actual.leaf.escrow],
      ['USDT available', expected.usdt.available, actual.usdt.available],
      ['USDT frozen', expected.usdt.frozen, actual.usdt.frozen],
    ] as const
    return places
      .filter(([, by, is]) => by !== is)
      .map(([what, by, is]) => `${member}: ${what} is ${is}, by the acts ${by}`)
  })
}
