import { formatAmount } from '@banyan/domain'
import type { CustodyReading } from '../deposits/index.ts'
import type { Books, HeldName, OwedName } from './store.ts'

/** The figures behind a reading, as stored and shown. */
export interface Figures {
  /** Empty in readings from before custody was read from the chain. */
  held: { name: HeldName; amount: string }[]
  owes: { name: OwedName; amount: string }[]
  coin: { outstanding: string; price: string; exitPrice: string }
  /** Null where the chain was not read. */
  chain: { block: number; blockHash: string; addresses: number; held: string } | null
  missing: string
  unproven: string
}

/** A reading before it is judged. Micro-USDT. */
export interface Reading {
  custody: bigint
  owed: bigint
  /** What the books have taken in and the chain does not show; null where it was not read. */
  missing: bigint | null
  figures: Figures
}

/**
 * Compares the chain with the debts, both of one instant. Money that came in and is in no account
 * covers nothing yet. Money entered by hand counts as nothing: `typed` only tells how much of the
 * missing amount it is. Payouts that are mined and not booked, `gone`, are neither in custody nor
 * owed any more.
 */
export function readingOf(
  books: Books,
  custody: CustodyReading | null,
  { typed, unbooked }: { typed: bigint; unbooked: bigint },
): Reading {
  const paid = custody === null ? 0n : unbooked
  const stillOwed = { ...books.owed, PAYOUTS: books.owed.PAYOUTS - paid }
  const owes = Object.entries(stillOwed) as [OwedName, bigint][]
  const owed = owes.reduce((sum, [, amount]) => sum + amount, 0n)
  const proven = custody === null ? 0n : custody.held - custody.uncredited - custody.unclassified
  const missing = custody === null ? null : atLeastNothing(books.taken - paid - proven)
  const unproven = missing === null || typed < missing ? typed : missing
  return {
    custody: proven,
    owed,
    missing,
    figures: {
      held: custody === null ? [] : linesOf(custody),
      owes: owes.map(([name, amount]) => ({ name, amount: formatAmount(amount) })),
      coin: {
        outstanding: formatAmount(books.outstanding),
        price: formatAmount(books.price, 6),
        exitPrice: formatAmount(books.exitPrice, 6),
      },
      chain: custody && {
        block: custody.block.number,
        blockHash: custody.block.hash.slice(2),
        addresses: custody.addresses,
        held: formatAmount(custody.held),
      },
      missing: formatAmount(missing ?? 0n),
      unproven: formatAmount(unproven),
    },
  }
}

const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/**
 * By the use of the addresses, in the order of the page; empty ones are omitted, except the first.
 */
function linesOf({ by, uncredited, unclassified }: CustodyReading): Figures['held'] {
  const lines: [HeldName, bigint][] = [
    ['recharges', by.recharges],
    ['founding', by.founding],
    ['income', by.income],
    ['hot', by.hot],
    ['cold', by.cold],
    ['uncredited', -uncredited],
    ['unclassified', -unclassified],
  ]
  return lines
    .filter(([name, amount]) => name === 'recharges' || amount !== 0n)
    .map(([name, amount]) => ({ name, amount: formatAmount(amount) }))
}
