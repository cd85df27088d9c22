import { lockAccounts } from './accounts.ts'
import { placeHold, postHold, voidHold } from './holds.ts'
import type { Ledger } from './ledger.ts'
import { postGroup } from './post.ts'
import { balanceOf, balancesOf, totalsOf } from './read.ts'
import { statementOf } from './statement.ts'

/** The ledger's joined path. It keeps nothing in memory, so any number of nodes may have one. */
export const openLedger = (): Ledger => ({
  lock: async (tx, accounts) => void (await lockAccounts(tx, accounts)),
  post: postGroup,
  hold: placeHold,
  postHold,
  voidHold,
  balances: balancesOf,
  balance: balanceOf,
  statement: statementOf,
  totals: totalsOf,
})
