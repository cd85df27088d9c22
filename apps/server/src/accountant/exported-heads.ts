import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Findings } from './findings.ts'
import type { Link } from './link.ts'

/** Heads kept outside the database; the books must still have every one of them. */
export interface ExportedHeads {
  compare(link: Link, findings: Findings): Promise<void>
  end(findings: Findings): Promise<void>
}

/** One head alone, as a person noted it. */
export function oneHead(head: string): ExportedHeads {
  let batch: number | null = null
  return {
    compare: async link => {
      if (link.head === head) batch = link.batch
    },
    end: async findings => {
      if (batch === null)
        findings.add(`no batch has the head ${head}: the books are not those that it was taken of`)
    },
  }
}

/**
 * The file with one line per head, `batch head instant transfers`, oldest first. Both the file and
 * the chain are read once, side by side.
 */
export function headsOfFile(file: string): ExportedHeads {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })[
    Symbol.asyncIterator
  ]()
  let number = 0
  let next: { batch: number; head: string } | null | undefined
  const advance = async (findings: Findings): Promise<void> => {
    const last = next?.batch ?? 0
    for (;;) {
      const { value, done } = await lines.next()
      if (done) {
        next = null
        return
      }
      number++
      const match = /^(\d{1,15}) ([0-9a-f]{64})(?: .*)?$/.exec(value)
      const line = match?.[1] && match[2] ? { batch: Number(match[1]), head: match[2] } : null
      if (line && line.batch >= last) {
        next = line
        return
      }
      findings.add(`${file} line ${number} is not a head in its order`)
    }
  }
  let differed = false
  return {
    compare: async (link, findings) => {
      if (next === undefined) await advance(findings)
      while (next && next.batch <= link.batch) {
        // Every later head differs too, so only the first one is reported.
        if (next.batch === link.batch && next.head !== link.head && !differed) {
          differed = true
          findings.add(
            `ledger_audit batch ${link.batch}: its head is ${link.head}, exported as ${next.head}; the history up to there was written anew`,
          )
        }
        await advance(findings)
      }
    },
    end: async findings => {
      if (next === undefined) await advance(findings)
      if (next)
        findings.add(
          `ledger_audit batch ${next.batch}: exported with head ${next.head}, not in the books any more, nor is what came after`,
        )
    },
  }
}

/** Several queries at once. */
export const allHeads = (parts: readonly ExportedHeads[]): ExportedHeads => ({
  compare: async (link, findings) => {
    for (const part of parts) await part.compare(link, findings)
  },
  end: async findings => {
    for (const part of parts) await part.end(findings)
  },
})
