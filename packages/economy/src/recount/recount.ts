import type { DynamicFacts, DynamicNodes } from '../dynamic-facts.ts'
import { payDynamicPostOrder } from '../dynamic-post-order.ts'
import { endedV1 } from '../earlier/parameters.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import type { SettlementResult } from '../settlement-result.ts'
import { incomeAgain, mayFill } from './income.ts'
import { recountFills } from './orders.ts'
import { recountPlacements } from './placements.ts'
import { recountStatic, recountTurns } from './positions.ts'
import { reopenAgain } from './reopening.ts'
import { shareAgain } from './sharing.ts'
import { partOf, partUp, priceOf, type ToldInput, type ToldNodes, valueAt } from './told.ts'
import { ToldReader } from './told-reader.ts'
import { Vault } from './vault.ts'

/**
 * Works a run out a second time, from the canonical text of its input, by other ways than `settle`:
 * money only posts when both come to the same bytes. Rule book 2.16, "Second computation".
 * @throws RangeError when an account would fall below zero or a node cannot be reached.
 */
export function recount(text: string): SettlementResult {
  const reader = new ToldReader()
  reader.add(text)
  return recountTold(reader.end())
}

/** The same from what has been read of the text while it came. */
export function recountTold(told: ToldInput): SettlementResult {
  const rules = told.parameters
  const vault = new Vault(told.books, rules.incomeReleaseDivisor !== undefined)
  const beginning = begin(told, vault)
  const exit = priceOf(vault.of('reserve'), vault.of('outstanding'), BigInt(rules.firstPrice)).down
  const fees = burnFees(told, vault, exit)
  const statics = recountStatic(vault.of('poolStatic'), told.statics.positions, rules)
  vault.add('poolStatic', statics.left - vault.of('poolStatic'))
  const pool = vault.of('poolDynamic')
  const dynamics = payDynamicPostOrder(networkOf(told), { pool, exitPrice: exit }, rulesOf(told))
  vault.add('poolDynamic', -dynamics.paid)
  const redemptions = payBack(told, vault, exit)
  const afterRedemptions = job(vault)
  const backing = { reserve: vault.of('reserve'), outstanding: vault.of('outstanding') }
  const entry = priceOf(backing.reserve, backing.outstanding, BigInt(rules.firstPrice)).up
  const fills = mayFill(told) ? recountFills(told.orders, backing, entry, rules) : []
  for (const { filled, quantity } of fills) {
    vault.add('reserve', filled)
    vault.add('outstanding', quantity)
  }
  const { positions, asked } = told.statics
  const turns = recountTurns(positions, asked, statics.endings, entry, rules)
  const placements = recountPlacements(told.placements)
  const split = splitAgain(told, vault)
  const end = priceOf(vault.of('reserve'), vault.of('outstanding'), BigInt(rules.firstPrice))
  const { staffShare, reserved } = dynamics
  return {
    losses: beginning.losses,
    ...(beginning.sharing && { sharing: beginning.sharing }),
    ...beginning.income,
    returned: beginning.returned,
    ownerless: { before: beginning.ownerless, afterRedemptions },
    exitPrice: exit,
    fees,
    statics,
    dynamics,
    redemptions,
    entryPrice: entry,
    fills,
    turns,
    placements,
    split,
    ...(told.reinvestments && { reopened: reopenAgain(told, { fills, dynamics }) }),
    books: vault.books(),
    carried: {
      dynamicOff: told.dynamics.enabled ? 0n : fees.toDynamic,
      staffShare,
      reserved,
    },
    published: { price: end.up, exitPrice: end.down },
  }
}

/** Step 2 again: the loss, what came in, what the dynamic pool gives back, and R without coins. */
function begin(told: ToldInput, vault: Vault) {
  const shortfall = vault.of('shortfall')
  let left = shortfall
  const bear = (account: 'risk' | 'ops' | 'income' | 'poolStatic' | 'reserve'): bigint => {
    const borne = vault.drain(account, left)
    left -= borne
    return borne
  }
  const losses = {
    shortfall,
    risk: bear('risk'),
    ops: bear('ops'),
    ...(vault.hasIncome && { income: bear('income') }),
    poolStatic: bear('poolStatic'),
    reserve: bear('reserve'),
    left,
  }
  vault.add('shortfall', left - shortfall)
  const shared = told.sharing ? shareAgain(left, vault.of('poolDynamic'), told.sharing) : null
  if (shared) {
    vault.add('shortfall', -shared.sharing.shared)
    vault.add('poolDynamic', -shared.sharing.poolDynamic)
    vault.add('risk', shared.sharing.dust)
  }

  const income = incomeAgain(told, vault)

  const due = (owing: string): bigint => BigInt(owing) - (shared?.partOf(BigInt(owing)) ?? 0n)
  const dynamicOff = due(told.carried.dynamicOff)
  const staffShare = due(told.carried.staffShare)
  vault.move('poolDynamic', 'reserve', dynamicOff + staffShare)
  const spare = vault.of('poolDynamic') - BigInt(told.carried.reserved)
  const surplus = isLastOfMonth(told.period) && spare > 0n ? spare : 0n
  vault.move('poolDynamic', 'reserve', surplus)
  const returned = { surplus, dynamicOff, staffShare }
  return { losses, sharing: shared?.sharing, income, returned, ownerless: job(vault) }
}

/** The day after it is a first. */
function isLastOfMonth(period: string): boolean {
  const [year, month, day] = period.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day + 1)).getUTCDate() === 1
}

function job(vault: Vault): bigint {
  if (vault.of('outstanding') !== 0n) return 0n
  const amount = vault.of('reserve')
  vault.move('reserve', 'risk', amount)
  return amount
}

/** Step 4 again. */
function burnFees({ fees, parameters: rules }: ToldInput, vault: Vault, exit: bigint) {
  let burned = 0n
  for (const { coins } of fees) burned += BigInt(coins)
  const redeemed = valueAt(burned, exit)
  const toDynamic = partUp(redeemed, rules.feeToDynamicBps)
  const toStatic = partOf(redeemed, rules.feeToStaticBps)
  const toOps = partOf(redeemed, rules.feeToOpsBps)
  const toRisk = redeemed - (toDynamic + toStatic + toOps)
  vault.add('outstanding', -burned)
  vault.move('reserve', 'poolDynamic', toDynamic)
  vault.move('reserve', 'poolStatic', toStatic)
  vault.move('reserve', 'ops', toOps)
  vault.move('reserve', 'risk', toRisk)
  return { burned, redeemed, toStatic, toDynamic, toOps, toRisk }
}

/** Step 7 again. */
function payBack(told: ToldInput, vault: Vault, exit: bigint): SettlementResult['redemptions'] {
  if (exit === 0n) return { exchanges: [], undos: [] }
  const leave = (quantity: bigint, pay: bigint) => {
    vault.add('outstanding', -quantity)
    vault.add('reserve', -pay)
  }
  const exchanges = told.redemptions.exchanges.map(one => {
    const quantity = BigInt(one.quantity)
    const gross = valueAt(quantity, exit)
    const fee = partUp(gross, told.parameters.exchangeFeeBps)
    leave(quantity, gross - fee)
    return { id: one.id, quantity, gross, fee, pay: gross - fee }
  })
  const undos = told.redemptions.undos.map(one => {
    const quantity = BigInt(one.quantity)
    const worth = valueAt(quantity, exit)
    const pay = worth > BigInt(one.fill) ? BigInt(one.fill) : worth
    leave(quantity, pay)
    return { id: one.id, quantity, pay }
  })
  return { exchanges, undos }
}

/** Step 11 again. */
function splitAgain({ parameters: rules }: ToldInput, vault: Vault): SettlementResult['split'] {
  const before = vault.of('outstanding')
  const first = BigInt(rules.firstPrice)
  const priceBefore = priceOf(vault.of('reserve'), before, first).down
  if (before === 0n || priceBefore < BigInt(rules.splitTriggerPrice)) return null
  const multiple = rules.splitMultiple
  vault.add('outstanding', before * BigInt(multiple - 1))
  const after = vault.of('outstanding')
  const priceAfter = priceOf(vault.of('reserve'), after, first).down
  return { multiple, before, after, priceBefore, priceAfter }
}

/** The tree as step 6 reads it. */
function networkOf({ period, fees, dynamics }: ToldInput): DynamicFacts {
  const { enabled, balancesPairBps, roundCapBefore, kept } = dynamics
  return {
    period,
    enabled,
    balancesPairBps,
    nodes: nodesOf(dynamics.nodes),
    ...(roundCapBefore !== undefined && { roundCapBefore: BigInt(roundCapBefore) }),
    fees: fees.map(fee => ({ ...fee, coins: BigInt(fee.coins) })),
    kept: kept.map(one => ({ ...one, volume: BigInt(one.volume) })),
  }
}

const nodesOf = (columns: ToldNodes): DynamicNodes => ({
  ...columns,
  sides: Uint8Array.from(columns.sides),
  standings: Uint8Array.from(columns.standings),
})

/** The rules as numbers again: what is a bigint in the version 1 that has it is one in every version. */
const rulesOf = ({ parameters }: ToldInput): Parameters =>
  Object.fromEntries(
    Object.entries({ ...parametersV1, ...endedV1 })
      .filter(([name]) => name in parameters)
      .map(([name, like]) => {
        const told = parameters[name] as string | number
        return [name, typeof like === 'bigint' ? BigInt(told) : told]
      }),
  ) as unknown as Parameters
