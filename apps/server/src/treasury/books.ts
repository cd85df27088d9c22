import type { Books } from '@banyan/economy'
import { type HouseAccountKind, houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'

/** The current books: they include INCOME even while the rules in force do not release it. */
export type BooksNow = Books & { readonly income: bigint }

/** The balances of the house accounts now, micro-units. */
export async function booksNow(ledger: Ledger, reader: Database | Tx): Promise<BooksNow> {
  const usdt = async (kind: HouseAccountKind) =>
    (await ledger.balance(reader, houseAccount('USDT', kind))).posted
  return {
    reserve: await usdt('RESERVE'),
    outstanding: -(await ledger.balance(reader, houseAccount('LEAF', 'ISSUE'))).posted,
    poolStatic: await usdt('POOL.static'),
    poolDynamic: await usdt('POOL.dynamic'),
    ops: await usdt('OPS'),
    income: await usdt('INCOME'),
    risk: await usdt('RISK'),
    shortfall: -(await usdt('LOSS')),
  }
}
