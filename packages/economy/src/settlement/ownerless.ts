import type { Usdt } from '@banyan/domain'
import type { Books } from './facts.ts'

/** R belongs to the coins: when there are none it goes to RISK. Rule book 2.16. */
export function collectOwnerless(books: Books): { books: Books; amount: Usdt } {
  if (books.outstanding > 0n) return { books, amount: 0n }
  const amount = books.reserve
  return { books: { ...books, reserve: 0n, risk: books.risk + amount }, amount }
}
