import { createHash } from 'node:crypto'
import { canonicalPieces, recountTold, ToldReader } from '@banyan/economy'
import type { FromRecount, ToRecount } from '../treasury/index.ts'

/**
 * The second computation of a settlement, as a process of its own: it is told the canonical text of
 * an input on its standard input and how long it is by a message, and answers two hashes, of the
 * text that it was told and of what it comes to. It knows no database. It ends with the process that
 * started it.
 */
let told = begin()
/** Bytes of the text that have come, and how many there are once that is said. */
let come = 0
let whole: number | null = null

function begin() {
  const fault: { said?: string } = {}
  return { hash: createHash('sha256'), decoder: new TextDecoder(), reader: new ToldReader(), fault }
}

process.stdin.on('data', (bytes: Buffer) => {
  come += bytes.length
  told.hash.update(bytes)
  said(() => told.reader.add(told.decoder.decode(bytes, { stream: true })))
  answerWhenWhole()
})
process.on('message', (message: ToRecount) => {
  whole = message.whole
  answerWhenWhole()
})
process.on('disconnect', () => process.exit())

function answerWhenWhole(): void {
  if (come !== whole) return
  let result = ''
  said(() => {
    const hash = createHash('sha256')
    for (const piece of canonicalPieces(recountTold(told.reader.end()))) hash.update(piece)
    result = hash.digest('hex')
  })
  const { said: fault } = told.fault
  const answer: FromRecount =
    fault === undefined ? { input: told.hash.digest('hex'), result } : { fault }
  told = begin()
  come = 0
  whole = null
  process.send?.(answer)
}

/** What goes wrong with a text is the answer to it, whenever it is found out. */
function said(work: () => void): void {
  if (told.fault.said !== undefined) return
  try {
    work()
  } catch (error) {
    told.fault.said = error instanceof Error ? error.message : String(error)
  }
}
