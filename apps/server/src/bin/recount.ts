import { createHash } from 'node:crypto'
import { recount, writeCanonical } from '@banyan/economy'
import type { FromRecount, ToRecount } from '../treasury/index.ts'

/**
 * The second computation of a settlement, as a process of its own: it is told the canonical text of
 * an input piece by piece and answers two hashes, of the text that it was told and of what it comes
 * to. It knows no database. It ends with the process that started it.
 */
let pieces: string[] = []

process.on('message', (message: ToRecount) => {
  if ('piece' in message) {
    pieces.push(message.piece)
    return
  }
  const text = pieces.join('')
  pieces = []
  process.send?.(answerFor(text))
})
process.on('disconnect', () => process.exit())

function answerFor(text: string): FromRecount {
  try {
    const result = createHash('sha256')
    writeCanonical(recount(text), piece => result.update(piece))
    return {
      input: createHash('sha256').update(text).digest('hex'),
      result: result.digest('hex'),
    }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
