import { createHash } from 'node:crypto'
import { canonicalPieces, recountWindDown } from '@banyan/economy'
import type { FromSecond } from '../wind-down/index.ts'

/**
 * The second computation of a wind-down, as a process of its own: it reads the canonical text of an input on
 * its standard input and answers two hashes, of the text and of what it comes to. It knows no database.
 */
const inputHash = createHash('sha256')
const decoder = new TextDecoder()
let text = ''

process.stdin.on('data', (bytes: Buffer) => {
  inputHash.update(bytes)
  text += decoder.decode(bytes, { stream: true })
})
process.stdin.on('end', () => process.send?.(answer()))
process.on('disconnect', () => process.exit())

function answer(): FromSecond {
  try {
    const hash = createHash('sha256')
    for (const piece of canonicalPieces(recountWindDown(text))) hash.update(piece)
    return { input: inputHash.digest('hex'), result: hash.digest('hex') }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
