import type { haltReasons, Payout, PayoutOrder } from '@banyan/payouts'
import type { Hash, Hex } from 'viem'
import type { JournalRecord, RecordOf } from './records.ts'

export type HaltReason = (typeof haltReasons)[number]

/** One payout as the journal records it. */
export interface BookedPayout {
  order: PayoutOrder
  nonce: number
  /** By the server's rule check alone, not by two people. */
  automatic: boolean
  /** Every transaction of it, the first one first. One that was found has no raw form here. */
  transactions: { hash: Hash; raw: Hex | null; gasPrice: bigint }[]
  signedAt: Date
  /** No transaction of it is in this block or below. */
  after: number
  /** How it ended, once it has. */
  end: { state: 'final' | 'returned'; hash: Hash | null; block: number } | null
  /** Where it is while it has not ended; known from the chain alone, and forgotten with the process. */
  mined: NonNullable<Payout['mined']> | null
}

/** Everything that follows from the records of the journal. */
export class Book {
  /** Null until the first record. */
  opened: RecordOf<'opened'> | null = null
  halted: { reason: HaltReason; detail: string } | null = null
  /** The nonce of the next payout: everything below it is explained. */
  nextNonce = 0
  /** Up to here the balance fits; the journal may know a little less, see `countedOnDisk`. */
  counted = { block: 0, units: 0n }
  countedOnDisk = 0
  readonly payouts = new Map<string, BookedPayout>()
  /** Those that have not ended, in the order of their nonces. */
  readonly open = new Map<string, BookedPayout>()
  /** Withdrawals for which nothing is ever signed, and since when. */
  readonly voided = new Map<string, Date>()
  /** By any of its transactions. */
  readonly byHash = new Map<string, BookedPayout>()
  /** One more than the highest nonce that a final block has used up. */
  usedUp = 0
  readonly #seen = new Map<string, Date>()
  /** Addresses that a payout of two approvals has reached. */
  readonly #paid = new Set<string>()
  /** Payouts in the order of their signing, for the caps. */
  readonly #signed: { at: Date; amount: bigint; automatic: boolean }[] = []

  constructor(records: readonly JournalRecord[]) {
    for (const record of records) this.apply(record)
  }

  /** When the signer first heard of an address; null when it never did. */
  firstSeen = (address: string): Date | null => this.#seen.get(address) ?? null

  /** Has it been paid after two approvals, in a final block? */
  wasPaid = (address: string): boolean => this.#paid.has(address)

  /** What was signed after an instant, micro-USDT, oldest first. */
  signedSince(since: Date, automaticOnly: boolean): { at: Date; amount: bigint }[] {
    const last = this.#signed.findLastIndex(one => one.at <= since)
    const some = this.#signed.slice(last + 1)
    return automaticOnly ? some.filter(one => one.automatic) : some
  }

  apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'opened':
        this.opened = record
        this.nextNonce = record.nonce
        this.usedUp = record.nonce
        this.#count(record)
        break
      case 'address':
        if (!this.#seen.has(record.address)) this.#seen.set(record.address, new Date(record.at))
        break
      case 'signed':
        this.#sign(record)
        break
      case 'replaced':
        this.#addTransaction(this.payoutOf(record.withdrawalId), record)
        break
      case 'final':
      case 'returned':
        this.#end(record)
        break
      case 'voided':
        this.voided.set(record.withdrawalId, new Date(record.at))
        break
      case 'counted':
        this.#count(record)
        break
      case 'found':
        this.#find(record)
        break
      case 'halted':
        this.halted = { reason: record.reason, detail: record.detail }
        break
      case 'resumed':
        this.halted = null
        this.nextNonce = Math.max(this.nextNonce, record.nonce)
        this.usedUp = record.nonce
        this.#count(record)
    }
  }

  /** @throws Error when the journal names a payout that it does not hold. */
  payoutOf(withdrawalId: string): BookedPayout {
    const payout = this.payouts.get(withdrawalId)
    if (!payout) throw new Error(`the journal holds no payout of ${withdrawalId}`)
    return payout
  }

  #count({ block, units }: { block: number; units: string }): void {
    this.counted = { block, units: BigInt(units) }
    this.countedOnDisk = block
  }

  #sign({ order, nonce, approvals, at, after, ...transaction }: RecordOf<'signed'>): void {
    const automatic = approvals.every(one => one.role === 'automatic')
    const signedAt = new Date(at)
    const payout: BookedPayout = {
      ...{ order, nonce, automatic, signedAt, after, transactions: [], end: null, mined: null },
    }
    this.payouts.set(order.withdrawalId, payout)
    this.open.set(order.withdrawalId, payout)
    this.#addTransaction(payout, transaction)
    this.#signed.push({ at: signedAt, amount: BigInt(order.amount), automatic })
    this.nextNonce = Math.max(this.nextNonce, nonce + 1)
  }

  #addTransaction(
    payout: BookedPayout,
    { hash, raw, gasPrice }: { hash: string; raw: string | null; gasPrice: string },
  ): void {
    payout.transactions.push({
      ...{ hash: hash as Hash, raw: raw as Hex | null, gasPrice: BigInt(gasPrice) },
    })
    this.byHash.set(hash, payout)
  }

  #end({ kind, withdrawalId, hash, block }: RecordOf<'final' | 'returned'>): void {
    const payout = this.payoutOf(withdrawalId)
    payout.end = { state: kind, hash: hash as Hash | null, block }
    payout.mined = null
    this.open.delete(withdrawalId)
    this.usedUp = Math.max(this.usedUp, payout.nonce + 1)
    if (kind === 'final' && !payout.automatic) this.#paid.add(payout.order.address)
  }

  /** A payout that the chain has and the journal lost: it is paid, whatever else is known of it. */
  #find({ order, nonce, hash, block, at }: RecordOf<'found'>): void {
    const id = order.withdrawalId
    if (!this.payouts.has(id)) {
      const amount = BigInt(order.amount)
      const signedAt = new Date(at)
      this.payouts.set(id, {
        ...{ order, nonce, automatic: true, signedAt, after: block },
        ...{ transactions: [], end: null, mined: null },
      })
      this.#signed.push({ at: signedAt, amount, automatic: false })
    }
    this.#addTransaction(this.payoutOf(id), { hash, raw: null, gasPrice: '0' })
    this.#end({ kind: 'final', at, withdrawalId: id, hash, block })
    this.nextNonce = Math.max(this.nextNonce, nonce + 1)
  }
}
