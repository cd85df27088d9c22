import { openBook } from './book-store.ts'
import { postCredits, postDebits } from './credits.ts'
import { endHolds, placeHold, postHold, voidHold } from './holds.ts'
import type { Ledger } from './ledger.ts'
import { postGroup } from './post.ts'
import {
  balanceOf,
  balancesAmong,
  balancesOf,
  coinSplits,
  coinsBeforeSplits,
  totalsOf,
} from './read.ts'
import { splitCoin, writeSplitLines } from './splits.ts'
import { statementOf } from './statement.ts'

/** Opens the ledger. It keeps no state in memory, so any number of nodes may open one. */
export const openLedger = (): Ledger => ({
  lock: async (tx, accounts) => void (await openBook(tx, accounts)),
  post: postGroup,
  postCredits,
  postDebits,
  hold: placeHold,
  postHold,
  voidHold,
  endHolds,
  split: splitCoin,
  writeSplitLines,
  splits: coinSplits,
  epoch: async database => (await coinSplits(database)).at(-1)?.epoch ?? 0,
  coinsBeforeSplits,
  balances: balancesOf,
  balancesAmong,
  balance: balanceOf,
  statement: statementOf,
  totals: totalsOf,
})
