import { createHash } from 'node:crypto'
import { canonicalPieces, recountWindDown } from '@banyan/economy'
import type { FromSecond } from '../wind-down/index.ts'

/**
 * The second computation of a wind-down, in its own process: it reads the canonical text of an
 * input on its standard input and returns two hashes, of the text and of its result. It has no
 * access to a database.
 */
const inputHash = createHash('sha256')
const decoder = new TextDecoder()
let text = ''
let fault: string | null = null

process.stdin.on('data', (bytes: Buffer) => {
  inputHash.update(bytes)
  try {
    if (fault === null) text += decoder.decode(bytes, { stream: true })
  } catch (error) {
    // A text that is longer than a string can be.
    fault = messageOf(error)
  }
})
process.stdin.on('end', () => process.send?.(answer()))
process.on('disconnect', () => process.exit())

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function answer(): FromSecond {
  if (fault !== null) return { fault }
  try {
    const hash = createHash('sha256')
    for (const piece of canonicalPieces(recountWindDown(text))) hash.update(piece)
    return { input: inputHash.digest('hex'), result: hash.digest('hex') }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}
