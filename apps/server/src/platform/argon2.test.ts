import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { openArgon2 } from './argon2.ts'
import type { Argon2Answer } from './argon2-thread.ts'

/** A thread that answers every task alike, or ends at it. */
class FakeThread extends EventEmitter {
  readonly #answer: Argon2Answer | 'ends'
  constructor(answer: Argon2Answer | 'ends') {
    super()
    this.#answer = answer
  }
  postMessage(): void {
    setImmediate(() =>
      this.#answer === 'ends' ? this.emit('exit', 1) : this.emit('message', this.#answer),
    )
  }
  ref(): void {}
  unref(): void {}
}

const line = { kind: 'member', who: 'somebody' }

it('goes on with another thread after one has ended, at a task or without one', async () => {
  const threads = [
    new FakeThread('ends'),
    new FakeThread({ value: true }),
    new FakeThread({ failed: 'a hash of another kind' }),
  ]
  const started: FakeThread[] = []
  const argon2 = openArgon2(() => {
    const thread = threads[started.length] as FakeThread
    started.push(thread)
    return thread as unknown as Worker
  })
  await expect(argon2.verify(line, 'hash', 'password')).rejects.toThrow('ended before')
  expect(await argon2.verify(line, 'hash', 'password')).toBe(true)
  expect(await argon2.verify(line, 'hash', 'password'), 'the same thread').toBe(true)
  expect(started).toHaveLength(2)
  started[1]?.emit('exit', 1)
  await expect(argon2.verify(line, 'hash', 'password')).rejects.toThrow('a hash of another kind')
  await expect(argon2.verify(line, 'hash', 'password')).rejects.toThrow('a hash of another kind')
  expect(started, 'a task that failed ends no thread').toHaveLength(3)
})
