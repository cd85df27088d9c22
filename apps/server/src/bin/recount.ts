import { createHash } from 'node:crypto'
import { canonicalPieces, recountTold, ToldReader } from '@banyan/economy'
import type { FromRecount, ToRecount } from '../treasury/index.ts'

/**
 * The second computation of a settlement, in its own process: it gets the canonical text of an
 * input on its standard input and its length by a message, and returns two hashes, of the received
 * text and of its result. It has no access to a database. It ends with the process that started it.
 */
let told = begin()
/** Received bytes of the text, and their expected number once it is known. */
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

/** An error in a text is the answer to it, whenever it is found. */
function said(work: () => void): void {
  if (told.fault.said !== undefined) return
  try {
    work()
  } catch (error) {
    told.fault.said = error instanceof Error ? error.message : String(error)
  }
}
