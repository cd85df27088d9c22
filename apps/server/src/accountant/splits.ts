import type { ClientBase } from 'pg'
import { ask } from './books.ts'

/** The factor of a row's amounts: the product of the splits after the row's epoch. */
export type Factor = (asset: string, after: number, upTo: number) => bigint

/** The splits of the rule book 2.11, few enough to keep in memory. */
export async function readSplits(books: ClientBase): Promise<Factor> {
  const rows = await ask(books, 'select asset, epoch, multiple from ledger_epoch')
  const splits = rows.map(([asset, epoch, multiple]) => ({
    asset,
    epoch: Number(epoch),
    multiple: BigInt(multiple ?? 1),
  }))
  return (asset, after, upTo) =>
    splits
      .filter(one => one.asset === asset && one.epoch > after && one.epoch <= upTo)
      .reduce((product, { multiple }) => product * multiple, 1n)
}
