import { setTimeout as sleep } from 'node:timers/promises'
import { AFTER_MS, type Fault, seconds } from './fault.ts'
import type { NodeState } from './node-proxy.ts'
import type { Recharge, Scene } from './scene.ts'

/** Recharges are under way so long while nobody can say what the chain has. */
const BROKEN_MS = 15_000
/** Longer than a node rests after many failures, and than a slow answer takes. */
const CREDITED_MS = 150_000

const oneOfThree: readonly NodeState[] = [
  'away',
  'slow',
  'tooMany',
  'hides',
  'invents',
  'otherChain',
  'still',
]
const allOfThem: readonly NodeState[] = ['away', 'slow', 'tooMany', 'otherChain', 'still']

/** R9. The server has three nodes, of which two must agree. */
export const nodeFaults: Fault = {
  what: 'of three chain nodes one is away, slow, answers 429, hides transfers, invents one, is of another chain or makes no blocks; then all of them are',
  bound:
    'one alone delays nothing for long and credits nothing wrong; with all of them nothing is credited, /readyz stays up, acts go on, and recharges are credited afterwards',
  run: async scene => {
    const wrong: string[] = []
    const withOne = []
    for (const [n, state] of oneOfThree.entries())
      withOne.push(await whileOne(scene, state, n % scene.nodes.length))
    const after = []
    for (const state of allOfThem) after.push(await whileAll(scene, state, wrong))
    const spoilt = scene.nodes.reduce((sum, node) => sum + node.spoilt, 0)
    const figure =
      `with one of three bad, ${oneOfThree.length} recharges credited after ${seconds(Math.max(...withOne))} at most; ` +
      `with all bad for ${seconds(BROKEN_MS)}, ${allOfThem.length} times, none credited, ` +
      `and all of them ${seconds(Math.max(...after))} at most after the end; ${spoilt} calls spoilt`
    return { figure, wrong }
  },
}

/** The time until a recharge is credited while one node is not as it should be. */
async function whileOne(scene: Scene, state: NodeState, n: number): Promise<number> {
  const node = scene.nodes[n]
  if (!node) throw new Error('the scene has no such node')
  node.state = state
  try {
    const began = performance.now()
    await scene.credited(await scene.recharge(), CREDITED_MS)
    return performance.now() - began
  } finally {
    node.state = 'well'
  }
}

/** The time from the end of it until what was recharged meanwhile is credited. */
async function whileAll(scene: Scene, state: NodeState, wrong: string[]): Promise<number> {
  for (const node of scene.nodes) node.state = state
  let under: Recharge[]
  try {
    // What was asked for before may still be answered.
    await sleep(AFTER_MS)
    under = [await scene.recharge(), await scene.recharge()]
    const began = performance.now()
    await scene.recovered(began)
    await sleep(Math.max(0, BROKEN_MS - (performance.now() - began)))
    const ready = await fetch(`${scene.product.appUrl}/readyz`)
    if (ready.status !== 200) wrong.push(`/readyz answered ${ready.status} with all nodes ${state}`)
    for (const one of under)
      if (await scene.isCredited(one)) wrong.push(`a recharge was credited with all nodes ${state}`)
  } finally {
    for (const node of scene.nodes) node.state = 'well'
  }
  const began = performance.now()
  for (const one of under) await scene.credited(one, CREDITED_MS)
  return performance.now() - began
}
