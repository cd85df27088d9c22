import { createHash } from 'node:crypto'
import {
  countedUuids,
  int8Array,
  uuidArray,
  uuidArrayOf,
} from '../platform/database/array-binary.ts'
import { newUuid } from '../platform/ids.ts'
import { accountId, accountIdBytes } from './accounts.ts'
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
  const ids = Buffer.alloc(count * ID_BYTES)
  const payer = accountIdBytes(from)
  let total = 0n
  for (const { credit, id } of inOrderOfIds(credits, from.asset)) {
    const { owner, amount } = credit
    const place = owners.push(owner) - 1
    id.copy(ids, place * ID_BYTES)
    if (place > 0 && sameId(ids, place, id))
      throw new LedgerBug(`${owner} occurs twice in settlement ${settlementId}`)
    if (id.equals(payer)) throw new LedgerBug(`${kind} ${settlementId} pays its own payer`)
    total += amount
    // They are sent as whole numbers of eight bytes: nine million million units of the asset.
    if (total >= 2n ** 63n)
      throw new LedgerBug(`${kind} ${settlementId} pays more than there can be`)
    amounts[place] = amount
    paid[place] = total
  }
  return { ids, owners, amounts, paid, total }
}

const ID_BYTES = 16

/** Is the id before this place the same? */
const sameId = (ids: Buffer, place: number, id: Buffer): boolean =>
  ids.compare(id, 0, ID_BYTES, (place - 1) * ID_BYTES, place * ID_BYTES) === 0

/** Numbers are compared ten times faster than ids, and the beginnings are nearly always different. */
function inOrderOfIds(credits: readonly Credit[], asset: AccountName['asset']) {
  const lines = credits.map(credit => {
    const id = accountIdBytes(memberAccount(credit.owner, asset))
    return { begins: id.readUIntBE(0, 6), id, credit }
  })
  return lines.sort((a, b) => a.begins - b.begins || a.id.compare(b.id))
}
