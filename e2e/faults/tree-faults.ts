import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@banyan/tools/until'
import { clockOf, cutOffsBetween, DAY_MS, inDatabaseAt, moveClock, settlements } from './clock.ts'
import { disturbances } from './disturb.ts'
import { CALM_MS, type Fault, seconds } from './fault.ts'
import { addNewcomers } from './grown.ts'
import type { Scene } from './scene.ts'

/** One line below the root, and everybody else below anybody. */
const LINE = 10_000
const ANYWHERE = 40_000
const SETTLED_MS = 900_000
/** Within the settlement that places them. */
const KILLED_AFTER_MS = 8_000

/** R18. The settlement places fifty thousand members, is killed at it, and settles over the tree. */
export const treeFaults: Fault = {
  what: `a settlement places ${LINE.toLocaleString('en')} members in one line and ${ANYWHERE.toLocaleString('en')} anywhere, and is killed (kill -9) at it; the next one settles over that tree`,
  bound:
    'everybody is placed once, the tree is as deep as the line; acts are acknowledged meanwhile',
  run: async scene => {
    const wrong: string[] = []
    const url = scene.product.databaseUrl
    await inDatabaseAt(url, async client => {
      await addNewcomers(client, { many: LINE, inviter: 'final.ids[1]', choice: "'left'" })
      await addNewcomers(client, {
        many: ANYWHERE,
        inviter: 'final.ids[(1 + n % cardinality(final.ids))::int]',
        choice: "case n % 2 when 0 then 'left' else 'right' end",
      })
    })
    const placing = await nextDay(scene, async () => {
      await sleep(KILLED_AFTER_MS)
      const began = performance.now()
      await disturbances['kill -9 of the server'](scene.disturbed)
      await scene.recovered(performance.now())
      await sleep(Math.max(0, CALM_MS - (performance.now() - began)))
    })
    const { members, depth, waiting } = await treeOf(url)
    if (waiting !== 0) wrong.push(`${waiting} members who asked for a place have none`)
    if (depth < LINE) wrong.push(`the tree is ${depth} deep, and its line ${LINE}`)
    const settling = await nextDay(scene, async () => {})
    const figure =
      `${members.toLocaleString('en')} members, ${depth.toLocaleString('en')} deep; the settlement that placed them, with a kill, ` +
      `${seconds(placing.tookMs)}, the next one ${seconds(settling.tookMs)}; acts acknowledged meanwhile, the slowest ` +
      `after ${seconds(Math.max(placing.slowestMs, settling.slowestMs))}`
    return { figure, wrong }
  },
}

/** Goes past the next cut-off, and waits for its settlement. */
async function nextDay(scene: Scene, meanwhile: () => Promise<void>) {
  const url = scene.product.databaseUrl
  const before = (await settlements(url)).published
  const from = await clockOf(url)
  await scene.traffic.pause()
  await moveClock(url, DAY_MS)
  const due = cutOffsBetween(from, await clockOf(url))
  const began = performance.now()
  const acts = scene.acts.length
  scene.traffic.resume()
  await meanwhile()
  await until(
    'the settlement is published',
    async () => (await settlements(url)).published - before >= due,
    { ms: SETTLED_MS, everyMs: 100 },
  )
  const tookMs = performance.now() - began
  const times = scene.acts
    .slice(acts)
    .filter(({ outcome }) => outcome === 'done')
    .map(({ begunAt, endedAt }) => endedAt - begunAt)
  return { tookMs, slowestMs: Math.max(0, ...times) }
}

const treeOf = (url: string) =>
  inDatabaseAt(url, async client => {
    const { rows } = await client.query<{ members: number; depth: number; waiting: number }>(
      `select count(*)::int as members, max(depth)::int as depth,
         (select count(*)::int from invitee where state in ('requested', 'settling')) as waiting
       from placement`,
    )
    return rows[0] as { members: number; depth: number; waiting: number }
  })
