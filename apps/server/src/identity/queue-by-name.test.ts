import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { QueueByName } from './queue-by-name.ts'

it('callers of one name are served in order, also after a failure; another name does not wait', async () => {
  const queue = new QueueByName()
  const log: string[] = []
  const leave = new Map<string, () => void>()
  const visit = (name: string, fails = false) =>
    queue.run(name.slice(0, 1), async () => {
      log.push(`${name} in`)
      await new Promise<void>(resolve => leave.set(name, resolve))
      log.push(`${name} out`)
      if (fails) throw new Error(name)
      return name
    })
  const ends = Promise.allSettled([visit('a1'), visit('a2', true), visit('a3'), visit('b1')])
  await turn()
  expect(log).toEqual(['a1 in', 'b1 in'])
  leave.get('b1')?.()
  await turn()
  expect(log.slice(2)).toEqual(['b1 out'])
  for (const name of ['a1', 'a2', 'a3']) {
    leave.get(name)?.()
    await turn()
  }
  expect(log.slice(3)).toEqual(['a1 out', 'a2 in', 'a2 out', 'a3 in', 'a3 out'])
  expect((await ends).map(end => end.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  const last = visit('a4')
  await turn()
  leave.get('a4')?.()
  expect(await last).toBe('a4')
})
