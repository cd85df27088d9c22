import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

it('one name is served in the order of asking, also after a failure; another name does not wait', async () => {
  const turns = new Turns()
  const heard: string[] = []
  const visit = (name: string, ms: number, fails = false) =>
    turns.take(name.slice(0, 1), async () => {
      heard.push(`${name} in`)
      await sleep(ms)
      heard.push(`${name} out`)
      if (fails) throw new Error(name)
      return name
    })
  const ends = await Promise.allSettled([
    visit('a1', 30),
    visit('a2', 1, true),
    visit('a3', 1),
    visit('b1', 5),
  ])
  expect(ends.map(end => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(heard.filter(one => one.startsWith('a'))).toEqual([
    ...['a1 in', 'a1 out', 'a2 in', 'a2 out', 'a3 in', 'a3 out'],
  ])
  expect(heard.indexOf('b1 out')).toBeLessThan(heard.indexOf('a1 out'))
  expect(await visit('a4', 0)).toBe('a4')
})
