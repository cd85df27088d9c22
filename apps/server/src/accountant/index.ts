import type { ClientBase } from 'pg'
import { checkAssets, checkGuards } from './assets.ts'
import { checkBalances } from './balances.ts'
import { inOneInstant } from './books.ts'
import { checkChain } from './chain.ts'
import { allHeads, headsOfFile, oneHead } from './exported-heads.ts'
import { Findings } from './findings.ts'
import { checkHolds } from './holds.ts'
import { readSplits } from './splits.ts'

/** Heads of earlier days to compare the books with. */
export interface Evidence {
  heads: readonly string[]
  files: readonly string[]
}

/**
 * The independent verifier of the ledger. It is written from docs/ledger.md and the tables alone
 * and shares no code with the ledger that it checks, so that no mistake is made in both. Returns
 * the number of differences; each is reported in a sentence with table, id and what differs.
 */
export const verifyBooks = (
  books: ClientBase,
  evidence: Evidence,
  print: (line: string) => void,
): Promise<number> =>
  inOneInstant(books, async () => {
    const findings = new Findings(print)
    const exported = allHeads([
      ...evidence.heads.map(oneHead),
      ...evidence.files.map(file => headsOfFile(file)),
    ])
    const factor = await readSplits(books)
    await checkChain(books, findings, exported)
    await checkBalances(books, findings, factor)
    await checkHolds(books, findings, factor)
    await checkAssets(books, findings)
    await checkGuards(books, findings)
    return findings.total
  })
