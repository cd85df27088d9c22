import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { answerOf, startChildProcess } from '../platform/child-process.ts'

/** SHA-256 of the canonical texts of the input and of the outcome, in hex. */
export interface WindDownHashes {
  input: string
  result: string
}

/** Computes a wind-down a second time from the canonical text of its input. */
export type SecondComputation = (input: Iterable<Buffer>) => Promise<WindDownHashes>

/** The answer of the process. */
export type FromSecond = WindDownHashes | { fault: string }

/** The second computation has failed, and would fail again. */
export class SecondFault extends Error {
  override name = 'SecondFault'
}

/**
 * The second computation in a process of its own, which gets the text and nothing else: no
 * database, no settings.
 */
export const recountInChild: SecondComputation = async input => {
  const child = startChildProcess('recount-wind-down', {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const answer = answerOf<FromSecond>(child)
    answer.catch(() => undefined)
    const text = child.stdin as Writable
    // The end of a process is handled by its exit event.
    text.on('error', () => {})
    await Promise.race([sendText(text, input), answer])
    const answered = await answer
    if ('fault' in answered)
      throw new SecondFault(`the second computation failed: ${answered.fault}`)
    return answered
  } finally {
    child.kill()
  }
}

async function sendText(text: Writable, input: Iterable<Buffer>): Promise<void> {
  for (const bytes of input) if (!text.write(bytes)) await once(text, 'drain')
  text.end()
}
