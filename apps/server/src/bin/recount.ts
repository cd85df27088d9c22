import { createHash } from 'node:crypto'
import { canonicalPieces, InputReader, recountInput } from '@banyan/economy'
import type { FromRecount, ToRecount } from '../treasury/index.ts'

/**
 * The second computation of a settlement, in its own process: it gets the canonical text of an
 * input on its standard input and its length by a message, and returns two hashes, of the received
 * text and of its result. It has no access to a database. It ends with the process that started it.
 */
let text = begin()
/** Received bytes of the text, and their expected number once it is known. */
let received = 0
let expected: number | null = null

function begin() {
  const fault: { message?: string } = {}
  return {
    hash: createHash('sha256'),
    decoder: new TextDecoder(),
    reader: new InputReader(),
    fault,
  }
}

process.stdin.on('data', (bytes: Buffer) => {
  received += bytes.length
  text.hash.update(bytes)
  catchFault(() => text.reader.add(text.decoder.decode(bytes, { stream: true })))
  answerWhenWhole()
})
process.on('message', (message: ToRecount) => {
  expected = message.whole
  answerWhenWhole()
})
process.on('disconnect', () => process.exit())

function answerWhenWhole(): void {
  if (received !== expected) return
  let result = ''
  catchFault(() => {
    const hash = createHash('sha256')
    for (const piece of canonicalPieces(recountInput(text.reader.end()))) hash.update(piece)
    result = hash.digest('hex')
  })
  const { message: fault } = text.fault
  const answer: FromRecount =
    fault === undefined ? { input: text.hash.digest('hex'), result } : { fault }
  text = begin()
  received = 0
  expected = null
  process.send?.(answer)
}

/** An error in a text is the answer to it, whenever it is found. */
function catchFault(work: () => void): void {
  if (text.fault.message !== undefined) return
  try {
    work()
  } catch (error) {
    text.fault.message = error instanceof Error ? error.message : String(error)
  }
}
