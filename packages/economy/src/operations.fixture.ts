import { highestFee, ONE } from '@banyan/domain'
import { periodAfter } from './calendar.ts'
import { Chance } from './chance.ts'
import { standing, type TradeFee } from './dynamic-facts.ts'
import { parametersV1 as rules } from './parameters.ts'
import type { InviterStanding } from './placement.ts'
import { settle } from './settlement.ts'
import { type Books, type Carried, quietInput, type SettlementInput } from './settlement-facts.ts'
import type { SettlementResult } from './settlement-result.ts'
import { paysOf, positionColumns, type StaticPosition, staticPaid } from './static-columns.ts'
import { ModelTree, type Spot } from './tree.fixture.ts'

/*
 * A house in memory whose members do what they like and whose days are settled by the rules. It
 * books every move on its own and knows nothing of how a run comes to its outcome, so what it adds
 * up to is a second opinion on all of them together.
 */

interface Member {
  readonly id: string
  readonly inviter: string
  usdt: bigint
  leaf: bigint
  node: number | null
  /** The last fill, while its undo may be asked. */
  fill: { quantity: bigint; fill: bigint } | null
}

type Open<T> = T & { readonly memberId: string }

/** What has happened, for a test to look at: how often, and what the price did. */
export interface Story {
  operations: number
  runs: number
  splits: number
  lossRuns: number
  paidStatic: bigint
  paidDynamic: bigint
  placed: number
  eliminated: number
}

/** The house and its members. Every operation leaves all invariants as they were. */
export class ModelHouse {
  readonly story: Story = {
    ...{ operations: 0, runs: 0, splits: 0, lossRuns: 0, paidStatic: 0n, paidDynamic: 0n },
    ...{ placed: 0, eliminated: 0 },
  }
  readonly #chance: Chance
  /** What the world has given and not got back: what custody must hold. */
  #custody = rules.genesisUsdt
  #books: Books = {
    ...{ reserve: rules.genesisUsdt, outstanding: rules.genesisLeaf, poolStatic: 0n },
    ...{ poolDynamic: 0n, ops: 0n, risk: 0n, shortfall: 0n },
  }
  #seed = rules.genesisLeaf
  #feeCoins = 0n
  #carried: Carried = { dynamicOff: 0n, staffShare: 0n, reserved: 0n }
  #period = '2026-01-01'
  #serial = 0
  readonly #members: Member[] = []
  readonly #byId = new Map<string, Member>()
  readonly #tree = new ModelTree()
  #positions: StaticPosition[] = []
  #orders: Open<{ id: string; amount: bigint }>[] = []
  #exchanges: Open<{ id: string; quantity: bigint }>[] = []
  #undos: Open<{ id: string; quantity: bigint; fill: bigint }>[] = []
  #asked: Open<{ id: string; quantity: bigint }>[] = []
  #receipts: { id: string; amount: bigint }[] = []
  #fees: TradeFee[] = []
  #requests: { memberId: string; inviterId: string; choice: 'left' | 'right' | 'smaller' }[] = []
  #kept: Open<{ tradeId: string; volume: bigint }>[] = []
  #unapproved = 0n

  constructor(seed: number) {
    this.#chance = new Chance(seed)
    const root = this.#join('')
    this.#stand(root, { parent: -1, side: 'left', leftChain: 0, rightChain: 0, depth: 0 })
    for (let i = 0; i < 6; i++) this.#join(root.id)
  }

  /** One thing happens. @throws Error when it breaks an invariant. */
  operate(): void {
    this.story.operations += 1
    const member = this.#chance.pick(this.#members)
    const deeds: readonly (readonly [weight: number, deed: () => void])[] = [
      [2, () => this.#join(this.#chance.pick(this.#members).id)],
      [8, () => this.#recharge(member)],
      [3, () => this.#withdraw(member)],
      [12, () => this.#subscribe(member)],
      [2, () => this.#cancel(this.#orders, order => this.#refund(order.memberId, order.amount))],
      [24, () => this.#trade(member)],
      [5, () => this.#queueExchange(member)],
      [1, () => this.#cancel(this.#exchanges, one => this.#free(one.memberId, one.quantity))],
      [8, () => this.#activate(member)],
      [1, () => this.#askUnlock()],
      [2, () => this.#askUndo(member)],
      [1, () => this.#receive()],
      [1, () => this.#lack()],
      [4, () => this.settleDay()],
    ]
    const bag = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed))
    this.#chance.pick(bag)()
  }

  #id(word: string): string {
    this.#serial += 1
    return `${word} ${this.#serial}`
  }

  #member(id: string): Member {
    const member = this.#byId.get(id)
    if (!member) throw new Error(`nobody is ${id}`)
    return member
  }

  #join(inviter: string): Member {
    const id = this.#id('member')
    const member: Member = { id, inviter, usdt: 0n, leaf: 0n, node: null, fill: null }
    if (this.#members.length < 60) {
      this.#members.push(member)
      this.#byId.set(id, member)
      const choice = this.#chance.pick(['left', 'right', 'smaller'] as const)
      if (inviter !== '') this.#requests.push({ memberId: id, inviterId: inviter, choice })
    }
    return member
  }

  #recharge(member: Member): void {
    const amount = BigInt(1 + this.#chance.below(2_000)) * 1_000_007n
    member.usdt += amount
    this.#custody += amount
  }

  #withdraw(member: Member): void {
    const amount = this.#chance.part(member.usdt)
    const fee = amount > rules.withdrawalFeeUsdt ? rules.withdrawalFeeUsdt : 0n
    member.usdt -= amount
    this.#books = { ...this.#books, ops: this.#books.ops + fee }
    this.#custody -= amount - fee
  }

  #subscribe(member: Member): void {
    const steps = Number(member.usdt / rules.subscriptionStepUsdt)
    if (steps < 5) return
    const amount = BigInt(5 + this.#chance.below(steps - 4)) * rules.subscriptionStepUsdt
    member.usdt -= amount
    this.#orders.push({ id: this.#id('order'), memberId: member.id, amount })
  }

  #refund(memberId: string, amount: bigint): void {
    this.#member(memberId).usdt += amount
  }

  #free(memberId: string, quantity: bigint): void {
    this.#member(memberId).leaf += quantity
  }

  #cancel<T>(open: T[], give: (one: T) => void): void {
    const [one] = open.splice(this.#chance.below(open.length + 1), 1)
    if (one) give(one)
  }

  #trade(seller: Member): void {
    const buyer = this.#chance.pick(this.#members)
    const quantity = this.#chance.part((seller.leaf * 99n) / 101n)
    if (quantity === 0n || buyer === seller) return
    const coins = highestFee(quantity, rules.otcFeeBps)
    seller.leaf -= quantity + coins
    buyer.leaf += quantity
    seller.fill = null
    this.#feeCoins += coins
    this.#fees.push({
      ...{ tradeId: this.#id('trade'), memberId: seller.id, node: seller.node, coins },
      outside: this.#chance.below(4) > 0,
    })
  }

  #queueExchange(member: Member): void {
    const quantity = this.#chance.part(member.leaf)
    if (quantity < rules.exchangeMinimumLeaf) return
    member.leaf -= quantity
    member.fill = null
    this.#exchanges.push({ id: this.#id('exchange'), memberId: member.id, quantity })
  }

  #activate(member: Member): void {
    const quantity = this.#chance.part(member.leaf)
    if (quantity < rules.activationMinimumLeaf) return
    member.leaf -= quantity
    member.fill = null
    this.#asked.push({ id: this.#id('position'), memberId: member.id, quantity })
  }

  #askUnlock(): void {
    if (this.#positions.length === 0) return
    const at = this.#chance.below(this.#positions.length)
    const position = this.#positions[at] as StaticPosition
    this.#positions[at] = { ...position, unlockAsked: true }
  }

  #askUndo(member: Member): void {
    if (member.fill === null || member.leaf < member.fill.quantity) return
    member.leaf -= member.fill.quantity
    this.#undos.push({ id: this.#id('undo'), memberId: member.id, ...member.fill })
    member.fill = null
  }

  #receive(): void {
    const amount = BigInt(1 + this.#chance.below(400)) * 999_983n
    this.#receipts.push({ id: this.#id('receipt'), amount })
    this.#unapproved = this.#chance.below(3) === 0 ? amount : 0n
  }

  /** Custody turns out to hold less. Mostly crumbs; now and then more than the house's own accounts bear. */
  #lack(): void {
    if (this.#chance.below(8) > 0) return
    const most = this.#chance.below(12) === 0 ? this.#books.reserve : 30n * ONE
    const amount = this.#chance.part(most)
    this.#books = { ...this.#books, shortfall: this.#books.shortfall + amount }
    this.#custody -= amount
  }

  /** The day is settled, and everything is laid beside what it was. */
  settleDay(): void {
    const input = this.#input()
    const result = settle(input)
    this.#apply(input, result)
    this.#checkDay(input, result)
    this.#period = periodAfter(this.#period)
  }

  /** What the rules are shown. A test may work it out in another way. */
  #input(): SettlementInput {
    for (const position of this.#positions) {
      const at = this.#positions.indexOf(position)
      this.#positions[at] = { ...position, settlements: position.settlements + 1 }
    }
    return {
      ...quietInput(this.#period, this.#books),
      carried: this.#carried,
      receipts: this.#receipts,
      largestUnapproved: this.#unapproved,
      fees: this.#fees,
      statics: { positions: positionColumns(this.#positions), asked: this.#asked },
      dynamics: {
        enabled: this.story.runs % 7 !== 3,
        balancesPairBps: rules.pairBps,
        nodes: this.#tree.nodes(),
        kept: this.#kept.map(one => ({ ...one, node: this.#member(one.memberId).node })),
      },
      redemptions: { exchanges: this.#exchanges, undos: this.#undos },
      orders: this.#orders,
      placements: {
        nextIdx: this.#tree.size,
        inviters: this.#inviters(),
        requests: this.#requests,
        overdue: [],
      },
    }
  }

  #inviters(): InviterStanding[] {
    const asking = new Set(this.#requests.map(request => request.inviterId))
    return this.#members.flatMap(({ id, node }) =>
      node === null || !asking.has(id) ? [] : [this.#tree.inviterAt(node, id)],
    )
  }

  #apply(input: SettlementInput, result: SettlementResult): void {
    this.#custody += input.receipts.reduce((sum, { amount }) => sum + amount, 0n)
    this.#receipts = []
    this.#feeCoins -= result.fees.burned
    this.#fees = []
    for (const { memberId, amount } of paysOf(input.statics.positions, result.statics))
      this.#refund(memberId, amount)
    for (const { memberId, direct, pairs } of result.dynamics.credits)
      this.#refund(memberId, direct + pairs)
    this.#applyRedemptions(input, result)
    this.#applyFills(input, result)
    this.#applyTurns(input, result)
    this.#applyTree(input, result)
    this.#carried = result.carried
    this.#books = result.books
    this.story.runs += 1
    this.story.paidStatic += staticPaid(result.statics)
    this.story.paidDynamic += result.dynamics.paid
    if (result.losses.shortfall > 0n) this.story.lossRuns += 1
    if (result.split) this.#split(BigInt(result.split.multiple))
  }

  #applyRedemptions(input: SettlementInput, { redemptions }: SettlementResult): void {
    const pays = new Map([
      ...redemptions.exchanges.map(({ id, pay }) => [id, pay] as const),
      ...redemptions.undos.map(({ id, pay }) => [id, pay] as const),
    ])
    const waits = ({ id, memberId }: { id: string; memberId: string }) => {
      const pay = pays.get(id)
      if (pay !== undefined) this.#refund(memberId, pay)
      return pay === undefined
    }
    this.#exchanges = this.#exchanges.filter(waits)
    this.#undos = input.redemptions.undos.filter(waits)
  }

  #applyFills(input: SettlementInput, { fills }: SettlementResult): void {
    const byId = new Map(fills.map(fill => [fill.id, fill]))
    this.#orders = input.orders.filter(({ id, memberId }) => {
      const fill = byId.get(id)
      if (!fill) return true
      const member = this.#member(memberId)
      member.usdt += fill.refunded
      member.leaf += fill.quantity
      member.fill = fill.quantity > 0n ? { quantity: fill.quantity, fill: fill.filled } : null
      return false
    })
  }

  #applyTurns(input: SettlementInput, { statics, turns }: SettlementResult): void {
    const pays = paysOf(input.statics.positions, statics)
    const gone = new Set<string>()
    for (const pay of pays) {
      if (pay.eliminated === null) continue
      gone.add(pay.positionId)
      this.#free(pay.memberId, pay.weight)
      this.story.eliminated += 1
    }
    const weights = new Map(pays.map(pay => [pay.positionId, pay.weight]))
    for (const { positionId, memberId } of turns.unlocked) {
      gone.add(positionId)
      this.#free(memberId, weights.get(positionId) ?? 0n)
    }
    const paid = new Map(pays.map(pay => [pay.positionId, pay.paidAfter]))
    const kept = this.#positions
      .filter(({ id }) => !gone.has(id))
      .map(position => ({ ...position, paid: paid.get(position.id) ?? 0n }))
    const values = new Map(turns.opened.map(one => [one.positionId, one.openingValue]))
    const opened = input.statics.asked.map(
      (asked): StaticPosition => ({
        ...asked,
        openingValue: values.get(asked.id) ?? 0n,
        ...{ paid: 0n, settlements: 0, unlockAsked: false, renews: this.#chance.below(8) > 0 },
      }),
    )
    this.#positions = [...kept, ...opened]
    this.#asked = []
  }

  #applyTree(input: SettlementInput, { dynamics, placements }: SettlementResult): void {
    const released = new Set(dynamics.released)
    this.#kept = [
      ...this.#kept.filter(one => !released.has(one.tradeId)),
      ...dynamics.volumes
        .filter(one => one.fate === 'kept')
        .map(({ tradeId, memberId, value: volume }) => ({ tradeId, memberId, volume })),
    ]
    this.#tree.change(dynamics.changes)
    const placed = new Set(placements.map(one => one.memberId))
    for (const one of placements) {
      const { parentIdx: parent, side, depth, leftChain, rightChain } = one
      const spot = { parent, side, depth, leftChain, rightChain }
      this.#stand(this.#member(one.memberId), spot)
    }
    this.#requests = input.placements.requests.filter(one => !placed.has(one.memberId))
    this.story.placed += placements.length
  }

  #stand(member: Member, at: Spot): void {
    const inviter = this.#byId.get(member.inviter)?.node
    const { sound, distributed, insider } = standing
    const who = {
      memberId: member.id,
      ...(inviter !== null && inviter !== undefined && { inviter }),
      countedFees: ONE,
    }
    const isRoot = this.#tree.size === 0
    const bits = isRoot ? insider : sound + (this.#chance.below(3) > 0 ? distributed : 0)
    member.node = this.#tree.stand({ ...who, standing: bits }, at)
  }

  #split(multiple: bigint): void {
    this.story.splits += 1
    const times = <T extends { quantity: bigint }>(rows: T[]): T[] =>
      rows.map(row => ({ ...row, quantity: row.quantity * multiple }))
    this.#seed *= multiple
    this.#feeCoins *= multiple
    this.#positions = times(this.#positions)
    this.#exchanges = times(this.#exchanges)
    this.#undos = times(this.#undos)
    for (const member of this.#members) {
      member.leaf *= multiple
      if (member.fill) member.fill = { ...member.fill, quantity: member.fill.quantity * multiple }
    }
  }

  #checkDay(input: SettlementInput, result: SettlementResult): void {
    this.check()
    const { books } = result
    const claim = (what: string, holds: boolean) => {
      if (!holds) throw new Error(`run ${this.story.runs}: ${what}`)
    }
    for (const [name, amount] of Object.entries(books)) claim(`${name} is ${amount}`, amount >= 0n)
    const inflow = input.books.poolStatic + result.fees.toStatic
    const income = result.income.reduce((sum, one) => sum + one.toStatic, 0n)
    const paid = staticPaid(result.statics)
    claim('static pay is more than the pool', paid <= inflow + income)
    claim('the payment factor is not one', result.dynamics.factor === 1_000_000_000n)
    const before = { r: input.books.reserve - result.losses.reserve, n: input.books.outstanding }
    const multiple = BigInt(result.split?.multiple ?? 1)
    const rises = books.reserve * before.n * multiple >= before.r * books.outstanding
    claim('the price fell without a loss', rises)
  }

  /** Everything adds up, in USDT and in coins, whoever has it. @throws Error when it does not. */
  check(): void {
    const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
    const { reserve, poolStatic, poolDynamic, ops, risk, shortfall, outstanding } = this.#books
    const owed =
      sum(this.#members.map(({ usdt }) => usdt)) + sum(this.#orders.map(({ amount }) => amount))
    const house = reserve + poolStatic + poolDynamic + ops + risk - shortfall
    if (owed + house !== this.#custody)
      throw new Error(`custody is ${this.#custody}, and ${owed + house} is owed`)
    const coins =
      sum(this.#members.map(({ leaf }) => leaf)) +
      sum(this.#positions.map(({ quantity }) => quantity)) +
      sum(this.#asked.map(({ quantity }) => quantity)) +
      sum(this.#exchanges.map(({ quantity }) => quantity)) +
      sum(this.#undos.map(({ quantity }) => quantity)) +
      this.#seed +
      this.#feeCoins
    if (coins !== outstanding) throw new Error(`N is ${outstanding}, and ${coins} are held`)
    for (const { id, usdt, leaf } of this.#members)
      if (usdt < 0n || leaf < 0n) throw new Error(`${id} has less than nothing`)
  }
}
