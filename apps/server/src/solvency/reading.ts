import { formatAmount } from '@banyan/domain'
import type { Custody } from '../deposits/index.ts'
import type { Books, HeldName, OwedName } from './store.ts'

/** The figures behind a reading, as they are kept and shown. */
export interface Figures {
  held: { name: HeldName; amount: string }[]
  owes: { name: OwedName; amount: string }[]
  coin: { outstanding: string; price: string; exitPrice: string }
  chain: {
    addresses: number
    read: number
    held: string
    block: number | null
    oldestReadAt: string | null
  }
}

/** A reading before it is judged. Micro-USDT. */
export interface Reading {
  custody: bigint
  owed: bigint
  figures: Figures
}

/** What each kind of transfer from or to the outside world is to custody. */
const heldBy: Readonly<Record<string, HeldName>> = {
  recharge: 'recharges',
  genesis: 'founding',
  income: 'income',
  withdrawal: 'paidOut',
}

/**
 * Lays what is held beside what is owed. Held is what came in from outside less what went out, and
 * less what is missing: the larger of what people reported and what the chain lacks, because both
 * may speak of the same loss.
 */
export function readingOf(books: Books, custody: Custody): Reading {
  const { loss = 0n, ...moved } = books.outside
  const lines = new Map<HeldName, bigint>()
  for (const [kind, amount] of Object.entries(moved)) {
    const name = heldBy[kind] ?? 'otherwise'
    lines.set(name, (lines.get(name) ?? 0n) + amount)
  }
  // A confirmed shortfall is a transfer into the outside world: below zero here.
  const reported = -loss
  const missing = reported > custody.missing ? reported : custody.missing
  if (missing > 0n) lines.set('missing', -missing)
  const owes = Object.entries(books.owed) as [OwedName, bigint][]
  return {
    custody: total([...lines.values()]),
    owed: total(owes.map(([, amount]) => amount)),
    figures: {
      held: [...lines].map(([name, amount]) => ({ name, amount: formatAmount(amount) })),
      owes: owes.map(([name, amount]) => ({ name, amount: formatAmount(amount) })),
      coin: {
        outstanding: formatAmount(books.outstanding),
        price: formatAmount(books.price, 6),
        exitPrice: formatAmount(books.exitPrice, 6),
      },
      chain: {
        ...{ addresses: custody.addresses, read: custody.read, block: custody.block },
        held: formatAmount(custody.held),
        oldestReadAt: custody.oldestReadAt?.toISOString() ?? null,
      },
    },
  }
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)
