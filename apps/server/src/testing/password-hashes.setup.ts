import { vi } from 'vitest'
import type { Argon2 } from '../platform/argon2.ts'

/**
 * Set-up of every integration file: Argon2 computes the same call once in a process. The members of
 * a system that a test fills have one password between them, and 20 ms of processor for each hash
 * and each comparison were an eighth of what these files cost. What it answers is Argon2's own.
 */
vi.mock('../platform/argon2.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../platform/argon2.ts')>()
  const hashes = new Map<string, Promise<string>>()
  const comparisons = new Map<string, Promise<boolean>>()
  const remembering = (argon2: Argon2): Argon2 => ({
    hash: (line, password, settings) =>
      once(hashes, [password, settings], () => argon2.hash(line, password, settings)),
    verify: (line, hash, password) =>
      once(comparisons, [hash, password], () => argon2.verify(line, hash, password)),
  })
  return { ...original, sharedArgon2: () => remembering(original.sharedArgon2()) }
})

/** Returns the known answer to a call, or computes it. A failure is not remembered. */
function once<Answer>(
  answers: Map<string, Promise<Answer>>,
  call: readonly unknown[],
  compute: () => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify(call)
  const known = answers.get(key)
  if (known) return known
  const answer = compute()
  answers.set(key, answer)
  answer.catch(() => answers.delete(key))
  return answer
}
