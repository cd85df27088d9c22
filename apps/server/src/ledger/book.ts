import { type AccountState, inLockOrder, SPLIT_ID, uuidOf } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import type { DraftGroup, DraftHold, DraftTransfer } from './draft.ts'
import { currentEpoch, type Epoch, laterEpochs } from './epochs.ts'

/** A transfer that has been decided. */
export interface DecidedTransfer {
  draft: DraftTransfer
  /** In current units. */
  amount: bigint
  group: Pick<DraftGroup, 'id' | 'holdId' | 'requestHash'>
  epoch: number
  /**
   * For the line of a split, the instant of the split; every other line has the instant of its
   * batch.
   */
  at: Date | null
}

/** A transfer as it will be written, with its two lines: the changes to both accounts. */
export interface BookedTransfer extends DecidedTransfer {
  debitVersion: number
  debitAfter: bigint
  creditVersion: number
  creditAfter: bigint
}

export interface BookedEnd {
  hold: string
  outcome: 'posted' | 'voided'
  posted: bigint
  request: string
}

/** An account that a batch changes: as read, and as it will be. */
interface ChangedAccount {
  was: AccountState
  now: AccountState
}

/** Everything that one transaction writes. */
export interface Batch {
  changed: ChangedAccount[]
  transfers: BookedTransfer[]
  holds: (DraftHold & { epoch: number })[]
  ends: BookedEnd[]
}

/**
 * The books as one batch sees them: the accounts as read, and the decisions made on them so far.
 * Decisions are made here one after the other; nothing is written before all are made, and nothing
 * when one is refused.
 */
export class Book {
  readonly epochs: readonly Epoch[]
  readonly #read: ReadonlyMap<string, AccountState>
  readonly #open = new Map<string, ChangedAccount>()
  readonly #transfers: BookedTransfer[] = []
  readonly #holds: (DraftHold & { epoch: number })[] = []
  readonly #ends: BookedEnd[] = []

  constructor(accounts: ReadonlyMap<string, AccountState>, epochs: readonly Epoch[]) {
    this.#read = accounts
    this.epochs = epochs
  }

  /** An account to work on, with every split applied. */
  account(id: string): AccountState {
    const open = this.#open.get(id)
    if (open) return open.now
    const was = this.#read.get(id)
    if (!was) throw new LedgerBug(`account ${id} is not locked`)
    const now = { ...was }
    this.#open.set(id, { was, now })
    if (now.asset === 'LEAF') this.#writeSplitLines(now)
    return now
  }

  /** Writes both sides of a transfer. */
  post({ draft, amount, group, epoch, at }: DecidedTransfer): void {
    const debit = this.account(draft.debit)
    const credit = this.account(draft.credit)
    debit.posted -= amount
    debit.version += 1
    credit.posted += amount
    credit.version += 1
    this.#transfers.push({
      draft,
      amount,
      group,
      epoch,
      at,
      debitVersion: debit.version,
      debitAfter: debit.posted,
      creditVersion: credit.version,
      creditAfter: credit.posted,
    })
  }

  hold(hold: DraftHold & { epoch: number }): void {
    this.account(hold.account).held += hold.amount
    this.#holds.push(hold)
  }

  end(end: BookedEnd, account: string, amount: bigint): void {
    this.account(account).held -= amount
    this.#ends.push(end)
  }

  /** The decided changes, accounts in the locking order. */
  batch(): Batch {
    const changed = inLockOrder(this.#open.keys())
      .map(id => this.#open.get(id) as ChangedAccount)
      .filter(({ was, now }) => isChanged(was, now))
    return {
      changed,
      transfers: this.#transfers,
      holds: this.#holds,
      ends: this.#ends,
    }
  }

  /** An account that lacks split lines gets one for each missed split before any other change. */
  #writeSplitLines(account: AccountState): void {
    for (const split of laterEpochs(this.epochs, account.asset, account.epoch)) {
      const more = BigInt(split.multiple - 1)
      const gain = account.posted * more
      account.held += account.held * more
      account.epoch = split.epoch
      if (gain > 0n) this.post(splitTransfer(split, account.id, gain))
    }
  }
}

/** The number of the asset's last split, for what is written of the account now. */
export const epochFor = (book: Book, asset: AccountState['asset']): number =>
  currentEpoch(book.epochs, asset)

/** The id of an account's split line: known before the line is written. */
export const splitTransferId = (epoch: number, account: string): string =>
  uuidOf(`split/${epoch}/${account}`)

/** The split line from SPLIT to an account; the one for SPLIT itself comes from ISSUE. */
export function splitTransfer(
  { epoch, asset, beganAt }: Epoch,
  credit: string,
  amount: bigint,
  debit: string = SPLIT_ID,
): DecidedTransfer {
  const id = splitTransferId(epoch, credit)
  const draft: DraftTransfer = {
    id,
    isIdGiven: false,
    debit,
    credit,
    asset,
    amount,
    kind: 'split',
    reference: splitReference(epoch, credit),
    inEpoch: null,
  }
  const requestHash = Buffer.from(id.replaceAll('-', ''), 'hex')
  return { draft, amount, group: { id, holdId: null, requestHash }, epoch, at: beganAt }
}

export const splitReference = (epoch: number, account: string): string => `${epoch}/${account}`

const isChanged = (was: AccountState, now: AccountState): boolean =>
  was.version !== now.version || was.held !== now.held || was.epoch !== now.epoch
