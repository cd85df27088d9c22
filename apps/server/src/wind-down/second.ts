import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { answerOf, startChildProcess } from '../platform/child-process.ts'

/** SHA-256 of the canonical texts of what was looked at and of what it came to, in hex. */
export interface WindDownHashes {
  input: string
  result: string
}

/** Works a wind-down out a second time from the canonical text of its input. */
export type SecondComputation = (input: Iterable<Buffer>) => Promise<WindDownHashes>

/** What the process answers. */
export type FromSecond = WindDownHashes | { fault: string }

/** The second computation has failed, and would fail again. */
export class SecondFault extends Error {
  override name = 'SecondFault'
}

/** The second computation in a process of its own, which is given the text and nothing else: no database, no settings. */
export const recountInChild: SecondComputation = async input => {
  const child = startChildProcess('recount-wind-down', {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const answer = answerOf<FromSecond>(child)
    answer.catch(() => undefined)
    const text = child.stdin as Writable
    // A process that ends is heard of by its end.
    text.on('error', () => {})
    await Promise.race([tell(text, input), answer])
    const answered = await answer
    if ('fault' in answered)
      throw new SecondFault(`the second computation failed: ${answered.fault}`)
    return answered
  } finally {
    child.kill()
  }
}

async function tell(text: Writable, input: Iterable<Buffer>): Promise<void> {
  for (const bytes of input) if (!text.write(bytes)) await once(text, 'drain')
  text.end()
}
