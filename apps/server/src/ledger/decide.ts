import type { Asset } from '@banyan/domain'
import { type AccountState, spendable } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import type { DraftGroup, DraftTransfer } from './draft.ts'

/** One side of a transfer: what it did to its account. Micro-units, negative for the debit. */
export interface Posting {
  account: string
  version: number
  transfer: string
  amount: bigint
  balanceAfter: bigint
}

/** What a group does to the books, or why it cannot: decided before anything is written. */
export type Verdict =
  | { outcome: 'accepted'; postings: Posting[]; accounts: AccountState[] }
  | { outcome: 'refused'; shortfall: Shortfall }

/** What the group takes from the account that cannot give it, and what that account had for it. */
export interface Shortfall {
  asset: Asset
  needed: bigint
  available: bigint
}

/**
 * Decides a group on its locked accounts, transfer by transfer in the order given: each debit must
 * be covered at its turn by posted − held and by what the group has given before it. Pure, so that
 * the joined path and any other path that holds the locks have one semantics.
 */
export function decideGroup(group: DraftGroup, locked: ReadonlyMap<string, AccountState>): Verdict {
  const accounts = new Map([...locked].map(([id, account]) => [id, { ...account }]))
  const postings: Posting[] = []
  for (const [place, transfer] of group.transfers.entries()) {
    const debit = openAccount(accounts, transfer.debit)
    const credit = openAccount(accounts, transfer.credit)
    if (!debit.overdraft && spendable(debit) < transfer.amount)
      return { outcome: 'refused', shortfall: shortfallOf(group.transfers, place, debit) }
    postings.push(move(debit, transfer, -transfer.amount), move(credit, transfer, transfer.amount))
  }
  return { outcome: 'accepted', postings, accounts: [...accounts.values()] }
}

function openAccount(accounts: Map<string, AccountState>, id: string): AccountState {
  const account = accounts.get(id)
  if (!account) throw new LedgerBug(`account ${id} is not locked`)
  if (account.closed) throw new LedgerBug(`account ${id} is closed`)
  return account
}

function move(account: AccountState, transfer: DraftTransfer, amount: bigint): Posting {
  account.posted += amount
  account.version += 1
  return {
    account: account.id,
    version: account.version,
    transfer: transfer.id,
    amount,
    balanceAfter: account.posted,
  }
}

/**
 * A person wants to know the whole sum, not the one part that failed: needed is all that the group
 * takes from the account; available is what it had at the failing transfer plus what was taken
 * before, so needed is always the larger of the two.
 */
function shortfallOf(
  transfers: readonly DraftTransfer[],
  failed: number,
  account: AccountState,
): Shortfall {
  const debits = transfers.map(({ debit, amount }) => (debit === account.id ? amount : 0n))
  const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  return {
    asset: account.asset,
    needed: sum(debits),
    available: spendable(account) + sum(debits.slice(0, failed)),
  }
}
