import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endGuard } from '@banyan/tools/guard'
import { type DisturbanceName, disturbanceNames, disturbances } from './disturb.ts'
import { CALM_MS } from './fault.ts'
import { Scene } from './scene.ts'

/*
 * `npm run soak -- [--minutes 10] [--seed <number>] [--only clock]`: members act on the product as `npm start` runs
 * it, over a network that repeats, delays and loses calls, while its processes are killed, paused
 * and started again, connections end, blocks are taken back, and the clock of the platform jumps, over cut-offs too,
 * on and back. At the end every balance
 * is compared with a reference, and the books with themselves. Docs: docs/operations/faults.md.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Of the kinds of disturbance, those whose name has this in it. */
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
  },
})
const seed = Number(options.seed)
const endsAt = Date.now() + Number(options.minutes) * 60_000

console.log(`Seed ${seed}.`)
const scene = await Scene.open(seed, { repeated: 0.1, lost: 0.05, delayed: 0.1 })
const met = new Map<DisturbanceName, number[]>()
try {
  const { chance } = scene.disturbed
  await scene.recovered(0)
  let left: DisturbanceName[] = []
  while (Date.now() < endsAt) {
    await scene.recharge().catch(() => {})
    await scene.trouble.repeatOld()
    if (left.length === 0) left = disturbanceNames.filter(name => name.includes(options.only))
    const name = chance.pick(left)
    left.splice(left.indexOf(name), 1)
    const began = performance.now()
    console.log(`${name} …`)
    await disturbances[name](scene.disturbed)
    const took = await scene.recovered(performance.now())
    met.set(name, [...(met.get(name) ?? []), took])
    console.log(`  acts again after ${(took / 1_000).toFixed(1)} s`)
    await sleep(Math.max(1_000, CALM_MS - (performance.now() - began)))
  }
  // A clock that was ahead frees tails early, and the check says so (docs/operations/incidents.md).
  const wasAhead = met.has('the clock back before the last cut-off')
  const { acts, recharges, wrong } = await scene.judge(wasAhead ? 'I15 tails' : null)
  console.table(Object.fromEntries(scene.done))
  console.table({
    ...Object.fromEntries([...met].map(([name, times]) => [name, { times: times.length }])),
    'recharges on the chain': { times: recharges.onChain },
    'recharges that a block took with it': { times: recharges.sent - recharges.onChain },
    'calls sent three times at once': { times: scene.trouble.counts.repeated },
    'calls repeated later': { times: scene.trouble.counts.repeatedLater },
    'replies lost': { times: scene.trouble.counts.lost },
    'acts that had to be sent again': { times: acts.filter(({ tries }) => tries > 1).length },
  })
  console.log(`${acts.length} acts; ${wrong.length === 0 ? 'nothing is wrong.' : 'wrong:'}`)
  for (const text of wrong) console.error(`  ${text}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await scene.close()
  await endGuard()
}
