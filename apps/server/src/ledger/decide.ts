import type { Asset } from '@banyan/domain'
import { type AccountState, spendable } from './accounts.ts'
import { type Book, epochFor } from './book.ts'
import { LedgerBug } from './bug.ts'
import type { DraftGroup, DraftHold, DraftTransfer } from './draft.ts'
import { inCurrentUnits } from './epochs.ts'

/**
 * Why a command is refused: the amount that it takes from the account that cannot give it, and what
 * the account had for it.
 */
export interface Shortfall {
  asset: Asset
  needed: bigint
  available: bigint
}

/** A hold as read. Amounts are micro-units of its epoch. */
export interface HoldState {
  id: string
  account: string
  asset: Asset
  amount: bigint
  epoch: number
  /** How it ended, null while it is open; only older books have expired ones. */
  outcome: 'posted' | 'voided' | 'expired' | null
}

/** How a hold is to end. */
export interface HoldEnd {
  outcome: 'posted' | 'voided'
  request: string
  group: DraftGroup | null
}

/**
 * Decides a group transfer by transfer in the order given: each debit must be covered by posted −
 * held and by what the group has given before it. No input or output.
 */
export function decideGroup(book: Book, group: DraftGroup): Shortfall | null {
  const { transfers } = group
  for (let place = 0; place < transfers.length; place++) {
    const draft = transfers[place] as DraftTransfer
    const amount = amountOf(book, draft)
    const debit = book.account(draft.debit)
    if (!debit.overdraft && spendable(debit) < amount) return shortfallOf(book, group, place, debit)
    book.post({ draft, amount, group, epoch: epochFor(book, draft.asset), at: null })
  }
  return null
}

/** Decides a hold: it needs money that is posted and not held. */
export function decideHold(book: Book, hold: DraftHold): Shortfall | null {
  const account = book.account(hold.account)
  const amount = inCurrentUnits(
    book.epochs,
    account.asset,
    hold.amount,
    hold.inEpoch ?? epochFor(book, account.asset),
  )
  if (!account.overdraft && spendable(account) < amount)
    return { asset: account.asset, needed: amount, available: spendable(account) }
  book.hold({ ...hold, amount, epoch: epochFor(book, account.asset) })
  return null
}

/**
 * Decides the end of a hold: its amount is freed, and its group takes its part in the same
 * decision.
 * @throws LedgerBug for a second end, another's account, or more than was held.
 */
export function decideEnd(book: Book, hold: HoldState, end: HoldEnd): void {
  if (hold.outcome !== null) throw new LedgerBug(`hold ${hold.id} has ended already`)
  const amount = inCurrentUnits(book.epochs, hold.asset, hold.amount, hold.epoch)
  const transfers = end.group?.transfers ?? []
  const total = transfers.reduce((sum, transfer) => sum + amountOf(book, transfer), 0n)
  if (transfers.some(transfer => transfer.debit !== hold.account))
    throw new LedgerBug(`hold ${hold.id} pays from its own account only`)
  if (total > amount)
    throw new LedgerBug(`hold ${hold.id} is of ${amount}, the group takes ${total}`)
  const { outcome, request } = end
  book.end({ hold: hold.id, outcome, posted: total, request }, hold.account, amount)
  if (end.group && decideGroup(book, end.group))
    throw new LedgerBug(`hold ${hold.id} is not covered by its account`)
}

/** An order may give amounts in the units of an older epoch; they are posted in current units. */
const amountOf = (book: Book, { asset, amount, inEpoch }: DraftTransfer): bigint =>
  inEpoch === null ? amount : inCurrentUnits(book.epochs, asset, amount, inEpoch)

/**
 * Reports the whole sum, not only the part that failed: needed is everything that the group takes
 * from the account; available is what the account had at the failing transfer plus what was taken
 * before, so needed is always the larger of the two.
 */
function shortfallOf(
  book: Book,
  { transfers }: DraftGroup,
  failed: number,
  account: AccountState,
): Shortfall {
  const debits = transfers.map(one => (one.debit === account.id ? amountOf(book, one) : 0n))
  const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  return {
    asset: account.asset,
    needed: sum(debits),
    available: spendable(account) + sum(debits.slice(0, failed)),
  }
}
