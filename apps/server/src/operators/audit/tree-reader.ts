import type { Database } from '../../platform/database/connect.ts'
import { hashesAfter } from './store.ts'
import { nodeHash, type RangeHash, rangeHashes } from './tree.ts'

/** The leaves under one node that is kept. */
const BLOCK = 256
const READ_AT_ONCE = BLOCK * 20

/**
 * Reads the tree for proofs. The roots of full blocks of leaves are kept in memory and never change,
 * so a proof reads two blocks, however long the log is.
 */
export class TreeReader {
  readonly #database: Database
  readonly #blocks: Buffer[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** The hashes of ranges of the first `size` leaves, for paths that touch these leaves. */
  async ranges(size: number, leaves: readonly number[]): Promise<RangeHash> {
    await this.#readBlocks(Math.floor(size / BLOCK))
    const known = new Map<number, Buffer>()
    const blocks = new Set([...leaves, size - 1].map(leaf => Math.floor(leaf / BLOCK)))
    for (const block of blocks) {
      const rows = await hashesAfter(this.#database, block * BLOCK, BLOCK)
      for (const { seq, hash } of rows) known.set(seq - 1, hash)
    }
    return rangeHashes(
      place => {
        const hash = known.get(place)
        if (!hash) throw new Error(`act ${place + 1} was not read`)
        return hash
      },
      (from, count) => this.#complete(from, count),
    )
  }

  /** The root of an aligned range of whole blocks. */
  #complete(from: number, count: number): Buffer | undefined {
    if (count < BLOCK || count % BLOCK !== 0 || from % BLOCK !== 0) return undefined
    return rangeHashes(block => this.#blocks[block] as Buffer)(from / BLOCK, (from + count) / BLOCK)
  }

  async #readBlocks(wanted: number): Promise<void> {
    while (this.#blocks.length < wanted) {
      const from = this.#blocks.length
      const rows = await hashesAfter(this.#database, from * BLOCK, READ_AT_ONCE)
      const whole = Math.floor(rows.length / BLOCK)
      if (whole === 0) throw new Error(`the audit log ends before act ${(from + 1) * BLOCK}`)
      // Another call may have read the same meanwhile.
      if (this.#blocks.length !== from) continue
      for (let block = 0; block < whole; block++)
        this.#blocks.push(
          foldBlock(rows.slice(block * BLOCK, (block + 1) * BLOCK).map(({ hash }) => hash)),
        )
    }
  }
}

/** The root of a full block. */
function foldBlock(leaves: readonly Buffer[]): Buffer {
  let level = leaves
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(level[2 * at] as Buffer, level[2 * at + 1] as Buffer),
    )
  return level[0] as Buffer
}
