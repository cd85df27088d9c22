import { createHash } from 'node:crypto'
import {
  countedUuids,
  int8Array,
  uuidArray,
  uuidArrayOf,
} from '../platform/database/array-binary.ts'
import { newUuid } from '../platform/ids.ts'
import { accountId, writeAccountId } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import { type AccountName, type CreditBatch, memberAccount } from './ledger.ts'

/** Credits of one transaction: locks are held for a fraction of a second. */
const CHUNK = 10_000

/** A chunk of a settlement, ready to be sent. */
export interface Chunk {
  /** The members' accounts: asked for only where one is not as it must be. */
  names: () => readonly AccountName[]
  /** What `creditsStatement` takes. */
  values: readonly unknown[]
  requestHash: Buffer
  /** The reference of its first credit, by which the whole chunk is known. */
  first: string
  count: number
  total: bigint
}

/** What is cut: the kind is only a word here. */
type ChunkedBatch = Omit<CreditBatch, 'kind'> & { kind: string }

interface Credit {
  owner: string
  amount: bigint
}

/** Cuts a settlement's list; it is read no further than it is worked on. */
export async function* chunksOf(batch: ChunkedBatch): AsyncGenerator<Chunk> {
  let credits: Credit[] = []
  for await (const credit of batch.credits) {
    if (credit.amount <= 0n) throw new LedgerBug(`${credit.owner}: a credit is above zero`)
    credits.push(credit)
    if (credits.length < (batch.chunkSize ?? CHUNK)) continue
    yield chunkOf(batch, credits)
    credits = []
  }
  if (credits.length > 0) yield chunkOf(batch, credits)
}

function chunkOf(batch: ChunkedBatch, credits: readonly Credit[]): Chunk {
  const { settlementId, kind, from } = batch
  const payer = accountId(from)
  const lines = linesOf(batch, credits)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([settlementId, kind, payer]))
    .update(credits.map(({ owner, amount }) => `${owner} ${amount}`).join())
    .digest()
  return {
    names: () => credits.map(({ owner }) => memberAccount(owner, from.asset)),
    requestHash,
    first: `${settlementId}/${credits[0]?.owner ?? ''}`,
    count: credits.length,
    total: lines.total,
    values: [
      uuidArrayOf(lines.ids),
      uuidArray(lines.owners),
      int8Array(lines.amounts),
      int8Array(lines.paid),
      ...[payer, settlementId, kind, from.asset, newUuid()],
      // Ids of one instant that count up come to lie side by side in their index.
      countedUuids(newUuid(), credits.length),
      ...[requestHash, lines.total],
    ],
  }
}

/** The members in the order of their accounts' ids, each with what is paid up to and with it. */
function linesOf({ settlementId, kind, from }: ChunkedBatch, credits: readonly Credit[]) {
  const count = credits.length
  const owners: string[] = []
  const [amounts, paid] = [new BigInt64Array(count), new BigInt64Array(count)]
  const accounts = new AccountIds(credits, from.asset)
  const payer = Buffer.alloc(ID_BYTES)
  writeAccountId(from, payer, 0)
  let total = 0n
  const places = accounts.inOrder()
  for (const [line, place] of places.entries()) {
    const { owner, amount } = credits[place] as Credit
    if (line > 0 && accounts.compare(places[line - 1] as number, place) === 0)
      throw new LedgerBug(`${owner} occurs twice in settlement ${settlementId}`)
    if (accounts.is(place, payer)) throw new LedgerBug(`${kind} ${settlementId} pays its own payer`)
    total += amount
    // They are sent as whole numbers of eight bytes: nine million million units of the asset.
    if (total >= 2n ** 63n)
      throw new LedgerBug(`${kind} ${settlementId} pays more than there can be`)
    owners.push(owner)
    amounts[line] = amount
    paid[line] = total
  }
  return { ids: accounts.bytesOf(places), owners, amounts, paid, total }
}

const ID_BYTES = 16
const ID_WORDS = 4

/** The ids of the credits' accounts, one behind the other: ten thousand ids are one piece of memory. */
class AccountIds {
  readonly #bytes: Buffer
  /** Their first six bytes as numbers, which are compared ten times faster and nearly always differ. */
  readonly #begins: Float64Array

  constructor(credits: readonly Credit[], asset: AccountName['asset']) {
    this.#bytes = Buffer.alloc(credits.length * ID_BYTES)
    this.#begins = new Float64Array(credits.length)
    for (const [place, { owner }] of credits.entries()) {
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

  /** Those of the given places. */
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
