import { bytesArray, plainArray, sparseArray, textArray } from '../platform/database/array-text.ts'
import type { Tx } from '../platform/database/connect.ts'
import { prepared, type Statement } from '../platform/database/prepared.ts'
import type { Batch } from './book.ts'
import {
  type List,
  listOrder,
  type Shape,
  type Written,
  writeStatement,
} from './write-statement.ts'

/** Writes a batch; nothing of it when one of its requests is in the books already. */
export async function writeBatch(tx: Tx, batch: Batch): Promise<Written> {
  const shape = shapeOf(batch)
  const values = shape.lists.flatMap(list => valuesOf[list](batch))
  const [written] = await statementFor(shape)(tx, values)
  if (!written?.whole) throw new Error('a locked account changed under its lock')
  return written
}

type WriteStatement = Statement<readonly string[], Written>

/** A statement for each combination of lists seen so far, by its name. */
const statements = new Map<string, WriteStatement>()

function statementFor(shape: Shape): WriteStatement {
  const name = ['ledger_write', ...shape.lists, ...(shape.hasSplits ? ['splits'] : [])].join('_')
  const known = statements.get(name)
  if (known) return known
  const created = prepared(name, writeStatement(shape))
  statements.set(name, created)
  return created
}

function shapeOf(batch: Batch): Shape {
  return {
    lists: listOrder.filter(list => batch[list].length > 0),
    hasSplits: batch.transfers.some(({ draft }) => draft.kind === 'split'),
  }
}

/** A list's values, column by column. */
const valuesOf: Readonly<Record<List, (batch: Batch) => string[]>> = {
  changed: ({ changed }) => [
    plainArray(changed, ({ now }) => now.id),
    plainArray(changed, ({ now }) => now.posted),
    plainArray(changed, ({ now }) => now.held),
    plainArray(changed, ({ now }) => now.version),
    plainArray(changed, ({ now }) => now.epoch),
    plainArray(changed, ({ was }) => was.version),
    plainArray(changed, ({ was }) => was.held),
    plainArray(changed, ({ was }) => was.epoch),
  ],
  transfers: ({ transfers }) => [
    plainArray(transfers, one => one.draft.id),
    sparseArray(transfers, one => (one.group.id === one.draft.id ? null : one.group.id)),
    plainArray(transfers, one => one.draft.debit),
    plainArray(transfers, one => one.draft.credit),
    plainArray(transfers, one => one.draft.asset),
    plainArray(transfers, one => one.amount),
    textArray(transfers, one => one.draft.kind),
    textArray(transfers, one => one.draft.reference),
    sparseArray(transfers, one => one.group.holdId),
    sparseArray(transfers, one => (one.epoch === 0 ? null : one.epoch)),
    bytesArray(transfers, one => one.group.requestHash),
    sparseArray(transfers, one => one.at),
    plainArray(transfers, one => one.debitVersion),
    plainArray(transfers, one => one.debitAfter),
    plainArray(transfers, one => one.creditVersion),
    plainArray(transfers, one => one.creditAfter),
  ],
  holds: ({ holds }) => [
    plainArray(holds, one => one.id),
    plainArray(holds, one => one.account),
    plainArray(holds, one => one.amount),
    textArray(holds, one => one.kind),
    textArray(holds, one => one.reference),
    plainArray(holds, one => one.epoch),
    bytesArray(holds, one => one.requestHash),
  ],
  ends: ({ ends }) => [
    plainArray(ends, one => one.hold),
    textArray(ends, one => one.outcome),
    plainArray(ends, one => one.posted),
    plainArray(ends, one => one.request),
  ],
}
