import { describe, expect, it } from 'vitest'
import type { Act } from '../testing/acting.ts'
import { added, compare, type Effect, noticedIn } from './acts.ts'

const act = (key: string, outcome: Act['outcome'] = 'done', more: Partial<Act> = {}): Act => ({
  key,
  operation: 'otc.take',
  account: '10000001',
  begunAt: 0,
  endedAt: 1,
  tries: 1,
  outcome,
  ...more,
})
const effect = (key: string, times = 1): Effect => ({
  key,
  operation: 'otc.take',
  account: '10000001',
  times,
})

describe('acts and their effects', () => {
  it('fit where each acknowledged act is there exactly once', () => {
    expect(compare([act('a'), act('b')], [effect('a'), effect('b')])).toEqual({
      lost: [],
      doubled: [],
      once: 2,
    })
  })

  it('name an acknowledged act that is not there', () => {
    expect(compare([act('a')], []).lost).toEqual(['otc.take 10000001 a'])
  })

  it('name what is there twice, also in two rows', () => {
    expect(compare([act('a')], [effect('a', 2)]).doubled).toHaveLength(1)
    expect(compare([act('a')], [effect('a'), effect('a')]).doubled).toHaveLength(1)
  })

  it('name what was refused and is there all the same, and what nobody sent', () => {
    expect(compare([act('a', 'refused')], [effect('a'), effect('b')]).doubled).toHaveLength(2)
  })

  it('let an act without an answer be there or not, and never twice', () => {
    const unanswered = [act('a', 'unknown')]
    expect(compare(unanswered, [])).toEqual({ lost: [], doubled: [], once: 0 })
    expect(compare(unanswered, [effect('a')])).toEqual({ lost: [], doubled: [], once: 0 })
    expect(compare(unanswered, [effect('a', 2)]).doubled).toHaveLength(1)
  })

  it('count the same key of two members apart', () => {
    const other = { account: '10000002' }
    const { lost } = compare([act('a'), act('a', 'done', other)], [effect('a')])
    expect(lost).toEqual(['otc.take 10000002 a'])
  })
})

it('what was there before the acts is not theirs, unless it has become more', () => {
  expect(added([effect('a'), effect('b')], [effect('a'), effect('b', 2), effect('c')])).toEqual([
    effect('b'),
    effect('c'),
  ])
})

describe('what members notice', () => {
  const at = (begunAt: number, endedAt: number, tries = 1) =>
    act(`${begunAt}`, 'done', { begunAt, endedAt, tries })

  it('is the longest silence and the slowest act between two instants', () => {
    const acts = [at(0, 5), at(90, 110), at(95, 400, 3), at(380, 420)]
    expect(noticedIn(acts, 100, 500)).toEqual({
      answered: 3,
      repeated: 1,
      silenceMs: 290,
      slowestMs: 305,
    })
  })

  it('is silence to the end where nothing is answered any more', () => {
    expect(noticedIn([act('a', 'unknown')], 100, 500)).toMatchObject({
      answered: 0,
      silenceMs: 400,
    })
  })
})
