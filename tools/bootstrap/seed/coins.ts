import {
  activate,
  askUnlock,
  placeSubscription,
  positionList,
  requestExchange,
  requestUndo,
  walletSummary,
} from '@banyan/domain'
import { type Inhabitant, onceCredited } from './community.ts'

/*
 * What members do with their coins away from the market.
 */

/** Orders coin at the next guide price, as far as the own limit allows. Whole USDT, in tens. */
export async function subscribe(inhabitant: Inhabitant, wanted: number): Promise<void> {
  const { purchasable } = await onceCredited(inhabitant)
  const amount = Math.floor(Math.min(wanted, Number(purchasable)) / 10) * 10
  if (amount < 50) return
  await inhabitant.member.act(placeSubscription, { body: { amount: `${amount}`, promptId: null } })
}

/** Spendable LEAF, rounded down to whole coins. */
export async function coinsOf({ member }: Inhabitant): Promise<number> {
  const { assets } = await member.ask(walletSummary)
  return Math.floor(Number(assets.find(one => one.asset === 'LEAF')?.available ?? 0))
}

/** Activates so many coins. */
export async function activateCoins({ member }: Inhabitant, quantity: number): Promise<void> {
  await member.act(activate, { body: { quantity: `${quantity}`, promptId: null } })
}

/** Activates a part of what they have, where that is enough for a position. */
export async function activatePart(inhabitant: Inhabitant, percent: number): Promise<void> {
  const quantity = Math.floor(((await coinsOf(inhabitant)) * percent) / 100)
  if (quantity >= 10) await activateCoins(inhabitant, quantity)
}

/** Asks to unlock everything that is activated. */
export async function unlockAll({ member }: Inhabitant): Promise<void> {
  const { items } = await member.ask(positionList, { query: { show: 'locked' } })
  for (const { id, moves } of items) {
    if (moves.includes('askUnlock')) await member.ask(askUnlock, { params: { id } })
  }
}

/** Takes the first subscription back, within its day. */
export async function undoFirst({ member }: Inhabitant): Promise<void> {
  await member.act(requestUndo, { body: {} })
}

/** Gives coins back to the reserve at the next exit price, as many as there are of those wanted. */
export async function exchangeCoins(inhabitant: Inhabitant, wanted: number): Promise<void> {
  const quantity = Math.min(wanted, await coinsOf(inhabitant))
  await inhabitant.member.act(requestExchange, { body: { quantity: `${quantity}` } })
}
