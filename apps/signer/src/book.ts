import type { collectionPurposes, haltReasons, Payout, PayoutOrder } from '@banyan/payouts'
import type { Address, Hash, Hex } from 'viem'
import type { JournalRecord, RecordOf } from './records.ts'

export type HaltReason = (typeof haltReasons)[number]

/** One nonce of one key with its transactions, as recorded in the journal. */
export interface BookedTransaction {
  nonce: number
  /** Every transaction of it, in order. One that was found on the chain has no raw form here. */
  transactions: { hash: Hash; raw: Hex | null; gasPrice: bigint }[]
  signedAt: Date
  /** No transaction of it is in this block or below. */
  after: number
  /** How it ended, once it has. */
  end: { state: 'final' | 'returned'; hash: Hash | null; block: number } | null
  /** Its block while it has not ended; known from the chain alone, and not stored. */
  mined: NonNullable<Payout['mined']> | null
}

/** One payout. */
export interface BookedPayout extends BookedTransaction {
  order: PayoutOrder
  /** Approved by the server's rule check alone, not by two people. */
  automatic: boolean
}

/** One transaction of a collection; see docs/collection.md. */
export interface BookedCollection extends BookedTransaction {
  /** The hash of its first transaction. */
  id: Hash
  purpose: (typeof collectionPurposes)[number]
  /** Of the recharge address; null for the hot wallet's excess. */
  index: number | null
  from: Address
  to: Address
  /** Token units, or wei of gas. */
  units: bigint
}

/** The recharge address that gets gas or is emptied; null for the hot wallet's excess. */
const rechargeAddressOf = ({ purpose, from, to }: BookedCollection): Address | null =>
  purpose === 'excess' ? null : purpose === 'gas' ? to : from

/** The state that follows from the records of the journal. */
export class Book {
  /** Null until the first record. */
  opened: RecordOf<'opened'> | null = null
  halted: { reason: HaltReason; detail: string } | null = null
  /** The nonce of the next payout: everything below it is explained. */
  nextNonce = 0
  /**
   * The balance matches up to this block; the journal may be a little behind, see `countedOnDisk`.
   */
  counted = { block: 0, units: 0n }
  countedOnDisk = 0
  readonly payouts = new Map<string, BookedPayout>()
  /** Those that have not ended, in the order of their nonces. */
  readonly open = new Map<string, BookedPayout>()
  /** Withdrawals for which nothing is ever signed, and since when. */
  readonly voided = new Map<string, Date>()
  /** Every collection, in the order of the signing, and by its id. */
  readonly collections: BookedCollection[] = []
  readonly #collectionsById = new Map<string, BookedCollection>()
  /** Those that have not ended. */
  readonly openCollections = new Map<string, BookedCollection>()
  /** By any of its transactions. */
  readonly byHash = new Map<string, BookedTransaction>()
  /** One more than the highest nonce that a final block has used up. */
  usedUp = 0
  readonly #seen = new Map<string, Date>()
  /** When a new address was last learned of, in milliseconds; 0 if never. */
  newestSeen = 0
  /** Addresses that a payout with two approvals has reached. */
  readonly #paid = new Set<string>()
  /** Payouts in the order of their signing, for the caps. */
  readonly #signed: { at: Date; amount: bigint; automatic: boolean }[] = []

  /** Nonces of recharge addresses that final blocks have used up, as far as they are explained. */
  readonly #usedByAddress = new Map<string, number>()
  readonly #endedAt = new Map<string, number>()
  /** Gas for recharge addresses in the order of its signing, for its limit. */
  readonly #gas: { at: Date; wei: bigint }[] = []

  constructor(records: readonly JournalRecord[]) {
    for (const record of records) this.apply(record)
  }

  /** When the signer first learned of an address; null if never. */
  firstSeen = (address: string): Date | null => this.#seen.get(address) ?? null

  /** True when it has been paid after two approvals, in a final block. */
  wasPaid = (address: string): boolean => this.#paid.has(address)

  /** The sums that were signed after an instant, micro-USDT, oldest first. */
  signedSince(since: Date, automaticOnly: boolean): { at: Date; amount: bigint }[] {
    const last = this.#signed.findLastIndex(one => one.at <= since)
    const some = this.#signed.slice(last + 1)
    return automaticOnly ? some.filter(one => one.automatic) : some
  }

  /**
   * The number of explained nonces of a recharge address; null for one that was never collected.
   */
  usedBy = (address: string): number | null => this.#usedByAddress.get(address) ?? null

  /** The block of the last transaction of a recharge address that ended; 0 where none has. */
  endedAt = (address: string): number => this.#endedAt.get(address) ?? 0

  /** Transactions under way that give this address gas or empty it. */
  openOf = (address: string): BookedCollection[] =>
    [...this.openCollections.values()].filter(one => rechargeAddressOf(one) === address)

  /** Wei that were signed as gas after an instant. */
  gasSince(since: Date): bigint {
    const last = this.#gas.findLastIndex(one => one.at <= since)
    return this.#gas.slice(last + 1).reduce((sum, one) => sum + one.wei, 0n)
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
        this.#see(record.address, new Date(record.at))
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
      case 'collectionSigned':
        this.#collect(record)
        break
      case 'collectionReplaced':
        this.#addTransaction(this.collectionOf(record.id), record)
        break
      case 'collectionFinal':
        this.#endCollection(record, 'final')
        break
      case 'collectionFailed':
        this.#endCollection(record, 'returned')
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
        // A person has examined and accepted the use of the deposit key elsewhere.
        this.#usedByAddress.clear()
        this.#count(record)
    }
  }

  /** @throws Error when the journal names a transaction that it does not contain. */
  collectionOf(id: string): BookedCollection {
    const collection = this.#collectionsById.get(id)
    if (!collection) throw new Error(`the journal holds no collection ${id}`)
    return collection
  }

  /** @throws Error when the journal names a payout that it does not contain. */
  payoutOf(withdrawalId: string): BookedPayout {
    const payout = this.payouts.get(withdrawalId)
    if (!payout) throw new Error(`the journal holds no payout of ${withdrawalId}`)
    return payout
  }

  #see(address: string, at: Date): void {
    if (this.#seen.has(address)) return
    this.#seen.set(address, at)
    this.newestSeen = Math.max(this.newestSeen, at.getTime())
  }

  #count({ block, units }: { block: number; units: string }): void {
    this.counted = { block, units: BigInt(units) }
    this.countedOnDisk = block
  }

  #sign({ order, nonce, approvals, at, after, ...transaction }: RecordOf<'signed'>): void {
    const automatic = approvals.every(one => one.role === 'automatic')
    const signedAt = new Date(at)
    const payout: BookedPayout = {
      order,
      nonce,
      automatic,
      signedAt,
      after,
      transactions: [],
      end: null,
      mined: null,
    }
    this.payouts.set(order.withdrawalId, payout)
    this.open.set(order.withdrawalId, payout)
    this.#addTransaction(payout, transaction)
    this.#signed.push({ at: signedAt, amount: BigInt(order.amount), automatic })
    this.nextNonce = Math.max(this.nextNonce, nonce + 1)
  }

  #collect(record: RecordOf<'collectionSigned'>): void {
    const { purpose, index, nonce, after, units, hash, raw, gasPrice, at } = record
    const collection: BookedCollection = {
      id: hash as Hash,
      purpose,
      index,
      units: BigInt(units),
      nonce,
      after,
      from: record.from as Address,
      to: record.to as Address,
      signedAt: new Date(at),
      transactions: [],
      end: null,
      mined: null,
    }
    this.collections.push(collection)
    this.#collectionsById.set(hash, collection)
    this.openCollections.set(hash, collection)
    this.#addTransaction(collection, { hash, raw, gasPrice })
    if (purpose === 'gas') this.#gas.push({ at: collection.signedAt, wei: collection.units })
    if (purpose !== 'collect') this.nextNonce = Math.max(this.nextNonce, nonce + 1)
  }

  #endCollection(
    { id, hash, block }: RecordOf<'collectionFinal' | 'collectionFailed'>,
    state: 'final' | 'returned',
  ): void {
    const collection = this.collectionOf(id)
    const { purpose, nonce } = collection
    const address = rechargeAddressOf(collection)
    collection.end = { state, hash: hash as Hash | null, block }
    collection.mined = null
    this.openCollections.delete(id)
    if (address !== null) this.#endedAt.set(address, Math.max(block, this.endedAt(address)))
    if (purpose !== 'collect') this.usedUp = Math.max(this.usedUp, nonce + 1)
    else if (address !== null) this.#usedByAddress.set(address, nonce + 1)
  }

  #addTransaction(
    payout: BookedTransaction,
    { hash, raw, gasPrice }: { hash: string; raw: string | null; gasPrice: string },
  ): void {
    payout.transactions.push({
      hash: hash as Hash,
      raw: raw as Hex | null,
      gasPrice: BigInt(gasPrice),
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

  /**
   * A payout that is on the chain and that the journal lost: it is paid, whatever else is known of
   * it.
   */
  #find({ order, nonce, hash, block, at }: RecordOf<'found'>): void {
    const id = order.withdrawalId
    if (!this.payouts.has(id)) {
      const amount = BigInt(order.amount)
      const signedAt = new Date(at)
      this.payouts.set(id, {
        order,
        nonce,
        automatic: true,
        signedAt,
        after: block,
        transactions: [],
        end: null,
        mined: null,
      })
      this.#signed.push({ at: signedAt, amount, automatic: false })
    }
    this.#addTransaction(this.payoutOf(id), { hash, raw: null, gasPrice: '0' })
    this.#end({ kind: 'final', at, withdrawalId: id, hash, block })
    this.nextNonce = Math.max(this.nextNonce, nonce + 1)
  }
}
