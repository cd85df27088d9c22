import { ONE } from '@banyan/domain'
import { Chance } from './chance.ts'
import { type Parameters, parametersV1 as rules } from './parameters.ts'
import type { StaticPosition } from './settlement/05-static-pay/static-columns.ts'
import { standing, type TradeFee } from './settlement/06-dynamic-pay/dynamic-facts.ts'
import { ModelTree, type Spot } from './settlement/06-dynamic-pay/tree.fixture.ts'
import type { Candidate } from './settlement/10-placements/placement.ts'
import type { Books, Carried } from './settlement/facts.ts'

export interface Member {
  readonly id: string
  readonly inviter: string
  usdt: bigint
  leaf: bigint
  node: number | null
  /** The last fill, while its undo may be requested. */
  fill: { quantity: bigint; fill: bigint } | null
}

/**
 * Another version of the rule book. Its caps are so low that the amounts of a model reach them, and
 * its pair rate is lower, so every balance is rescaled when the usual version is back. Its coin
 * splits at a price that slowly released income reaches.
 */
const tight: Parameters = {
  ...rules,
  pairBps: 600,
  roundCapUsdt: ONE,
  staticCapBps: 300,
  reopenByReinvest: 1,
  splitTriggerPrice: 1_100_000n,
}

export type Open<T> = T & { readonly memberId: string }

/** What has happened, for tests to inspect. */
export interface Story {
  operations: number
  runs: number
  /** How often each possible effect of a run occurred, by the names of `reachable`. */
  readonly reached: Map<string, number>
}

/**
 * A platform in memory: its members, what they have, and what they have requested. It books every
 * move independently and does not know how a run computes its outcome, so its sums are a second
 * check of all steps together.
 */
export class ModelPlatform {
  readonly story: Story = { operations: 0, runs: 0, reached: new Map() }
  readonly chance: Chance
  /** Net payments from outside: what custody must hold. */
  custody = rules.genesisUsdt
  books: Books = {
    reserve: rules.genesisUsdt,
    outstanding: rules.genesisLeaf,
    poolStatic: 0n,
    poolDynamic: 0n,
    ops: 0n,
    risk: 0n,
    income: 0n,
    shortfall: 0n,
  }
  seed = rules.genesisLeaf
  feeCoins = 0n
  /** The version in force, and the pair rate under which the balances were carried to it. */
  p: Parameters = rules
  carriedPairBps = rules.pairBps
  carried: Carried = { dynamicOff: 0n, staffShare: 0n, reserved: 0n }
  period = '2026-01-01'
  readonly members: Member[] = []
  readonly tree = new ModelTree()
  positions: StaticPosition[] = []
  /** An order that cites a prompt names the round that it wants reopened. */
  orders: Open<{ id: string; amount: bigint; cites?: string | undefined }>[] = []
  /** Rounds that their cap has closed, by member, while nothing has answered. */
  readonly closed = new Map<string, string>()
  /** Members whose round was reopened in this quarter. */
  readonly reopened = new Set<string>()
  exchanges: Open<{ id: string; quantity: bigint }>[] = []
  undos: Open<{ id: string; quantity: bigint; fill: bigint }>[] = []
  asked: Open<{ id: string; quantity: bigint }>[] = []
  fees: TradeFee[] = []
  requests: Candidate[] = []
  /** Members whose inviter has not requested a placement in time. */
  overdue: Candidate[] = []
  kept: Open<{ tradeId: string; volume: bigint }>[] = []
  readonly #byId = new Map<string, Member>()
  #serial = 0

  constructor(chance: number) {
    this.chance = new Chance(chance)
    const root = this.join('')
    this.addNode(root, { parent: -1, side: 'left', leftChain: 0, rightChain: 0, depth: 0 })
    for (let i = 0; i < 6; i++) this.join(root.id)
  }

  id(word: string): string {
    this.#serial += 1
    return `${word} ${this.#serial}`
  }

  member(id: string): Member {
    const member = this.#byId.get(id)
    if (!member) throw new Error(`there is no member ${id}`)
    return member
  }

  join(inviter: string): Member {
    const id = this.id('member')
    const member: Member = { id, inviter, usdt: 0n, leaf: 0n, node: null, fill: null }
    if (this.members.length < 60) {
      this.members.push(member)
      this.#byId.set(id, member)
      const choice = this.chance.pick(['left', 'right', 'smaller'] as const)
      const waiting = this.chance.below(4) > 0 ? this.requests : this.overdue
      if (inviter !== '') waiting.push({ memberId: id, inviterId: inviter, choice })
    }
    return member
  }

  /** From time to time another version comes into force, for a shorter time than the usual one. */
  changeRules(): void {
    const usual = this.p === rules
    if (this.chance.below(usual ? 16 : 4) === 0) this.p = usual ? tight : rules
  }

  refund(memberId: string, amount: bigint): void {
    this.member(memberId).usdt += amount
  }

  free(memberId: string, quantity: bigint): void {
    this.member(memberId).leaf += quantity
  }

  addNode(member: Member, at: Spot): void {
    const inviter = this.#byId.get(member.inviter)?.node
    const { sound, distributed, insider } = standing
    const who = {
      memberId: member.id,
      ...(inviter !== null && inviter !== undefined && { inviter }),
      countedFees: ONE,
    }
    const isRoot = this.tree.size === 0
    const bits = isRoot ? insider : sound + (this.chance.below(3) > 0 ? distributed : 0)
    member.node = this.tree.add({ ...who, standing: bits }, at)
  }

  /** Checks that all amounts add up, in USDT and in coins. @throws Error when they do not. */
  check(): void {
    const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
    const { reserve, poolStatic, poolDynamic, ops, risk, income = 0n, shortfall } = this.books
    const owed =
      sum(this.members.map(({ usdt }) => usdt)) + sum(this.orders.map(({ amount }) => amount))
    const system = reserve + poolStatic + poolDynamic + ops + risk + income - shortfall
    if (owed + system !== this.custody)
      throw new Error(`custody is ${this.custody}, and ${owed + system} is owed`)
    const coins =
      sum(this.members.map(({ leaf }) => leaf)) +
      sum(this.positions.map(({ quantity }) => quantity)) +
      sum(this.asked.map(({ quantity }) => quantity)) +
      sum(this.exchanges.map(({ quantity }) => quantity)) +
      sum(this.undos.map(({ quantity }) => quantity)) +
      this.seed +
      this.feeCoins
    const { outstanding } = this.books
    if (coins !== outstanding) throw new Error(`N is ${outstanding}, and ${coins} are held`)
    for (const { id, usdt, leaf } of this.members)
      if (usdt < 0n || leaf < 0n) throw new Error(`${id} has a negative balance`)
  }
}
