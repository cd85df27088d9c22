import { createHash } from 'node:crypto'
import { countedUuids, int8Array, uuidArray } from '../platform/database/array-binary.ts'
import { newUuid } from '../platform/ids.ts'
import { accountId, madeAccountId } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import { type AccountName, type CreditBatch, memberAccount } from './ledger.ts'

/** Credits of one transaction: locks are held for a fraction of a second. */
const CHUNK = 10_000

/** A chunk of a settlement, ready to be sent. */
export interface Chunk {
  /** The members' accounts. */
  names: readonly AccountName[]
  /** What `creditsStatement` takes. */
  values: readonly unknown[]
  requestHash: Buffer
  /** The reference of its first credit, by which the whole chunk is known. */
  first: string
  count: number
  total: bigint
}

interface Credit {
  owner: string
  amount: bigint
}

/** Cuts a settlement's list; it is read no further than it is worked on. */
export async function* chunksOf(batch: CreditBatch): AsyncGenerator<Chunk> {
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

/** The members in the order of their accounts' ids, each with what is paid up to and with it. */
function chunkOf(batch: CreditBatch, credits: readonly Credit[]): Chunk {
  const { settlementId, kind, from } = batch
  const payer = accountId(from)
  const lines = credits.map(({ owner, amount }) => {
    const id = madeAccountId(memberAccount(owner, from.asset))
    return { id, begins: Number.parseInt(id.slice(0, 8), 16), owner, amount, paid: 0n }
  })
  // Numbers are compared ten times faster than texts, and the beginnings are nearly always different.
  lines.sort((a, b) => a.begins - b.begins || (a.id < b.id ? -1 : 1))
  let total = 0n
  let before = ''
  for (const line of lines) {
    if (line.id === before)
      throw new LedgerBug(`${line.owner} occurs twice in settlement ${settlementId}`)
    if (line.id === payer) throw new LedgerBug(`${kind} ${settlementId} pays its own payer`)
    before = line.id
    total += line.amount
    line.paid = total
  }
  // They are sent as whole numbers of eight bytes: nine million million units of the asset.
  if (total >= 2n ** 63n) throw new LedgerBug(`${kind} ${settlementId} pays more than there can be`)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([settlementId, kind, payer]))
    .update(credits.map(({ owner, amount }) => `${owner} ${amount}`).join())
    .digest()
  return {
    names: credits.map(({ owner }) => memberAccount(owner, from.asset)),
    requestHash,
    first: `${settlementId}/${credits[0]?.owner ?? ''}`,
    count: credits.length,
    total,
    values: [
      uuidArray(lines.map(one => one.id)),
      uuidArray(lines.map(one => one.owner)),
      int8Array(lines.map(one => one.amount)),
      int8Array(lines.map(one => one.paid)),
      ...[payer, settlementId, kind, from.asset, newUuid()],
      // Ids of one instant that count up come to lie side by side in their index.
      countedUuids(newUuid(), lines.length),
      ...[requestHash, total],
    ],
  }
}
