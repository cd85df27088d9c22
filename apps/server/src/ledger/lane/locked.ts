import type { Tx } from '../../platform/database/connect.ts'
import { Book } from '../book.ts'
import { openBook } from '../joined.ts'
import type { AccountName } from '../ledger.ts'
import { type Run, writeBatch } from '../write.ts'
import { type Companions, Riding } from './companions.ts'
import type { LaneConnection } from './connection.ts'
import type { Item } from './item.ts'
import type { Memory } from './memory.ts'
import { type NamedHold, readDeeds, readEpochList, readHolds } from './reader.ts'
import { Decisions, knownVerdict, refusedAnswer, type Verdict } from './verdicts.ts'

/**
 * A batch in a transaction that locks first: for items that bring a room's rows with them, and for
 * accounts that others change too often. Rooms lock before the ledger, as in every room's action.
 */
export async function runLocked(
  connection: LaneConnection,
  memory: Memory,
  companions: Companions,
  items: readonly Item[],
): Promise<Map<Item, Verdict>> {
  const { verdicts, book } = await connection.transaction(async (tx, run) => {
    const riding = await Riding.load(
      tx,
      companions,
      items.flatMap(item => item.rides),
    )
    const book = await lockBook(tx, run, items)
    const verdicts = await decideLocked(run, book, items, riding)
    const batch = book.batch()
    if (batch.transfers.length + batch.holds.length + batch.ends.length > 0) {
      const epochs = await readEpochList(run)
      await writeBatch(run, batch, 'raise', epochs.at(-1)?.epoch ?? 0)
    }
    await riding.write(tx)
    return { verdicts, book }
  })
  memory.keepBatch(book.batch())
  return verdicts
}

async function lockBook(tx: Tx, run: Run, items: readonly Item[]): Promise<Book> {
  const holds = await holdsOf(run, items)
  const names: AccountName[] = [...items.flatMap(item => item.names), ...holds]
  return names.length > 0 ? openBook(tx, names) : new Book(new Map(), [])
}

const holdsOf = (run: Run, items: readonly Item[]): Promise<NamedHold[]> =>
  readHolds(
    run,
    items.flatMap(({ command }) => (command.type === 'end' ? [command.holdId] : [])),
  )

/** Under the locks what is in the books is certain, so every item is asked about before it is decided. */
async function decideLocked(
  run: Run,
  book: Book,
  items: readonly Item[],
  riding: Riding,
): Promise<Map<Item, Verdict>> {
  const known = await readDeeds(run, items)
  const holds = new Map((await holdsOf(run, items)).map(hold => [hold.id, hold]))
  const decisions = new Decisions(book, holds)
  const verdicts = new Map<Item, Verdict>()
  for (const item of items) {
    const verdict =
      knownVerdict(item, known) ??
      decisions.repeat(item) ??
      rideVerdict(riding, item) ??
      decisions.decide(item)
    if ('accepted' in verdict && verdict.accepted.outcome === 'done') {
      decisions.accept(item)
      riding.accept(item.rides)
      verdicts.set(item, verdict)
    } else if ('refusal' in verdict) {
      verdicts.set(item, { answer: refusedAnswer(verdict.refusal) })
    } else {
      verdicts.set(item, verdict)
    }
  }
  return verdicts
}

function rideVerdict(riding: Riding, item: Item): Verdict | null {
  try {
    const refused = riding.decide(item.rides)
    return refused && { answer: { outcome: 'refused', refused } }
  } catch (error) {
    return { error }
  }
}
