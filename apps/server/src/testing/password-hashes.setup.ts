import { vi } from 'vitest'

/**
 * Set-up of every integration file: Argon2 computes the same call once in a process. The members of
 * a system that a test fills have one password between them, and 20 ms of processor for each hash
 * and each comparison were an eighth of what these files cost. What it answers is Argon2's own.
 */
vi.mock('@node-rs/argon2', async importOriginal => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: remembered(argon2.hash), verify: remembered(argon2.verify) }
})

function remembered<Args extends unknown[], Answer>(
  compute: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (...args) => {
    const call = JSON.stringify(args)
    const known = answers.get(call)
    if (known) return known
    const answer = compute(...args)
    answers.set(call, answer)
    return answer
  }
}
