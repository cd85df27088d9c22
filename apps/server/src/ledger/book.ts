import { type AccountState, inLockOrder, SPLIT_ID, uuidOf } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import type { DraftGroup, DraftHold, DraftTransfer } from './draft.ts'
import { currentEpoch, type Epoch, laterEpochs } from './epochs.ts'

/** One side of a transfer: what it did to its account. Micro-units, negative for the debit. */
export interface Posting {
  account: string
  version: number
  transfer: string
  amount: bigint
  balanceAfter: bigint
  /** The instant of a split for its line; every other line has the instant of its batch. */
  at: Date | null
}

/** A transfer as it will be written. */
export interface BookedTransfer {
  draft: DraftTransfer
  /** In today's units. */
  amount: bigint
  group: Pick<DraftGroup, 'id' | 'holdId' | 'requestHash'>
  epoch: number
  at: Date | null
}

/** What a decision can change of an account. */
type Figures = Pick<AccountState, 'posted' | 'held' | 'version' | 'epoch'>

export interface BookedEnd {
  hold: string
  outcome: 'posted' | 'voided' | 'expired'
  posted: bigint
  request: string
}

/** An account that a batch changes: as it was read, and as it will be. */
export interface ChangedAccount {
  was: AccountState
  now: AccountState
}

/** Everything that one transaction writes. */
export interface Batch {
  opened: AccountState[]
  changed: ChangedAccount[]
  transfers: BookedTransfer[]
  postings: Posting[]
  holds: (DraftHold & { epoch: number })[]
  ends: BookedEnd[]
}

/**
 * The books as one batch sees them: accounts as they were read, and what has been decided on them
 * so far. Decisions are taken here one after the other; nothing is written before all are made.
 */
export class Book {
  readonly epochs: readonly Epoch[]
  readonly #read: ReadonlyMap<string, AccountState>
  /** Accounts that are not in the database yet: the batch opens them. */
  readonly #new: ReadonlySet<string>
  readonly #now = new Map<string, AccountState>()
  readonly #undo = new Map<string, Figures>()
  readonly #transfers: BookedTransfer[] = []
  readonly #postings: Posting[] = []
  readonly #holds: (DraftHold & { epoch: number })[] = []
  readonly #ends: BookedEnd[] = []

  constructor(
    accounts: ReadonlyMap<string, AccountState>,
    epochs: readonly Epoch[],
    opened: ReadonlySet<string> = new Set(),
  ) {
    this.#read = accounts
    this.epochs = epochs
    this.#new = opened
  }

  /** One decision: when it refuses or throws, the book is as it was before. */
  attempt<Refusal>(decide: (book: Book) => Refusal | null): Refusal | null {
    const lists = [this.#transfers, this.#postings, this.#holds, this.#ends]
    const lengths = lists.map(list => list.length)
    this.#undo.clear()
    let refusal: Refusal | null | undefined
    try {
      refusal = decide(this)
      return refusal
    } finally {
      if (refusal !== null) {
        for (const [id, figures] of this.#undo) Object.assign(this.#now.get(id) ?? {}, figures)
        for (const [place, list] of lists.entries()) list.length = lengths[place] ?? 0
      }
    }
  }

  /** An account to work on, with its splits told. */
  account(id: string): AccountState {
    const known = this.#now.get(id)
    if (known && this.#undo.has(id)) return known
    const account = known ?? this.#copyOf(id)
    const { posted, held, version, epoch } = account
    this.#undo.set(id, { posted, held, version, epoch })
    if (account.asset === 'LEAF') this.#tellSplits(account)
    return account
  }

  /** Writes both sides of a transfer. */
  post(transfer: BookedTransfer): void {
    const { draft, amount } = transfer
    this.#transfers.push(transfer)
    this.#line(this.account(draft.debit), transfer, -amount)
    this.#line(this.account(draft.credit), transfer, amount)
  }

  hold(hold: DraftHold & { epoch: number }): void {
    this.account(hold.account).held += hold.amount
    this.#holds.push(hold)
  }

  end(end: BookedEnd, account: string, amount: bigint): void {
    this.account(account).held -= amount
    this.#ends.push(end)
  }

  /** What has been decided, accounts in the order of locking. */
  batch(): Batch {
    const changed = inLockOrder(this.#now.keys())
      .map(id => this.#change(id))
      .filter(({ was, now }) => isChanged(was, now))
    return {
      opened: changed.filter(({ was }) => this.#new.has(was.id)).map(({ now }) => now),
      changed: changed.filter(({ was }) => !this.#new.has(was.id)),
      transfers: this.#transfers,
      postings: this.#postings,
      holds: this.#holds,
      ends: this.#ends,
    }
  }

  /** Whether an account has been given to by what was decided before: its balance is this batch's own. */
  isChanged(id: string): boolean {
    const now = this.#now.get(id)
    const was = this.#read.get(id)
    return now !== undefined && was !== undefined && isChanged(was, now)
  }

  #change(id: string): ChangedAccount {
    return { was: this.#read.get(id) as AccountState, now: this.#now.get(id) as AccountState }
  }

  #copyOf(id: string): AccountState {
    const read = this.#read.get(id)
    if (!read) throw new LedgerBug(`account ${id} is not locked`)
    const copy = { ...read }
    this.#now.set(id, copy)
    return copy
  }

  #line(account: AccountState, { draft, at }: BookedTransfer, amount: bigint): void {
    account.posted += amount
    account.version += 1
    this.#postings.push({
      account: account.id,
      version: account.version,
      transfer: draft.id,
      amount,
      balanceAfter: account.posted,
      at,
    })
  }

  /** An account that missed splits gets a line for each before anything else happens to it. */
  #tellSplits(account: AccountState): void {
    for (const split of laterEpochs(this.epochs, account.asset, account.epoch)) {
      const more = BigInt(split.multiple - 1)
      const gain = account.posted * more
      account.held += account.held * more
      account.epoch = split.epoch
      if (gain > 0n) this.post(splitTransfer(split, account.id, gain))
    }
  }
}

/** How far an account's asset has been split, for what is written of it now. */
export const epochFor = (book: Book, asset: AccountState['asset']): number =>
  currentEpoch(book.epochs, asset)

/** The id of an account's line of a split: known before the line is written. */
export const splitTransferId = (epoch: number, account: string): string =>
  uuidOf(`split/${epoch}/${account}`)

/** The line of a split, from SPLIT to an account; SPLIT's own comes from ISSUE. */
export function splitTransfer(
  { epoch, asset, beganAt }: Epoch,
  credit: string,
  amount: bigint,
  debit: string = SPLIT_ID,
): BookedTransfer {
  const id = splitTransferId(epoch, credit)
  const draft: DraftTransfer = {
    id,
    callerMade: false,
    debit,
    credit,
    asset,
    amount,
    kind: 'split',
    reference: splitReference(epoch, credit),
    reverses: null,
    inEpoch: null,
  }
  const requestHash = Buffer.from(id.replaceAll('-', ''), 'hex')
  return { draft, amount, group: { id, holdId: null, requestHash }, epoch, at: beganAt }
}

export const splitReference = (epoch: number, account: string): string => `${epoch}/${account}`

const isChanged = (was: AccountState, now: AccountState): boolean =>
  was.version !== now.version || was.held !== now.held || was.epoch !== now.epoch
