import { expect, test } from 'vitest'
import { runStages, type Stage, type StageEnd } from './stages.ts'

/** Stages that note their begins and ends, and end when they are let go. */
function stagesOf(plan: Record<string, Partial<Stage>>) {
  const log: string[] = []
  const stages = Object.entries(plan).map(
    ([name, part]): Stage => ({
      name,
      needs: [],
      ...part,
      run: async () => {
        log.push(`${name} begins`)
        const isWell = await (part.run?.() ?? true)
        log.push(`${name} ends`)
        return isWell
      },
    }),
  )
  return { log, stages }
}

test('a stage begins when what it needs is done, in parallel with stages that nothing waits for', async () => {
  let finish = () => {}
  const slow = new Promise<boolean>(resolve => {
    finish = () => resolve(true)
  })
  const { log, stages } = stagesOf({
    seed: { needs: ['build'] },
    build: {},
    checks: { run: () => slow },
  })
  const ends = runStages(stages, end => end.name === 'seed' && finish())
  expect((await ends).map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
  expect(log.indexOf('build ends')).toBeLessThan(log.indexOf('seed begins'))
  expect(log.indexOf('seed ends')).toBeLessThan(log.indexOf('checks ends'))
})

test('what needs a stage that failed is skipped, what only comes after it runs', async () => {
  const { stages } = stagesOf({
    build: { run: async () => false },
    journeys: { needs: ['build'] },
    pages: { needs: ['journeys'] },
    unit: { needs: [], after: ['build', 'not in this run'] },
  })
  const reported: StageEnd[] = []
  const ends = await runStages(stages, end => reported.push(end))
  const outcomes = Object.fromEntries(ends.map(({ name, outcome }) => [name, outcome]))
  expect(outcomes).toEqual({
    build: 'failed',
    journeys: 'skipped',
    pages: 'skipped',
    unit: 'passed',
  })
  expect(reported).toHaveLength(4)
})

test('stages that wait for each other are refused', async () => {
  const { stages } = stagesOf({ one: { needs: ['two'] }, two: { after: ['one'] } })
  await expect(runStages(stages, () => {})).rejects.toThrow('waits for itself')
})
