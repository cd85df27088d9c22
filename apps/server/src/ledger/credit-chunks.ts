import { createHash } from 'node:crypto'
import {
  firstOfMany,
  int4Array,
  int8Array,
  uuidArray,
  uuidArrayOf,
} from '../platform/database/array-binary.ts'
import { newUuid } from '../platform/ids.ts'
import { accountId, writeAccountId } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import { type AccountName, type CreditBatch, type DebitBatch, memberAccount } from './ledger.ts'

/** Credits in one transaction: locks are held for a fraction of a second. */
const CHUNK = 10_000

/** A list of members against one house account. */
export interface Batch {
  settlementId: string
  kind: CreditBatch['kind'] | DebitBatch['kind']
  house: AccountName
  /** 1 for credits, −1 for debits. */
  sign: 1n | -1n
  lines: CreditBatch['credits']
  chunkSize?: number | undefined
}

/** A chunk of a settlement, ready to send. */
export interface Chunk {
  /** The members' accounts: built only when one of them lacks a row or a split line. */
  names: () => readonly AccountName[]
  values: CreditValues
  requestHash: Buffer
  /** Its first and its last member. */
  first: string
  last: string
  count: number
  total: bigint
}

/** The values of the statement that posts a chunk. */
export interface CreditValues {
  /** Accounts in the locking order, what each gets, and its place in the chunk's list. */
  accounts: Buffer
  amounts: Buffer
  places: Buffer
  /** Members in the order of the list. */
  owners: Buffer
  house: string
  settlement: string
  kind: string
  asset: string
  firstId: string
  requestHash: Buffer
  /** What the house account pays; below zero where it is paid. */
  total: bigint
}

interface Line {
  owner: string
  amount: bigint
}

/**
 * Splits a settlement's list into chunks, without the members who were paid otherwise; the list is
 * read only as far as work has begun.
 * @throws LedgerBug for a list that is not in the order of ids, or has a member twice.
 */
export async function* chunksOf(batch: Batch, without: ReadonlySet<string>): AsyncGenerator<Chunk> {
  const { settlementId, kind, chunkSize = CHUNK } = batch
  let lines: Line[] = []
  let before = ''
  for await (const line of batch.lines) {
    const { owner, amount } = line
    if (amount <= 0n) throw new LedgerBug(`${owner}: an amount is above zero`)
    if (owner <= before)
      throw new LedgerBug(`${kind} ${settlementId}: ${owner} comes after ${before}`)
    before = owner
    if (without.has(owner)) continue
    lines.push(line)
    if (lines.length < chunkSize) continue
    yield chunkOf(batch, lines)
    lines = []
  }
  if (lines.length > 0) yield chunkOf(batch, lines)
}

function chunkOf(batch: Batch, lines: readonly Line[]): Chunk {
  const { settlementId, kind, house } = batch
  const houseId = accountId(house)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([settlementId, kind, houseId]))
    .update(lines.map(({ owner, amount }) => `${owner} ${amount}`).join())
    .digest()
  const { ids, amounts, places } = inOrderOfAccounts(batch, lines)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n)
  // Totals are sent as eight-byte integers: up to nine million million units of the asset.
  if (total >= 2n ** 63n) throw new LedgerBug(`${kind} ${settlementId} is more than there can be`)
  return {
    names: () => lines.map(({ owner }) => memberAccount(owner, house.asset)),
    requestHash,
    first: lines[0]?.owner ?? '',
    last: lines.at(-1)?.owner ?? '',
    count: lines.length,
    total,
    values: {
      accounts: uuidArrayOf(ids),
      amounts: int8Array(amounts),
      places: int4Array(places),
      owners: uuidArray(lines.map(({ owner }) => owner).join('')),
      house: houseId,
      settlement: settlementId,
      kind,
      asset: house.asset,
      // Ids of one instant that increase are neighbours in their index.
      firstId: firstOfMany(newUuid()),
      requestHash,
      total: batch.sign * total,
    },
  }
}

/** The lines in the locking order of accounts, each with its place in the list. */
function inOrderOfAccounts({ settlementId, kind, house, sign }: Batch, lines: readonly Line[]) {
  const accounts = new AccountIds(lines, house.asset)
  const own = Buffer.alloc(ID_BYTES)
  writeAccountId(house, own, 0)
  const amounts = new BigInt64Array(lines.length)
  const places = accounts.inOrder()
  for (const [index, place] of places.entries()) {
    if (accounts.is(place, own)) throw new LedgerBug(`${kind} ${settlementId} pays its own payer`)
    amounts[index] = sign * (lines[place] as Line).amount
  }
  return { ids: accounts.bytesOf(places), amounts, places }
}

const ID_BYTES = 16
const ID_WORDS = 4

/** The ids of the lines' accounts in one buffer: ten thousand ids are one allocation. */
class AccountIds {
  readonly #bytes: Buffer
  /** Their first six bytes as numbers, which compare ten times faster and nearly always differ. */
  readonly #begins: Float64Array

  constructor(lines: readonly Line[], asset: AccountName['asset']) {
    this.#bytes = Buffer.alloc(lines.length * ID_BYTES)
    this.#begins = new Float64Array(lines.length)
    for (const [place, { owner }] of lines.entries()) {
      writeAccountId(memberAccount(owner, asset), this.#bytes, place * ID_BYTES)
      this.#begins[place] = this.#bytes.readUIntBE(place * ID_BYTES, 6)
    }
  }

  /** Places in the order of ids. */
  inOrder(): Uint32Array {
    const begins = this.#begins
    return Uint32Array.from(begins.keys()).sort(
      (a, b) => (begins[a] as number) - (begins[b] as number) || this.compare(a, b),
    )
  }

  compare(a: number, b: number): number {
    const [from, other] = [a * ID_BYTES, b * ID_BYTES]
    const bytes = this.#bytes
    return bytes.compare(bytes, other, other + ID_BYTES, from, from + ID_BYTES)
  }

  is(place: number, id: Buffer): boolean {
    const from = place * ID_BYTES
    return this.#bytes.compare(id, 0, ID_BYTES, from, from + ID_BYTES) === 0
  }

  /** The ids at the given places. */
  bytesOf(places: Uint32Array): Buffer {
    const [from, to] = [wordsOf(this.#bytes), new Int32Array(places.length * ID_WORDS)]
    for (const [line, place] of places.entries())
      for (let word = 0; word < ID_WORDS; word++)
        to[line * ID_WORDS + word] = from[place * ID_WORDS + word] as number
    return Buffer.from(to.buffer)
  }
}

const wordsOf = ({ buffer, byteOffset, length }: Buffer): Int32Array =>
  new Int32Array(buffer, byteOffset, length / Int32Array.BYTES_PER_ELEMENT)
