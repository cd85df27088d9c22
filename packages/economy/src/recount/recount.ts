import type { SettlementResult } from '../settlement/result.ts'
import { mayFill } from './02-income.ts'
import { beginAgain } from './02-losses-and-income.ts'
import { burnFees } from './04-fee-coins.ts'
import { recountStatic } from './05-static-pay.ts'
import { networkOf, rulesOf } from './06-dynamic-facts.ts'
import { payDynamicPostOrder } from './06-dynamic-pay.ts'
import { payBack } from './07-redemptions.ts'
import { reopenAgain } from './08-rounds-reopened.ts'
import { recountFills } from './08-subscriptions.ts'
import { recountTurns } from './09-positions.ts'
import { recountPlacements } from './10-placements.ts'
import { splitAgain } from './11-split.ts'
import { Accounts } from './accounts.ts'
import { priceOf, type RecountInput } from './input.ts'
import { InputReader } from './input-reader.ts'
import { ownerlessToRisk } from './ownerless.ts'

/**
 * Computes a run a second time, from the canonical text of its input, in other ways than `settle`:
 * money is posted only when both give the same bytes. Rule book 2.16, "Second computation".
 * @throws RangeError when an account would fall below zero or a node cannot be reached.
 */
export function recount(text: string): SettlementResult {
  const reader = new InputReader()
  reader.add(text)
  return recountInput(reader.end())
}

/** The same, from an input that was read while its text arrived. */
export function recountInput(input: RecountInput): SettlementResult {
  const rules = input.parameters
  const accounts = new Accounts(input.books, rules.incomeReleaseDivisor !== undefined)
  const beginning = beginAgain(input, accounts)
  const exit = priceOf(
    accounts.of('reserve'),
    accounts.of('outstanding'),
    BigInt(rules.firstPrice),
  ).down
  const fees = burnFees(input, accounts, exit)
  const statics = recountStatic(accounts.of('poolStatic'), input.statics.positions, rules)
  accounts.add('poolStatic', statics.left - accounts.of('poolStatic'))
  const pool = accounts.of('poolDynamic')
  const dynamics = payDynamicPostOrder(networkOf(input), { pool, exitPrice: exit }, rulesOf(input))
  accounts.add('poolDynamic', -dynamics.paid)
  const redemptions = payBack(input, accounts, exit)
  const afterRedemptions = ownerlessToRisk(accounts)
  const backing = { reserve: accounts.of('reserve'), outstanding: accounts.of('outstanding') }
  const entry = priceOf(backing.reserve, backing.outstanding, BigInt(rules.firstPrice)).up
  const fills = mayFill(input) ? recountFills(input.orders, backing, entry, rules) : []
  for (const { filled, quantity } of fills) {
    accounts.add('reserve', filled)
    accounts.add('outstanding', quantity)
  }
  const { positions, asked } = input.statics
  const turns = recountTurns(positions, asked, statics.endings, entry, rules)
  const placements = recountPlacements(input.placements)
  const split = splitAgain(input, accounts)
  const end = priceOf(accounts.of('reserve'), accounts.of('outstanding'), BigInt(rules.firstPrice))
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
    ...(input.reinvestments && { reopened: reopenAgain(input, { fills, dynamics }) }),
    books: accounts.books(),
    carried: {
      dynamicOff: input.dynamics.enabled ? 0n : fees.toDynamic,
      staffShare,
      reserved,
    },
    published: { price: end.up, exitPrice: end.down },
  }
}
